#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Where the bytes of an output end up, every symbolic link followed.
///
/// Names are kept as the system's bytes, and folders as descriptors: what a link leads to need not
/// be UTF-8, and a folder may be moved while a run goes on.
enum OutputPlace {
  /// A name in a folder: a file to replace, or none yet.
  case file(Folder, name: [CChar], present: stat?)
  /// A descriptor that the process was given, such as `/dev/stdout` names one.
  case descriptor(CInt)
  /// A pipe or a device, opened by the path as given.
  case special(stat)

  /// A folder that is open, closed when it is let go.
  final class Folder {
    let descriptor: CInt
    let identity: FileIdentity

    fileprivate init(_ path: [CChar], below other: Folder?) throws(SystemFailure) {
      #if canImport(Darwin)
        let access = O_SEARCH
      #else
        // `O_PATH`, which the headers hide: writing into a folder takes no permission to list it.
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

    /// What the system says of a name in the folder; nil where there is nothing.
    func status(of name: [CChar]) throws(SystemFailure) -> stat? {
      var status = stat()
      guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) != 0 else {
        return status
      }
      guard errno == ENOENT else { throw SystemFailure(number: errno) }
      return nil
    }

    /// Where a symbolic link in the folder leads.
    fileprivate func target(of name: [CChar]) throws(SystemFailure) -> [CChar] {
      var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      let count = unsafe readlinkat(descriptor, name, &target, target.count - 1)
      guard count >= 0 else { throw SystemFailure(number: errno) }
      return target[..<count] + [0]
    }

    /// Whether the names in it are those of the process's own descriptors.
    fileprivate var listsDescriptors: Bool {
      ["/proc/self/fd", "/proc/thread-self/fd", "/dev/fd"].contains { path in
        var status = stat()
        return unsafe stat(path, &status) == 0 && FileIdentity(status) == identity
      }
    }
  }

  // As many as the system follows itself.
  private static var linkLimit: Int { 40 }

  /// Finds the place that a path names.
  init(_ path: String) throws(SystemFailure) {
    var status = stat()
    let isThere = unsafe stat(path, &status) == 0
    let isSpecial = isThere && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    do throws(SystemFailure) {
      self = try Self.followed(path)
      guard isSpecial, case .file = self else { return }
    } catch {
      // Links of `/proc` may lead to what has no name; they can be opened all the same.
      guard isSpecial else { throw error }
    }
    self = .special(status)
  }

  private static func followed(_ path: String) throws(SystemFailure) -> OutputPlace {
    var rest = path.utf8.map { CChar(bitPattern: $0) } + [0]
    var folder: Folder?
    for _ in 0..<linkLimit {
      let (above, name) = parts(rest)
      let next = try Folder(above, below: folder)
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

  /// A path as that of a folder and a name in it; a path that ends with a slash is its folder's
  /// name `.`, which no file has.
  private static func parts(_ path: [CChar]) -> (folder: [CChar], name: [CChar]) {
    let slash = CChar(bitPattern: UInt8(ascii: "/"))
    let dot = CChar(bitPattern: UInt8(ascii: "."))
    guard let last = path.lastIndex(of: slash) else { return ([dot, 0], path) }
    let name = Array(path[(last + 1)...])
    return (path[...last] + [0], name.count == 1 ? [dot, 0] : name)
  }

  /// The number that a name is made of; nil where it is no number.
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
