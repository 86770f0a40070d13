internal import LinkPolicy
package import LinkPolicyDiagnostics
internal import LinkPolicyJSON
package import LinkPolicySystem
internal import LinkPolicyYAML

/// The search for vector files at or below a path.
package enum VectorFiles {
  /// The maximum depth of folders that the search enters.
  private static var depth: Int { 32 }

  /// Returns the vector files at a path.
  ///
  /// For a file, the result is the file itself. For a folder with a manifest, the result is the shards in the order of
  /// the manifest. For any other folder, the result is all vector files below it, sorted by name; a suite below it
  /// contributes its shards.
  ///
  /// The search skips names that start with a dot. The search lists symbolic links to folders and vector files, but
  /// does not follow links. The result therefore contains no file outside the folder, and a cycle of links cannot
  /// extend the search. The search includes a FIFO with the name of a vector file, and reading the FIFO results in a
  /// finding. Throws an ``InvalidInput`` if a folder has no vector file.
  package static func at(
    _ path: String, noting register: FileRegister? = nil
  ) throws(InvalidInput) -> Listing<VectorFile> {
    var listing = Listing<VectorFile>()
    // The result also contains a missing file, because reading the file later reports the problem.
    guard Folder.isFolder(path) ?? false else {
      listing.found = [VectorFile(path, noting: register)]
      return listing
    }
    try collect(path, depth: 0, into: &listing, noting: register)
    guard !listing.found.isEmpty else { throw noFiles(at: path, listing) }
    return listing
  }

  /// Returns the suites at or below a path, sorted by path, without entering suites.
  package static func suites(at path: String) throws(InvalidInput) -> Listing<String> {
    var listing = Listing<String>()
    guard Folder.isFolder(path) ?? false else { return listing }
    try collect(suitesBelow: path, depth: 0, into: &listing)
    return listing
  }

  /// Returns all vector files below a folder, including files that no manifest lists, as paths relative to the folder.
  package static func paths(below folder: String) throws(InvalidInput) -> Listing<String> {
    var listing = Listing<VectorFile>()
    try collect(folder, depth: 0, into: &listing, noting: nil, ignoresManifests: true)
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return Listing(
      found: listing.found.map { String($0.path.dropFirst(prefix.count)) },
      links: listing.links.map { String($0.dropFirst(prefix.count)) })
  }

  /// Records the files at the given paths as inputs of the run, so that a command rejects an output to one of these
  /// files before the run starts.
  ///
  /// The function skips unlistable paths, because a later attempt to read these paths reports the problem.
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

  /// Returns the folder that contains the policies of a vector file.
  ///
  /// The result is the nearest enclosing folder with a manifest, or the file's own folder if no enclosing folder has
  /// one.
  package static func root(of file: String) -> String {
    let own = folder(of: file)
    guard !hasManifest(own), var folder = InputFile.resolved(own) else { return own }
    while !hasManifest(folder) {
      guard folder != "/" else { return own }
      folder = PolicyFinder.folder(of: folder)
    }
    return folder
  }

  /// Returns the folder that contains the file at a path.
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
        // A link to a file cannot lead to a suite.
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

  /// Returns the paths of the entries of a folder, except manifests and hidden names.
  private static func entries(
    of folder: String, _ depth: Int
  ) throws(InvalidInput) -> [String] {
    guard depth < Self.depth else {
      throw FileProblem.finding(about: folder, "is more than \(Self.depth) folders deep")
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

extension VectorFiles {
  /// The result of a search: the found items and the skipped symbolic links.
  package struct Listing<Found: Sendable>: Sendable {
    /// The found items, in order.
    package var found: [Found] = []
    /// The paths of the symbolic links that were skipped.
    package var links: [String] = []

    /// The message about the skipped links; nil if no link was skipped.
    package var notice: String? {
      guard let first = links.first else { return nil }
      let count = links.count == 1 ? "a symbolic link" : "\(links.count) symbolic links"
      return "skipped \(count): `\(first)`" + (links.count > 1 ? " and others" : "")
        + "; links in a folder are not followed: name their targets instead"
    }
  }

  /// Returns the finding that a folder contains no vector file.
  static func noFiles(at folder: String, _ listing: Listing<VectorFile>) -> InvalidInput {
    let sources = SourceMap(files: [SourceMap.File(name: folder)])
    return InvalidInput(
      [
        Diagnostic(
          .vectorNoCases, .error, "there is no vector file in `\(folder)`",
          at: SourcePosition(line: 1, column: 1),
          help: listing.notice ?? "vector files end in \(VectorReader.Format.everySuffix)")
      ], in: sources)
  }
}

/// Reads vectors from files.
extension VectorReader {
  /// Reads a file, calls a closure for each case, and on request keeps the JSON of the cases.
  ///
  /// The function verifies a shard while reading it. The closure receives cases before the last byte is verified, so
  /// the closure's results are valid only after this function returns.
  package static func read(
    _ file: VectorFile, keepsJSON: Bool = false, each: (VectorCase) throws(InvalidInput) -> Void
  ) throws(InvalidInput) {
    guard let format = Format(ofFile: file.path) else { throw unknownFormat(of: file) }
    var count = 0
    let take = { (vector: VectorCase) throws(InvalidInput) in
      count += 1
      var vector = vector
      vector.tier = file.shard?.entry.tier
      try each(vector)
    }
    guard format == .jsonLines else {
      let bytes = try file.open().text(limit: format.limit, wanting: .vectors)
      try read(bytes, name: file.path, format: format, keepsJSON: keepsJSON, each: take)
      guard let shard = file.shard else { return }
      var check = ShardCheck(shard)
      check.add(bytes)
      return try check.finish(count: count)
    }
    var blocks = try LineBlocks(file)
    let decoder = LineDecoder(keepsJSON: keepsJSON)
    while let block = try blocks.next() {
      try readLines(
        block.bytes, firstLine: block.firstLine, name: file.path, by: decoder, each: take)
    }
    guard count > 0 || file.shard != nil else { throw noCases(file.path) }
    try blocks.finish(count: count)
  }

  /// Returns the finding for a file without the suffix of a vector file: the file is of another kind, such as a policy,
  /// or has an unknown format.
  static func unknownFormat(of file: VectorFile) -> InvalidInput {
    do throws(InvalidInput) {
      let bytes = try file.open().text(
        limit: JSONLimits().documentBytes, wanting: .vectors)
      return FileKind.refusal(wanting: .vectors, bytes, name: file.path) ?? unknownFormat(file.path)
    } catch {
      return error
    }
  }
}
