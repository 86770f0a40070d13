package import LinkPolicy
internal import LinkPolicyJSON

/// What an account must look like at the end; what is nil is not looked at.
package struct ExpectedAccount: Sendable {
  package var id: String?
  package var email: ExpectedText?
  package var isVerified: Bool?
  package var methods: [ExpectedMethod]?
  package var labels: [(name: String, value: String)] = []
  package var profileName: ExpectedText?
  package var profilePhoto: ExpectedText?
  package var state: Account.State?
  package var tenant: ExpectedText?
  package var factors: Int?
  /// By purpose, where the newest code went that is the account's and was not cancelled.
  package var codes: [(purpose: Name, address: ExpectedText)] = []
  package var position: SourcePosition
}

/// What a method must look like: provider and kind, and what else is given.
package struct ExpectedMethod: Sendable {
  package var provider: String
  /// The kind; nil for the one that the policy declares first for the provider.
  package var kind: MethodKind?
  package var subject: ExpectedText?
  /// Whether it signs in without being listed.
  package var isSuperseded = false
  package var address: ExpectedText?
  package var proved: ExpectedText?
  package var labels: [(name: String, value: String)] = []
  /// When it was added, in the store's time.
  package var since: Int?

  package init(_ provider: String, _ kind: MethodKind?) {
    self.provider = provider
    self.kind = kind
  }
}
