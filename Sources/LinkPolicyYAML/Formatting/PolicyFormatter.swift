package import LinkPolicy
package import LinkPolicyDiagnostics

/// Writes policy text in its one canonical layout.
///
/// The order of entries, block or flow style, quotes, comments and single blank lines are the
/// author's; indentation, spacing, the columns of tables and line breaks are decided here.
/// Formatting twice changes nothing more, and never changes what the text means.
package enum PolicyFormatter {
  /// The key under which a policy states its own digest; the second of the text.
  static var digestKey: StaticString { "digest" }

  /// The text in canonical layout, with line feeds as line ends; `name` is shown in findings.
  package static func format(_ bytes: [UInt8], name: String) throws(InvalidInput) -> [UInt8] {
    try format(bytes, name: name, stating: nil)
  }

  /// The text of a policy in the same layout, with what policies did not have to say before
  /// (``PolicyUpgrade``).
  package static func format(upgrading bytes: [UInt8], name: String) throws(InvalidInput) -> [UInt8]
  {
    try format(bytes, name: name, upgrades: true, stating: nil)
  }

  /// The text of a policy in the same layout, with a digest in its second key.
  package static func format(
    _ bytes: [UInt8], name: String, stating digest: PolicyDigest
  ) throws(InvalidInput) -> [UInt8] {
    try format(bytes, name: name, stating: .some(digest))
  }

  private static func format(
    _ bytes: [UInt8], name: String, upgrades: Bool = false, stating digest: PolicyDigest?
  ) throws(InvalidInput) -> [UInt8] {
    var diagnostics: [Diagnostic] = []
    let reading = YAMLReader.read(bytes, file: 0, keepsTrivia: true, into: &diagnostics)
    guard var root = reading.root, diagnostics.allSatisfy({ $0.level < .error }) else {
      let file = SourceMap.File(name: name, bytes: bytes)
      throw InvalidInput(diagnostics, in: SourceMap(files: [file]))
    }
    if upgrades {
      PolicyUpgrade().upgrade(&root)
    }
    if let digest {
      guard root.state(digest) else {
        let file = SourceMap.File(name: name, bytes: bytes)
        throw InvalidInput(
          [
            Diagnostic(
              .misplacedDigest, .error, "`linkpolicy: 1` is not the first key", at: root.position,
              help: "put it first; the digest stands right behind it")
          ], in: SourceMap(files: [file]))
      }
    }
    let source = SourceTrivia(reading.trivia ?? YAMLTrivia(), in: bytes)
    var printer = BlockPrinter(scalars: ScalarText(trustsPlain: true), source: source)
    return printer.print(root)
  }

  /// A tree as text in the same layout, without comments; positions in the tree do not matter.
  ///
  /// A plain scalar that could not be read back as one is put in quotes.
  package static func print(_ node: YAMLNode) -> [UInt8] {
    var printer = BlockPrinter(scalars: ScalarText(trustsPlain: false), source: nil)
    return printer.print(node)
  }
}

extension YAMLNode {
  /// Has the root of a policy state a digest; false where its first key is not `linkpolicy`.
  fileprivate mutating func state(_ digest: PolicyDigest) -> Bool {
    guard var map, let first = map.entries.first, first.key.value == "linkpolicy" else {
      return false
    }
    let isStated =
      map.entries.count > 1 && map.entries[1].key.value.isSpelled(PolicyFormatter.digestKey)
    // A line of its own behind the first: what is noted there stays there, what follows stays below.
    let position = SourcePosition(
      file: first.value.end.file, line: first.value.end.line + 1, column: 1)
    let text = YAMLNode.Content.scalar(YAMLScalar(Name(digest.text)))
    if isStated {
      map.entries[1].value.content = text
    } else {
      let entry = YAMLMap.Entry(
        Located(Name(PolicyFormatter.digestKey.description), at: position),
        value: YAMLNode(text, at: position))
      map.entries.insert(entry, at: 1)
    }
    content = .map(map)
    return true
  }
}
