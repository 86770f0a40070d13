internal import LinkPolicy

/// Something about an attempt that can be chosen freely, whatever accounts there are.
///
/// Each modifier sets one fact (a requested link two). What it may be goes by the rules of
/// ``SituationSpace``; the first value is the one an attempt has unless it is modified.
struct Modifier: Sendable {
  /// What is modified.
  enum Subject: Sendable {
    case method, nonce, connection, origin, consent, link, secret
    case setting(name: String, values: [Name])
  }

  let subject: Subject
  /// The fact.
  let fact: Int
  /// A value of each class of the fact that the policy tells apart, the usual one first.
  let values: [Int]

  /// Sets the value in a vector of facts.
  func set(_ value: Int, in facts: inout FactVector) {
    guard case .link = subject else {
      facts[fact] = value
      return
    }
    facts[.linkDomain] = value / 3
    facts[.linkInApp] = value % 3
  }

  /// Sets the value in an attempt.
  func set(_ value: Int, in step: inout ExploredAttempt) {
    switch subject {
    case .method:
      step.caller.isMethodEnabled = value == FactValue.MethodSwitch.enabled.rawValue
    case .nonce:
      step.attempt.assertion?.nonce = [.matched, .mismatched, .absent][value]
    case .connection:
      step.attempt.assertion?.connection = [.bound, .unbound, .none][value]
    case .origin:
      step.attempt.assertion?.origin = value == 0 ? .fresh : .returned
    case .consent:
      step.attempt.hasConsent = value == FactValue.Consent.given.rawValue
    case .link:
      step.attempt.link =
        value / 3 == FactValue.LinkDomain.absent.rawValue
        ? nil
        : Attempt.LinkRequest(isDomainAllowed: value / 3 == 0, isHandledInApp: value % 3 == 0)
    case .secret:
      step.attempt.assertion?.secret = [.right, .wrong, .absent][value]
    case .setting(let name, let values):
      step.caller.settings.values.removeAll { $0.name.hasSameBytes(as: name) }
      if value != 0 {
        step.caller.settings.values.append((name: name, value: values[value].text))
      }
    }
  }
}

extension Modifier {
  /// The modifiers of an action and kind that some conditions can notice.
  static func all(
    of policy: CompiledPolicy, _ action: ActionDefinition, _ kind: MethodKind?,
    _ axes: ConditionAxes
  ) -> [Modifier] {
    var modifiers: [Modifier] = []
    func add(_ subject: Subject, _ fact: EngineFact, usually value: Int) {
      let values = axes.representatives(of: fact.rawValue, first: value)
      if values.count > 1 {
        modifiers.append(Modifier(subject: subject, fact: fact.rawValue, values: values))
      }
    }
    if kind == .federated {
      add(.nonce, .nonce, usually: FactValue.Nonce.absent.rawValue)
      add(.connection, .connection, usually: FactValue.Connection.none.rawValue)
    }
    if kind == .federated || kind == .phone {
      add(.origin, .origin, usually: FactValue.Origin.fresh.rawValue)
    }
    if kind != nil {
      add(.consent, .consent, usually: FactValue.Consent.absent.rawValue)
    }
    if action.requestsLink, axes.tests(.linkDomain) || axes.tests(.linkInApp) {
      // Both are there or neither is; nine times domain plus app, as pairs.
      modifiers.append(
        Modifier(
          subject: .link, fact: EngineFact.linkDomain.rawValue, values: [0, 8, 1, 3, 4]))
    }
    let first = policy.vocabulary.schema.settings.lowerBound
    for (index, setting) in policy.document.settings.enumerated() {
      let values = axes.representatives(of: first + index, first: 0)
      if values.count > 1 {
        modifiers.append(
          Modifier(
            subject: .setting(
              name: setting.name.value.text, values: setting.values.map { $0.value }),
            fact: first + index, values: values))
      }
    }
    if kind != nil || action.requestsLink {
      add(.method, .method, usually: FactValue.MethodSwitch.enabled.rawValue)
    }
    return modifiers
  }

  /// The modifier of a password's check, for attempts that have one to check.
  static let secret = Modifier(
    subject: .secret, fact: EngineFact.secret.rawValue,
    values: [FactValue.Secret.right.rawValue, FactValue.Secret.wrong.rawValue])
}

/// One value for each of some modifiers.
struct Modification: Sendable {
  /// The places of the values in each modifier's list.
  var choices: [Int]

  /// Every combination, the ones nearest to the usual first.
  ///
  /// Where there are more than the limit, those with up to two values that are not usual.
  static func all(of modifiers: [Modifier], limit: Int = 4096) -> [Modification] {
    var count = 1
    for modifier in modifiers {
      count = min(count * modifier.values.count, limit + 1)
    }
    var all = [Modification(choices: [])]
    for modifier in modifiers {
      all = all.flatMap { combination in
        modifier.values.indices.compactMap { choice in
          let choices = combination.choices + [choice]
          guard count <= limit || choices.count(where: { $0 != 0 }) <= 2 else { return nil }
          return Modification(choices: choices)
        }
      }
    }
    let distances = all.map { $0.choices.count { $0 != 0 } }
    return all.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }.map { all[$0] }
  }

  func set(_ modifiers: [Modifier], in facts: inout FactVector) {
    for (modifier, choice) in zip(modifiers, choices) {
      modifier.set(modifier.values[choice], in: &facts)
    }
  }

  func set(_ modifiers: [Modifier], in step: inout ExploredAttempt) {
    for (modifier, choice) in zip(modifiers, choices) where choice != 0 {
      modifier.set(modifier.values[choice], in: &step)
    }
  }
}
