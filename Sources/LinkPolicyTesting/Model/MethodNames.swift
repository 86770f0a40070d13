package import LinkPolicy

/// How vectors write the methods of accounts: by their provider, and by their kind where that is
/// not the one that the policy declares first for it; and what else of accounts the policy declares.
package struct MethodNames: Sendable {
  private let providers: ProviderTable
  private let labels: [LabelDeclaration]
  private let purposes: PurposeTable

  /// Names methods as a policy declares their providers.
  package init(_ policy: Policy) {
    providers = policy.vocabulary.providers
    labels = policy.vocabulary.labels
    purposes = policy.vocabulary.purposes
  }

  /// Whether accounts can have codes of a purpose.
  package func areAccounts(codesFor purpose: Name) -> Bool {
    purposes[CodePurpose(purpose)]?.treatment.owner == .account
  }

  /// The value that a label has at first; nil for one that the policy does not declare.
  package func firstValue(ofLabel name: String, of bearer: LabelDeclaration.Bearer) -> String? {
    let label = labels.first { $0.bearer == bearer && name.hasSameBytes(as: $0.name.value) }
    return label?.values.first?.value.text
  }

  /// The kind of a method that was written without one; nil for an undeclared provider.
  package func kind(_ written: MethodKind?, of provider: String) -> MethodKind? {
    written ?? providers.provider(of: provider)?.kinds.first
  }

  /// Whether a method is of a provider and kind, each written or not.
  package func isSame(
    _ expected: ExpectedMethod, _ provider: String, _ written: MethodKind?
  ) -> Bool {
    expected.provider.hasSameBytes(as: provider)
      && kind(expected.kind, of: provider) == kind(written, of: provider)
  }

  /// A method in the words of a vector.
  package func describe(_ provider: String, _ kind: MethodKind?) -> String {
    guard let kind, kind != self.kind(nil, of: provider) else { return provider }
    return provider + "/" + kind.name.text
  }

  /// An expected method in the words of a vector.
  package func describe(_ method: ExpectedMethod) -> String {
    describe(method.provider, method.kind)
  }
}
