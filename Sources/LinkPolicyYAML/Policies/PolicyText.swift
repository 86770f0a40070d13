public import LinkPolicy

/// A policy file, read and resolved: what it extends is merged in, every position kept.
public struct PolicyText: Sendable {
  /// The policy as written, ready to be compiled.
  public let document: PolicyDocument
  /// The resolved tree, for printing.
  package let root: YAMLNode

  /// Reads a policy file.
  ///
  /// Throws an ``InvalidInput`` with every finding, in this file and in those it extends.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - name: the name of the file, as findings show it and as `extends` resolves from.
  ///   - finder: finds what the policy extends.
  public init(
    _ bytes: [UInt8], name: String, finder: PolicyFinder = .none
  ) throws(InvalidInput) {
    var reader = PolicyReader(finder: finder)
    let root = reader.resolve(bytes, name: name)
    guard let root, !reader.hasErrors else {
      throw InvalidInput(reader.diagnostics, in: reader.sources)
    }
    self.root = root
    document = try reader.document(of: root)
  }

  /// The resolved policy as text in canonical layout, without comments.
  public var expanded: [UInt8] {
    PolicyFormatter.print(root)
  }
}

extension Policy {
  /// Reads and compiles a policy file.
  ///
  /// Throws an ``InvalidInput`` with every finding.
  ///
  /// - Parameters:
  ///   - yaml: the text.
  ///   - name: the name of the file, as findings and explanations show it.
  ///   - finder: finds what the policy extends.
  public init(
    yaml: [UInt8], name: String = "policy.yaml", finder: PolicyFinder = .none
  ) throws(InvalidInput) {
    try self.init(PolicyText(yaml, name: name, finder: finder).document)
  }
}
