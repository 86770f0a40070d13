/// What the words of an attempt name in a vocabulary: its action, its kind and its provider.
package struct NamedAttempt: Sendable {
  /// The index of the action.
  package let action: Int
  /// The kind of sign-in; nil where the action carries no method.
  package let kind: MethodKind?
  /// The value of the fact `provider`.
  package let provider: Int

  /// Looks the words up; throws an ``InputError`` for those that the policy does not offer.
  package init(_ attempt: Attempt, in vocabulary: Vocabulary) throws(InputError) {
    guard let index = vocabulary.actionTable.number(of: attempt.action.name) else {
      throw InputError(.actionNotOffered, "unknown action `" + attempt.action.name + "`")
    }
    action = index
    (kind, provider) = try Self.method(
      of: attempt, vocabulary.actions[index].kinds, vocabulary.providers)
  }

  private static func method(
    of attempt: Attempt, _ kinds: MethodKindSet, _ providers: ProviderTable
  ) throws(InputError) -> (MethodKind?, Int) {
    guard let provider = attempt.asserted?.provider else {
      guard kinds.isEmpty else {
        throw InputError(
          .missing, "`" + attempt.action.name + "` carries a method, but no provider is given")
      }
      return (nil, providers.none)
    }
    guard !kinds.isEmpty else {
      throw InputError(
        .unexpected, "`" + attempt.action.name + "` carries no method, but a provider is given")
    }
    try IdentifierLength.check(provider, "the provider")
    guard let value = providers.value(of: provider) else { throw providers.undeclared(provider) }
    let kind = attempt.assertedKind ?? providers.usualKind(value)
    guard providers.offers(kind, value) else {
      throw InputError(
        .kindNotOffered,
        "provider `" + provider + "` does not offer kind `" + kind.name.text + "`")
    }
    guard kinds.contains(kind) else {
      throw InputError(
        .kindNotOffered,
        "`" + attempt.action.name + "` does not carry kind `" + kind.name.text + "`")
    }
    return (kind, value)
  }
}
