internal import LinkPolicy
import LinkPolicyAuthoring
internal import LinkPolicyReview
internal import LinkPolicyTesting

/// A story in plain words.
struct StoryWords {
  let model: AdversaryModel

  init(_ model: AdversaryModel) {
    self.model = model
  }

  /// What is done in a step, as a sentence without its full stop.
  func sentence(_ step: StorySearch.Step) -> String {
    guard let abstract = step.abstract, case .attempt(let made) = step.content else {
      return waiting(step)
    }
    let attempt = made.attempt
    let who = actor(step) ?? abstract.actor.name
    var words = [who + ": " + attempt.action.name]
    if let assertion = attempt.assertion {
      words.append(assertion.provider)
      if let subject = assertion.subject, !subject.hasSameBytes(as: abstract.actor.subject) {
        words.append("with subject " + subject)
      }
    }
    let addresses = attempt.assertion?.addresses.map { $0.email } ?? []
    for address in addresses + [attempt.address].compactMap({ $0 }) {
      words.append("for " + address)
    }
    var details: [String] = []
    if let session = made.caller.session {
      details.append("in session " + session)
    }
    if let code = made.caller.code {
      details.append("with code " + code)
    }
    if let target = made.caller.target {
      details.append("on account " + target)
    }
    if let tenant = attempt.tenant {
      details.append("in tenant " + tenant)
    }
    details += stated(made)
    return words.joined(separator: " ")
      + (details.isEmpty ? "" : ", " + details.joined(separator: ", "))
  }

  /// Who makes the attempt of a step; nil where time passes.
  func actor(_ step: StorySearch.Step) -> String? {
    if let enrolment = step.enrolment {
      return enrolment.actor.name
    }
    guard let abstract = step.abstract, case .attempt(let made) = step.content else { return nil }
    return made.caller.target == nil ? abstract.actor.name : "an administrator"
  }

  private func waiting(_ step: StorySearch.Step) -> String {
    if let enrolment = step.enrolment {
      return enrolment.actor.name + " adds a second factor to " + enrolment.account
    }
    guard case .wait(let wait) = step.content else { return "" }
    switch wait {
    case .old: return "time passes, and sessions are not recent any more"
    case .expired: return "time passes, and codes run out"
    }
  }

  /// What is stated otherwise than it goes without saying.
  private func stated(_ step: ExploredAttempt) -> [String] {
    var words: [String] = []
    for described in FactDescription.all {
      guard let stated = described.stated else { continue }
      let value: Int? =
        switch stated.carrier {
        case .assertion: step.attempt.assertion?.stated[described.fact]
        case .attempt: step.attempt.stated[described.fact]
        case .link: step.attempt.link?.stated[described.fact]
        case .situation: step.caller.stated[described.fact]
        }
      if let value, value != described.unset {
        words.append(described.name.text + "=" + described.values[value].text)
      }
    }
    for claim in step.attempt.assertion?.addresses.first?.claims ?? [] {
      words.append(text(of: claim))
    }
    for (name, value) in step.caller.settings.values {
      words.append("setting " + name + "=" + value)
    }
    return words
  }

  /// A claim, with the policy's word for its value.
  private func text(of claim: AddressRecord.Claim) -> String {
    let vocabulary = model.policy.vocabulary
    for (index, declared) in vocabulary.claims.enumerated()
    where claim.name.hasSameBytes(as: declared.name) {
      let values = vocabulary.schema.facts[vocabulary.schema.claims.lowerBound + index].values
      return claim.name + "=" + values[declared.value(of: claim.value)].text
    }
    return claim.name
  }

  /// The move in short words.
  func move(_ step: StorySearch.Step) -> String {
    guard let abstract = step.abstract else { return waiting(step) }
    return abstract.actor.letter + " " + sentence(step)
  }

  /// What came of a step.
  func result(_ step: StorySearch.Step) -> String {
    guard let decision = step.decision else { return "" }
    if case .refused(let refusal) = decision.outcome {
      return "refused: " + refusal.code
    }
    guard let applied = step.applied, let account = applied.account else { return "done" }
    return (applied.isNewAccount ? "new account " : "") + account
      + (applied.session == nil ? "" : ", signed in")
  }

  /// The accounts at the end, each with its address, methods and sessions and whose they are.
  func state(_ world: StoryWorld) -> String {
    world.store.accounts.map { account in
      let sessions = world.store.sessions.indices.filter {
        world.store.sessions[$0].account.hasSameBytes(as: account.id)
          && world.isLive(world.store.sessions[$0])
      }.map { world.sessionActors[$0] }
      let factors = Actor.allCases.filter { world.factors[account.id]?.contains($0) ?? false }
      return AccountSentence(account: account, sessions: sessions, factors: factors) {
        world.passwordSetter(account.id, $0)
      }.text
    }.joined(separator: " | ")
  }
}
