#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Reading and writing by descriptors, each call as often as it takes.
///
/// Interrupted calls are repeated, and descriptors that somebody made non-blocking are waited for.
/// Every failure is the number of the system's error.
package enum SystemCalls {
  /// Reads at most a number of bytes; none means the end.
  package static func read(_ descriptor: CInt, upTo count: Int) throws(SystemFailure) -> [UInt8] {
    var result = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      repeat {
        result = unsafe systemRead(descriptor, UnsafeMutableRawBufferPointer(buffer))
      } while result < 0 && isTemporary(descriptor, POLLIN)
      filled = max(result, 0)
    }
    guard result >= 0 else { throw SystemFailure(number: errno) }
    return bytes
  }

  /// Writes all bytes.
  package static func write(_ bytes: [UInt8], to descriptor: CInt) throws(SystemFailure) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: buffer[written...]))
      }
      if count >= 0 {
        written += count
      } else if !isTemporary(descriptor, POLLOUT) {
        throw SystemFailure(number: errno)
      }
    }
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

  /// One call of the system, which may read less, or fail.
  @unsafe
  static func systemRead(
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

  /// One call of the system, which may write less, or fail.
  @unsafe
  static func systemWrite(_ descriptor: CInt, _ buffer: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      unsafe Musl.write(descriptor, buffer.baseAddress, buffer.count)
    #else
      unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }
}
