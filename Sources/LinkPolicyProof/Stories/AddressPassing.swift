internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview
internal import LinkPolicyTesting

/// The moments at which the owner's address can pass from the attacker to the owner in a story.
///
/// A moment is the number of attempts before the address passes. A story is possible only if one moment suits all
/// attempts of the story.
struct AddressPassing: Sendable {
  /// The number of attempts of the story so far.
  private(set) var attempts = 0
  /// The first moment that suits the attempts so far.
  private var first = 0
  /// The last moment that suits the attempts so far; nil if the address can pass at any later moment.
  private var last: Int?
  /// The number of attempts before each code was mailed to the owner's address, keyed by the code's id.
  private var mails: [String: Int] = [:]

  /// Whether some moment suits all attempts so far.
  var isPossible: Bool { last.map { first <= $0 } ?? true }

  /// Requires that the address belongs to an actor during the next attempt.
  mutating func require(_ holder: Actor) {
    require(holder, during: attempts)
  }

  /// Requires that the address belonged to an actor when a code was mailed to the address.
  mutating func require(_ holder: Actor, atMailOf code: String) {
    guard let attempt = mails[code] else { return }
    require(holder, during: attempt)
  }

  private mutating func require(_ holder: Actor, during attempt: Int) {
    switch holder {
    case .attacker: first = max(first, attempt + 1)
    case .owner: last = min(last ?? attempt, attempt)
    }
  }

  /// Counts the next attempt, which mails codes to the owner's address.
  mutating func advance(mailing codes: [String]) {
    for code in codes {
      mails[code] = attempts
    }
    attempts += 1
  }

  /// Returns the possible moments as text.
  ///
  /// Two stories have equal texts if the same further attempts are possible after both stories.
  func text(of codes: [String]) -> String {
    var text = last == nil ? "" : "P"
    for code in codes {
      guard let attempt = mails[code] else { continue }
      text += attempt < first ? "b" : last.map { attempt >= $0 } ?? false ? "a" : "?"
    }
    return text
  }
}

extension AdversaryModel {
  /// Returns the actor to whom the owner's address must belong during an attempt; nil if the attempt is possible before
  /// and after the address passes.
  func requiredHolder(of attempt: AbstractAttempt, _ facts: [StoryFact]) -> Actor? {
    guard attempt.address == .owners else { return nil }
    return switch attempt.actor {
    case .owner: .owner
    case .attacker: isObtainable(attempt, facts) ? nil : .attacker
    }
  }

  /// Returns whether the owner must have got the mail before an attempt can carry a code that was mailed to the owner's
  /// address.
  func needsOwnersMail(_ attempt: AbstractAttempt) -> Bool {
    excludes(.foreignMail) && !(attempt.actor == .attacker && hasAlias)
  }

  /// Returns whether the actor can obtain the attempt's assertion of the owner's address while the address belongs to
  /// this model's `holder`.
  private func isObtainable(_ attempt: AbstractAttempt, _ facts: [StoryFact]) -> Bool {
    guard attempt.kind == .federated, let provider = attempt.provider else { return true }
    if facts[.connection] == Assertion.Connection.bound.rawValue,
      !usesBoundConnection(attempt.actor)
    {
      return false
    }
    return obtainable.regions(ofOwners: provider).contains { region in
      // Assertions that anybody can obtain prove nothing.
      canObtain(region.obtainer, attempt.actor)
        && !(attempt.provesAddress && region.obtainer == .anyone)
        && region.limits.values.allSatisfy { fact, values in
          // If the answer does not depend on a fact, the assertion can have any value of the fact.
          facts.first { $0.fact == fact }.map { values.contains($0.value) } ?? true
        }
    }
  }
}

extension StoryAttempts {
  /// Makes an attempt in a store.
  ///
  /// Returns nil if the attempt is impossible: the attempt contradicts the store, or the owner's address belongs to the
  /// wrong actor.
  func play(
    _ step: ExploredAttempt, _ abstract: AbstractAttempt, _ facts: [StoryFact],
    in world: StoryWorld
  ) -> StoryWorld.StoryOutcome? {
    guard
      var outcome = world.attempt(step, as: abstract, under: model.policy, owners: owners)
    else { return nil }
    guard var passing = world.passing else { return outcome }
    if let holder = model.requiredHolder(of: abstract, facts) {
      passing.require(holder)
    }
    if let code = step.caller.code, model.needsOwnersMail(abstract) {
      passing.require(.owner, atMailOf: code)
    }
    guard passing.isPossible else { return nil }
    let known = Set(world.store.codes.map { $0.id })
    passing.advance(
      mailing: outcome.world.store.codes.filter {
        !known.contains($0.id) && $0.address.hasSameBytes(as: owners)
      }.map { $0.id })
    outcome.world.passing = passing
    return outcome
  }
}
