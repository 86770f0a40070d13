package import LinkPolicy
internal import LinkPolicyYAML

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Finds the vector files at or below a path.
package enum VectorFiles {
  /// The deepest folder that is looked into.
  private static var depth: Int { 32 }

  /// The path itself if it is no folder, else every vector file below it, sorted by path.
  ///
  /// Names that start with a dot and manifests (`suite.json`) are left out. Symbolic links to
  /// folders are not followed, so that a circle cannot keep the search going. What only looks like
  /// a vector file, such as a FIFO, is listed: reading it tells what is wrong with it.
  package static func at(_ path: String) throws(InvalidInput) -> [String] {
    guard let isFolder = isFolder(path, followsLinks: true) else {
      // Reading it says why.
      return [path]
    }
    guard isFolder else { return [path] }
    var files: [String] = []
    try collect(path, depth: 0, into: &files)
    return files
  }

  private static func collect(
    _ folder: String, depth: Int, into files: inout [String]
  ) throws(InvalidInput) {
    guard depth < Self.depth else {
      throw InputFile.failure(folder, "stands more than \(Self.depth) folders deep")
    }
    guard let names = names(in: folder) else {
      throw InputFile.failure(folder, "cannot be listed (error \(errno))")
    }
    for name in names where name.bytes.first != UInt8(ascii: ".") && name != "suite.json" {
      let path = (folder.hasSuffix("/") ? folder : folder + "/") + name.text
      if isFolder(path, followsLinks: false) ?? false {
        try collect(path, depth: depth + 1, into: &files)
      } else if VectorReader.Format(ofFile: path) != nil,
        !(isFolder(path, followsLinks: true) ?? false)
      {
        files.append(path)
      }
    }
  }

  /// Whether a path is a folder; nil where there is nothing.
  private static func isFolder(_ path: String, followsLinks: Bool) -> Bool? {
    var status = stat()
    let result = followsLinks ? unsafe stat(path, &status) : unsafe lstat(path, &status)
    return result == 0 ? status.st_mode & S_IFMT == S_IFDIR : nil
  }

  /// The bytes of a file; 0 where there is none.
  package static func size(of path: String) -> Int {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The names in a folder, sorted by their bytes so that every machine reads them in one order.
  private static func names(in folder: String) -> [Name]? {
    guard let directory = unsafe opendir(folder) else { return nil }
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
}
