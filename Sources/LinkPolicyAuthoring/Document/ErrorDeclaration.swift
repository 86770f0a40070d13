public import LinkPolicy
public import LinkPolicyDiagnostics

/// An error with which rows refuse: its remedy, its disclosures and its name on each platform.
public struct ErrorDeclaration: Sendable {
  /// The error's name in the policy, such as `wrong-password`.
  public var name: Located<Name>
  /// The remedy of the refusal, such as another sign-in; nil if there is no remedy.
  public var ask: Located<Name>?
  /// The disclosures that the refusal may contain, such as `methods`.
  public var tell: [Located<Name>]
  /// The error's name on each platform, such as `auth/admin-restricted-operation` for `web`.
  public var names: [(platform: Located<Name>, name: Located<Name>)]

  /// Creates an error without remedy, disclosures or platform names.
  ///
  /// - Parameter name: the name that rows use to refuse, such as `wrong-password`.
  public init(_ name: Located<Name>) {
    self.name = name
    tell = []
    names = []
  }
}

/// A document that rows and invariants cite, such as a page of the Firebase documentation.
public struct SourceDeclaration: Sendable {
  /// The short name by which rows cite the document.
  public var name: Located<Name>
  /// The title of the document, such as `Users in Firebase projects`.
  public var title: Name
  /// The URL at which a reader finds the document.
  public var url: Name

  /// Creates an entry for a document that rows cite.
  ///
  /// - Parameters:
  ///   - name: the short name used in the policy.
  ///   - title: the title of the document, such as `Users in Firebase projects`.
  ///   - url: the URL of the document.
  public init(_ name: Located<Name>, title: Name, url: Name) {
    self.name = name
    self.title = title
    self.url = url
  }
}

/// A statement by the policy's author: if the conditions hold, no attempt has any of the forbidden outcomes.
///
/// `prove` verifies invariants, which affect neither decisions nor the digest.
public struct InvariantDeclaration: Sendable {
  /// The stable id, unique among the invariants.
  public var id: Located<Name>
  /// The conditions under which the invariant applies; if empty, the invariant always applies.
  public var conditions: [Condition]
  /// The forbidden outcomes: `allowed`, `refused`, error names and effect words.
  public var never: [Located<Name>]
  /// The cited statements and interpretations that justify the invariant.
  public var because: [Located<Name>]

  /// Creates an invariant without conditions or forbidden outcomes.
  ///
  /// Set the invariant's properties afterwards.
  ///
  /// - Parameter id: the stable id, unique among the invariants.
  public init(id: Located<Name>) {
    self.id = id
    conditions = []
    never = []
    because = []
  }
}

/// The level that a policy's author assigns to the findings of one code, with the reason.
///
/// The declaration affects only the review of the policy. Decisions and the digest do not depend on the levels of
/// findings. The compiler accepts any code; the review of the policy verifies that the code exists.
public struct FindingDeclaration: Sendable {
  /// The stable code of the findings, such as `gap`.
  public var code: Located<Name>
  /// The subject of the findings, such as `sign-in.federated/first`, or a whole part of the policy, such as
  /// `providers/*`.
  ///
  /// If the subject is nil, the declaration applies to every finding with the code.
  public var subject: Located<Name>?
  /// The level of the findings; nil to suppress them.
  public var level: Diagnostic.Level?
  /// The reason why the policy accepts these findings, written for reviewers.
  public var reason: Name

  /// Creates a declaration for the findings with one code.
  ///
  /// - Parameters:
  ///   - code: the stable code of the findings, such as `gap`.
  ///   - subject: a single subject, or all subjects of a part of the policy, such as `providers/*`; nil for every
  ///     finding with the code.
  ///   - level: the level of the findings; nil suppresses the findings.
  ///   - reason: the reason, in the author's words.
  public init(
    _ code: Located<Name>, subject: Located<Name>? = nil, level: Diagnostic.Level?, reason: Name
  ) {
    self.code = code
    self.subject = subject
    self.level = level
    self.reason = reason
  }
}
