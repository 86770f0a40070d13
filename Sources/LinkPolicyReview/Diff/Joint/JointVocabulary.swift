internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The facts of two policies laid side by side: the finest values that either can tell apart.
///
/// Providers, domains and claims are joined by what they stand for, settings, labels and actions by
/// name. A fact whose meaning goes by declarations that differ is kept apart for each policy.
struct JointVocabulary: Sendable {
  /// A value of a joint fact, and what each policy reads it as.
  struct Value: Sendable {
    var name: Name
    /// The policies' own values; -1 for a policy without the fact, or without this value.
    var own: Sides<Int>
  }

  /// A joint fact.
  struct Fact: Sendable {
    var name: Name
    /// The policies' own facts; nil for a policy without it.
    var own: Sides<Int?>
    /// The values that have a meaning for every policy that has the fact.
    var values: [Value]
    /// For each policy the joint values that each of its own stands for, after those that it has
    /// no value for.
    fileprivate(set) var ofOwn = Sides<[[Int]]> { _ in [] }
  }

  /// The facts, without derived ones.
  private(set) var facts: [Fact] = []
  /// The joint fact of each policy's own fact; -1 for derived ones.
  private(set) var joint: Sides<[Int]>
  private let policies: Sides<CompiledPolicy>

  init(_ policies: Sides<CompiledPolicy>) {
    self.policies = policies
    joint = Sides { [Int](repeating: -1, count: policies[$0].vocabulary.schema.facts.count) }
    let domains = JointDomains(policies)
    let providers = JointProviders(policies)
    let counted = Sides { policies[$0].vocabulary.countedKinds }
    for fact in EngineFact.allCases {
      switch fact {
      case .provider: add(fact, providers.values)
      case .domain: add(fact, domains.values)
      // What two policies can declare otherwise, so that a value is not the same in both.
      case .methods where counted.old != counted.new,
        .relay where !domains.haveSameRelays || !providers.haveSameConsent:
        for side in Side.allCases {
          addOwn(fact.name, fact.rawValue, side)
        }
      case .action, .kind, .origin, .nonce, .connection, .consent, .method, .secret, .code,
        .linkAddress, .requestedBy, .linkDomain, .linkInApp, .session, .tenant, .account,
        .accountState, .credential, .address, .sameProvider, .methods, .relay, .otherMethods:
        addNamed(fact.name, Sides { _ in fact.rawValue })
      }
    }
    addClaims()
    for part in [\FactSchema.settings, \FactSchema.labels] {
      addDeclared(Sides { policies[$0].vocabulary.schema[keyPath: part] })
    }
  }

  // MARK: Reading

  /// The joint value that both policies' values of a fact stand for; -1 where there is none.
  func value(of fact: Int, _ old: FactVector, _ new: FactVector) -> Int {
    let own = facts[fact].own
    return value(
      of: fact, own: Sides(old: own.old.map { old[$0] } ?? -1, new: own.new.map { new[$0] } ?? -1))
  }

  /// The joint value that values of both policies stand for, each -1 where a policy has none; -1
  /// where there is none.
  func value(of fact: Int, own: Sides<Int>) -> Int {
    let (old, new) = (facts[fact].ofOwn.old[own.old + 1], facts[fact].ofOwn.new[own.new + 1])
    // A value such as `other` may stand for what thousands are in the other policy.
    return old.count <= new.count
      ? old.last { facts[fact].values[$0].own.new == own.new } ?? -1
      : new.last { facts[fact].values[$0].own.old == own.old } ?? -1
  }

  /// The joint values that a set of one policy's values of a fact stands for.
  func values(of fact: Int, holding own: ValueSet, _ side: Side) -> ValueSet {
    let joined = facts[fact].ofOwn[side]
    var values = ValueSet()
    for value in own.values where value + 1 < joined.count {
      for index in joined[value + 1] {
        values.insert(index)
      }
    }
    return values
  }

  /// The joint values of a fact of both that one policy does not have, such as a provider that it
  /// does not declare: every attempt with such a value is malformed there.
  func values(of fact: Int, missingIn side: Side) -> ValueSet {
    guard facts[fact].own[side] != nil else { return ValueSet() }
    return ValueSet(facts[fact].values.indices.filter { facts[fact].values[$0].own[side] < 0 })
  }

  /// A condition of one policy in the values of the other; nil where the other lacks the fact.
  func translate(_ condition: ResolvedCondition, from side: Side) -> ResolvedCondition? {
    let fact = joint[side][condition.fact]
    guard fact >= 0, let target = facts[fact].own[side.other] else { return nil }
    var values = ValueSet()
    for index in self.values(of: fact, holding: condition.values, side).values {
      let own = facts[fact].values[index].own[side.other]
      if own >= 0 {
        values.insert(own)
      }
    }
    return ResolvedCondition(fact: target, values: values, position: condition.position)
  }

  /// The policy whose reading a fact is, where the other has a reading of its own.
  func reader(of fact: Int) -> Side? {
    let own = facts[fact].own
    guard own.old == nil || own.new == nil,
      facts.indices.contains(where: { $0 != fact && facts[$0].name == facts[fact].name })
    else { return nil }
    return own.old == nil ? .new : .old
  }

  /// Whether a fact is a label of accounts or methods.
  func isLabel(_ fact: Int) -> Bool {
    Side.allCases.contains { side in
      facts[fact].own[side].map { policies[side].vocabulary.schema.labels.contains($0) } ?? false
    }
  }

  /// The name of the claim that a joint fact is; nil where it is none.
  func claim(_ fact: Int) -> Name? {
    for side in Side.allCases {
      let schema = policies[side].vocabulary.schema
      guard let own = facts[fact].own[side], schema.claims.contains(own) else { continue }
      let name = schema.facts[own].name.text
      return Name(String(name.dropFirst("claim.".utf8.count)))
    }
    return nil
  }

  // MARK: Making

  private mutating func add(_ fact: Fact) {
    var fact = fact
    for side in Side.allCases {
      let count = fact.own[side].map { policies[side].vocabulary.schema.count($0) } ?? 0
      fact.ofOwn[side] = [[Int]](repeating: [], count: count + 1)
      for (index, value) in fact.values.enumerated() {
        fact.ofOwn[side][value.own[side] + 1].append(index)
      }
      if let own = fact.own[side] {
        joint[side][own] = facts.count
      }
    }
    facts.append(fact)
  }

  private mutating func add(_ fact: EngineFact, _ values: [Value]) {
    add(Fact(name: fact.name, own: Sides { _ in fact.rawValue }, values: values))
  }

  /// A fact of both whose values go by their names.
  ///
  /// One with a default has a value more where the defaults differ: what each reads where nothing is set.
  private mutating func addNamed(_ name: Name, _ own: Sides<Int>, hasDefault: Bool = false) {
    let names = Sides { policies[$0].vocabulary.schema.facts[own[$0]].values }
    var values: [Value] = []
    for (index, value) in names.old.enumerated() {
      if let other = names.new.firstIndex(of: value) {
        values.append(Value(name: value, own: Sides(old: index, new: other)))
      }
    }
    if hasDefault, let old = names.old.first, let new = names.new.first, old != new {
      values.append(Value(name: "unset", own: Sides { _ in 0 }))
    }
    add(Fact(name: name, own: Sides { own[$0] }, values: values))
  }

  /// A fact of one policy only.
  private mutating func addOwn(_ name: Name, _ fact: Int, _ side: Side) {
    var own = Sides<Int?> { _ in nil }
    own[side] = fact
    let names = policies[side].vocabulary.schema.facts[fact].values
    let values = names.enumerated().map { index, name in
      var own = Sides { _ in -1 }
      own[side] = index
      return Value(name: name, own: own)
    }
    add(Fact(name: name, own: own, values: values))
  }

  private mutating func addDeclared(_ ranges: Sides<Range<Int>>) {
    let schemas = Sides { policies[$0].vocabulary.schema }
    for fact in ranges.old {
      let name = schemas.old.facts[fact].name
      if let other = ranges.new.first(where: { schemas.new.facts[$0].name == name }) {
        addNamed(name, Sides(old: fact, new: other), hasDefault: true)
      } else {
        addOwn(name, fact, .old)
      }
    }
    for fact in ranges.new {
      let name = schemas.new.facts[fact].name
      if !ranges.old.contains(where: { schemas.old.facts[$0].name == name }) {
        addOwn(name, fact, .new)
      }
    }
  }

  /// Claims, joined by the JSON values that their words list.
  private mutating func addClaims() {
    let schemas = Sides { policies[$0].vocabulary.schema }
    var names: [Name] = []
    for side in Side.allCases {
      for claim in policies[side].vocabulary.claims where !names.contains(claim.name) {
        names.append(claim.name)
      }
    }
    for name in names {
      let places = Sides { side in
        policies[side].vocabulary.claims.firstIndex { $0.name == name }
      }
      guard let old = places.old, let new = places.new else {
        let side: Side = places.old == nil ? .new : .old
        let fact = schemas[side].claims.lowerBound + (places[side] ?? 0)
        addOwn(schemas[side].facts[fact].name, fact, side)
        continue
      }
      let facts = Sides(
        old: schemas.old.claims.lowerBound + old, new: schemas.new.claims.lowerBound + new)
      let claims = Sides(
        old: policies.old.vocabulary.claims[old], new: policies.new.vocabulary.claims[new])
      var atoms = JointAtoms(Sides { schemas[$0].facts[facts[$0]].values })
      for side in Side.allCases {
        for listed in claims[side].words.flatMap({ $0 }) {
          atoms.add(Sides { claims[$0].value(of: listed) }, example: listed.words)
        }
      }
      atoms.add(Sides { claims[$0].words.count }, example: "other")
      atoms.add(Sides { claims[$0].absent }, example: "absent")
      let joined = schemas.old.facts[facts.old].name
      add(Fact(name: joined, own: Sides { facts[$0] }, values: atoms.values))
    }
  }
}

extension ClaimValue {
  /// The value as JSON writes it.
  fileprivate var words: Name {
    switch self {
    case .boolean(let value): value ? "true" : "false"
    case .string(let text): Name("\"" + text.text + "\"")
    case .number(let text): text
    case .null: "null"
    }
  }
}
