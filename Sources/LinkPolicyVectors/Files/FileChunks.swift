internal import LinkPolicy
internal import LinkPolicyYAML

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A regular file, read from front to back in chunks; closed when it is let go.
final class FileChunks {
  private static var chunkSize: Int { 1 << 18 }

  private let descriptor: CInt
  private let path: String

  /// Opens a file, refusing what is none.
  init(_ path: String) throws(InvalidInput) {
    self.path = path
    // Without O_NONBLOCK, opening a FIFO would wait for a writer.
    descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw InputFile.failure(path, errno == ENOENT ? "there is no such file" : "error \(errno)")
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw InputFile.failure(path, "this is no file")
    }
  }

  deinit {
    if descriptor >= 0 {
      close(descriptor)
    }
  }

  /// The next bytes; none at the end.
  func next() throws(InvalidInput) -> [UInt8] {
    var result = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { chunk, filled in
      repeat {
        result = unsafe RunnerLauncher.read(descriptor, UnsafeMutableRawBufferPointer(chunk))
      } while result < 0 && errno == EINTR
      filled = max(result, 0)
    }
    guard result >= 0 else {
      throw InputFile.failure(path, "it cannot be read (error \(errno))")
    }
    return bytes
  }
}
