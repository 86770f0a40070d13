internal import LinkPolicy
internal import LinkPolicyYAML

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A regular file that is read from front to back in blocks; closed when it is let go.
final class ByteFile {
  /// How many bytes a block has at most.
  private static var blockSize: Int { 1 << 18 }

  /// The name that findings show.
  let name: String
  private let descriptor: CInt

  /// Opens a file by its path, wherever links lead, and tells a register which it was.
  convenience init(_ path: String, noting register: FileRegister?) throws(InvalidInput) {
    // Without O_NONBLOCK, opening a FIFO would wait for a writer.
    try self.init(
      unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC), name: path, register)
  }

  /// Opens a file below a folder, part by part, following no symbolic link.
  ///
  /// The folder itself may be reached through links. Throws an ``InvalidInput`` that says which
  /// part is a link, is missing, or is no folder.
  convenience init(
    below folder: String, _ components: [String], noting register: FileRegister?
  ) throws(InvalidInput) {
    var name = folder
    var current = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard current >= 0 else { throw Self.failure(name, errno) }
    for (index, component) in components.enumerated() {
      name = VectorFiles.join(name, component)
      let isLast = index == components.count - 1
      let kind = isLast ? O_NONBLOCK : O_DIRECTORY
      let next = unsafe openat(current, component, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | kind)
      let error = errno
      let isLink = next < 0 && Self.isLink(component, below: current)
      close(current)
      if isLink {
        throw Self.link(name)
      }
      guard next >= 0 else { throw Self.failure(name, error) }
      current = next
    }
    try self.init(current, name: name, register)
  }

  private init(
    _ descriptor: CInt, name: String, _ register: FileRegister?
  ) throws(InvalidInput) {
    self.descriptor = descriptor
    self.name = name
    guard descriptor >= 0 else { throw Self.failure(name, errno) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw Self.failure(name, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw InputFile.failure(name, isFolder ? "this is a directory" : "this is no file")
    }
    register?.noteRead(FileIdentity(status), as: name)
  }

  deinit {
    if descriptor >= 0 {
      close(descriptor)
    }
  }

  /// The next bytes; none at the end.
  func next() throws(InvalidInput) -> [UInt8] {
    var result = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.blockSize) { block, filled in
      repeat {
        result = unsafe read(descriptor, block.baseAddress, block.count)
      } while result < 0 && errno == EINTR
      filled = max(result, 0)
    }
    guard result >= 0 else { throw Self.failure(name, errno) }
    return bytes
  }

  /// All bytes; refused where there are more than the limit.
  func all(limit: Int) throws(InvalidInput) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let more = try next()
      if more.isEmpty {
        return bytes
      }
      bytes += more
      guard bytes.count <= limit else {
        throw InputFile.failure(name, "the file has more than \(limit) bytes")
      }
    }
  }

  private static func isLink(_ name: String, below folder: CInt) -> Bool {
    var status = stat()
    return unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
      && status.st_mode & S_IFMT == S_IFLNK
  }

  private static func link(_ name: String) -> InvalidInput {
    let sources = SourceMap(files: [SourceMap.File(name: name)])
    return InvalidInput(
      [
        Diagnostic(
          .suiteLink, .error, "`\(name)` is a symbolic link; a suite has its files in its folder",
          at: SourcePosition(line: 1, column: 1), help: "put the file there itself")
      ], in: sources)
  }

  private static func failure(_ name: String, _ code: CInt) -> InvalidInput {
    InputFile.failure(name, InputFile.reason(code))
  }
}
