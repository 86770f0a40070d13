internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicyTesting

extension SequenceVector {
  /// Whether a step was allowed, as an expectation.
  static func outcome(_ played: StepSequence.Played, _ names: MethodNames) -> JSONValue {
    guard let decision = played.decision else { return expectation(played, names) }
    return .object(["outcome": .string(decision.isAllowed ? "allowed" : "refused")])
  }

  /// What a step answered, as an expectation.
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
      "ticket": .bool(decision.ticket != nil),
      "listeners": .array(events.compactMap { ExpectedNotice($0).map { text(of: $0) } }),
      "removed": .array(events.compactMap { removed($0, names) }),
    ])
  }

  /// An account as it is expected at the end, with where the newest code went that it has of each
  /// purpose given.
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
      "factors": account.factors == 0 ? nil : .int(account.factors),
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
