/// Computes the facts of one attempt in one situation.
///
/// Takes the attempt as it was read, finds the account that it points to, and states how everything else
/// relates to that account. Whatever contradicts itself is an ``InputError``; no fact is ever guessed.
package struct FactReader {
  let vocabulary: Vocabulary
  let attempt: Attempt
  /// What was found; a code that the action does not take is an unknown one here.
  let situation: Situation
  /// What the attempt can carry at all.
  let shape: AttemptShape
  /// The number of the action and the value of the fact `provider`.
  let actionNumber, provider: Int
  /// The addresses that are looked up.
  let asked: AskedAddresses
  /// The value of the fact `domain`.
  private(set) var domain: Int
  /// Who holds the credential, once accounts were looked at.
  var holder: Account?
  /// The account found by session, target, code or credential, once accounts were looked at.
  var reference: Account?
  /// The account pointed to: that one, or else the one that holds the address.
  var pointed: Account?
  /// As what the account pointed to was found.
  var pointedAs = Reading.Pointed.none

  /// Starts reading.
  ///
  /// - Parameters:
  ///   - attempt: the attempt.
  ///   - read: what it came to under the same settings and with the same code.
  ///   - situation: what was found, with its code as the action sees it (``Situation/withCode(takenFor:by:)``).
  ///   - vocabulary: that of the policy.
  private init(
    _ attempt: Attempt, _ read: AttemptReading, in situation: Situation, by vocabulary: Vocabulary
  ) {
    self.vocabulary = vocabulary
    self.attempt = attempt
    self.situation = situation
    shape = AttemptShape(vocabulary.actions[read.named.action].traits, read.named.kind)
    actionNumber = read.named.action
    provider = read.named.provider
    asked = read.asked
    domain = read.reading.facts[.domain]
  }

  var action: ActionTraits { shape.action }
  var kind: MethodKind? { shape.kind }
  /// Who asserts, and whom; nil for actions that carry no method.
  var asserted: (provider: String, subject: String?)? { attempt.asserted }

  /// The facts, without the derived ones, and the account pointed to.
  ///
  /// - Parameters:
  ///   - attempt: the attempt.
  ///   - read: what it came to under the same settings and with the same code.
  ///   - situation: what was found, with its code as the action sees it (``Situation/withCode(takenFor:by:)``).
  ///   - given: the code as it was given, whatever it was mailed for.
  ///   - vocabulary: that of the policy.
  /// - Returns: the facts, and what they are about.
  /// - Throws: an ``InputError`` for what contradicts itself or the attempt.
  package static func read(
    _ attempt: Attempt, _ read: AttemptReading, in situation: Situation, given: Code?,
    by vocabulary: Vocabulary
  ) throws(InputError) -> Reading {
    var reader = FactReader(attempt, read, in: situation, by: vocabulary)
    var reading = read.reading
    if !read.asked.others.isEmpty {
      reader.electAddress(&reading)
    }
    try reader.checkCode(given)
    try reader.checkSession()
    if situation.hasAccounts {
      try reader.checkSituation()
    }
    try reader.findAccounts()
    reading.pointed = reader.pointedAs
    var found = FoundFactReader(reader: consume reader, facts: reading.facts)
    try found.read()
    reading.facts = found.facts
    return reading
  }

  private func checkSituation() throws(InputError) {
    try SituationCheck(
      vocabulary: vocabulary, situation: situation, attempt: attempt, shape: shape,
      pool: vocabulary.pools.index(ofProvider: provider), asked: asked
    ).run()
  }

  /// Elects the address that is used among several, and reads its domain and claims.
  private mutating func electAddress(_ reading: inout Reading) {
    guard let used = electedAddress else { return }
    let given = GivenAddresses(attempt.assertedAddresses, attempt.address)
    vocabulary.read(used.domain, given.claims(used.record), into: &reading.facts)
    reading.record = used.record
    domain = used.domain
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
