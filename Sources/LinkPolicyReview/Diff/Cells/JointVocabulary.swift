internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The joint facts of two policies: corresponding facts of the old and the new policy, merged.
///
/// A joint value represents one value of each policy, or a value that only one policy has. Providers, domains and
/// claims of the two policies correspond by meaning; settings, labels and actions correspond by name. If the policies'
/// declarations give a fact such as `methods` two meanings, each policy has a separate joint fact.
struct JointVocabulary: Sendable {
  /// A value of a joint fact, with the corresponding value of each policy.
  struct JointValue: Sendable {
    var name: Name
    /// The number of the value in each policy; -1 for a policy that lacks the fact or the value.
    var own: Sides<Int>
  }

  /// A fact of one or both policies, with its joint values.
  struct VocabularyFact: Sendable {
    var name: Name
    /// The index of the fact in each policy; nil if the policy lacks the fact.
    var own: Sides<Int?>
    /// The joint values, each of which at least one policy has.
    var values: [JointValue]
    /// For each policy, the joint values that correspond to each of the policy's values.
    ///
    /// Index 0 lists the joint values that the policy lacks. Index `n + 1` lists the joint values of the policy's value
    /// `n`.
    fileprivate(set) var ofOwn = Sides<[[Int]]> { _ in [] }
  }

  /// The joint facts, without derived facts.
  private(set) var facts: [VocabularyFact] = []
  /// The number of the joint fact for each fact of a policy; -1 for derived facts.
  private(set) var joint: Sides<[Int]>
  private let vocabularies: Sides<Vocabulary>

  /// The declarations of a policy that determine its facts.
  struct JointSource: Sendable {
    let vocabulary: Vocabulary
    /// All domains and patterns in the policy's domain sets, and all domain aliases.
    let domainNames: [Name]

    /// Takes the declarations of a compiled policy.
    init(_ policy: CompiledPolicy) {
      vocabulary = policy.vocabulary
      domainNames =
        policy.document.domains.flatMap { $0.domains }.map { $0.value }
        + policy.document.addresses.aliases.map { $0.alias.value }
    }

    /// Takes the declarations of a policy that was loaded from an image.
    init(_ policy: Policy) {
      vocabulary = policy.vocabulary
      domainNames =
        policy.vocabulary.domains.exactEntries.map { $0.name }
        + policy.vocabulary.domains.patternEntries.map { $0.name }
        + policy.vocabulary.addresses.aliases.map { $0.alias.value }
    }
  }

  /// Joins the facts of two policies.
  ///
  /// - Parameters:
  ///   - policies: the old and the new policy.
  ///   - leftOut: the providers that get no joint value, by the names that conditions use.
  init(_ policies: Sides<CompiledPolicy>, leavingOut leftOut: Set<Name> = []) {
    self.init(joining: Sides { JointSource(policies[$0]) }, leavingOut: leftOut)
  }

  /// Joins the facts of two policies from their declarations.
  init(joining sources: Sides<JointSource>, leavingOut leftOut: Set<Name> = []) {
    let vocabularies = Sides { sources[$0].vocabulary }
    self.vocabularies = vocabularies
    joint = Sides { [Int](repeating: -1, count: vocabularies[$0].schema.facts.count) }
    let domains = JointDomains(sources)
    let providers = JointProviders(vocabularies, leavingOut: leftOut)
    let counted = Sides { vocabularies[$0].countedKinds }
    let disabled = Sides { vocabularies[$0].countsDisabled }
    // Separate facts of the new policy come after all facts of the engine, so that every engine fact keeps its number.
    var apart: [EngineFact] = []
    for fact in EngineFact.allCases {
      switch fact {
      case .provider: add(fact, providers.values)
      case .domain: add(fact, domains.values)
      // A fact such as `methods` has two meanings if the policies differ in the declarations on which the fact depends.
      case .methods where counted.old != counted.new || disabled.old != disabled.new,
        .otherMethods where disabled.old != disabled.new,
        .relay where !domains.haveSameRelays || !providers.haveSameConsent:
        addOwn(fact.name, fact: fact.rawValue, on: .old)
        apart.append(fact)
      case .action, .kind, .origin, .nonce, .connection, .consent, .method, .secret, .code,
        .linkAddress, .requestedBy, .codeCredential, .linkDomain, .linkInApp, .ticket, .session,
        .tenant,
        .account,
        .accountState, .credential, .address, .sameProvider, .methods, .relay, .otherMethods,
        .factors:
        addNamed(fact.name, Sides { _ in fact.rawValue })
      }
    }
    for fact in apart {
      addOwn(fact.name, fact: fact.rawValue, on: .new)
    }
    addClaims()
    addDeclared(Sides { vocabularies[$0].schema.settings })
    addDeclared(Sides { vocabularies[$0].schema.inputs })
    addDeclared(Sides { vocabularies[$0].schema.identifiers })
    addDeclared(Sides { vocabularies[$0].schema.labels })
  }

  // MARK: Reading

  /// Returns the joint value for the fact's values in two fact vectors; -1 if the two values have no joint value.
  func value(of fact: Int, _ old: FactVector, _ new: FactVector) -> Int {
    let own = facts[fact].own
    return value(
      of: fact, own: Sides(old: own.old.map { old[$0] } ?? -1, new: own.new.map { new[$0] } ?? -1))
  }

  /// Returns the joint value for one value of each policy; -1 if the two values have no joint value.
  ///
  /// Pass -1 for a policy that lacks the fact or the value.
  func value(of fact: Int, own: Sides<Int>) -> Int {
    let (old, new) = (facts[fact].ofOwn.old[own.old + 1], facts[fact].ofOwn.new[own.new + 1])
    // A value such as `other` can correspond to thousands of values of the other policy, so the function searches the
    // shorter of the two lists.
    return old.count <= new.count
      ? old.last { facts[fact].values[$0].own.new == own.new } ?? -1
      : new.last { facts[fact].values[$0].own.old == own.old } ?? -1
  }

  /// Returns the joint values for a set of values of one policy.
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

  /// Returns the joint values that one policy lacks, such as a provider that the policy does not declare.
  ///
  /// The policy rejects each attempt with a missing value as malformed. The result is empty if the policy lacks the
  /// whole fact.
  func values(of fact: Int, missingIn side: Side) -> ValueSet {
    guard facts[fact].own[side] != nil else { return ValueSet() }
    return ValueSet(facts[fact].values.indices.filter { facts[fact].values[$0].own[side] < 0 })
  }

  /// Returns a condition for each fact with values that only the policy of `side` has.
  ///
  /// The cells of the policy must distinguish the values that only this policy has, such as a new provider. Otherwise
  /// one cell could contain these values together with values that both policies have.
  func valuesAlone(in side: Side) -> [ResolvedCondition] {
    facts.indices.compactMap { fact in
      guard let own = facts[fact].own[side] else { return nil }
      let alone = values(of: fact, missingIn: side.other).values.map {
        facts[fact].values[$0].own[side]
      }
      guard alone.contains(where: { $0 >= 0 }) else { return nil }
      return ResolvedCondition(
        fact: own, values: ValueSet(alone.filter { $0 >= 0 }),
        position: SourcePosition(line: 1, column: 1))
    }
  }

  /// Translates a condition of one policy into the values of the other policy; nil if the other policy lacks the fact.
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

  /// Returns the policy to which a joint fact belongs, if each policy has a separate fact of this name; otherwise nil.
  func reader(of fact: Int) -> Side? {
    let own = facts[fact].own
    guard own.old == nil || own.new == nil,
      facts.indices.contains(where: { $0 != fact && facts[$0].name == facts[fact].name })
    else { return nil }
    return own.old == nil ? .new : .old
  }

  /// Returns the engine fact that a joint fact represents, even if each policy has a separate joint fact; nil if a
  /// policy declares the fact.
  func engineFact(_ fact: Int) -> EngineFact? {
    let own = facts[fact].own
    return (own.old ?? own.new).flatMap { EngineFact(rawValue: $0) }
  }

  /// Returns whether at least one policy hides a joint fact from a caller.
  func isHidden(_ fact: Int, from caller: ChangeSituation.CallerClass) -> Bool {
    Side.allCases.contains { side in
      facts[fact].own[side].map {
        caller.hidden(in: vocabularies[side].schema).contains($0)
      } ?? false
    }
  }

  /// Returns whether a fact is a label of accounts or methods, such as `label.tier`.
  func isLabel(_ fact: Int) -> Bool {
    Side.allCases.contains { side in
      facts[fact].own[side].map { vocabularies[side].schema.labels.contains($0) } ?? false
    }
  }

  /// Returns the name of the claim for a joint fact, such as `email_verified`; nil if the fact is not a claim.
  func claim(_ fact: Int) -> Name? {
    for side in Side.allCases {
      let schema = vocabularies[side].schema
      guard let own = facts[fact].own[side], schema.claims.contains(own) else { continue }
      let name = schema.facts[own].name.text
      return Name(String(name.dropFirst("claim.".utf8.count)))
    }
    return nil
  }

  /// Returns the joint values of the providers with the given names, as conditions write the names.
  func providers(named names: Set<Name>) -> ValueSet {
    let values = facts[EngineFact.provider.rawValue].values
    return ValueSet(values.indices.filter { names.contains(values[$0].name) })
  }

  // MARK: Making

  private mutating func add(_ fact: VocabularyFact) {
    var fact = fact
    for side in Side.allCases {
      let count = fact.own[side].map { vocabularies[side].schema.count($0) } ?? 0
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

  private mutating func add(_ fact: EngineFact, _ values: [JointValue]) {
    add(VocabularyFact(name: fact.name, own: Sides { _ in fact.rawValue }, values: values))
  }

  /// Adds a fact of both policies, and joins the fact's values by name.
  ///
  /// If `hasDefault` is true and the defaults differ, the fact gets the value `unset`, which each policy reads as its
  /// default.
  private mutating func addNamed(_ name: Name, _ own: Sides<Int>, hasDefault: Bool = false) {
    let names = Sides { vocabularies[$0].schema.facts[own[$0]].values }
    var values: [JointValue] = []
    for (index, value) in names.old.enumerated() {
      if let other = names.new.firstIndex(of: value) {
        values.append(JointValue(name: value, own: Sides(old: index, new: other)))
      }
    }
    if hasDefault, let old = names.old.first, let new = names.new.first, old != new {
      values.append(JointValue(name: "unset", own: Sides { _ in 0 }))
    }
    add(VocabularyFact(name: name, own: Sides { own[$0] }, values: values))
  }

  /// Adds a fact that only one policy has, or whose meaning differs between the policies.
  private mutating func addOwn(_ name: Name, fact: Int, on side: Side) {
    var own = Sides<Int?> { _ in nil }
    own[side] = fact
    let names = vocabularies[side].schema.facts[fact].values
    let values = names.enumerated().map { index, name in
      var own = Sides { _ in -1 }
      own[side] = index
      return JointValue(name: name, own: own)
    }
    add(VocabularyFact(name: name, own: own, values: values))
  }

  private mutating func addDeclared(_ ranges: Sides<Range<Int>>) {
    let schemas = Sides { vocabularies[$0].schema }
    for fact in ranges.old {
      let name = schemas.old.facts[fact].name
      if let other = ranges.new.first(where: { schemas.new.facts[$0].name == name }) {
        addNamed(name, Sides(old: fact, new: other), hasDefault: true)
      } else {
        addOwn(name, fact: fact, on: .old)
      }
    }
    for fact in ranges.new {
      let name = schemas.new.facts[fact].name
      if !ranges.old.contains(where: { schemas.old.facts[$0].name == name }) {
        addOwn(name, fact: fact, on: .new)
      }
    }
  }

  /// Adds the claims of both policies, and joins their words by the JSON values that the words list.
  private mutating func addClaims() {
    let schemas = Sides { vocabularies[$0].schema }
    var names: [Name] = []
    for side in Side.allCases {
      for claim in vocabularies[side].claims where !names.contains(claim.name) {
        names.append(claim.name)
      }
    }
    for name in names {
      let places = Sides { side in
        vocabularies[side].claims.firstIndex { $0.name == name }
      }
      guard let old = places.old, let new = places.new else {
        let side: Side = places.old == nil ? .new : .old
        let fact = schemas[side].claims.lowerBound + (places[side] ?? 0)
        addOwn(schemas[side].facts[fact].name, fact: fact, on: side)
        continue
      }
      let facts = Sides(
        old: schemas.old.claims.lowerBound + old, new: schemas.new.claims.lowerBound + new)
      let claims = Sides(
        old: vocabularies.old.claims[old], new: vocabularies.new.claims[new])
      var atoms = JointAtoms(Sides { schemas[$0].facts[facts[$0]].values })
      for side in Side.allCases {
        for listed in claims[side].words.flatMap({ $0 }) {
          atoms.add(Sides { claims[$0].value(of: listed) }, example: listed.words)
        }
      }
      atoms.add(Sides { claims[$0].words.count }, example: "other")
      atoms.add(Sides { claims[$0].absent }, example: "absent")
      let joined = schemas.old.facts[facts.old].name
      add(VocabularyFact(name: joined, own: Sides { facts[$0] }, values: atoms.values))
    }
  }
}

/// The distinct pairs of values that two policies read for the same domain or claim value, each pair with a name.
///
/// A pair has the new policy's name for the value if neither of its two values is part of another pair. A pair also
/// keeps a name that both policies use for its values, unless both policies use this name for the values of another
/// pair. The names of all other pairs list examples, such as `a.example/b.example`.
struct JointAtoms {
  private let names: Sides<[Name]>
  private var pairs: [Sides<Int>] = []
  private var examples: [[Name]] = []

  // More examples would make the names too long to read.
  private static var exampleLimit: Int { 3 }

  init(_ names: Sides<[Name]>) {
    self.names = names
  }

  mutating func add(_ pair: Sides<Int>, example: Name) {
    guard let known = pairs.firstIndex(of: pair) else {
      pairs.append(pair)
      examples.append([example])
      return
    }
    if !examples[known].contains(example) {
      examples[known].append(example)
    }
  }

  /// The joint values, ordered by the old policy's values, then by the new policy's values.
  var values: [JointVocabulary.JointValue] {
    let order = pairs.indices.sorted {
      (pairs[$0].old, pairs[$0].new) < (pairs[$1].old, pairs[$1].new)
    }
    return order.map { JointVocabulary.JointValue(name: name($0), own: pairs[$0]) }
  }

  private func name(_ index: Int) -> Name {
    let pair = pairs[index]
    let own = Sides { names[$0][pair[$0]] }
    let isAlone = !pairs.contains { other in
      other != pair && (other.old == pair.old || other.new == pair.new)
    }
    let isCommon =
      own.old == own.new
      && !pairs.enumerated().contains { number, other in
        number != index && names.old[other.old] == names.new[other.new]
          && names.old[other.old] == own.old
      }
    if isAlone || isCommon {
      return own.new
    }
    var text = examples[index].prefix(Self.exampleLimit).map { $0.text }.joined(separator: "/")
    if examples[index].count > Self.exampleLimit {
      text += "/..."
    }
    return Name(text)
  }
}

/// A translation of cell graphs over one policy's facts into cell graphs over the joint facts.
struct GraphTranslation {
  private let own: CellAlgebra
  /// For each axis of the policy: the joint axis, and for each class of the policy's axis, the joint classes that the
  /// class covers.
  private var axes: [(axis: Int, classes: [ValueSet])] = []
  private var known = GraphResults()

  init(
    from own: CellAlgebra, of side: Side, to joint: CellAlgebra, vocabulary: JointVocabulary
  ) {
    self.own = own
    for axis in own.axes {
      let fact = vocabulary.joint[side][axis.fact]
      // The translated graphs contain no derived facts.
      let place = joint.axes.firstIndex { $0.fact == fact } ?? -1
      let classes = axis.members.map { members in
        place < 0
          ? ValueSet()
          : joint.axes[place].classes(
            touching: vocabulary.values(of: fact, holding: ValueSet(members), side))
      }
      axes.append((place, classes))
    }
  }

  mutating func translate(_ graph: CellGraph, _ joint: inout CellAlgebra) -> CellGraph {
    guard !graph.isTerminal else { return graph }
    if let done = known.result(of: graph) {
      return done
    }
    let axis = own.axis(of: graph)
    let (place, classes) = axes[axis]
    var result = CellGraph.empty
    for number in 0..<own.axes[axis].classCount {
      let branch = translate(own.branch(graph, axis: axis, class: number), &joint)
      guard !branch.isEmpty, !classes[number].isEmpty else { continue }
      let matching = joint.graph(of: classes[number], axis: place, of: .full)
      result = joint.choose(matching, branch, else: result)
    }
    known.remember(result, of: graph)
    return result
  }
}

extension ClaimValue {
  /// The value in JSON syntax, such as `true` or `"true"`.
  fileprivate var words: Name {
    switch self {
    case .boolean(let value): value ? "true" : "false"
    case .string(let text): Name("\"" + text.text + "\"")
    case .number(let text): text
    case .null: "null"
    }
  }
}
