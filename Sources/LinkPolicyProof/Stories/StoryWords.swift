internal import LinkPolicy
import LinkPolicyAuthoring
internal import LinkPolicyExploration
internal import LinkPolicyTesting

/// The words and sentences that describe a story in a report.
struct StoryWords {
  let model: AdversaryModel

  init(_ model: AdversaryModel) {
    self.model = model
  }

  /// Returns a step with its result as a sentence: for example, the owner signs in and gets into account `u1`.
  func sentence(_ step: StorySearch.StoryStep) -> String {
    let clause = clause(step)
    // The clause begins with `the`, `an` or `time`, so its first letter is an ASCII letter.
    return clause.prefix(1).uppercased() + clause.dropFirst() + ending(step) + "."
  }

  /// Returns the action of a step as a clause, without the result of the step.
  private func clause(_ step: StorySearch.StoryStep) -> String {
    guard let abstract = step.abstract, case .attempt(let made) = step.content else {
      return waiting(step)
    }
    let attempt = made.attempt
    let who = actor(step) ?? abstract.actor.name
    let subject = attempt.assertion?.subject.flatMap {
      who == abstract.actor.name && $0.hasSameBytes(as: abstract.actor.subject) ? nil : $0
    }
    var words = AttemptPhrase(attempt.action.name).text(of: attempt, subject: subject)
    var details: [String] = []
    for identifier in attempt.identifiers {
      details.append("with " + identifier.name + " " + identifier.value)
    }
    if let session = made.caller.session {
      details.append("in session " + session)
    }
    if let code = made.caller.code {
      details.append("with code " + code)
    }
    if let target = made.caller.target {
      let object = "an account"
      if words.hasSuffix(object) {
        words.removeLast(object.count)
        words += "account " + target
      } else {
        details.append("on account " + target)
      }
    }
    if let tenant = attempt.tenant {
      details.append("in tenant " + tenant)
    }
    details += stated(made)
    if let phrase = made.caller.disabledPhrase {
      details.append(phrase)
    }
    return who + " " + words
      + (details.isEmpty ? "" : ", " + details.joined(separator: ", "))
  }

  /// Returns the actor who makes the attempt of a step or adds a second factor; nil if the step is a wait.
  func actor(_ step: StorySearch.StoryStep) -> String? {
    if let enrollment = step.enrollment {
      return enrollment.actor.name
    }
    guard let abstract = step.abstract, case .attempt = step.content else { return nil }
    let policy = model.policy
    let action = policy.vocabulary.actions[policy.storage.tables[abstract.table].action]
    return switch policy.performer(of: action) {
    case .anybody, .session: abstract.actor.name
    case .provider: "the provider"
    case .service: "the service"
    case .administrator: "an administrator"
    }
  }

  private func waiting(_ step: StorySearch.StoryStep) -> String {
    if let enrollment = step.enrollment {
      return enrollment.actor.name + " adds a second factor to " + enrollment.account
    }
    guard case .wait(let wait) = step.content else { return "" }
    switch wait {
    case .old: return "time passes, and sessions are no longer recent"
    case .expired: return "time passes, and codes expire"
    }
  }

  /// Returns the values that the attempt states, such as `nonce=matched`, without values that equal their defaults.
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
    for (name, value) in step.attempt.inputs.values {
      words.append("with the input " + name + "=" + value)
    }
    for (name, value) in step.caller.settings.values {
      words.append("under the setting " + name + "=" + value)
    }
    return words
  }

  /// Returns a claim as text, with the policy's name for the claim's value.
  private func text(of claim: AddressRecord.Claim) -> String {
    let vocabulary = model.policy.vocabulary
    for (index, declared) in vocabulary.claims.enumerated()
    where claim.name.hasSameBytes(as: declared.name) {
      let values = vocabulary.schema.facts[vocabulary.schema.claims.lowerBound + index].values
      return claim.name + "=" + values[declared.value(of: claim.value)].text
    }
    return claim.name
  }

  /// Returns the actor's letter and the step's action as a clause; a step without an attempt has no letter.
  func move(_ step: StorySearch.StoryStep) -> String {
    guard let abstract = step.abstract else { return waiting(step) }
    return abstract.actor.letter + " " + clause(step)
  }

  /// Returns the result of a step as the end of a sentence; empty if the step has no result.
  private func ending(_ step: StorySearch.StoryStep) -> String {
    guard let decision = step.decision else { return "" }
    if case .refused(let refusal) = decision.outcome {
      return ", and is refused with `" + refusal.code + "`"
    }
    guard let applied = step.applied, let account = applied.account else { return "" }
    switch (applied.isNewAccount, applied.session != nil) {
    case (true, true): return ", and gets the new account " + account
    case (true, false): return ", and creates account " + account
    case (false, true): return ", and gets into account " + account
    case (false, false):
      // The clause of an administrator's attempt already names the target.
      if case .attempt(let made) = step.content,
        made.caller.target?.hasSameBytes(as: account) == true
      {
        return ""
      }
      return ", for account " + account
    }
  }

  /// Returns the result of a step in a few words, such as `u1, signed in`.
  func result(_ step: StorySearch.StoryStep) -> String {
    guard let decision = step.decision else { return "" }
    if case .refused(let refusal) = decision.outcome {
      return "refused: " + refusal.code
    }
    guard let applied = step.applied, let account = applied.account else { return "done" }
    return (applied.isNewAccount ? "new account " : "") + account
      + (applied.session == nil ? "" : ", signed in")
  }

  /// Returns a text about the accounts of a store: the address, methods and sessions of each account, with their
  /// actors.
  func state(_ world: StoryWorld) -> String {
    let accounts = self.accounts(of: world)
    return accounts.isEmpty ? "no account" : accounts.map { $0.text }.joined(separator: " | ")
  }

  /// Returns the accounts of a store, each with the signed-in actors and the actors who added factors.
  func accounts(of world: StoryWorld) -> [AccountSentence] {
    world.store.accounts.map { account in
      let sessions = world.store.sessions.indices.filter {
        world.store.sessions[$0].account.hasSameBytes(as: account.id)
          && world.isLive(world.store.sessions[$0])
      }.map { world.sessionActors[$0] }
      let factors = Actor.allCases.filter { world.factors[account.id]?.contains($0) ?? false }
      return AccountSentence(account: account, sessions: sessions, factors: factors) {
        world.passwordSetter(account.id, $0)
      }
    }
  }
}

/// One step of a sequence, in the words that a report shows.
package struct ToldStep: Sendable {
  /// The action and its result as a sentence.
  package var sentence: String
  /// The actor and the action in a few words.
  ///
  /// Tests compare models by the texts of this property.
  package var move: String
  /// The deciding row or guard; nil if neither decided the step.
  package var row: String?
  /// The result of the step in a few words, such as `u1, signed in`.
  package var result: String
  /// The actor, such as `the owner`; nil for a step without an actor, such as a wait.
  package var actor: String?
  /// The attempt in a few words, such as `sign-in google.com`.
  package var label: String
  /// The id of the account that the step creates or concerns, such as `u1`; nil if there is no such account.
  package var account: String?
  /// Whether the policy refuses the attempt.
  package var isRefused: Bool
}

extension ToldStep {
  init(_ step: StorySearch.StoryStep, _ words: StoryWords) {
    var label = ""
    if case .attempt(let made) = step.content {
      label = Self.label(made.attempt)
    }
    self.init(
      sentence: words.sentence(step), move: words.move(step),
      row: step.decision.flatMap { RowName($0)?.text }, result: words.result(step),
      actor: words.actor(step), label: label,
      account: step.applied?.account ?? step.decision?.pointedAccount?.id
        ?? step.enrollment?.account,
      isRefused: step.decision.map { !$0.isAllowed } ?? false)
  }

  /// Creates the step for an attempt by a signed-out actor, with the answer that the actor sees.
  init(_ step: ExploredAttempt, shown: String) {
    let phrase = AttemptPhrase(step.attempt.action.name).text(of: step.attempt)
    let inputs = step.attempt.inputs.values.map { ", with the input " + $0.name + "=" + $0.value }
    let settings = step.caller.settings.values.map {
      ", under the setting " + $0.name + "=" + $0.value
    }
    let clause = phrase + inputs.joined() + settings.joined()
    self.init(
      sentence: "A stranger " + clause + ", and gets the answer `" + shown + "`.",
      move: "a " + clause,
      row: nil, result: "shown: " + shown, actor: Actor.attacker.name,
      label: Self.label(step.attempt), account: nil, isRefused: false)
  }

  /// Returns the attempt in a few words, such as `sign-in google.com`.
  static func label(_ attempt: Attempt) -> String {
    let method = attempt.assertion?.provider
    return attempt.action.name + (method.map { " " + $0 } ?? "")
  }
}

/// An account as text, such as `u1 ana@gmail.com verified [google.com:owner] signed in: owner`.
struct AccountSentence {
  let account: Account
  /// The actors who are signed in to the account.
  let sessions: [Actor]
  /// The actors who enrolled a second factor.
  var factors: [Actor] = []
  /// Returns the actor who set the account's password for a provider.
  let passwordSetter: (_ provider: String) -> Actor?

  var text: String {
    let methods = account.methods.map { method in
      let holder =
        method.subject
        ?? (method.closedKind == .password ? passwordSetter(method.provider)?.subject : nil)
      return method.provider + (holder.map { ":" + $0 } ?? "")
    }
    var text = account.id + " " + (account.email ?? "without address")
    text += account.email == nil ? "" : account.isEmailVerified ? " verified" : " unverified"
    text += account.identifiers.map { " " + $0.name + "=" + $0.value }.joined()
    text += account.state == .active ? "" : " disabled"
    text += " [" + methods.joined(separator: " ") + "] signed in: " + words(for: sessions)
    return text + (factors.isEmpty ? "" : ", second factor: " + words(for: factors))
  }

  /// Sentences about the account: its address, and its methods and sessions with their actors.
  var sentences: String {
    let ways = account.methods.map { method in
      let setter = method.closedKind == .password ? passwordSetter(method.provider) : nil
      let holder = Actor(having: method.subject) ?? setter
      return method.provider + (holder.map { " of " + $0.name } ?? "")
    }
    func list(_ words: [String], orElse none: String) -> String {
      words.isEmpty ? none : words.joined(separator: ", ")
    }
    var text = "Account " + account.id + ": " + (account.email ?? "no address")
    text += account.email == nil ? "" : account.isEmailVerified ? ", verified" : ", not verified"
    text += account.identifiers.map { ", " + $0.name + " " + $0.value }.joined()
    text += account.state == .active ? "" : ", disabled"
    text += ". Ways in: " + list(ways, orElse: "none")
    text += ". Signed in: " + list(sessions.map { $0.name }, orElse: "nobody")
    guard !factors.isEmpty else { return text + "." }
    return text + ". Second factor: " + factors.map { $0.name }.joined(separator: ", ") + "."
  }

  private func words(for actors: [Actor]) -> String {
    actors.isEmpty ? "nobody" : actors.map { $0.subject }.joined(separator: " ")
  }
}
