internal import LinkPolicy
internal import LinkPolicyPresets
internal import LinkPolicyReview
internal import LinkPolicySystem
internal import LinkPolicyYAML

/// The files of the policies that a document extends: open documents, saved files, and shipped
/// policies.
struct PolicyFiles: Sendable {
  /// The open texts, by the keys of their files.
  let open: [String: [UInt8]]

  /// Returns the key of a file: its path after links are resolved; nil if its folder does not exist.
  ///
  /// A file that has not been saved also has a key.
  static func key(ofFile path: String) -> String? {
    if let resolved = InputFile.resolved(path) { return resolved }
    guard let name = path.split(separator: "/", omittingEmptySubsequences: false).last,
      !name.isEmpty, let folder = InputFile.resolved(PolicyFinder.folder(of: path))
    else { return nil }
    return (folder == "/" ? "" : folder) + "/" + name
  }

  /// Returns the name of a document in findings.
  static func name(of document: OpenDocument) -> String { document.path ?? document.uri }

  /// Returns the finder for the policies that a document extends.
  func finder(for document: OpenDocument) -> PolicyFinder {
    // An unsaved document has no folder that could contain files.
    guard let path = document.path else { return Presets.finder }
    let root = PolicyFinder.folder(of: path)
    let files = PolicyFinder.files(below: root, names: Presets.finder)
    let open = open
    return PolicyFinder { reference, extending in
      let found = files.found(reference, extending)
      guard PolicyFinder.isPath(reference) else { return found }
      switch found {
      case .found(let name, _):
        guard let key = Self.key(ofFile: name), let bytes = open[key] else { return found }
        return .found(name: name, bytes: bytes)
      case .notFound:
        // The file may be open in the editor with unsaved changes.
        let name = PolicyFinder.folder(of: extending) + "/" + reference
        guard let key = Self.key(ofFile: name), let bytes = open[key],
          let folder = InputFile.resolved(root),
          key.utf8.starts(with: (folder == "/" ? "/" : folder + "/").utf8)
        else { return found }
        return .found(name: name, bytes: bytes)
      }
    }
  }

  /// The kind of a file in a source map: the document itself, another file, or a shipped policy.
  enum SourceFileKind: Equatable {
    /// The document itself.
    case own
    /// A file, with its path.
    case file(String)
    /// A shipped policy, which has no file.
    case shipped(String)
  }

  /// Returns the keys (resolved paths) of the files that the document extends.
  static func extended(in sources: SourceMap) -> [String] {
    sources.files.indices.compactMap { index in
      guard case .file(let path) = place(index, in: sources) else { return nil }
      return key(ofFile: path)
    }
  }

  /// Returns the kind of the file to which the given index in source positions refers.
  static func place(_ file: Int, in sources: SourceMap) -> SourceFileKind {
    guard file > 0, sources.files.indices.contains(file) else { return .own }
    let name = sources.files[file].name
    // The path of a file always includes a folder.
    if name.utf8.contains(UInt8(ascii: "/")) {
      return .file(name)
    }
    return .shipped(name.hasSuffix(".yaml") ? String(name.dropLast(".yaml".count)) : name)
  }
}

/// A check of a document with all its inputs, so that the check can run concurrently.
struct PolicyJob: Sendable {
  let document: OpenDocument
  let files: PolicyFiles
  /// The number of workspace changes before the check.
  let revision: Int

  /// Checks the document.
  ///
  /// For a saved file, `linkpolicy check` reports the same findings.
  func run() -> PolicyState {
    let name = PolicyFiles.name(of: document)
    let text = Result { () throws(InvalidInput) in
      try PolicyText(
        InputFile.text(document.text.bytes, named: name), name: name,
        finder: files.finder(for: document))
    }
    return PolicyState(document: document, review: PolicyReview(text), revision: revision)
  }
}

/// The result of the check of a document.
struct PolicyState: Sendable {
  /// The document at the time of the check.
  let document: OpenDocument
  let review: PolicyReview
  /// The number of workspace changes before the check.
  let revision: Int

  /// The keys (resolved paths) of the files that the document extends.
  var extended: [String] {
    PolicyFiles.extended(in: review.sources)
  }

  /// Whether an extended policy was missing; if so, any new file may provide the policy.
  var isBaseMissing: Bool {
    review.findings.contains { $0.code == .unknownBase }
  }
}
