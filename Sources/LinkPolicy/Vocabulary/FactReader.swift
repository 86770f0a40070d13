/// Computes the facts of one attempt in one situation.
///
/// Reads the attempt first, then finds the account it points to, then states how everything else
/// relates to that account. Whatever is malformed or contradicts itself is an ``InputError``; no
/// fact is ever guessed.
package struct FactReader {
  let vocabulary: Vocabulary
  let attempt: Attempt
  /// What was found; a code that the action does not take is an unknown one here.
  let situation: Situation
  /// The code as it was given, whatever it was mailed for.
  let givenCode: Code?
  /// What the attempt's words name.
  let named: NamedAttempt
  let action: ActionDefinition
  /// Who asserts, and whom; kept apart, since taking an assertion out copies all of it.
  let asserted: (provider: String, subject: String?)?
  var reading: Reading
  /// The addresses that are looked up, once they were read.
  var asked: AskedAddresses?
  /// The address that is used, once it was read; nil for none.
  var address: String?
  /// Who holds the credential, once accounts were looked at.
  var holder: Account?
  /// The account found by session, target, code or credential, once accounts were looked at.
  var reference: Account?
  /// The account pointed to: that one, or else the one that holds the address.
  var pointed: Account?

  /// Starts reading: resolves action, kind and provider.
  package init(
    _ attempt: Attempt, in situation: Situation, by vocabulary: Vocabulary
  ) throws(InputError) {
    try self.init(
      attempt, NamedAttempt(attempt, in: vocabulary), in: situation, by: vocabulary)
  }

  /// Starts reading an attempt whose words were looked up before.
  init(
    _ attempt: Attempt, _ named: NamedAttempt, in situation: Situation, by vocabulary: Vocabulary
  ) throws(InputError) {
    let action = vocabulary.actions[named.action]
    // What can fail comes first, so that nothing that was set has to be taken back.
    let counted = try situation.withCode(
      takenFor: action.codePurpose(named.kind), by: vocabulary.purposes)
    self.init(
      attempt, named, action: action, givenCode: situation.code, in: counted, by: vocabulary)
  }

  private init(
    _ attempt: Attempt, _ named: NamedAttempt, action: ActionDefinition, givenCode: Code?,
    in situation: Situation, by vocabulary: Vocabulary
  ) {
    self.vocabulary = vocabulary
    self.attempt = attempt
    self.named = named
    self.action = action
    self.givenCode = givenCode
    self.situation = situation
    asserted = attempt.asserted
    reading = Reading()
    reading.facts[.action] = named.action
    reading.facts[.kind] = named.kind.map { Int($0.rawValue) } ?? MethodKind.count
    reading.facts[.provider] = named.provider
  }

  var kind: MethodKind? { named.kind }
  /// What the attempt can carry at all.
  var shape: AttemptShape { AttemptShape(action, named.kind) }
  /// The value of the fact `provider`.
  var provider: Int { named.provider }

  /// The facts, without the derived ones, and the account pointed to.
  ///
  /// Whether a vector with one record's facts meets the policy's `proof` is asked only where
  /// several records can be used.
  package mutating func read(isProven: (FactVector) -> Bool) throws(InputError) -> Reading {
    try readStated()
    try readSettings()
    let given = try addressesGiven()
    let candidates = try candidates(among: given, isProven)
    address = try readAddress(of: candidates, among: given)
    try checkCode()
    try checkSession()
    let asked = try askedAddresses(of: candidates, among: given)
    self.asked = asked
    try SituationCheck(
      vocabulary: vocabulary, situation: situation, tenant: attempt.tenant,
      pool: vocabulary.pools.index(ofProvider: provider), asked: asked, credential: askedCredential
    ).run()
    try findAccounts()
    try readFound()
    readLabels()
    return reading
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
