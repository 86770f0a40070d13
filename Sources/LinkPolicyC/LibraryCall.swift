// WebAssembly has no forks.
#if canImport(CLinkPolicyForks)
  internal import CLinkPolicyForks
#endif

/// The marks around a call of the library, which a fork waits for.
enum LibraryCall {
  /// Begins a call; waits while the process forks.
  static func begin() {
    #if canImport(CLinkPolicyForks)
      linkpolicy_call_begin()
    #endif
  }

  /// Ends the call that the thread began last.
  static func end() {
    #if canImport(CLinkPolicyForks)
      linkpolicy_call_end()
    #endif
  }
}
