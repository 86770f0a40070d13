public import LinkPolicy
public import LinkPolicyDiagnostics

/// What a policy's author says about the findings of one code: how serious they are here, and why.
///
/// It is about reviewing the policy and no part of its meaning: neither a decision nor the digest
/// depends on it. Whether such a code exists is for the one to say who reports findings.
public struct FindingDeclaration: Sendable {
  /// The kind of finding that is meant, such as `table-gap`.
  public var code: Located<Name>
  /// The one thing whose findings are meant, such as `sign-in.federated/first`, or all of a part,
  /// such as `providers/*`; nil for every finding of the code.
  public var subject: Located<Name>?
  /// The level they are to have; nil for findings that are not to be reported.
  public var level: Diagnostic.Level?
  /// Why.
  public var reason: Name

  /// Creates the author's word on findings of one kind.
  ///
  /// - Parameters:
  ///   - code: the stable code of the findings.
  ///   - subject: the one thing that is meant, or all of a part such as `providers/*`; nil for
  ///     every finding of the code.
  ///   - level: the level they are to have; nil where they are not to be reported.
  ///   - reason: why, in the author's words.
  public init(
    _ code: Located<Name>, subject: Located<Name>? = nil, level: Diagnostic.Level?, reason: Name
  ) {
    self.code = code
    self.subject = subject
    self.level = level
    self.reason = reason
  }
}
