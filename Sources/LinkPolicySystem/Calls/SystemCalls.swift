#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Functions that read and write file descriptors, and repeat interrupted system calls.
///
/// On a non-blocking descriptor, `read` and `write` wait until the descriptor is ready. Every error contains the
/// system's error number.
package enum SystemCalls {
  /// Reads at most `count` bytes; an empty result means the end of the input.
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

  /// Writes all bytes, with several system calls if necessary.
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

  /// Returns the index of the first occurrence of a byte at or after `start`; nil if the byte does not occur there.
  package static func firstIndex(of byte: UInt8, in bytes: [UInt8], from start: Int) -> Int? {
    unsafe bytes.withUnsafeBytes { buffer in
      let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[start...])
      guard let base = rest.baseAddress,
        let found = unsafe memchr(base, CInt(byte), rest.count)
      else { return nil }
      return unsafe start + (UnsafeRawPointer(found) - base)
    }
  }

  /// Returns whether to repeat a failed call; first waits for a descriptor that was not ready.
  private static func isTemporary(_ descriptor: CInt, _ event: CInt) -> Bool {
    if errno == EINTR {
      return true
    }
    guard errno == EAGAIN || errno == EWOULDBLOCK else { return false }
    var waited = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return unsafe poll(&waited, 1, -1) >= 0 || errno == EINTR
  }

  /// Makes one `read` call, which can return fewer bytes than fit into the buffer, or fail.
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

  /// Makes one `write` call, which can accept only some of the bytes, or fail.
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

/// A failed system call, with its error number, such as `ENOENT`.
package struct SystemFailure: Error, Equatable {
  package let number: CInt

  /// Creates the failure with a system error number.
  package init(number: CInt) {
    self.number = number
  }

  /// Whether a write failed because the pipe no longer has a reader.
  package var isBrokenPipe: Bool { number == EPIPE }

  /// The reason in words, such as `permission denied`, for a message.
  package var reason: String {
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

/// The clocks of the operating system: a monotonic clock, the processor time, and the current day.
package enum SystemClock {
  /// The time of a monotonic clock, in milliseconds; setting the wall clock does not change this time.
  package static var milliseconds: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }

  /// The processor time that this process has used, in milliseconds.
  package static var processorMilliseconds: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }

  /// Blocks the thread for a number of microseconds.
  package static func sleep(microseconds: UInt32) {
    usleep(microseconds)
  }

  /// The number of whole days since 1970, by the wall clock.
  package static var daysSince1970: Int { Int(time(nil)) / 86_400 }
}

/// The processors and the memory of this process.
package enum ProcessResources {
  /// The number of online processors of the machine, at least one.
  package static var processorCount: Int {
    max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
  }

  /// The peak memory of the process in KiB; nil if the system does not report the value.
  package static var peakMemory: Int? {
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
}
