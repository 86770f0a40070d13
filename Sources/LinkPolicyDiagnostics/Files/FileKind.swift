internal import LinkPolicy

/// The kinds of files that this package reads and writes, each known by its head.
///
/// Whoever is given one of another kind than it takes says which it is and who takes it, in place of a finding for
/// each key that the other kind has.
package enum FileKind: Sendable, CaseIterable {
  case policy, image, vectors, manifest, assumptions, claims, map, known, export, certificate

  /// The top-level keys that a file of this kind has, in each way in which it can be written; none where its bytes
  /// tell it.
  var heads: [[Name]] {
    switch self {
    case .policy: [["linkpolicy"]]
    case .image: []
    case .vectors: [["vectors"], ["id", "steps"], ["id", "reject-policy"]]
    case .manifest: [["format", "shards"]]
    case .assumptions: [["assume"]]
    case .claims: [["linkpolicy-claims"]]
    case .map: [["map"]]
    case .known: [["known"]]
    case .export: [["users"]]
    case .certificate: [["certificate"]]
    }
  }

  /// What a file of this kind is called.
  package var name: String {
    switch self {
    case .policy: "a policy"
    case .image: "a policy image"
    case .vectors: "a file of vectors"
    case .manifest: "the manifest of a suite"
    case .assumptions: "a file of assumptions"
    case .claims: "a mapping of claims"
    case .map: "a map of names"
    case .known: "a list of known failures"
    case .export: "an export of accounts"
    case .certificate: "a certificate of a proof"
    }
  }

  /// Who takes a file of this kind.
  package var use: String {
    switch self {
    case .policy: "`linkpolicy check` takes it, and every verb that names a POLICY"
    case .image: "`linkpolicy decide`, `lookup` and `explain` take it in the place of a policy"
    case .vectors: "`linkpolicy test` takes it"
    case .manifest: "`linkpolicy test` takes the folder that it stands in"
    case .assumptions: "`linkpolicy prove --assume` takes it"
    case .claims: "the library `LinkPolicyClaims` takes it"
    case .map: "`linkpolicy compare --map` takes it"
    case .known: "`linkpolicy test --known` takes it"
    case .export: "`linkpolicy import` takes it"
    case .certificate: "`Tests/Oracle/check-certificate` takes it"
    }
  }

  /// Whether a file of this kind is YAML, which has a canonical layout.
  package var hasLayout: Bool {
    switch self {
    case .policy, .vectors, .assumptions, .map, .known: true
    case .image, .manifest, .claims, .export, .certificate: false
    }
  }

  /// The kind of a file and where its head stands; nil where its head is that of none.
  static func recognised(in bytes: [UInt8]) -> (kind: FileKind, position: SourcePosition)? {
    if Policy.isImage(bytes) {
      return (.image, SourcePosition(line: 1, column: 1))
    }
    let head = FileHead(bytes)
    for kind in allCases {
      for keys in kind.heads where keys.allSatisfy({ head.position(of: $0) != nil }) {
        if let position = head.position(of: keys[0]) {
          return (kind, position)
        }
      }
    }
    return nil
  }

  /// What to say of a file that is of another kind than the one wanted; nil where it is of that kind, or of none
  /// that is known, so that whoever reads it tells what is wrong with it.
  ///
  /// - Parameters:
  ///   - wanted: the kind that is wanted.
  ///   - bytes: the whole file, or as much as its head takes.
  ///   - name: what findings show.
  /// - Returns: one finding, with the place of the head and who takes such a file.
  package static func refusal(
    wanting wanted: FileKind, _ bytes: [UInt8], name: String
  ) -> InvalidInput? {
    guard
      let refusal = refusal(of: bytes, name: name, wanting: wanted.name, unless: { $0 == wanted })
    else { return nil }
    guard wanted == .image else { return refusal }
    let findings = refusal.diagnostics.map { finding in
      var finding = finding
      finding.help = "images are made by `linkpolicy compile`"
      return finding
    }
    return InvalidInput(findings, in: refusal.sources)
  }

  /// The same where a file of several kinds, or of none that has a head, will do.
  package static func refusal(
    of bytes: [UInt8], name: String, wanting words: String, unless isTaken: (FileKind) -> Bool
  ) -> InvalidInput? {
    guard let (kind, position) = recognised(in: bytes), !isTaken(kind) else { return nil }
    let finding = Diagnostic(
      .wrongFile, .error, "this is " + kind.name + ", and " + words + " is wanted", at: position,
      help: kind.use)
    // The line of an image would be no text.
    let shown = kind == .image ? [] : bytes
    return InvalidInput([finding], in: SourceMap(files: [SourceMap.File(name: name, bytes: shown)]))
  }
}
