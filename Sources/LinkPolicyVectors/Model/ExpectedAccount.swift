package import LinkPolicy
internal import LinkPolicyJSON

/// What an account must look like at the end; what is nil is not looked at.
package struct ExpectedAccount: Sendable {
  package var id: String?
  package var email: ExpectedText?
  package var isVerified: Bool?
  package var phone: ExpectedText?
  package var username: ExpectedText?
  package var methods: [ExpectedMethod]?
  package var labels: [(name: String, value: String)] = []
  package var profileName: ExpectedText?
  package var profilePhoto: ExpectedText?
  package var state: Account.State?
  package var tenant: ExpectedText?
  package var factors: Int?
  package var undoAddress: ExpectedText?
  package var position: SourcePosition
}

/// What a method must look like: provider and kind, and what else is given.
package struct ExpectedMethod: Sendable {
  package var provider: String
  package var kind: MethodKind
  package var subject: ExpectedText?
  package var formerSubjects: [String]?
  package var address: ExpectedText?
  package var proved: ExpectedText?
  package var labels: [(name: String, value: String)] = []

  package init(_ provider: String, _ kind: MethodKind) {
    self.provider = provider
    self.kind = kind
  }

  /// Whether provider and kind are those of a method.
  package func isOf(_ provider: String, _ kind: MethodKind) -> Bool {
    self.kind == kind && self.provider.hasSameBytes(as: provider)
  }

  package var description: String {
    Self.describe(provider, kind)
  }

  /// The provider, with its kind where that is not the usual one.
  package static func describe(_ provider: String, _ kind: MethodKind) -> String {
    kind == .usual(of: provider) ? provider : provider + "/" + kind.name.text
  }
}
