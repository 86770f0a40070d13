#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The few system calls of the command line, each as often as it takes.
///
/// Interrupted calls are repeated, and descriptors that somebody made non-blocking are waited for.
/// Every failure is the number of the system's error.
enum SystemCalls {
  /// The system's error number of a failed call.
  struct Failure: Error, Equatable {
    let number: CInt

    /// Whether the reader of a pipe has gone away.
    var isBrokenPipe: Bool { number == EPIPE }

    /// What happened, for a message.
    var reason: String {
      switch number {
      case ENOENT: "there is no such file"
      case EACCES, EPERM: "permission denied"
      case ENOTDIR: "a part of the path is no directory"
      case EISDIR: "it is a directory"
      case ELOOP: "too many symbolic links"
      case ENOSPC, EDQUOT: "no space is left"
      case ENOTEMPTY: "it is not empty"
      case EROFS: "the file system is read-only"
      case EBADF: "it is closed"
      case EIO: "input or output error"
      case EFBIG: "it would grow larger than files may be"
      case EPIPE: "nobody reads it"
      case ENAMETOOLONG: "the name is too long"
      case EBUSY: "it is in use"
      default: "error \(number)"
      }
    }
  }

  /// Reads at most a number of bytes; none means the end.
  static func read(_ descriptor: CInt, upTo count: Int) throws(Failure) -> [UInt8] {
    var result = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      repeat {
        result = unsafe systemRead(descriptor, UnsafeMutableRawBufferPointer(buffer))
      } while result < 0 && isTemporary(descriptor, POLLIN)
      filled = max(result, 0)
    }
    guard result >= 0 else { throw Failure(number: errno) }
    return bytes
  }

  /// Writes all bytes.
  static func write(_ bytes: [UInt8], to descriptor: CInt) throws(Failure) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: buffer[written...]))
      }
      if count >= 0 {
        written += count
      } else if !isTemporary(descriptor, POLLOUT) {
        throw Failure(number: errno)
      }
    }
  }

  /// The number of processors that can be used at once, at least one.
  static var processorCount: Int {
    max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
  }

  /// Milliseconds of a clock that only goes forward.
  static var milliseconds: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }

  /// The most memory that the process has had, in KiB; nil where the system does not tell.
  static var peakMemory: Int? {
    var usage = rusage()
    #if canImport(Glibc)
      let own = __rusage_who_t(RUSAGE_SELF.rawValue)
    #else
      let own = RUSAGE_SELF
    #endif
    guard unsafe getrusage(own, &usage) == 0 else { return nil }
    #if canImport(Darwin)
      return usage.ru_maxrss / 1024
    #else
      return usage.ru_maxrss
    #endif
  }

  /// Whether a call that just failed should be repeated; waits until it can succeed.
  private static func isTemporary(_ descriptor: CInt, _ event: CInt) -> Bool {
    if errno == EINTR {
      return true
    }
    guard errno == EAGAIN || errno == EWOULDBLOCK else { return false }
    var waited = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return unsafe poll(&waited, 1, -1) >= 0 || errno == EINTR
  }

  @unsafe
  private static func systemRead(
    _ descriptor: CInt, _ buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      unsafe Musl.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      unsafe Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  @unsafe
  private static func systemWrite(_ descriptor: CInt, _ buffer: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      unsafe Musl.write(descriptor, buffer.baseAddress, buffer.count)
    #else
      unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }
}
