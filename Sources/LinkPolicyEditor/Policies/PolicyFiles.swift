internal import LinkPolicy
internal import LinkPolicyPresets
internal import LinkPolicyPresetsYAML
internal import LinkPolicySystem
internal import LinkPolicyYAML

/// Where the policies are found that a document extends: files as the editor has them, those that it has not as they
/// are saved, and the policies that ship.
struct PolicyFiles: Sendable {
  /// The texts that are open, by the paths of their files with links resolved.
  let open: [String: [UInt8]]

  /// The name that findings have for a document.
  static func name(of document: OpenDocument) -> String { document.path ?? document.uri }

  /// The finder for what a document extends.
  func finder(for document: OpenDocument) -> PolicyFinder {
    // What is saved nowhere has no folder in which files could stand.
    guard let path = document.path else { return Presets.finder }
    let files = PolicyFinder.files(below: PolicyFinder.folder(of: path), names: Presets.finder)
    let open = open
    return PolicyFinder { reference, extending in
      let found = files.found(reference, extending)
      guard case .found(let name, _) = found, !Presets.names.contains(reference),
        let resolved = InputFile.resolved(name), let bytes = open[resolved]
      else { return found }
      return .found(name: name, bytes: bytes)
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
