// WebAssembly has no processes that fork.
#if canImport(CLinkPolicyForks)
  internal import CLinkPolicyForks
#endif

/// Marks the beginning and the end of each call of the library; a fork of the process waits until no call is running.
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
