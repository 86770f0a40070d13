#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file that is read from front to back in blocks; closed when it is let go.
///
/// The one way in which this package opens files for reading.
package final class ReadableFile {
  /// How many bytes a block has at most.
  private static var blockSize: Int { 1 << 18 }

  /// The name that findings show.
  package let name: String
  /// How many bytes the system says it has; 0 for a pipe.
  package let size: Int
  package let descriptor: CInt

  /// Opens a regular file by its path, wherever links lead.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - name: the name to show, where that is not what people wrote.
  ///   - register: told which file it was; nil where nobody keeps one.
  /// - Throws: why it is not read: not there, not permitted, a directory or a device.
  package convenience init(
    _ path: String, as name: String? = nil, noting register: FileRegister?
  ) throws(FileProblem) {
    // Without O_NONBLOCK, opening a FIFO would wait for a writer.
    try self.init(
      unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC), name: name ?? path, register)
  }

  /// Opens a file or a pipe by its path, so that a shell may hand over the output of another program as
  /// a file.
  ///
  /// - Parameter path: the path; opening a pipe waits for whoever writes it.
  /// - Throws: the system's error; that of a directory right away, which the system would tell only
  ///   when the first byte is read.
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

  /// Opens a regular file below a folder, part by part, following no symbolic link.
  ///
  /// The folder itself may be reached through links.
  ///
  /// - Parameters:
  ///   - folder: the path of the folder.
  ///   - components: the names from there to the file.
  ///   - register: told which file it was; nil where nobody keeps one.
  /// - Throws: why it is not read, and of which part of the path that is true.
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

  /// Why a file below a folder is not read, and which part of the path that is about.
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

  /// The next bytes; none at the end.
  package func next() throws(FileProblem) -> [UInt8] {
    do throws(SystemFailure) {
      return try SystemCalls.read(descriptor, upTo: Self.blockSize)
    } catch {
      throw .system(error)
    }
  }

  /// All bytes; refused where there are more than the limit.
  package func all(limit: Int) throws(FileProblem) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let more = try next()
      if more.isEmpty {
        return bytes
      }
      bytes += more
      // The file may grow while it is read.
      guard bytes.count <= limit else { throw .tooLarge(size: nil, limit: limit) }
    }
  }

  private static func isLink(_ name: String, below folder: CInt) -> Bool {
    var status = stat()
    return unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
      && status.st_mode & S_IFMT == S_IFLNK
  }
}
