public import LinkPolicy
public import LinkPolicyAuthoring
public import LinkPolicyDiagnostics

/// A policy file, read and merged with the policies that it extends.
///
/// Every node and declaration keeps the position in its own file.
public struct PolicyText: Sendable {
  /// The document of the merged policy, ready to be compiled.
  public let document: PolicyDocument
  /// The tree of the merged policy, for printing.
  package let root: YAMLNode
  /// The merged trees of all extended policies, with the direct base first.
  private let baseRoots: [YAMLNode]

  /// The number of policies that the text extends, directly or through its base.
  package var baseCount: Int { baseRoots.count }

  /// The documents of the extended policies, with the direct base first.
  ///
  /// Each access decodes the extended policies again.
  package var bases: [PolicyDocument] {
    baseRoots.map { root in
      var decoder = DocumentDecoder()
      return decoder.decode(root, sources: document.sources)
    }
  }

  /// Reads the text of a policy and the policies that it extends.
  ///
  /// - Parameters:
  ///   - bytes: the text in UTF-8, 8 MiB at most.
  ///   - name: the name in findings; references in `extends` are resolved from this name.
  ///   - finder: the finder of the policies that the text extends.
  /// - Throws: an `InvalidInput` with every finding, in this text and in the extended texts.
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

  /// Returns the digest of a text's meaning, without verifying the digests that the text and its bases state.
  ///
  /// Call this function to compute a new digest while the stated digest of the text, or of a changed base, is wrong.
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

  /// The merged policy as text in canonical layout, without comments.
  public var expanded: [UInt8] {
    PolicyFormatter.print(root)
  }
}

/// A function that returns the text of an extended policy, for example from a file.
///
/// The reader itself opens no file, so a policy can extend only the policies that the finder returns.
public struct PolicyFinder: Sendable {
  /// The result of a search for a policy's text.
  public enum Finding: Sendable {
    /// The finder found the text.
    ///
    /// Findings show `name`, and `extends` in the text is resolved from `name`.
    case found(name: String, bytes: [UInt8])
    /// The finder found no policy, for the given reason, which is in lower case and has no full stop.
    case notFound(String)
  }

  let find: @Sendable (_ reference: String, _ extending: String) -> Finding

  /// Creates a finder from a function that looks up policies.
  ///
  /// - Parameter find: the function, called on any thread with the value of `extends` and the name of the extending
  ///   file.
  public init(_ find: @escaping @Sendable (_ reference: String, _ extending: String) -> Finding) {
    self.find = find
  }

  /// Returns the result of this finder; a finder that delegates a search calls this method.
  package func found(_ reference: String, _ extending: String) -> Finding {
    find(reference, extending)
  }

  /// A finder that finds no policy, for texts that extend no other policy.
  public static var none: PolicyFinder {
    PolicyFinder { _, _ in .notFound("no policies can be extended here") }
  }
}

/// The trees of a policy's text and of its base; if the text has errors, a tree contains the readable nodes.
///
/// Editors use these trees while the author is still writing the text.
package struct PolicyTrees: Sendable {
  /// The tree of the text before merging, with positions in file 0; nil if the text cannot be read.
  package let own: YAMLNode?
  /// The merged tree of the policy that the text extends; nil if the text extends no policy, or if that policy is
  /// unavailable.
  package let base: YAMLNode?
  /// The files that positions refer to.
  package let sources: SourceMap

  /// Reads a text and the policies that it extends.
  package init(_ bytes: [UInt8], name: String, finder: PolicyFinder) {
    var reader = PolicyReader(finder: finder, checksOwnDigests: false)
    _ = reader.resolve(bytes, name: name)
    own = reader.own
    base = reader.base
    sources = reader.sources
  }
}

extension CompiledPolicy {
  /// Reads and compiles the text of a policy.
  ///
  /// - Parameters:
  ///   - yaml: the text in UTF-8, 8 MiB at most.
  ///   - name: the file name in findings and explanations.
  ///   - finder: the finder of the policies that the text extends.
  /// - Throws: an `InvalidInput` with all findings, if at least one finding is an error.
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
  ///   - name: the file name in findings and explanations.
  ///   - finder: the finder of the policies that the text extends.
  /// - Throws: an `InvalidInput` with all findings, if at least one finding is an error.
  public init(
    yaml: [UInt8], name: String = "policy.yaml", finder: PolicyFinder = .none
  ) throws(InvalidInput) {
    self = try CompiledPolicy(yaml: yaml, name: name, finder: finder).policy
  }
}
