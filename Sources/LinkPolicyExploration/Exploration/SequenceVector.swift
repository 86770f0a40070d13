internal import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyJSON
internal import LinkPolicyTesting

/// A sequence of steps, written as a vector.
package struct SequenceVector: Sendable {
  /// The expectations that a vector states for its steps.
  package enum Answers: Sendable {
    /// The vector expects nothing, because another implementation will supply the answers.
    case none
    /// The vector expects only whether the policy itself allows each step.
    case outcome
    /// The vector expects the full answers of the policy itself.
    case policy
    /// The vector expects full answers. The vector states `shown` for every refusal, because another policy may show
    /// the client a different outcome.
    case shown
  }

  /// The vector as JSON.
  package let json: JSONValue
  /// The id of the vector, which depends only on the vector's inputs.
  package let id: String

  /// Creates the vector of a sequence; `policyName` is the name of the policy in the vector.
  package init(
    _ sequence: StepSequence, under policy: CompiledPolicy, named policyName: String,
    prefix: String,
    answers: Answers, flags: [String] = []
  ) {
    let played = sequence.play(policy)
    var steps: [JSONValue] = []
    for (number, (step, result)) in zip(sequence.steps, played).enumerated() {
      steps.append(
        Self.step(
          step, played: result,
          ticket: played[..<number].lastIndex { $0.decision?.hasTicket == true },
          policy: policy, answers: answers))
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
    _ step: StepSequence.Step, played: StepSequence.Played, ticket: Int?, policy: CompiledPolicy,
    answers: Answers
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
      "ticket": step.redeemsTicket ? ticket.map { .int($0 + 1) } : nil,
      "settings": .words(attempt.caller.settings.values),
    ])
    return JSONValue(
      .object(
        written + attempt.caller.members(of: played.decision)
          + JSONValue.members(["expect": expect])))
  }

  /// Returns the purposes of the account codes that at least one step mailed, in the order of the policy.
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
      "inputs": .words(attempt.inputs.values),
      "identifiers": .words(attempt.identifiers.map { ($0.name, $0.value) }),
      "link": link,
      "profile": profile(attempt.profile),
      "tenant": attempt.tenant.map { .string($0) },
    ])
    let stated =
      (assertion?.stated.members(.assertion) ?? []) + attempt.stated.members(.attempt)
    return JSONValue(.object(said + stated + rest))
  }

  /// Returns the kind of an assertion; nil for the provider's first kind, because a vector can omit this kind.
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

extension SequenceVector {
  /// Returns the outcome of a step as an expectation, such as `"outcome": "allowed"`.
  static func outcome(_ played: StepSequence.Played, _ names: MethodNames) -> JSONValue {
    guard let decision = played.decision else { return expectation(played, names) }
    return .object(["outcome": .string(decision.isAllowed ? "allowed" : "refused")])
  }

  /// Returns the full answer to a step as an expectation, such as the outcome, the row and the effects.
  static func expectation(
    _ played: StepSequence.Played, _ names: MethodNames, statesShown: Bool = false
  ) -> JSONValue {
    if let error = played.inputError {
      return .object(["input-error": .string(error.reason.word)])
    }
    guard let decision = played.decision else { return .object([:]) }
    var error: String?
    if case .refused(let refusal) = decision.outcome {
      error = refusal.code
    }
    let applied = played.applied
    let events = applied?.events ?? []
    return .object([
      "outcome": .string(decision.isAllowed ? "allowed" : "refused"),
      "error": error.map { .string($0) },
      "shown": decision.shown.word.hasSameBytes(as: decision.outcome.word)
        && !(statesShown && !decision.isAllowed) ? nil : .string(decision.shown.word),
      "row": decision.row.map { .string($0.id) },
      "table": decision.row.map { .string($0.table) },
      "account": applied.map { $0.account.map { .string($0) } ?? .null },
      "new": applied.map { .bool($0.isNewAccount) },
      "session": applied.map { .bool($0.session != nil) },
      "effects": .array(decision.effects.map { effect($0) }),
      "ask": decision.ask.map { .string($0.name) },
      "tell": decision.tell.isEmpty ? nil : .array(decision.tell.map { .string($0.name) }),
      "told": decision.tell.isEmpty ? nil : disclosed(decision.disclosed),
      "ticket": .bool(decision.hasTicket),
      "listeners": .array(events.compactMap { ExpectedNotice($0).map { text(of: $0) } }),
      "removed": .array(events.compactMap { removed($0, names) }),
    ])
  }

  /// Returns the expected final state of an account, with the recipient of the account's newest code for each given
  /// purpose.
  static func account(
    _ account: Account, of store: Accounts, _ purposes: [CodePurpose]
  ) -> JSONValue {
    let codes = purposes.map { purpose in
      let code = store.codes.last {
        $0.purpose == purpose && $0.account.hasSameBytes(as: account.id)
      }
      return JSONMember(purpose.name, code.map { .string($0.address) } ?? .null)
    }
    let profile = account.profile
    return .object([
      "id": .string(account.id),
      "email": account.email.map { .string($0) } ?? .null,
      "verified": .bool(account.isEmailVerified),
      "methods": .array(
        account.methods.map { method in
          .object([
            "provider": .string(method.provider), "kind": .string(method.closedKind.name),
            "subject": method.subject.map { .string($0) },
            "superseded": method.isSuperseded ? .bool(true) : nil,
            "address": method.address.map { .string($0) } ?? .null,
            "proved": method.provedAddress.map { .string($0) } ?? .null,
            "labels": .words(method.labels),
          ])
        }),
      "labels": .words(account.labels),
      "profile": .object([
        "name": profile.name.map { .string($0) } ?? .null,
        "photo": profile.photo.map { .string($0) } ?? .null,
      ]),
      "state": .string(account.state == .active ? "active" : "disabled"),
      "tenant": account.tenant.map { .string($0) } ?? .null,
      "factors": account.factors == 0 ? nil : .long(account.factors),
      "codes": codes.isEmpty ? nil : JSONValue(.object(codes)),
    ])
  }

  private static func effect(_ effect: Effect) -> JSONValue {
    let argument: JSONValue
    switch effect.argument {
    case .none: return .string(effect.word)
    case .list(let names): argument = .array(names.map { .string($0) })
    case .word(let name): argument = .string(name)
    case .pair(let name, let value):
      argument = JSONValue(.object([JSONMember(name, .string(value))]))
    }
    return JSONValue(.object([JSONMember(effect.word, argument)]))
  }

  private static func disclosed(_ disclosed: DisclosedValues) -> JSONValue {
    .object([
      "account": disclosed.account.map { .string($0) },
      "methods": disclosed.methods.map { .array($0.map { .string($0) }) },
      "address-methods": disclosed.addressMethods.map { .array($0.map { .string($0) }) },
      "providers": disclosed.providers.map { .array($0.map { .string($0) }) },
      "credential": disclosed.credential.map { .string($0.subject) },
      "registered": disclosed.isRegistered.map { .bool($0) },
    ])
  }

  private static func text(of notice: ExpectedNotice) -> JSONValue {
    if case .codeMailed(let purpose) = notice {
      return .object(["code-mailed": .string(purpose.name)])
    }
    return .string(notice.description)
  }

  private static func removed(_ event: Accounts.Event, _ names: MethodNames) -> JSONValue? {
    guard case .methodRemoved(_, let provider, let kind) = event else { return nil }
    return .string(names.describe(provider, kind))
  }
}

/// The ids of vectors: digests of everything in a vector except the expectations and remarks.
enum CanonicalInputs {
  /// The keys of a vector that are not part of the inputs, such as `title`.
  private static let beside: [Name] = [
    "id", "title", "comment", "source", "proves", "flags", "known", "accounts",
  ]

  /// Returns the first twelve hexadecimal digits of the SHA-256 of the inputs, after a prefix.
  static func id(of vector: JSONValue, prefix: String) -> String {
    let digest = SHA256.digest(of: bytes(of: vector))
    return prefix + "-" + String(Hexadecimal.text(digest).prefix(12))
  }

  /// Returns the inputs of a vector as canonical JSON, so that equal inputs have equal bytes.
  static func bytes(of vector: JSONValue) -> [UInt8] {
    let inputs = (vector.members ?? []).filter { !beside.contains($0.key) }
    return CanonicalJSON.bytes(
      of: JSONValue(
        .object(
          inputs.map { member in
            guard member.key == "steps", let steps = member.value.elements else { return member }
            let bare = steps.map { step in
              JSONValue(.object((step.members ?? []).filter { $0.key != "expect" }))
            }
            return JSONMember(member.key, .array(bare))
          })))
  }
}
