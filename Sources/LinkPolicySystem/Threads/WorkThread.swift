#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A thread that runs one function.
///
/// The thread blocks `SIGPIPE`, so a write to a pipe without a reader fails without ending the process. The function
/// can make blocking calls, because the function does not run as a task of a shared pool.
package struct WorkThread {
  #if canImport(Darwin)
    private typealias Handle = pthread_t?
  #else
    private typealias Handle = pthread_t
  #endif

  /// The stack size in bytes: the size for a main thread, which suffices for input with the maximum nesting.
  private static var stackSize: Int { 8 << 20 }

  private final class Body {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  private let handle: Handle

  /// Starts the thread; returns nil if the system has no more threads.
  package init?(_ run: @escaping @Sendable () -> Void) {
    #if canImport(Darwin)
      var handle: Handle = nil
    #else
      var handle = Handle()
    #endif
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { unsafe attributes.deallocate() }
    guard unsafe pthread_attr_init(attributes) == 0 else { return nil }
    defer { unsafe pthread_attr_destroy(attributes) }
    unsafe pthread_attr_setstacksize(attributes, Self.stackSize)
    let body = unsafe Unmanaged.passRetained(Body(run))
    let status = unsafe pthread_create(
      &handle, attributes,
      { argument in
        WorkThread.blockBrokenPipes()
        unsafe WorkThread.take(argument).run()
        return nil
      }, body.toOpaque())
    guard status == 0 else {
      unsafe body.release()
      return nil
    }
    self.handle = handle
  }

  /// Waits until the thread has ended; call this method once.
  package func join() {
    #if canImport(Darwin)
      if let handle {
        unsafe pthread_join(handle, nil)
      }
    #else
      pthread_join(handle, nil)
    #endif
  }

  private static func blockBrokenPipes() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  #if canImport(Darwin)
    @unsafe
    private static func take(_ argument: UnsafeMutableRawPointer) -> Body {
      unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
    }
  #else
    @unsafe
    private static func take(_ argument: UnsafeMutableRawPointer?) -> Body {
      guard let argument = unsafe argument else { return Body({}) }
      return unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
    }
  #endif
}

/// A value that several threads change under a lock; a thread can wait for a change.
///
/// Every access holds the lock. Each change wakes all waiting threads.
@safe
package final class Monitor<Value>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  package init(_ value: Value) {
    self.value = value
    unsafe lock.initialize(to: pthread_mutex_t())
    unsafe change.initialize(to: pthread_cond_t())
    precondition(unsafe pthread_mutex_init(lock, nil) == 0, "the system gives a lock")
    precondition(unsafe pthread_cond_init(change, nil) == 0, "the system gives a condition")
  }

  deinit {
    unsafe pthread_cond_destroy(change)
    unsafe pthread_mutex_destroy(lock)
    unsafe change.deallocate()
    unsafe lock.deallocate()
  }

  /// Changes the value and wakes all waiting threads.
  package func update<Result>(_ body: (inout Value) -> Result) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    let result = body(&value)
    unsafe pthread_cond_broadcast(change)
    return result
  }

  /// Calls `body` now and after each change, until `body` returns a result other than nil.
  package func wait<Result>(for body: (inout Value) -> Result?) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    while true {
      if let result = body(&value) {
        return result
      }
      unsafe pthread_cond_wait(change, lock)
    }
  }
}
