package import LinkPolicy
package import LinkPolicyAuthoring

/// A property of an attempt, such as the nonce, that does not depend on the accounts.
///
/// Each modifier sets one fact, or all stated facts of a requested link. The declarations of the facts determine the
/// possible values. The first value is the value in an unmodified attempt.
package struct Modifier: Sendable {
  /// The property of an attempt that a modifier changes, such as an input.
  package enum ModifierSubject: Sendable {
    /// A fact that the attempt states, such as the nonce.
    case stated(EngineFact, StatedCarrier)
    /// All facts of a requested link, as one number.
    case link
    case setting(name: String, values: [Name])
    /// An input that the policy declares.
    case input(name: String, values: [Name])
  }

  package let subject: ModifierSubject
  /// The fact that the modifier sets; for a requested link, the first fact of the link.
  package let fact: Int
  /// One value from each class of values that the policy distinguishes, the usual value first.
  package let values: [Int]

  package init(subject: ModifierSubject, fact: Int, values: [Int]) {
    self.subject = subject
    self.fact = fact
    self.values = values
  }

  /// Returns whether the modifier varies one of the given settings.
  func varies(_ settings: Settings) -> Bool {
    switch subject {
    case .stated, .link, .input: false
    case .setting(let name, _): settings.values.contains { $0.name.hasSameBytes(as: name) }
    }
  }

  /// Sets the modified fact in a fact vector to a value.
  package func set(_ value: Int, in facts: inout FactVector) {
    switch subject {
    case .stated, .setting, .input: facts[fact] = value
    case .link:
      for (fact, value) in LinkChoice.facts(of: value) {
        facts[fact] = value
      }
    }
  }

  /// Sets the modified property of an attempt to a value.
  func set(_ value: Int, in step: inout ExploredAttempt) {
    switch subject {
    case .stated(let fact, let carrier):
      switch carrier {
      case .assertion: step.attempt.assertion?.stated[fact] = value
      case .attempt: step.attempt.stated[fact] = value
      case .link: step.attempt.link?.stated[fact] = value
      case .situation: step.caller.stated[fact] = value
      }
    case .link:
      step.attempt.link = LinkChoice.stated(value).map { Attempt.LinkRequest(stated: $0) }
    case .setting(let name, let values):
      step.caller.settings.values.removeAll { $0.name.hasSameBytes(as: name) }
      if value != 0 {
        step.caller.settings.values.append((name: name, value: values[value].text))
      }
    case .input(let name, let values):
      // A modified attempt states every input that the attempt stated before, because the input may be required.
      let isStated = step.attempt.inputs.values.contains { $0.name.hasSameBytes(as: name) }
      step.attempt.inputs.values.removeAll { $0.name.hasSameBytes(as: name) }
      if value != 0 || isStated {
        step.attempt.inputs.values.append((name: name, value: values[value].text))
      }
    }
  }
}

/// The facts of a requested link as one number, in which each fact is a digit.
private enum LinkChoice {
  /// The facts that an attempt states about a requested link.
  static let descriptions = FactDescription.all.filter { $0.stated?.carrier == .link }

  /// The usual link, no link, and every other possible link, each as one number.
  static let all: [Int] = {
    let usual = descriptions.reduce(0) { $0 * $1.values.count + ($1.ordinary.first ?? 0) }
    let none = descriptions.reduce(0) { $0 * $1.values.count + ($1.unset ?? 0) }
    let count = descriptions.reduce(1) { $0 * $1.values.count }
    let others = (0..<count).filter { number in
      number != usual && zip(values(number), descriptions).allSatisfy { $0 != $1.unset }
    }
    return [usual, none] + others
  }()

  private static func values(_ number: Int) -> [Int] {
    var rest = number
    var values: [Int] = []
    for description in descriptions.reversed() {
      values.insert(rest % description.values.count, at: 0)
      rest /= description.values.count
    }
    return values
  }

  static func facts(of number: Int) -> [(EngineFact, Int)] {
    zip(descriptions, values(number)).map { ($0.fact, $1) }
  }

  /// Returns the stated values of the link; nil if no link is requested.
  static func stated(_ number: Int) -> StatedValues? {
    var stated = StatedValues()
    for (description, value) in zip(descriptions, values(number)) {
      guard value != description.unset else { return nil }
      stated[description.fact] = value
    }
    return stated
  }
}

extension Modifier {
  /// Returns the modifiers for an action and a kind of method, each with at least two values that conditions
  /// distinguish.
  package static func all(
    of policy: CompiledPolicy, action: ActionDefinition, kind: MethodKind?, axes: ConditionAxes
  ) -> [Modifier] {
    let shape = AttemptShape(action, kind)
    func stated(_ carrier: StatedCarrier) -> [Modifier] {
      var maker = StatedModifiers(shape: shape, carrier: carrier, axes: axes)
      EngineFact.acceptAll(&maker)
      return maker.modifiers
    }
    var modifiers = stated(.assertion) + stated(.attempt)
    let link = LinkChoice.descriptions
    if action.requestsLink, let first = link.first, link.contains(where: { axes.tests($0.fact) }) {
      // An attempt states all facts of a link or none of them.
      modifiers.append(
        Modifier(subject: .link, fact: first.fact.rawValue, values: LinkChoice.all))
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
    for (fact, input) in zip(policy.vocabulary.schema.inputs, policy.document.inputs) {
      let values = axes.representatives(of: fact, first: 0)
      if values.count > 1 {
        modifiers.append(
          Modifier(
            subject: .input(name: input.name.value.text, values: input.values.map { $0.value }),
            fact: fact, values: values))
      }
    }
    return modifiers + stated(.situation)
  }

  /// The modifier for the result of a password check, for attempts with a password to check.
  static let secret = Modifier(
    subject: .stated(.secret, .assertion), fact: EngineFact.secret.rawValue,
    values: [FactValue.Secret.right.rawValue, FactValue.Secret.wrong.rawValue])
}

/// A visitor that makes a modifier for each fact that one carrier, such as the assertion, states.
///
/// The visitor skips facts that the engine checks against the accounts, such as `secret`.
private struct StatedModifiers: FactVisitor {
  typealias Failure = Never

  let shape: AttemptShape
  let carrier: StatedCarrier
  let axes: ConditionAxes
  var modifiers: [Modifier] = []

  init(shape: AttemptShape, carrier: StatedCarrier, axes: ConditionAxes) {
    self.shape = shape
    self.carrier = carrier
    self.axes = axes
  }

  func visit<Fact: NamedFact>(named fact: Fact.Type) {}

  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) {
    guard fact.carrier == carrier, fact.isCarried(by: shape) else { return }
    let unstated = fact.unstated(for: shape.kind)
    // An attempt that states the unset value equals an attempt that states nothing.
    let values = axes.representatives(of: fact.fact.rawValue, first: unstated.rawValue)
      .filter { $0 == unstated.rawValue || $0 != fact.unset.rawValue }
    if values.count > 1 {
      modifiers.append(
        Modifier(
          subject: .stated(fact.fact, carrier), fact: fact.fact.rawValue, values: values))
    }
  }

  func visit<Fact: CheckedFact>(checked fact: Fact.Type) {}

  func visit<Fact: FoundFact>(found fact: Fact.Type) {}
}

/// A choice of one value for each modifier in a list.
package struct Modification: Sendable {
  /// The index of the chosen value in each modifier's list.
  package var choices: [Int]

  /// The maximum number of combinations, if the caller passes no other limit.
  package static var usualLimit: Int { 4096 }

  /// Returns the combinations of the modifiers' values, the combinations with the fewest unusual values first.
  ///
  /// If there are more combinations than the limit, returns only the combinations with at most two unusual values. A
  /// caller that claims to try every combination must check ``isCut(_:limit:)``.
  package static func all(
    of modifiers: [Modifier], limit: Int = usualLimit
  ) -> [Modification] {
    let isCut = isCut(modifiers, limit: limit)
    var all = [Modification(choices: [])]
    for modifier in modifiers {
      all = all.flatMap { combination in
        modifier.values.indices.compactMap { choice in
          let choices = combination.choices + [choice]
          guard !isCut || choices.count(where: { $0 != 0 }) <= mostUnusual else { return nil }
          return Modification(choices: choices)
        }
      }
    }
    let distances = all.map { $0.choices.count { $0 != 0 } }
    return all.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }.map { all[$0] }
  }

  /// Returns whether ``all(of:limit:)`` leaves out combinations.
  package static func isCut(_ modifiers: [Modifier], limit: Int = usualLimit) -> Bool {
    var count = 1
    for modifier in modifiers {
      count = min(count * modifier.values.count, limit + 1)
    }
    return count > limit && modifiers.count > mostUnusual
  }

  /// The maximum number of unusual values in a combination, if there are too many combinations.
  private static var mostUnusual: Int { 2 }

  package func set(_ modifiers: [Modifier], in facts: inout FactVector) {
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

extension Attempt {
  /// States the first value of each required input that the attempt omits.
  package mutating func stateRequiredInputs(of policy: CompiledPolicy) {
    for input in policy.document.inputs where input.isRequired {
      let name = input.name.value.text
      guard !inputs.values.contains(where: { $0.name.hasSameBytes(as: name) }) else { continue }
      inputs.values.append((name: name, value: input.values[0].value.text))
    }
  }
}
