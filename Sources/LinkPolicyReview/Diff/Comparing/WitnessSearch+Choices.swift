internal import LinkPolicy
internal import LinkPolicyAuthoring

/// What can be chosen freely of an attempt, in the values of both policies.
extension WitnessSearch {
  /// A value of a setting that only one policy has.
  struct SettingChoice {
    var fact: Int
    var value: Int
    var words: (name: String, value: String)
  }

  // Beyond these two settings at once hardly ever matter.
  private static var choiceLimit: Int { 16 }

  /// The values of the settings that only one policy has and that matter in some tables: none
  /// changed, then one, then more.
  func settings(_ side: Side, _ open: [Int]) -> [[SettingChoice]] {
    let policy = policies[side]
    let schema = policy.vocabulary.schema
    var tested = ValueSet()
    for index in open {
      let tests = policy.withDerived(policy.tests(ofTable: comparisons[index].tables[side]))
      tested = tested.union(ValueSet(tests.map { $0.fact }))
    }
    var choices: [[SettingChoice]] = [[]]
    for fact in schema.settings where tested.contains(fact) {
      let joint = vocabulary.joint[side][fact]
      guard joint >= 0, vocabulary.facts[joint].own[side.other] == nil else { continue }
      let name = String(schema.facts[fact].name.text.dropFirst("setting.".utf8.count))
      for choice in choices where choices.count < Self.choiceLimit {
        choices += schema.facts[fact].values.indices.dropFirst().map { value in
          choice + [
            SettingChoice(
              fact: fact, value: value, words: (name, schema.facts[fact].values[value].text))
          ]
        }
      }
    }
    return choices.sorted { $0.count < $1.count }
  }

  /// The modifiers in the values of the other policy; nil for what that does not know.
  func foreign(_ modifiers: [Modifier], _ side: Side) -> [Modifier?] {
    modifiers.map { modifier in
      guard case .setting = modifier.subject else { return modifier }
      let joint = vocabulary.joint[side][modifier.fact]
      guard joint >= 0, let fact = vocabulary.facts[joint].own[side.other] else { return nil }
      // The usual value is nothing set, which each policy reads by its own default.
      let values =
        [-1]
        + modifier.values.dropFirst().map { value in
          vocabulary.facts[joint].values.first { $0.own[side] == value }?.own[side.other] ?? -1
        }
      return Modifier(subject: modifier.subject, fact: fact, values: values)
    }
  }

  /// The joint facts that can be chosen freely: those of the modifiers, and settings of the other policy alone.
  func free(
    _ modifiers: [Modifier], _ foreign: [Modifier?], _ settings: [[SettingChoice]], _ side: Side
  ) -> ValueSet {
    let own = modifiers.flatMap { modifier -> [Int] in
      if case .link = modifier.subject {
        return FactDescription.all.filter { $0.stated?.carrier == .link }.map(\.fact.rawValue)
      }
      return [modifier.fact]
    }
    let joint = vocabulary.joint
    return ValueSet(
      (own.map { joint[side][$0] } + foreign.compactMap { $0.map { joint[side.other][$0.fact] } }
        + settings.joined().map { joint[side.other][$0.fact] }).filter { $0 >= 0 })
  }
}
