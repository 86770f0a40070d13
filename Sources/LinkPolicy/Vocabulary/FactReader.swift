/// Computes the facts of one attempt in one situation.
///
/// Reads the attempt first, then finds the account it points to, then states how everything else
/// relates to that account. Whatever is malformed or contradicts itself is an ``InputError``; no
/// fact is ever guessed.
package struct FactReader {
  let vocabulary: Vocabulary
  let attempt: Attempt
  let situation: Situation
  let action: ActionDefinition
  let kind: MethodKind?
  /// The value of the fact `provider`.
  let provider: Int
  var reading: Reading
  /// The address that is used, as it was given.
  var usedAddress: String?

  /// Starts reading: resolves action, kind and provider.
  package init(
    _ attempt: Attempt, in situation: Situation, by vocabulary: Vocabulary
  ) throws(InputError) {
    guard let index = vocabulary.actionTable.number(of: attempt.action.name) else {
      throw InputError(.actionNotOffered, "unknown action `" + attempt.action.name + "`")
    }
    let action = vocabulary.actions[index]
    let (kind, provider) = try Self.method(of: attempt, action, vocabulary)
    self.vocabulary = vocabulary
    self.attempt = attempt
    self.situation = situation
    self.action = action
    self.kind = kind
    self.provider = provider
    reading = Reading()
    reading.facts[.action] = index
    reading.facts[.kind] = kind.map { Int($0.rawValue) } ?? MethodKind.allCases.count
    reading.facts[.provider] = provider
  }

  /// The facts, without the derived ones, and the account pointed to.
  ///
  /// Whether a vector with one record's facts meets the policy's `proof` is asked only where
  /// several records can be used.
  package mutating func read(isProven: (FactVector) -> Bool) throws(InputError) -> Reading {
    try readAssertion()
    try readSettings()
    let address = try readAddress(isProven)
    try readCode(address)
    try readSession()
    try readAccounts(address)
    return reading
  }

  private static func method(
    of attempt: Attempt, _ action: ActionDefinition, _ vocabulary: Vocabulary
  ) throws(InputError) -> (MethodKind?, Int) {
    guard let assertion = attempt.assertion else {
      guard action.kinds.isEmpty else {
        throw InputError(
          .missing, "`" + attempt.action.name + "` carries a method, but no provider is given")
      }
      return (nil, vocabulary.providers.none)
    }
    guard !action.kinds.isEmpty else {
      throw InputError(
        .unexpected, "`" + attempt.action.name + "` carries no method, but a provider is given")
    }
    let value = vocabulary.providers.value(of: assertion.provider)
    let declared =
      value == vocabulary.providers.other
      ? [.federated] : vocabulary.providers.providers[value].kinds
    let kind = assertion.kind ?? declared[0]
    guard declared.contains(kind) else {
      throw InputError(
        .kindNotOffered,
        "provider `" + assertion.provider + "` does not offer kind `" + kind.name.text + "`")
    }
    guard action.kinds.contains(kind) else {
      throw InputError(
        .kindNotOffered,
        "`" + attempt.action.name + "` does not carry kind `" + kind.name.text + "`")
    }
    return (kind, value)
  }

  func contradiction(_ message: String) -> InputError {
    InputError(.contradiction, message)
  }

  /// Throws unless the condition holds; the message is only made then.
  func require(
    _ holds: Bool, _ reason: InputError.Reason, _ message: @autoclosure () -> String
  ) throws(InputError) {
    if !holds {
      throw InputError(reason, message())
    }
  }
}
