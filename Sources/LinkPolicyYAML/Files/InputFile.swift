package import LinkPolicy

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Reads whole files, refusing what is none and what is too large.
package enum InputFile {
  /// The bytes of a regular file.
  ///
  /// Throws an ``InvalidInput`` with one finding at the file's first position, under the name to
  /// show where the path is not what people wrote: not there, not readable, a directory or device,
  /// or over the limit. A register is told which file it was.
  package static func read(
    _ path: String, as shown: String? = nil, limit: Int, noting register: FileRegister? = nil
  ) throws(InvalidInput) -> [UInt8] {
    let name = shown ?? path
    // Without O_NONBLOCK, opening a FIFO would wait for a writer.
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw failure(name, reason(errno))
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw failure(name, reason(errno))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw failure(
        name, status.st_mode & S_IFMT == S_IFDIR ? "this is a directory" : "this is no file")
    }
    register?.noteRead(FileIdentity(status), as: name)
    let size = Int(status.st_size)
    guard size <= limit else {
      throw failure(name, "the file has \(size) bytes; the most is \(limit)")
    }
    return try bytes(of: descriptor, name, size, limit)
  }

  private static func bytes(
    of descriptor: CInt, _ path: String, _ size: Int, _ limit: Int
  ) throws(InvalidInput) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { unsafe Self.read(descriptor, $0) }
      if count == 0 {
        return bytes
      }
      guard count > 0 else {
        throw failure(path, reason(errno))
      }
      bytes += chunk[..<count]
      // The file may grow while it is read.
      guard bytes.count <= limit else {
        throw failure(path, "the file has more than \(limit) bytes")
      }
    }
  }

  @unsafe
  private static func read(_ descriptor: CInt, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    var count: Int
    repeat {
      #if canImport(Glibc)
        count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        count = unsafe Musl.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        count = unsafe Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
    } while count < 0 && errno == EINTR
    return count
  }

  /// What an error number of the system means for a file.
  package static func reason(_ code: CInt) -> String {
    switch code {
    case ENOENT: "there is no such file"
    case EACCES: "permission denied"
    case ENOTDIR: "a part of the path is no directory"
    case ELOOP: "too many symbolic links"
    default: "it cannot be read (error \(code))"
    }
  }

  /// A finding about the file as a whole.
  package static func failure(_ path: String, _ reason: String) -> InvalidInput {
    let sources = SourceMap(files: [SourceMap.File(name: path)])
    let position = SourcePosition(file: 0, line: 1, column: 1)
    return InvalidInput(
      [Diagnostic(.unreadableFile, .error, "`\(path)`: \(reason)", at: position)], in: sources)
  }

  /// The path with every symbolic link resolved; nil where there is no such file.
  package static func resolved(_ path: String) -> String? {
    guard let pointer = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(pointer) }
    return unsafe String(cString: pointer)
  }
}
