#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The final destination of an output, with every symbolic link followed.
///
/// Names are arrays of bytes, because the target of a link may not be UTF-8. Folders are descriptors, because a folder
/// can be moved during a run.
enum OutputPlace {
  /// A name in a folder, for an existing or a new file.
  case file(OutputFolder, name: [CChar], present: stat?)
  /// A descriptor that the process inherited, named by a path such as `/dev/stdout`.
  case descriptor(CInt)
  /// A pipe or a device, opened by the given path.
  case special(stat)

  /// An open folder, closed on deinitialization.
  final class OutputFolder {
    let descriptor: CInt
    let identity: FileIdentity

    fileprivate init(_ path: [CChar], below other: OutputFolder?) throws(SystemFailure) {
      #if canImport(Darwin)
        let access = O_SEARCH
      #else
        // The value equals `O_PATH`, which the headers hide. Unlike reading, this access requires no permission to list
        // the folder.
        let access: CInt = 0o10000000
      #endif
      descriptor = unsafe openat(
        other?.descriptor ?? AT_FDCWD, path, access | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { throw SystemFailure(number: errno) }
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0 else {
        let failure = SystemFailure(number: errno)
        close(descriptor)
        throw failure
      }
      identity = FileIdentity(status)
    }

    deinit {
      if descriptor >= 0 {
        close(descriptor)
      }
    }

    /// Returns the status of a name in the folder; nil if the folder has no such entry.
    func status(of name: [CChar]) throws(SystemFailure) -> stat? {
      var status = stat()
      guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) != 0 else {
        return status
      }
      guard errno == ENOENT else { throw SystemFailure(number: errno) }
      return nil
    }

    /// Returns the target of a symbolic link in the folder.
    fileprivate func target(of name: [CChar]) throws(SystemFailure) -> [CChar] {
      var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      let count = unsafe readlinkat(descriptor, name, &target, target.count - 1)
      guard count >= 0 else { throw SystemFailure(number: errno) }
      return target[..<count] + [0]
    }

    /// Whether the names in the folder are the descriptors of the process.
    fileprivate var listsDescriptors: Bool {
      ["/proc/self/fd", "/proc/thread-self/fd", "/dev/fd"].contains { path in
        var status = stat()
        return unsafe stat(path, &status) == 0 && FileIdentity(status) == identity
      }
    }
  }

  // The system follows at most 40 symbolic links in one path.
  private static var linkLimit: Int { 40 }

  /// Finds the destination of a path, by following every symbolic link.
  init(_ path: String) throws(SystemFailure) {
    var status = stat()
    let isThere = unsafe stat(path, &status) == 0
    let isSpecial = isThere && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    do throws(SystemFailure) {
      self = try Self.followed(path)
      guard isSpecial, case .file = self else { return }
    } catch {
      // Links in `/proc` can refer to objects that have no name but can still be opened.
      guard isSpecial else { throw error }
    }
    self = .special(status)
  }

  private static func followed(_ path: String) throws(SystemFailure) -> OutputPlace {
    var rest = path.utf8.map { CChar(bitPattern: $0) } + [0]
    var folder: OutputFolder?
    for _ in 0..<linkLimit {
      let (above, name) = parts(rest)
      let next = try OutputFolder(above, below: folder)
      if let number = number(name), next.listsDescriptors {
        return .descriptor(number)
      }
      let status = try next.status(of: name)
      switch status.map({ $0.st_mode & S_IFMT }) {
      case S_IFLNK:
        rest = try next.target(of: name)
        folder = next
      case S_IFDIR: throw SystemFailure(number: EISDIR)
      default: return .file(next, name: name, present: status)
      }
    }
    throw SystemFailure(number: ELOOP)
  }

  /// Splits a path into a folder and a name; a path that ends with a slash has the name `.`, which no file has.
  private static func parts(_ path: [CChar]) -> (folder: [CChar], name: [CChar]) {
    let slash = CChar(bitPattern: UInt8(ascii: "/"))
    let dot = CChar(bitPattern: UInt8(ascii: "."))
    guard let last = path.lastIndex(of: slash) else { return ([dot, 0], path) }
    let name = Array(path[(last + 1)...])
    return (path[...last] + [0], name.count == 1 ? [dot, 0] : name)
  }

  /// Returns the number that a name consists of; nil if the name is not a number.
  private static func number(_ name: [CChar]) -> CInt? {
    let digits = name.dropLast()
    guard 1...9 ~= digits.count else { return nil }
    var number: CInt = 0
    for digit in digits {
      let value = CInt(digit) - CInt(UInt8(ascii: "0"))
      guard 0...9 ~= value else { return nil }
      number = number * 10 + value
    }
    return number
  }
}
