// WebAssembly has one thread here. OrderedWork, which is compiled with this file, does the work on the calling thread if no other starts.

/// A thread, of which there is none.
package struct WorkThread {
  package init?(_ run: @escaping @Sendable () -> Void) {
    return nil
  }

  package func join() {}
}

/// A value that only one thread changes.
package final class Monitor<Value>: @unchecked Sendable {
  private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  package func update<Result>(_ body: (inout Value) -> Result) -> Result {
    body(&value)
  }

  /// Returns the result of `body`, which no other thread could make available later.
  package func wait<Result>(for body: (inout Value) -> Result?) -> Result {
    guard let result = body(&value) else { fatalError("no other thread can end this wait") }
    return result
  }
}
