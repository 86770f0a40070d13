#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A thread that does one thing and ends.
///
/// Writing into a pipe that nobody reads fails on it, and does not end the process: the signal for
/// it is blocked. Blocking calls are welcome, which is why this is no task of a shared pool.
package struct WorkThread {
  #if canImport(Darwin)
    private typealias Handle = pthread_t?
  #else
    private typealias Handle = pthread_t
  #endif

  /// As deep as the stack of a main thread, for input that nests as deeply as is allowed.
  private static var stackSize: Int { 8 << 20 }

  private final class Body {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  private let handle: Handle

  /// Starts; nil where the system has no more threads.
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

  /// Waits until it has ended; to be called once.
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
