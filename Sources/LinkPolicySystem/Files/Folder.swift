package import LinkPolicy

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What stands at paths and in folders, and making folders.
package enum Folder {
  /// The path of a name in a folder.
  package static func join(_ folder: String, _ name: String) -> String {
    (folder.hasSuffix("/") ? folder : folder + "/") + name
  }

  /// What a path names.
  package enum Entry: Sendable {
    case folder, link, other
  }

  /// What stands at a path, a link not being followed; nil where there is nothing.
  package static func entry(at path: String) -> Entry? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFLNK: return .link
    default: return .other
    }
  }

  /// Whether a path leads to a folder, links being followed; nil where there is nothing.
  package static func isFolder(_ path: String) -> Bool? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT == S_IFDIR : nil
  }

  /// How many bytes the file at a path has; 0 where there is none.
  package static func size(of path: String) -> Int {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The names in a folder, sorted by their bytes so that every machine reads them in one order.
  package static func names(in folder: String) throws(SystemFailure) -> [Name] {
    guard let directory = unsafe opendir(folder) else { throw SystemFailure(number: errno) }
    defer { unsafe closedir(directory) }
    var names: [Name] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { buffer in
        unsafe Name(bytes: Array(buffer.prefix { $0 != 0 }))
      }
      if name != "." && name != ".." {
        names.append(name)
      }
    }
    return names.sorted()
  }

  /// Makes a folder; one that is there stays as it is.
  ///
  /// - Returns: whether it was made now.
  package static func make(_ path: String) throws(SystemFailure) -> Bool {
    if unsafe mkdir(path, 0o777) == 0 {
      return true
    }
    guard errno == EEXIST else { throw SystemFailure(number: errno) }
    return false
  }

  /// Removes a folder if it is empty.
  package static func remove(_ path: String) {
    unsafe _ = rmdir(path)
  }
}
