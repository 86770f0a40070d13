internal import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyJSON
internal import LinkPolicyTesting

/// A sequence written down as a vector.
package struct SequenceVector: Sendable {
  /// What a vector says is expected of its steps.
  package enum Answers: Sendable {
    /// Nothing: another implementation is to answer it.
    case none
    /// Whether the policy itself allows them, so that the vector can be played.
    case outcome
    /// What the policy itself answers.
    case policy
    /// The same, and what is shown of a refusal also where that is what came of it: another policy may show less.
    case shown
  }

  /// The JSON of the case.
  package let json: JSONValue
  /// Its id.
  package let id: String

  /// Writes a sequence down; `policyName` is what the vector calls the policy.
  package init(
    _ sequence: StepSequence, under policy: CompiledPolicy, named policyName: String,
    prefix: String,
    answers: Answers, flags: [String] = []
  ) {
    let played = sequence.play(policy)
    var steps: [JSONValue] = []
    for (step, result) in zip(sequence.steps, played) {
      steps.append(Self.step(step, result, policy, answers))
    }
    var accounts: JSONValue?
    let isAnswered = if case .none = answers { false } else { true }
    switch answers {
    case .none, .outcome: break
    case .policy, .shown:
      let store = played.last?.accounts ?? Accounts()
      let purposes = Self.purposesMailed(played, policy.policy)
      accounts = .array(store.accounts.map { Self.account($0, of: store, purposes) })
    }
    func vector(_ id: String) -> JSONValue {
      .object([
        "id": .string(id), "policy": .string(policyName),
        "source": isAnswered ? .string("answers of policy " + policyName) : nil,
        "flags": flags.isEmpty ? nil : .array(flags.map { .string($0) }),
        "steps": .array(steps), "accounts": accounts,
      ])
    }
    id = CanonicalInputs.id(of: vector(""), prefix: prefix)
    json = vector(id)
  }

  private static func step(
    _ step: StepSequence.Step, _ played: StepSequence.Played, _ policy: CompiledPolicy,
    _ answers: Answers
  ) -> JSONValue {
    guard case .attempt(let attempt) = played.content else {
      if case .wait(.old) = played.content {
        return .object(["wait": .string("old")])
      }
      return .object(["wait": .string("expired")])
    }
    let expect: JSONValue? =
      switch answers {
      case .none: nil
      case .outcome: outcome(played, MethodNames(policy.policy))
      case .policy: expectation(played, MethodNames(policy.policy))
      case .shown: expectation(played, MethodNames(policy.policy), statesShown: true)
      }
    let written = JSONValue.members([
      "attempt": self.attempt(attempt.attempt, policy),
      "as": step.session.map { .int($0 + 1) },
      "target": attempt.caller.target.map { .string($0) },
      "code": attempt.caller.code.map { .string($0) },
      "settings": .words(attempt.caller.settings.values),
    ])
    return JSONValue(
      .object(
        written + attempt.caller.stated.members(.situation)
          + JSONValue.members(["expect": expect])))
  }

  /// The purposes of accounts' codes that some step mailed, in the order in which policies list them.
  private static func purposesMailed(
    _ played: [StepSequence.Played], _ policy: Policy
  ) -> [CodePurpose] {
    var mailed: Set<CodePurpose> = []
    for event in played.flatMap({ $0.applied?.events ?? [] }) {
      if case .codeMailed(_, let purpose, _) = event {
        mailed.insert(purpose)
      }
    }
    return policy.vocabulary.purposes.purposes
      .filter { $0.treatment.owner == .account && mailed.contains($0.purpose) }.map { $0.purpose }
  }

  // MARK: Attempts

  private static func attempt(_ attempt: Attempt, _ policy: CompiledPolicy) -> JSONValue {
    let assertion = attempt.assertion
    let records = assertion?.addresses ?? []
    let isSingle = records.count == 1
    let said = JSONValue.members([
      "action": .string(attempt.action.name),
      "provider": assertion.map { .string($0.provider) },
      "kind": assertion.flatMap { kind(of: $0, policy) }.map { .string($0.name) },
      "subject": assertion?.subject.map { .string($0) },
      "email": (isSingle ? records[0].email : attempt.address).map { .string($0) },
      "claims": isSingle ? claims(records[0]) : nil,
      "addresses": records.count > 1
        ? .array(
          records.map { .object(["email": .string($0.email), "claims": claims($0)]) }) : nil,
    ])
    let link = attempt.link.map { JSONValue(.object($0.stated.members(.link))) }
    let rest = JSONValue.members([
      "link": link,
      "profile": profile(attempt.profile),
      "tenant": attempt.tenant.map { .string($0) },
    ])
    let stated =
      (assertion?.stated.members(.assertion) ?? []) + attempt.stated.members(.attempt)
    return JSONValue(.object(said + stated + rest))
  }

  /// The kind, where it is not the provider's first.
  private static func kind(of assertion: Assertion, _ policy: CompiledPolicy) -> MethodKind? {
    let declared = policy.vocabulary.providers.provider(of: assertion.provider)?.kinds
    return assertion.kind == declared?.first ? nil : assertion.kind
  }

  private static func claims(_ record: AddressRecord) -> JSONValue? {
    guard !record.claims.isEmpty else { return nil }
    return JSONValue(
      .object(
        record.claims.map { claim in
          let value: JSONValue =
            switch claim.value {
            case .null: .null
            case .boolean(let value): .bool(value)
            case .string(let text): .string(text)
            case .number(let text): number(text)
            }
          return JSONMember(Name(claim.name), value)
        }))
  }

  private static func number(_ text: Name) -> JSONValue {
    let document = try? JSONDocument(text.bytes, name: "claim")
    return document?.root ?? .string(text)
  }

  private static func profile(_ profile: Profile) -> JSONValue? {
    guard profile != Profile() else { return nil }
    return .object([
      "name": profile.name.map { .string($0) }, "photo": profile.photo.map { .string($0) },
    ])
  }
}
