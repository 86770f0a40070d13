extension Policy {
  /// Decides by this policy what was answered to the look-up of another one.
  ///
  /// The answers are taken as they are. Where this policy would have asked for something else, such as an address
  /// in another canonical form, they say nothing about what it would decide.
  ///
  /// - Parameter found: an answered look-up, of whatever policy.
  /// - Returns: the decision; nil where this policy's own look-up asks for something that was not asked.
  /// - Throws: an ``InputError`` for an attempt that this policy does not offer, and for answers that cannot be
  ///   under it.
  package func decide(answeredElsewhere found: AnsweredLookup) throws(InputError) -> Decision? {
    let named = try NamedAttempt(found.attempt, in: image.vocabulary)
    let judged = try judged(found.situation, for: named)
    let read = try image.read(found.attempt, named, in: judged)
    guard image.asks(read, of: found.attempt, sameAs: found) else { return nil }
    return try decide(found.attempt, read, in: found.situation)
  }
}

extension PolicyImage {
  /// Whether an attempt that was read under this policy asks a store for what an answered look-up has asked.
  ///
  /// Session, target and code are the caller's, and asked for under every policy.
  fileprivate func asks(
    _ read: AttemptReading, of attempt: Attempt, sameAs found: AnsweredLookup
  ) -> Bool {
    let other = found.image.vocabulary
    let (key, otherKey) = (
      read.credential(of: attempt, by: vocabulary), found.read.credential(of: attempt, by: other)
    )
    guard key?.kind == otherKey?.kind, (key?.issuer).hasSameBytes(as: otherKey?.issuer),
      (key?.subject).hasSameBytes(as: otherKey?.subject)
    else { return false }
    let (asked, otherAsked) = (read.asked.list, found.read.asked.list)
    guard asked.count == otherAsked.count,
      asked.indices.allSatisfy({ asked[$0].hasSameBytes(as: otherAsked[$0]) })
    else { return false }
    if !asked.isEmpty {
      guard vocabulary.addresses.heldBy == other.addresses.heldBy,
        vocabulary.pool(of: read) == other.pool(of: found.read)
      else { return false }
    }
    // A method that nobody asked about would count as switched on.
    return !asksMethod(read) || found.image.asksMethod(found.read)
  }

  private func asksMethod(_ read: AttemptReading) -> Bool {
    let shape = AttemptShape(vocabulary.actions[read.named.action].traits, read.named.kind)
    return vocabulary.isUsed(.method) && MethodFact.isCarried(by: shape)
  }
}

extension Vocabulary {
  fileprivate func pool(of read: AttemptReading) -> [String] {
    names(ofPool: pools.index(ofProvider: read.named.provider))
  }
}
