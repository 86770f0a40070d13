package import LinkPolicy
package import LinkPolicyDiagnostics

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file that is read in blocks from start to end, and closed on deinitialization.
///
/// All code of this package uses this type to open files for reading.
package final class ReadableFile {
  /// The maximum number of bytes in a block.
  private static var blockSize: Int { 1 << 18 }

  /// The name of the file in findings.
  package let name: String
  /// The size in bytes that the system reports; 0 for a file or a pipe that was opened as a stream.
  package let size: Int
  package let descriptor: CInt

  /// Opens a regular file by its path, following links.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - name: the name to show to users; nil to show the path.
  ///   - register: the register that records the file, so that no output overwrites the file; nil to record nothing.
  /// - Throws: the reason why the file cannot be read: the file does not exist, permission is denied, or the path is a
  ///   directory or a device.
  package convenience init(
    _ path: String, as name: String? = nil, noting register: FileRegister?
  ) throws(FileProblem) {
    // Without O_NONBLOCK, the call would wait for a writer if the file is a FIFO.
    try self.init(
      unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC), name: name ?? path, register)
  }

  /// Opens a file or a pipe by its path, so that a shell can pass the output of another program as a file.
  ///
  /// - Parameter path: the path of the file. If the file is a pipe, the initializer waits for a writer.
  /// - Throws: the system's error. For a directory, the initializer throws immediately, although the system would
  ///   report the error only on the first read.
  package init(stream path: String) throws(SystemFailure) {
    name = path
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    size = 0
    guard descriptor >= 0 else { throw SystemFailure(number: errno) }
    var status = stat()
    if unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw SystemFailure(number: EISDIR)
    }
  }

  /// Opens a regular file below a folder, component by component, without following symbolic links.
  ///
  /// The path of the folder itself can contain links.
  ///
  /// - Parameters:
  ///   - folder: the path of the folder.
  ///   - components: the names from the folder to the file.
  ///   - register: the register that records the file, so that no output overwrites the file; nil to record nothing.
  /// - Throws: the reason why the file cannot be read, and the affected part of the path.
  package convenience init(
    below folder: String, _ components: [String], noting register: FileRegister?
  ) throws(PathProblem) {
    var name = folder
    var current = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard current >= 0 else { throw PathProblem(name, .system(SystemFailure(number: errno))) }
    for (index, component) in components.enumerated() {
      name = Folder.join(name, component)
      let isLast = index == components.count - 1
      let kind = isLast ? O_NONBLOCK : O_DIRECTORY
      let next = unsafe openat(current, component, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | kind)
      let error = errno
      let isLink = next < 0 && Self.isLink(component, below: current)
      close(current)
      if isLink {
        throw PathProblem(name, .link(name))
      }
      guard next >= 0 else { throw PathProblem(name, .system(SystemFailure(number: error))) }
      current = next
    }
    do throws(FileProblem) {
      try self.init(current, name: name, register)
    } catch {
      throw PathProblem(name, error)
    }
  }

  /// The reason why a file below a folder cannot be read, and the affected part of the path.
  package struct PathProblem: Error {
    package let path: String
    package let problem: FileProblem

    init(_ path: String, _ problem: FileProblem) {
      self.path = path
      self.problem = problem
    }
  }

  private init(
    _ descriptor: CInt, name: String, _ register: FileRegister?
  ) throws(FileProblem) {
    self.descriptor = descriptor
    self.name = name
    let error = errno
    var status = stat()
    let isOpen = descriptor >= 0
    let isKnown = unsafe isOpen && fstat(descriptor, &status) == 0
    size = Int(status.st_size)
    guard isOpen else { throw .system(SystemFailure(number: error)) }
    guard isKnown else { throw .system(SystemFailure(number: errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw status.st_mode & S_IFMT == S_IFDIR ? .directory : .noFile
    }
    register?.noteRead(FileIdentity(status), as: name)
  }

  deinit {
    if descriptor >= 0 {
      close(descriptor)
    }
  }

  /// Returns the next bytes; an empty array means the end of the file.
  package func next() throws(FileProblem) -> [UInt8] {
    do throws(SystemFailure) {
      return try SystemCalls.read(descriptor, upTo: Self.blockSize)
    } catch {
      throw .system(error)
    }
  }

  /// Returns all bytes; throws if the file has more bytes than the limit.
  package func all(limit: Int) throws(FileProblem) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let more = try next()
      if more.isEmpty {
        return bytes
      }
      bytes += more
      // The file can grow during the reading.
      guard bytes.count <= limit else { throw .tooLarge(size: nil, limit: limit) }
    }
  }

  private static func isLink(_ name: String, below folder: CInt) -> Bool {
    var status = stat()
    return unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
      && status.st_mode & S_IFMT == S_IFLNK
  }
}

/// The reason why a file cannot be read.
package enum FileProblem: Error, Equatable {
  /// The system call failed.
  case system(SystemFailure)
  /// The path is a directory.
  case directory
  /// The path is a device, a pipe or a socket.
  case noFile
  /// A path that must not contain symbolic links contains a link, whose path is the associated value.
  case link(String)
  /// The file exceeds the limit; the size is nil if the size was unknown before the reading.
  case tooLarge(size: Int?, limit: Int)

  /// The message, in lower case and without a full stop.
  package var reason: String {
    switch self {
    case .system(let failure): Self.reason(failure.number)
    case .directory: "this is a directory"
    case .noFile: "this is no file"
    case .link(let path): "`\(path)` is a symbolic link"
    case .tooLarge(size: let size?, let limit):
      "the file has \(size) bytes; the most is \(limit)"
    case .tooLarge(size: nil, let limit): "the file has more than \(limit) bytes"
    }
  }

  private static func reason(_ number: CInt) -> String {
    switch number {
    case ENOENT: "there is no such file"
    case EACCES: "permission denied"
    case ENOTDIR: "a part of the path is no directory"
    case ELOOP: "too many symbolic links"
    default: "it cannot be read (error \(number))"
    }
  }

  /// Returns a finding about the file as a whole, at line 1 and column 1.
  ///
  /// - Parameter name: the name of the file to show to users.
  /// - Returns: one finding, `unreadable-file`.
  package func finding(about name: String) -> InvalidInput {
    Self.finding(about: name, reason)
  }

  /// Returns the finding about a file or folder that is rejected for the given reason.
  ///
  /// - Parameters:
  ///   - name: the name of the file to show to users.
  ///   - reason: the message, in lower case and without a full stop.
  ///   - position: the position in the file, which must be in file 0 of the finding's only file.
  ///   - help: how to correct the problem; nil if the reason suffices.
  /// - Returns: one finding, `unreadable-file`.
  package static func finding(
    about name: String, _ reason: String, at position: SourcePosition? = nil, help: String? = nil
  ) -> InvalidInput {
    let sources = SourceMap(files: [SourceMap.File(name: name)])
    let position = position ?? SourcePosition(file: 0, line: 1, column: 1)
    return InvalidInput(
      [Diagnostic(.unreadableFile, .error, "`\(name)`: \(reason)", at: position, help: help)],
      in: sources)
  }
}

/// Functions that read whole files, and reject directories, devices, binary files and files above a
/// limit.
package enum InputFile {
  /// Returns the bytes of a regular file.
  ///
  /// - Parameters:
  ///   - path: the path; links are followed.
  ///   - shown: the name to show to users; nil to show the path.
  ///   - limit: the maximum number of bytes.
  ///   - register: the register that records the file, so that no output overwrites the file; nil to record nothing.
  /// - Returns: all bytes of the file.
  /// - Throws: an ``InvalidInput`` with one finding at the file's first position: the file does not exist, is not
  ///   readable, is a directory or device, or exceeds the limit.
  package static func read(
    _ path: String, as shown: String? = nil, limit: Int, noting register: FileRegister? = nil
  ) throws(InvalidInput) -> [UInt8] {
    do throws(FileProblem) {
      let file = try ReadableFile(path, as: shown, noting: register)
      guard file.size <= limit else { throw .tooLarge(size: file.size, limit: limit) }
      return try file.all(limit: limit)
    } catch {
      throw error.finding(about: shown ?? path)
    }
  }

  /// Returns the bytes of a file; throws if the file is not text.
  ///
  /// A NUL in the first 8192 bytes results in one finding at its position, instead of one for each invalid character.
  /// If the file is an image, the finding says so, and names the kind that the caller wants, if given. The finding names
  /// no other kind, because a text with a NUL may be of the wanted kind.
  package static func text(
    _ bytes: [UInt8], named name: String, wanting wanted: FileKind? = nil
  ) throws(InvalidInput) -> [UInt8] {
    guard let offset = bytes.prefix(8192).firstIndex(of: 0) else { return bytes }
    if let refusal = FileKind.refusal(
      of: bytes, name: name, wanting: wanted?.name ?? "text", unless: { $0 != .image })
    {
      throw refusal
    }
    throw FileProblem.finding(
      about: name, "the file is binary, not text", at: SourcePosition(of: offset, in: bytes),
      help: "the character U+0000 is here; remove the character if the file is text")
  }

  /// Returns the path with every symbolic link resolved; nil if the file does not exist.
  package static func resolved(_ path: String) -> String? {
    guard let pointer = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(pointer) }
    return unsafe String(cString: pointer)
  }
}
