package import LinkPolicy
package import LinkPolicyAuthoring

/// The classes into which some conditions put the values of the facts that they test.
package struct ConditionAxes: Sendable {
  /// The axes by ascending fact.
  let axes: [CellAxis]
  private var axisOfFact: [Int]

  package init(_ policy: CompiledPolicy, _ conditions: [ResolvedCondition]) {
    let schema = policy.vocabulary.schema
    var sets = [[ValueSet]](repeating: [], count: schema.facts.count)
    for condition in conditions where !sets[condition.fact].contains(condition.values) {
      sets[condition.fact].append(condition.values)
    }
    var axes: [CellAxis] = []
    axisOfFact = [Int](repeating: -1, count: schema.facts.count)
    for fact in sets.indices where !sets[fact].isEmpty {
      axisOfFact[fact] = axes.count
      axes.append(CellAxis(fact: fact, valueCount: schema.count(fact), distinguishedBy: sets[fact]))
    }
    self.axes = axes
  }

  /// Whether some condition tests a fact.
  func tests(_ fact: Int) -> Bool { axisOfFact[fact] >= 0 }

  /// Whether some condition tests an engine fact.
  func tests(_ fact: EngineFact) -> Bool { axisOfFact[fact.rawValue] >= 0 }

  /// The class of a fact's value; 0 for every value of a fact that nothing tests.
  package func group(of fact: Int, _ value: Int) -> Int {
    tests(fact) ? axes[axisOfFact[fact]].classOfValue[value] : 0
  }

  /// How many classes a fact has; one where nothing tests it.
  func classCount(of fact: Int) -> Int {
    tests(fact) ? axes[axisOfFact[fact]].classCount : 1
  }

  /// The class of a claim's value; nil stands for a claim that is not made.
  package func group(ofClaim name: String, _ value: ClaimValue?, _ policy: CompiledPolicy) -> Int {
    for (index, claim) in policy.vocabulary.claims.enumerated()
    where name.hasSameBytes(as: claim.name) {
      let fact = policy.vocabulary.schema.claims.lowerBound + index
      return group(of: fact, value.map { claim.value(of: $0) } ?? claim.absent)
    }
    return 0
  }

  /// A value of each class of a fact, the given one standing for its own class and coming first.
  func representatives(of fact: Int, first: Int) -> [Int] {
    guard tests(fact) else { return [first] }
    let axis = axes[axisOfFact[fact]]
    var values = [first]
    for (index, members) in axis.members.enumerated() where index != axis.classOfValue[first] {
      values.append(members[0])
    }
    return values
  }
}
