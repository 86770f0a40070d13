/// What names a method within a tenant, and within an account: an issuer, a kind and a subject.
///
/// No two methods of a tenant have the same key, but for those without a subject: a password and
/// an e-mail link are found by the address of their account, and an anonymous method by nothing.
public struct MethodKey: Sendable {
  /// The issuer: the provider's id, unless the policy joins several ids.
  public var issuer: String
  /// The kind of sign-in.
  public var kind: MethodKind
  /// The subject at the issuer; nil for password, e-mail link and anonymous methods.
  public var subject: String?

  /// Creates the name under which a store files a method.
  ///
  /// - Parameters:
  ///   - issuer: the provider's id, unless the policy joins several ids under one issuer.
  ///   - kind: the kind of sign-in.
  ///   - subject: the subject at the issuer; nil for password, e-mail link and anonymous methods.
  public init(issuer: String, kind: MethodKind, subject: String?) {
    self.issuer = issuer
    self.kind = kind
    self.subject = subject
  }

  /// Whether another key has the same bytes.
  package func isSame(as other: MethodKey) -> Bool {
    kind == other.kind && issuer.hasSameBytes(as: other.issuer)
      && subject.hasSameBytes(as: other.subject)
  }

  /// What it is in messages: issuer, kind and subject, names in backticks.
  var description: String {
    "`" + issuer + "` " + kind.name.text + (subject.map { " `" + $0 + "`" } ?? "")
  }
}
