/// Reads an attempt as far as it goes without accounts, sessions and codes.
///
/// Whatever is malformed or contradicts itself is an ``InputError``; no fact is ever guessed.
package struct AttemptReader {
  let vocabulary: Vocabulary
  let attempt: Attempt
  /// What the attempt can carry at all.
  let shape: AttemptShape
  var result: AttemptReading

  /// Starts reading an attempt whose words were looked up before.
  package init(_ attempt: Attempt, _ named: NamedAttempt, by vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
    self.attempt = attempt
    shape = AttemptShape(vocabulary.actions[named.action].traits, named.kind)
    result = AttemptReading(named, by: vocabulary)
  }

  var action: ActionTraits { shape.action }
  var kind: MethodKind? { result.named.kind }
  /// The value of the fact `provider`.
  var provider: Int { result.named.provider }

  /// Reads everything.
  ///
  /// - Parameters:
  ///   - settings: the settings in force.
  ///   - code: what is known of the address that the attempt's code brings.
  ///   - isProven: whether a vector with one record's facts meets the policy's `proof`; asked only where
  ///     several records can be used.
  /// - Returns: what the attempt comes to.
  /// - Throws: an ``InputError`` for an attempt that is malformed or contradicts itself.
  package consuming func read(
    _ settings: Settings, code: BroughtAddress, isProven: (FactVector) -> Bool
  ) throws(InputError) -> AttemptReading {
    try readStated()
    try vocabulary.read(settings, into: &result.reading.facts)
    if let given = try addressesGiven(code) {
      try readAddresses(given, isProven)
    } else {
      result.isOpen = true
    }
    return result
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
