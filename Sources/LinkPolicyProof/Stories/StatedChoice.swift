internal import LinkPolicy
internal import LinkPolicyReview

/// The value of a fact that is stated with an attempt.
struct StatedChoice: Sendable, Equatable {
  var fact: EngineFact
  var carrier: StatedCarrier
  var value: Int

  /// States it with an attempt.
  func set(in step: inout ExploredAttempt) {
    switch carrier {
    case .assertion: step.attempt.assertion?.stated[fact] = value
    case .attempt: step.attempt.stated[fact] = value
    case .situation: step.caller.stated[fact] = value
    case .link:
      // A link that states nothing of itself is none.
      if value == fact.described.unset {
        step.attempt.link = nil
      } else {
        var link = step.attempt.link ?? Attempt.LinkRequest(stated: StatedValues())
        link.stated[fact] = value
        step.attempt.link = link
      }
    }
  }
}
