public import LinkPolicy
public import LinkPolicyAuthoring
public import LinkPolicyDiagnostics

/// A policy file, read and resolved: what it extends is merged in, every position kept.
public struct PolicyText: Sendable {
  /// The policy as written, ready to be compiled.
  public let document: PolicyDocument
  /// The resolved tree, for printing.
  package let root: YAMLNode
  /// What the policy extends, each with what it extends itself merged in, the one first that it names.
  private let baseRoots: [YAMLNode]

  /// The policies that this one extends, the one first that it names, with positions in the same files.
  ///
  /// They are decoded each time.
  package var bases: [PolicyDocument] {
    baseRoots.map { root in
      var decoder = DocumentDecoder()
      return decoder.decode(root, sources: document.sources)
    }
  }

  /// Reads the text of a policy and what it extends.
  ///
  /// - Parameters:
  ///   - bytes: the text in UTF-8, 8 MiB at most.
  ///   - name: what findings show, and what `extends` resolves from.
  ///   - finder: finds what the policy extends.
  /// - Throws: an `InvalidInput` with every finding, in this text and in those it extends.
  public init(
    _ bytes: [UInt8], name: String, finder: PolicyFinder = .none
  ) throws(InvalidInput) {
    var reader = PolicyReader(finder: finder)
    let resolved = reader.resolve(bytes, name: name)
    guard let resolved, !reader.hasErrors else {
      throw InvalidInput(PolicyFindings.sorted(reader.diagnostics), in: reader.sources)
    }
    root = resolved.root
    baseRoots = reader.bases
    document = try reader.document(of: resolved)
  }

  /// The digest of what a text comes to, whatever it and what it extends state of themselves.
  ///
  /// So it can be stated although it is wrong now, here or in a base that was changed as well.
  /// Throws an `InvalidInput` like ``init(_:name:finder:)``.
  package static func digest(
    of bytes: [UInt8], name: String, finder: PolicyFinder
  ) throws(InvalidInput) -> PolicyDigest {
    var reader = PolicyReader(finder: finder, checksOwnDigests: false)
    let resolved = reader.resolve(bytes, name: name)
    guard let resolved, !reader.hasErrors else {
      throw InvalidInput(PolicyFindings.sorted(reader.diagnostics), in: reader.sources)
    }
    return PolicyDigest(of: try reader.document(of: resolved))
  }

  /// The resolved policy as text in canonical layout, without comments.
  public var expanded: [UInt8] {
    PolicyFormatter.print(root)
  }
}

extension CompiledPolicy {
  /// Reads and compiles the text of a policy.
  ///
  /// - Parameters:
  ///   - yaml: the text in UTF-8, 8 MiB at most.
  ///   - name: what findings and explanations show as the file's name.
  ///   - finder: finds what the policy extends.
  /// - Throws: an `InvalidInput` with every finding where one is an error.
  public init(
    yaml: [UInt8], name: String = "policy.yaml", finder: PolicyFinder = .none
  ) throws(InvalidInput) {
    try self.init(PolicyText(yaml, name: name, finder: finder).document)
  }
}

extension Policy {
  /// Reads and compiles the text of a policy.
  ///
  /// - Parameters:
  ///   - yaml: the text in UTF-8, 8 MiB at most.
  ///   - name: what findings and explanations show as the file's name.
  ///   - finder: finds what the policy extends.
  /// - Throws: an `InvalidInput` with every finding where one is an error.
  public init(
    yaml: [UInt8], name: String = "policy.yaml", finder: PolicyFinder = .none
  ) throws(InvalidInput) {
    self = try CompiledPolicy(yaml: yaml, name: name, finder: finder).policy
  }
}
