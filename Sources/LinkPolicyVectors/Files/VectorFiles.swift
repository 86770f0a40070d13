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

  /// The path itself if it is no folder; the shards of a folder with a manifest, in its order; else
  /// what stands in the folders and files below it, sorted by name.
  ///
  /// Names that start with a dot are left out. Symbolic links to
  /// folders are not followed, so that a circle cannot keep the search going. What only looks like
  /// a vector file, such as a FIFO, is listed: reading it tells what is wrong with it.
  package static func at(_ path: String) throws(InvalidInput) -> [VectorFile] {
    // What is not there is listed too: reading it says why.
    guard isFolder(path, followsLinks: true) ?? false else { return [VectorFile(path)] }
    var files: [VectorFile] = []
    try collect(path, depth: 0, into: &files)
    return files
  }

  /// The suites at or below a path, sorted by path; a folder within a suite is not looked into.
  package static func suites(at path: String) throws(InvalidInput) -> [String] {
    guard isFolder(path, followsLinks: true) ?? false else { return [] }
    var suites: [String] = []
    try collect(suitesBelow: path, depth: 0, into: &suites)
    return suites
  }

  /// Every vector file below a folder, listed by a manifest or not, as paths from the folder down.
  package static func paths(below folder: String) throws(InvalidInput) -> [String] {
    var files: [VectorFile] = []
    try collect(folder, depth: 0, into: &files, ignoresManifests: true)
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return files.map { String($0.path.dropFirst(prefix.count)) }
  }

  /// The folder of a path.
  package static func folder(of path: String) -> String {
    PolicyFinder.folder(of: path)
  }

  /// The path of a name in a folder.
  package static func join(_ folder: String, _ name: String) -> String {
    (folder.hasSuffix("/") ? folder : folder + "/") + name
  }

  private static func collect(
    suitesBelow folder: String, depth: Int, into suites: inout [String]
  ) throws(InvalidInput) {
    guard !hasManifest(folder) else {
      suites.append(folder)
      return
    }
    for path in try entries(of: folder, depth) where isFolder(path, followsLinks: false) ?? false {
      try collect(suitesBelow: path, depth: depth + 1, into: &suites)
    }
  }

  private static func collect(
    _ folder: String, depth: Int, into files: inout [VectorFile], ignoresManifests: Bool = false
  ) throws(InvalidInput) {
    if !ignoresManifests, hasManifest(folder) {
      files += try SuiteFolder(folder).files
      return
    }
    for path in try entries(of: folder, depth) {
      if isFolder(path, followsLinks: false) ?? false {
        try collect(
          path, depth: depth + 1, into: &files, ignoresManifests: ignoresManifests)
      } else if VectorReader.Format(ofFile: path) != nil,
        !(isFolder(path, followsLinks: true) ?? false)
      {
        files.append(VectorFile(path))
      }
    }
  }

  /// The paths of what a folder holds, but for manifests and hidden names.
  private static func entries(
    of folder: String, _ depth: Int
  ) throws(InvalidInput) -> [String] {
    guard depth < Self.depth else {
      throw InputFile.failure(folder, "stands more than \(Self.depth) folders deep")
    }
    guard let names = names(in: folder) else {
      throw InputFile.failure(folder, "cannot be listed (error \(errno))")
    }
    return names.filter {
      $0.bytes.first != UInt8(ascii: ".") && $0 != Name(SuiteFolder.manifestName)
    }
    .map { join(folder, $0.text) }
  }

  private static func hasManifest(_ folder: String) -> Bool {
    isFolder(join(folder, SuiteFolder.manifestName), followsLinks: false) == false
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
