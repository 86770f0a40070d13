package import LinkPolicy

/// The names of a policy's methods, labels, identifiers and code purposes in vectors.
///
/// A vector names a method by its provider, such as `google.com`. The kind follows the provider, as in
/// `password/email-link`, unless the method has the first kind that the policy declares for the provider.
package struct MethodNames: Sendable {
  private let providers: ProviderTable
  private let labels: [LabelDeclaration]
  private let purposes: PurposeTable
  private let identifiers: IdentifierTable

  /// Creates the names of a policy.
  package init(_ policy: Policy) {
    providers = policy.vocabulary.providers
    labels = policy.vocabulary.labels
    purposes = policy.vocabulary.purposes
    identifiers = policy.vocabulary.identifiers
  }

  /// Returns whether the policy declares an identifier, such as a user name.
  package func declares(identifier name: String) -> Bool {
    identifiers.index(of: name) != nil
  }

  /// Returns whether every code of a purpose belongs to an account; false if the policy does not declare the purpose.
  package func areAccounts(codesFor purpose: Name) -> Bool {
    purposes[CodePurpose(purpose)]?.treatment.owner == .account
  }

  /// Returns the initial value of a label; nil if the policy does not declare the label.
  package func firstValue(ofLabel name: String, of bearer: LabelDeclaration.Bearer) -> String? {
    let label = labels.first { $0.bearer == bearer && name.hasSameBytes(as: $0.name.value) }
    return label?.values.first?.value.text
  }

  /// Returns the written kind of a method, or else the first kind that the policy declares for the provider.
  package func kind(_ written: MethodKind?, of provider: String) -> MethodKind? {
    written ?? providers.provider(of: provider)?.kinds.first
  }

  /// Returns whether a method has the expected provider and kind; a missing kind is the first kind of the provider.
  package func isSame(
    _ expected: ExpectedMethod, provider: String, kind written: MethodKind?
  ) -> Bool {
    expected.provider.hasSameBytes(as: provider)
      && kind(expected.kind, of: provider) == kind(written, of: provider)
  }

  /// Returns the notation of a method in vectors, such as `google.com` or `password/email-link`.
  package func describe(_ provider: String, _ kind: MethodKind?) -> String {
    guard let kind, kind != self.kind(nil, of: provider) else { return provider }
    return provider + "/" + kind.name.text
  }

  /// Returns the notation of an expected method in vectors, without the kind if it is the provider's first kind.
  package func describe(_ method: ExpectedMethod) -> String {
    describe(method.provider, method.kind)
  }
}
