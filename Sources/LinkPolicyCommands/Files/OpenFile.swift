#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file open for reading from front to back, closed when it is let go.
///
/// Pipes are welcome here, so that a shell may hand over the output of another program as a file.
final class OpenFile {
  let descriptor: CInt

  init(_ path: String) throws(SystemCalls.Failure) {
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw SystemCalls.Failure(number: errno)
    }
    var status = stat()
    if unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      // The system says so only when the first byte is read.
      throw SystemCalls.Failure(number: EISDIR)
    }
  }

  deinit {
    if descriptor >= 0 {
      close(descriptor)
    }
  }
}
