internal import LinkPolicy
internal import LinkPolicyPresets
internal import LinkPolicySystem
internal import LinkPolicyYAML

/// Where the policies are found that a document extends: files as the editor has them, those that it has not as they
/// are saved, and the policies that ship.
struct PolicyFiles: Sendable {
  /// The texts that are open, by the keys of their files.
  let open: [String: [UInt8]]

  /// What a file is known by, whatever path leads to it: the path with every symbolic link resolved, also of a file that was
  /// not saved yet; nil where not even its folder is there.
  static func key(ofFile path: String) -> String? {
    if let resolved = InputFile.resolved(path) { return resolved }
    guard let name = path.split(separator: "/", omittingEmptySubsequences: false).last,
      !name.isEmpty, let folder = InputFile.resolved(PolicyFinder.folder(of: path))
    else { return nil }
    return (folder == "/" ? "" : folder) + "/" + name
  }

  /// The name that findings have for a document.
  static func name(of document: OpenDocument) -> String { document.path ?? document.uri }

  /// The finder for what a document extends.
  func finder(for document: OpenDocument) -> PolicyFinder {
    // What is saved nowhere has no folder in which files could stand.
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
        // It may be open and not saved yet.
        let name = PolicyFinder.folder(of: extending) + "/" + reference
        guard let key = Self.key(ofFile: name), let bytes = open[key],
          let folder = InputFile.resolved(root),
          key.utf8.starts(with: (folder == "/" ? "/" : folder + "/").utf8)
        else { return found }
        return .found(name: name, bytes: bytes)
      }
    }
  }

  /// What a file of a source map is.
  enum Place: Equatable {
    /// The document itself.
    case own
    /// A file, with its path.
    case file(String)
    /// A policy that ships, which is in no file.
    case shipped(String)
  }

  /// The keys of the files that a text extends.
  static func extended(in sources: SourceMap) -> [String] {
    sources.files.indices.compactMap { index in
      guard case .file(let path) = place(index, in: sources) else { return nil }
      return key(ofFile: path)
    }
  }

  /// What a file is that positions refer to.
  static func place(_ file: Int, in sources: SourceMap) -> Place {
    guard file > 0, sources.files.indices.contains(file) else { return .own }
    let name = sources.files[file].name
    // The paths of files have a folder in front.
    if name.utf8.contains(UInt8(ascii: "/")) {
      return .file(name)
    }
    return .shipped(name.hasSuffix(".yaml") ? String(name.dropLast(".yaml".count)) : name)
  }
}
