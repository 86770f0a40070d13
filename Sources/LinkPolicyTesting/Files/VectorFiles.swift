internal import LinkPolicy
package import LinkPolicyDiagnostics
package import LinkPolicySystem
internal import LinkPolicyYAML

/// Finds the vector files at or below a path.
package enum VectorFiles {
  /// The deepest folder that is looked into.
  private static var depth: Int { 32 }

  /// The path itself if it is no folder; the shards of a folder with a manifest, in its order; else
  /// what stands in the folders and files below it, sorted by name.
  ///
  /// Names that start with a dot are left out. Symbolic links to folders and to vector files are
  /// not followed, so that a folder holds nothing of other folders and a circle cannot keep the
  /// search going; they are listed as passed over. What only looks like a vector file, such as a
  /// FIFO, is found: reading it tells what is wrong with it. Throws an ``InvalidInput`` where a
  /// folder holds no vector file at all.
  package static func at(
    _ path: String, noting register: FileRegister? = nil
  ) throws(InvalidInput) -> Listing<VectorFile> {
    var listing = Listing<VectorFile>()
    // What is not there is listed too: reading it says why.
    guard Folder.isFolder(path) ?? false else {
      listing.found = [VectorFile(path, noting: register)]
      return listing
    }
    try collect(path, depth: 0, into: &listing, noting: register)
    guard !listing.found.isEmpty else { throw noFiles(at: path, listing) }
    return listing
  }

  /// The suites at or below a path, sorted by path; a folder within a suite is not looked into.
  package static func suites(at path: String) throws(InvalidInput) -> Listing<String> {
    var listing = Listing<String>()
    guard Folder.isFolder(path) ?? false else { return listing }
    try collect(suitesBelow: path, depth: 0, into: &listing)
    return listing
  }

  /// Every vector file below a folder, listed by a manifest or not, as paths from the folder down.
  package static func paths(below folder: String) throws(InvalidInput) -> Listing<String> {
    var listing = Listing<VectorFile>()
    try collect(folder, depth: 0, into: &listing, noting: nil, ignoresManifests: true)
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return Listing(
      found: listing.found.map { String($0.path.dropFirst(prefix.count)) },
      links: listing.links.map { String($0.dropFirst(prefix.count)) })
  }

  /// Tells a register which files would be read at some paths, so that an output that is one of
  /// them is refused before a long run and not after it.
  ///
  /// What cannot be listed is left out: reading it says why.
  package static func note(_ paths: [String], in register: FileRegister) {
    for path in paths {
      let files: [VectorFile]
      do throws(InvalidInput) {
        files = try at(path, noting: register).found
      } catch {
        continue
      }
      for file in files {
        if let identity = FileIdentity(at: file.path) {
          register.noteRead(identity, as: file.path)
        }
      }
    }
  }

  /// The suite's folder that a vector file belongs to, in which the policies of its cases stand:
  /// the nearest at or above the file that has a manifest, else the file's own.
  package static func root(of file: String) -> String {
    let own = folder(of: file)
    guard !hasManifest(own), var folder = InputFile.resolved(own) else { return own }
    while !hasManifest(folder) {
      guard folder != "/" else { return own }
      folder = PolicyFinder.folder(of: folder)
    }
    return folder
  }

  /// The folder of a path.
  package static func folder(of path: String) -> String {
    PolicyFinder.folder(of: path)
  }

  private static func collect(
    suitesBelow folder: String, depth: Int, into listing: inout Listing<String>
  ) throws(InvalidInput) {
    guard !hasManifest(folder) else {
      listing.found.append(folder)
      return
    }
    for path in try entries(of: folder, depth) {
      switch Folder.entry(at: path) ?? .other {
      case .folder: try collect(suitesBelow: path, depth: depth + 1, into: &listing)
      case .link:
        // One to a file is no way to a suite.
        if Folder.isFolder(path) ?? false {
          listing.links.append(path)
        }
      case .other: break
      }
    }
  }

  private static func collect(
    _ folder: String, depth: Int, into listing: inout Listing<VectorFile>,
    noting register: FileRegister?, ignoresManifests: Bool = false
  ) throws(InvalidInput) {
    if !ignoresManifests, hasManifest(folder) {
      listing.found += try SuiteFolder(folder, noting: register).files
      return
    }
    for path in try entries(of: folder, depth) {
      let looksLikeVectors = VectorReader.Format(ofFile: path) != nil
      switch Folder.entry(at: path) ?? .other {
      case .folder:
        try collect(
          path, depth: depth + 1, into: &listing, noting: register,
          ignoresManifests: ignoresManifests)
      case .link:
        if looksLikeVectors || Folder.isFolder(path) ?? false {
          listing.links.append(path)
        }
      case .other:
        if looksLikeVectors {
          listing.found.append(VectorFile(path, noting: register))
        }
      }
    }
  }

  /// The paths of what a folder holds, but for manifests and hidden names.
  private static func entries(
    of folder: String, _ depth: Int
  ) throws(InvalidInput) -> [String] {
    guard depth < Self.depth else {
      throw FileProblem.finding(about: folder, "stands more than \(Self.depth) folders deep")
    }
    let names: [Name]
    do throws(SystemFailure) {
      names = try Folder.names(in: folder)
    } catch {
      throw FileProblem.finding(about: folder, "cannot be listed (error \(error.number))")
    }
    return names.filter {
      $0.bytes.first != UInt8(ascii: ".") && $0 != Name(SuiteFolder.manifestName)
    }
    .map { Folder.join(folder, $0.text) }
  }

  private static func hasManifest(_ folder: String) -> Bool {
    switch Folder.entry(at: Folder.join(folder, SuiteFolder.manifestName)) {
    case .link, .other: true
    case .folder, nil: false
    }
  }
}
