internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics

/// A reader that merges a policy file and the policies that it extends into one tree.
struct PolicyReader {
  /// The maximum number of texts in a chain of `extends`.
  private static var depthLimit: Int { 8 }

  let finder: PolicyFinder
  /// Whether the digest that a file states must match the file's meaning.
  ///
  /// The value is false if the caller computes a new digest or reads only the trees.
  let checksOwnDigests: Bool
  private(set) var sources = SourceMap()
  private(set) var diagnostics: [Diagnostic] = []
  /// The tree of the outermost text before merging; nil if the text could not be read.
  private(set) var own: YAMLNode?
  /// The merged tree of the policy that the outermost text extends; nil if the text extends no policy, or if that
  /// policy is unavailable.
  private(set) var base: YAMLNode?
  /// The merged trees of all extended policies, with the direct base first.
  private(set) var bases: [YAMLNode] = []
  /// The rows and guards that the texts read so far have removed from the policies that they extend.
  private var removed: [RemovedRow] = []
  /// The digests that the texts state, for themselves or for the policies that they extend.
  ///
  /// Each digest names the layer of its text, counted from the outermost text, because the number of layers is unknown
  /// until all texts are read.
  private var pins: [DigestPin] = []
  /// The number of texts in the `extends` chain, as far as the texts were read.
  private var layers = 0
  private var names: [String] = []

  init(finder: PolicyFinder, checksOwnDigests: Bool = true) {
    self.finder = finder
    self.checksOwnDigests = checksOwnDigests
  }

  var hasErrors: Bool {
    diagnostics.contains { $0.level == .error }
  }

  /// A file that is merged with its bases.
  struct Resolved {
    /// The tree of the file, merged with its bases.
    let root: YAMLNode
    /// The document that was decoded to verify a digest; nil if no digest was verified.
    let document: PolicyDocument?
  }

  /// Returns a file merged with its bases; nil if the file cannot be read or merged.
  mutating func resolve(_ bytes: [UInt8], name: String) -> Resolved? {
    let file = sources.add(SourceMap.File(name: name, bytes: bytes))
    if let refusal = FileKind.refusal(wanting: .policy, bytes, name: name) {
      diagnostics += refusal.diagnostics.map { finding in
        var finding = finding
        finding.position?.file = file
        return finding
      }
      return nil
    }
    names.append(name)
    defer { names.removeLast() }
    guard let root = YAMLReader.read(bytes, file: file, into: &diagnostics).root else {
      return nil
    }
    let isOutermost = names.count == 1
    if isOutermost {
      self.own = root
    }
    var findings = PolicyFindings()
    let own = OwnDigest(of: root, &findings)
    diagnostics += findings.diagnostics
    let layer = names.count - 1
    layers = max(layers, names.count)
    if let own {
      pins.append(DigestPin(DigestPin.PinKey(.own, layer: layer), digest: own.stated))
    }
    guard let map = root.map, let extends = map["extends"] else {
      return Resolved(root: root, document: check(own, of: root))
    }
    guard let base = base(of: extends, extending: name) else { return nil }
    if isOutermost {
      self.base = base
    }
    bases.insert(base, at: 0)
    removed += OverlayEdit.all(in: root).compactMap { $0.removed }
    var overlay = PolicyOverlay()
    let merged = overlay.merge(root, onto: base)
    diagnostics += overlay.findings.diagnostics
    return Resolved(root: merged, document: check(own, of: merged))
  }

  /// Verifies the digest that a text states, and returns the document that was decoded for the verification.
  ///
  /// If the text has other errors, the digest is not verified.
  private mutating func check(_ own: OwnDigest?, of root: YAMLNode) -> PolicyDocument? {
    guard let own, checksOwnDigests, !hasErrors else { return nil }
    var decoder = DocumentDecoder()
    let document = decoder.decode(root, sources: sources)
    guard decoder.findings.diagnostics.isEmpty else { return nil }
    var findings = PolicyFindings()
    own.check(PolicyDigest(of: document), &findings)
    diagnostics += findings.diagnostics
    return document
  }

  /// Returns the document of a resolved tree, with the rows that overlays removed and the digests that texts pin.
  func document(of resolved: Resolved) throws(InvalidInput) -> PolicyDocument {
    var document = try plainDocument(of: resolved)
    document.removed = removed
    document.layers = layers
    document.pins = pins.map { pin in
      var pin = pin
      pin.key.layer = layers - 1 - pin.key.layer
      return pin
    }
    if let own, let base {
      let causes = OverlayCauses(own, onto: base, sources)
      document.causes = { causes.explaining($0) }
    }
    return document
  }

  private func plainDocument(of resolved: Resolved) throws(InvalidInput) -> PolicyDocument {
    if let document = resolved.document { return document }
    var decoder = DocumentDecoder()
    let document = decoder.decode(resolved.root, sources: sources)
    guard decoder.findings.diagnostics.isEmpty else {
      throw InvalidInput(
        PolicyFindings.sorted(diagnostics + decoder.findings.diagnostics), in: sources)
    }
    return document
  }

  private mutating func base(of node: YAMLNode, extending name: String) -> YAMLNode? {
    var findings = PolicyFindings()
    defer { diagnostics += findings.diagnostics }
    var reference: Located<Name>?
    var digest: Located<Name>?
    if node.map != nil, var map = MapReader(node, as: "`extends`", &findings) {
      reference = map.required("policy", &findings).flatMap { findings.name($0) }
      digest = map.name("digest", &findings)
      map.finish(&findings)
    } else {
      reference = findings.name(node)
    }
    guard let reference else { return nil }
    guard names.count < Self.depthLimit else {
      findings.add(
        .unknownBase, "more than \(Self.depthLimit) policies extend one another",
        at: reference.position)
      return nil
    }
    switch finder.find(reference.value.text, name) {
    case .notFound(let reason):
      findings.add(
        .unknownBase, "cannot extend `" + reference.value.text + "`: " + reason,
        at: reference.position)
      return nil
    case .found(let found, let bytes):
      guard !names.contains(found) else {
        findings.add(
          .unknownBase, "`" + reference.value.text + "` extends itself", at: reference.position)
        return nil
      }
      guard let base = resolve(bytes, name: found) else { return nil }
      if let digest {
        pins.append(DigestPin(DigestPin.PinKey(.extended, layer: names.count - 1), digest: digest))
        checkPin(digest, of: base.root, &findings)
      }
      return base.root
    }
  }

  private func checkPin(
    _ pin: Located<Name>, of base: YAMLNode, _ findings: inout PolicyFindings
  ) {
    var decoder = DocumentDecoder()
    let digest = PolicyDigest(of: decoder.decode(base, sources: sources)).text
    guard Name(digest) != pin.value else { return }
    findings.add(
      .changedBase, "the extended policy differs from the pinned policy", at: pin.position,
      help: "the digest is now " + digest + "; review the change, then pin this digest")
  }
}

/// The digest that a policy's text states in its second key.
///
/// The digest covers the text, merged with its bases, without the digest itself. A truncated text, or a text whose base
/// has changed, therefore cannot pass as the reviewed policy.
struct OwnDigest {
  /// The key under which a policy states its digest.
  static var key: StaticString { PolicyFormatter.digestKey }

  /// The digest that the text states.
  let stated: Located<Name>

  /// Reads the digest that a policy states; nil if the policy states no digest, or if the digest is misplaced or
  /// malformed, which is a finding.
  init?(of root: YAMLNode, _ findings: inout PolicyFindings) {
    guard let map = root.map,
      let place = map.entries.firstIndex(where: { $0.key.value.isSpelled(Self.key) })
    else { return nil }
    let entry = map.entries[place]
    guard place == 1, map.entries[0].key.value.isSpelled("linkpolicy") else {
      findings.add(
        .misplacedDigest, "`digest` is not the second key", at: entry.key.position,
        help:
          "move `digest` directly after `linkpolicy: 1`, or let `linkpolicy fmt --pin FILE` write it"
      )
      return nil
    }
    guard let stated = findings.name(entry.value) else { return nil }
    guard PolicyDigest(text: stated.value.text) != nil else {
      findings.add(
        .wrongType, "`" + stated.value.text + "` is not a digest", at: stated.position,
        help: "a digest is 64 lower-case hexadecimal digits; `linkpolicy fmt --pin FILE` writes it")
      return nil
    }
    self.stated = stated
  }

  /// Reports a text whose meaning does not match the stated digest.
  func check(_ digest: PolicyDigest, _ findings: inout PolicyFindings) {
    guard Name(digest.text) != stated.value else { return }
    findings.add(
      .changedMeaning, "the policy's meaning differs from its digest", at: stated.position,
      help: "the policy states " + stated.value.text + ", but the digest is " + digest.text
        + "; check that the policy is complete and that no extended policy has changed; if this meaning"
        + " is intended, `linkpolicy fmt --pin FILE` writes the digest")
  }
}
