import LinkPolicyTestSupport

@testable import LinkPolicy
@testable import LinkPolicyAuthoring

/// Random small policies: mostly well formed, with gaps, overlaps and hidden rows now and then.
struct RandomPolicy {
  var generator: SeededGenerator
  private var document = PolicyDocument(name: Located("random"))
  private var line = 0
  /// Whether rows are made so that they rarely collide, for policies that compile.
  private var isCalm = false
  /// The facts that conditions may test, with their values.
  private var pool: [(name: Name, values: [Name])] = []

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  private static var actions: [Name] {
    ["sign-in.federated", "link.federated", "unlink", "delete", "update-email", "verify-email"]
  }

  /// A name at a line of its own, so that findings can be told apart by position.
  private mutating func located(_ name: Name) -> Located<Name> {
    line += 1
    return Located(name, at: SourcePosition(line: line, column: 1))
  }

  mutating func make() -> PolicyDocument {
    isCalm = generator.oneIn(3)
    declare()
    let tables = generator.oneIn(4) ? 2 : 1
    var keys: [Name] = []
    while keys.count < tables {
      let key = generator.pick(Self.actions)
      if !keys.contains(key) {
        keys.append(key)
      }
    }
    choosePool()
    for number in 0..<Int.random(in: 0...2, using: &generator) {
      addFact(number)
    }
    if generator.oneIn(4) {
      document.impossible = [
        ImpossibleDeclaration(conditions: conditions(2), because: located("known"))
      ]
    }
    for number in 0..<Int.random(in: 0...3, using: &generator) {
      addGuard(number)
    }
    for (number, key) in keys.enumerated() {
      var table = TableDeclaration(located(key), hit: generator.oneIn(2) ? .first : .unique)
      table.rows = rows("t\(number)", hit: table.hit) { generator, row in
        if generator.oneIn(2) {
          row.refusal = Located(generator.oneIn(2) ? "no" : "never")
        } else {
          let word: Name = generator.pick(["notify-owner", "end-session"])
          row.effects = generator.oneIn(3) ? [] : [EffectDeclaration(Located(word))]
        }
      }
      document.decisions.append(table)
    }
    return document
  }

  private mutating func declare() {
    for number in 0..<Int.random(in: 1...3, using: &generator) {
      var provider = ProviderDeclaration(located(Name("p\(number)")), kinds: [Located("federated")])
      if generator.oneIn(4) {
        provider.gives = [Located("name")]
      }
      document.providers.append(provider)
    }
    for number in 0..<Int.random(in: 0...2, using: &generator) {
      document.domains.append(
        DomainDeclaration(
          located(Name("d\(number)")), domains: [located(Name("d\(number).example"))]))
    }
    for number in 0..<Int.random(in: 1...2, using: &generator) {
      let count = Int.random(in: 1...3, using: &generator)
      document.settings.append(
        SettingDeclaration(
          located(Name("s\(number)")), values: (0..<count).map { Located(Name("v\($0)")) }))
    }
    if generator.oneIn(2) {
      let yes = ClaimDeclaration.Word(Located("yes"), values: [Located(.boolean(true))])
      document.claims = [ClaimDeclaration(located("c"), words: [yes])]
    }
    document.errors = [ErrorDeclaration(located("no")), ErrorDeclaration(located("never"))]
  }

  /// A handful of facts, so that their product stays small.
  private mutating func choosePool() {
    var builder = VocabularyBuilder(document)
    let schema = builder.build().schema
    let names: [Name] = [
      "provider", "domain", "credential", "address", "account", "account.state", "session",
      "same-provider", "code", "method", "tenant", "setting.s0", "setting.s1", "claim.c", "kind",
      "consent",
    ]
    var facts = names.compactMap { name in schema.facts.first { $0.name == name } }
    facts.shuffle(using: &generator)
    let count = Int.random(in: 3...5, using: &generator)
    pool = facts.prefix(count).map { ($0.name, $0.values) }
  }

  private mutating func condition(on fact: (name: Name, values: [Name])) -> Condition {
    let chosen = generator.subset(of: fact.values.count).values.map { Located(fact.values[$0]) }
    let kept = generator.oneIn(2) ? Array(chosen.prefix(1)) : chosen
    return Condition(Located(fact.name), kept, isNegated: generator.oneIn(4))
  }

  private mutating func conditions(_ most: Int) -> [Condition] {
    let count = Int.random(in: 1...max(1, min(most, pool.count)), using: &generator)
    let facts = pool.shuffled(using: &generator).prefix(count)
    return facts.map { condition(on: $0) }
  }

  private mutating func addFact(_ number: Int) {
    let values: [Name] = ["x", "y", "z"]
    var fact = FactDeclaration(
      located(Name("f\(number)")), values: values.map { Located($0) },
      hit: generator.oneIn(2) ? .first : .unique, rows: [])
    fact.rows = rows("f\(number)", hit: fact.hit, isComplete: !generator.oneIn(6)) {
      generator, row in
      row.value = Located(generator.pick(values))
    }
    document.facts.append(fact)
    pool.append((fact.name.value, values))
  }

  private mutating func addGuard(_ number: Int) {
    var row = RowDeclaration(id: located(Name("g\(number)")))
    row.conditions = conditions(2)
    if generator.oneIn(3) {
      row.conditions.append(Condition(Located("action"), [Located("delete"), Located("link")]))
    }
    if generator.oneIn(2) {
      row.would = [Located(generator.pick(["notify-owner", "end-session"]))]
    }
    row.refusal = Located("no")
    document.guards.append(row)
  }

  private mutating func rows(
    _ prefix: String, hit: HitPolicy, isComplete: Bool? = nil,
    answer: (inout SeededGenerator, inout RowDeclaration) -> Void
  ) -> [RowDeclaration] {
    var rows: [RowDeclaration] = []
    func id() -> Name { Name("\(prefix)-r\(rows.count)") }
    if isCalm || generator.oneIn(2) {
      // One row for each value of a fact: disjoint but for what is added below.
      let fact = generator.pick(pool)
      for value in fact.values.prefix(5) where isCalm || !generator.oneIn(8) {
        var row = RowDeclaration(id: located(id()))
        row.conditions = [Condition(Located(fact.name), [Located(value)])]
        let other = generator.pick(pool)
        if generator.oneIn(4), other.name != fact.name {
          row.conditions.append(condition(on: other))
        }
        answer(&generator, &row)
        rows.append(row)
      }
    }
    if rows.isEmpty || (!isCalm && generator.oneIn(3)) {
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        var row = RowDeclaration(id: located(id()))
        row.conditions = conditions(3)
        answer(&generator, &row)
        rows.append(row)
      }
    }
    if isCalm || isComplete ?? !generator.oneIn(6) {
      var row = RowDeclaration(id: located(id()))
      answer(&generator, &row)
      rows.append(row)
    }
    for index in rows.indices.dropFirst() where !isCalm {
      guard hit == .first ? !generator.oneIn(3) : generator.oneIn(15) else { continue }
      let earlier = generator.pick(Array(rows[..<index])).id.value
      rows[index].overrides = [located(generator.oneIn(2) ? "earlier" : earlier)]
    }
    return rows
  }
}
