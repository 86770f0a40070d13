// WebAssembly has one thread here. If no other thread starts, `OrderedWork`, which is compiled with this file, works on the calling thread.

/// A thread that never starts, because WebAssembly has no further threads.
package struct WorkThread {
  package init?(_ run: @escaping @Sendable () -> Void) {
    return nil
  }

  package func join() {}
}

/// A value without a lock, because only one thread exists.
package final class Monitor<Value>: @unchecked Sendable {
  private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  package func update<Result>(_ body: (inout Value) -> Result) -> Result {
    body(&value)
  }

  /// Returns the result of `body`; stops the process if there is no result, because no other thread could produce one.
  package func wait<Result>(for body: (inout Value) -> Result?) -> Result {
    guard let result = body(&value) else { fatalError("no other thread can end this wait") }
    return result
  }
}
