package import LinkPolicy

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Functions for folders and the entries at paths.
package enum Folder {
  /// Joins the path of a folder and the name of an entry, with a slash between them unless the path ends in one.
  package static func join(_ folder: String, _ name: String) -> String {
    (folder.hasSuffix("/") ? folder : folder + "/") + name
  }

  /// The type of an entry in a folder.
  package enum EntryKind: Sendable {
    case folder, link, other
  }

  /// Returns the type of the entry at a path without following a link; nil if the path has no entry.
  package static func entry(at path: String) -> EntryKind? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFLNK: return .link
    default: return .other
    }
  }

  /// Returns whether the entry at a path is a folder, following links; nil if the path has no entry.
  package static func isFolder(_ path: String) -> Bool? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT == S_IFDIR : nil
  }

  /// Returns the number of bytes in the file at a path; 0 if the path has no file.
  package static func size(of path: String) -> Int {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Returns the names in a folder, sorted by their bytes so that every machine has the same order.
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

  /// Creates a folder unless it already exists.
  ///
  /// - Returns: true if the call created the folder; false if the path already exists.
  package static func make(_ path: String) throws(SystemFailure) -> Bool {
    if unsafe mkdir(path, 0o777) == 0 {
      return true
    }
    guard errno == EEXIST else { throw SystemFailure(number: errno) }
    return false
  }

  /// Removes an empty folder; keeps any other folder.
  package static func remove(_ path: String) {
    unsafe _ = rmdir(path)
  }
}
