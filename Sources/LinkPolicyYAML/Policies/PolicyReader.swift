internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics

/// Reads a policy file and what it extends into one tree.
struct PolicyReader {
  /// How many policies can extend one another.
  private static var depthLimit: Int { 8 }

  let finder: PolicyFinder
  /// Whether the files that are read have to mean what they state of themselves.
  let checksOwnDigests: Bool
  private(set) var sources = SourceMap()
  private(set) var diagnostics: [Diagnostic] = []
  /// The tree of the outermost text, before anything is merged, where it could be read.
  private(set) var own: YAMLNode?
  /// What the outermost text extends, with what that extends merged in.
  private(set) var base: YAMLNode?
  /// What is extended, each with what it extends itself merged in, the one first that the outermost text names.
  private(set) var bases: [YAMLNode] = []
  /// The rows and guards that the texts so far remove from what they extend.
  private var removed: [RemovedRow] = []
  /// The digests that the texts pin; each layer is counted from the outermost text until all texts are known.
  private var pins: [DigestPin] = []
  /// How many texts were read.
  private var layers = 0
  private var names: [String] = []

  init(finder: PolicyFinder, checksOwnDigests: Bool = true) {
    self.finder = finder
    self.checksOwnDigests = checksOwnDigests
  }

  var hasErrors: Bool {
    diagnostics.contains { $0.level == .error }
  }

  /// A file with its bases merged in.
  struct Resolved {
    /// The tree it came to.
    let root: YAMLNode
    /// What the tree says, where a digest had to be held against it and it could be read.
    let document: PolicyDocument?
  }

  /// A file with its bases merged in; nil where that is not possible.
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
      pins.append(DigestPin(DigestPin.Key(.own, layer: layer), digest: own.stated))
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

  /// Checks what a text states of itself against what it has come to, and returns what was read for that.
  ///
  /// A text with other errors has no meaning to compare.
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

  /// The document of a resolved tree.
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
        pins.append(DigestPin(DigestPin.Key(.extended, layer: names.count - 1), digest: digest))
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
      .changedBase, "the policy extended is not the one pinned", at: pin.position,
      help: "its digest is now " + digest + "; review the change, then pin that")
  }
}
