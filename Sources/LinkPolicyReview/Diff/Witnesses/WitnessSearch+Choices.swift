internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The parts of an attempt that the search can choose freely, with their values under both policies.
extension WitnessSearch {
  /// A value of a setting or an input that only one of the two policies declares.
  struct SettingChoice {
    var fact: Int
    var value: Int
    var isInput: Bool
    var words: (name: String, value: String)
  }

  // The maximum number of combinations of settings, because larger combinations rarely matter.
  private static var choiceLimit: Int { 16 }

  /// Returns the combinations of values for each setting and input that only the policy of `side` declares and that a
  /// table of this policy tests.
  ///
  /// `open` contains the indices of the comparisons whose tables count. The combinations with the fewest values come
  /// first.
  func settings(_ side: Side, _ open: [Int]) -> [[SettingChoice]] {
    let policy = policies[side]
    let schema = policy.vocabulary.schema
    var tested = ValueSet()
    for index in open {
      let tests = policy.withDerived(policy.tests(ofTable: comparisons[index].tables[side]))
      tested = tested.union(ValueSet(tests.map { $0.fact }))
    }
    var choices: [[SettingChoice]] = [[]]
    for fact in Array(schema.settings) + Array(schema.inputs) where tested.contains(fact) {
      let joint = vocabulary.joint[side][fact]
      guard joint >= 0, vocabulary.facts[joint].own[side.other] == nil else { continue }
      let isInput = schema.inputs.contains(fact)
      let kind: DeclaredFact = isInput ? .input : .setting
      let name = kind.declaredName(schema.facts[fact].name).text
      for choice in choices where choices.count < Self.choiceLimit {
        choices += schema.facts[fact].values.indices.dropFirst().map { value in
          choice + [
            SettingChoice(
              fact: fact, value: value, isInput: isInput,
              words: (name, schema.facts[fact].values[value].text))
          ]
        }
      }
    }
    return choices.sorted { $0.count < $1.count }
  }

  /// Returns the modifiers, with the numbers that the other policy gives to their values; nil for each modifier that
  /// the other policy lacks.
  func foreign(_ modifiers: [Modifier], _ side: Side) -> [Modifier?] {
    modifiers.map { modifier in
      switch modifier.subject {
      case .stated, .link: return modifier
      case .setting, .input: break
      }
      let joint = vocabulary.joint[side][modifier.fact]
      guard joint >= 0, let fact = vocabulary.facts[joint].own[side.other] else { return nil }
      // The first value means an unset setting or input, which each policy reads as its default.
      let values =
        [-1]
        + modifier.values.dropFirst().map { value in
          vocabulary.facts[joint].values.first { $0.own[side] == value }?.own[side.other] ?? -1
        }
      return Modifier(subject: modifier.subject, fact: fact, values: values)
    }
  }

  /// Returns the joint facts that the search can choose freely: the facts of modifiers, and the settings that only the
  /// other policy has.
  func free(
    modifiers: [Modifier], foreign: [Modifier?], settings: [[SettingChoice]], on side: Side
  ) -> ValueSet {
    let own = modifiers.flatMap { modifier -> [Int] in
      if case .link = modifier.subject {
        return FactDescription.all.filter { $0.stated?.carrier == .link }.map { $0.fact.rawValue }
      }
      return [modifier.fact]
    }
    let joint = vocabulary.joint
    return ValueSet(
      (own.map { joint[side][$0] } + foreign.compactMap { $0.map { joint[side.other][$0.fact] } }
        + settings.joined().map { joint[side.other][$0.fact] }).filter { $0 >= 0 })
  }
}

/// A restriction of a box: the classes of values that a joint fact has in the box.
struct BoxRestriction {
  let axis: CellAxis
  let classes: ValueSet

  /// Returns whether the box contains a joint value of the fact.
  func holds(_ value: Int) -> Bool {
    value >= 0 && classes.contains(axis.classOfValue[value])
  }

  /// Returns whether the box contains a value of `values` but no value of `others`, so that the search needs an
  /// interlude.
  func asks<Value: FactWord>(for values: Value..., not others: Value...) -> Bool {
    values.contains { holds($0.rawValue) } && !others.contains { holds($0.rawValue) }
  }
}

extension PolicyDifference {
  /// Returns a restriction for each fact that a box restricts.
  func restrictions(of place: WitnessSearch.BoxPlace) -> [BoxRestriction] {
    let change = changes[place.change]
    let axes = comparisons[change.comparison].algebra.axes
    return zip(axes, change.boxes[place.box].box.classes)
      .filter { axis, classes in classes.count < axis.classCount }
      .map { BoxRestriction(axis: $0, classes: $1) }
  }
}
