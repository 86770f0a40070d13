package import LinkPolicy
package import LinkPolicyDiagnostics

/// A formatter that writes policy text in the canonical layout.
///
/// The author determines the order of entries, block or flow style, quotation marks, comments and single blank lines.
/// The formatter determines indentation, spacing, table columns and line breaks. Formatting is idempotent, and never
/// changes the meaning of the text.
package enum PolicyFormatter {
  /// The second key of a policy's text, under which the policy states its digest.
  static var digestKey: StaticString { "digest" }

  /// Returns the text in canonical layout, with line feeds as line ends; `name` appears in findings.
  package static func format(_ bytes: [UInt8], name: String) throws(InvalidInput) -> [UInt8] {
    try format(bytes, name: name, stating: nil)
  }

  /// Returns the text of a policy in canonical layout, with declarations that older versions did not require
  /// (``PolicyUpgrade``).
  package static func format(upgrading bytes: [UInt8], name: String) throws(InvalidInput) -> [UInt8]
  {
    try format(bytes, name: name, upgrades: true, stating: nil)
  }

  /// Returns the text of a policy in canonical layout, with a digest in its second key.
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
              help: "put `linkpolicy: 1` first; the digest is the second key")
          ], in: SourceMap(files: [file]))
      }
    }
    let source = SourceTrivia(reading.trivia ?? YAMLTrivia(), in: bytes)
    var printer = BlockPrinter(scalars: ScalarText(trustsPlain: true), source: source)
    return printer.print(root)
  }

  /// Returns a tree as text in canonical layout, without comments; the positions in the tree have no effect.
  ///
  /// The printer adds quotes to a plain scalar if a reader would not read the unquoted text as the same scalar.
  package static func print(_ node: YAMLNode) -> [UInt8] {
    var printer = BlockPrinter(scalars: ScalarText(trustsPlain: false), source: nil)
    return printer.print(node)
  }
}

/// An upgrade of policy text from older versions, which keeps the meaning of the text.
///
/// In older versions, an attempt could name an undeclared provider, which was then federated and could assert all
/// values. An attempt with an undeclared provider is now malformed unless the policy declares the family `*`. `check`
/// reports declarations that the upgrade cannot add, such as the purpose of an action.
struct PolicyUpgrade {
  private static var providers: Name { "providers" }

  /// Declares the provider family `*`, unless the policy already declares `*` or extends another policy.
  func upgrade(_ root: inout YAMLNode) {
    guard var map = root.map, let first = map.entries.first, first.key.value == "linkpolicy",
      !map.entries.contains(where: { $0.key.value == "extends" })
    else { return }
    if let place = map.entries.firstIndex(where: { $0.key.value == Self.providers }) {
      guard var declared = map.entries[place].value.map,
        !declared.entries.contains(where: { $0.key.value == ProviderTable.everyOther })
      else { return }
      let end = map.entries[place].value.end
      declared.entries.append(Self.everyOther(at: Self.below(end)))
      map.entries[place].value.content = .map(declared)
    } else {
      let last = map.entries.last?.value.end ?? root.end
      let position = Self.below(last)
      let providers = YAMLNode(
        .map(YAMLMap([Self.everyOther(at: position)])), at: position)
      map.entries.append(
        YAMLMap.Entry(Located(Self.providers, at: position), value: providers))
    }
    root.content = .map(map)
  }

  private static func everyOther(at position: SourcePosition) -> YAMLMap.Entry {
    let kind = YAMLMap.Entry(
      Located("kind", at: position), value: YAMLNode(.scalar(YAMLScalar("federated")), at: position)
    )
    return YAMLMap.Entry(
      Located(ProviderTable.everyOther, at: position), .quoted,
      value: YAMLNode(.map(YAMLMap([kind], .flow)), at: position))
  }

  /// Returns the start of the line after a position, so that a new entry is printed below the comments on that
  /// position's line.
  private static func below(_ position: SourcePosition) -> SourcePosition {
    SourcePosition(file: position.file, line: position.line + 1, column: 1)
  }
}

extension YAMLNode {
  /// Sets the digest in the root of a policy; returns false if the policy's first key is not `linkpolicy`.
  fileprivate mutating func state(_ digest: PolicyDigest) -> Bool {
    guard var map, let first = map.entries.first, first.key.value == "linkpolicy" else {
      return false
    }
    let isStated =
      map.entries.count > 1 && map.entries[1].key.value.isSpelled(PolicyFormatter.digestKey)
    // A separate line for the digest keeps the comments on the first line, and the text below that line, in place.
    let position = SourcePosition(
      file: first.value.end.file, line: first.value.end.line + 1, column: 1)
    let text = YAMLNode.YAMLContent.scalar(YAMLScalar(Name(digest.text)))
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
