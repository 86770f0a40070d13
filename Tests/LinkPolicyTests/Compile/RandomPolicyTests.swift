import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyDiagnostics

/// Random small policies, each compiled and read plainly, vector by vector.
@Suite struct RandomPolicyTests {
  @Test func verdictsAndDecisionsAgreeWithBruteForce() throws {
    var seen: [String: Int] = [:]
    var compiled = 0
    var decided = 0
    for seed in 0..<800 as Range<UInt64> {
      var random = RandomPolicy(seed: seed)
      let document = random.make()
      let brute = BruteTables(document)
      var compiler = PolicyCompiler(document)
      let storage = compiler.compile()
      let all = compiler.findings.diagnostics
      let other = all.filter { BruteTables.key(of: $0, in: document) == nil }
      #expect(other.isEmpty, "seed \(seed): \(other.map { $0.message })")
      let actual = all.compactMap { BruteTables.key(of: $0, in: document) }
      let (expected, vectors) = expected(brute, document)
      if let expected {
        #expect(Set(actual) == expected, "seed \(seed): \(Self.difference(actual, expected))")
        #expect(actual.count == expected.count, "seed \(seed): a finding comes twice")
        let isBroken = expected.contains { !$0.hasPrefix("hidden") }
        #expect((storage == nil) == isBroken, "seed \(seed)")
        for key in expected {
          seen[String(key.prefix { $0 != " " }), default: 0] += 1
        }
      }
      guard storage != nil else { continue }
      compiled += 1
      decided += check(try Policy(document), brute, vectors, seed)
    }
    for code in ["gap", "overlap", "hidden-row", "stale-override", "hidden-guard"] {
      #expect(seen[code, default: 0] > 10, "\(code) occurs \(seen[code, default: 0]) times")
    }
    #expect(compiled > 60, "\(compiled) policies compile")
    #expect(decided > 2000, "\(decided) vectors of \(compiled) policies, \(seen)")
  }

  private static func difference(_ actual: [String], _ expected: Set<String>) -> String {
    "too many \(Set(actual).subtracting(expected).sorted())"
      + ", missing \(expected.subtracting(actual).sorted())"
  }

  /// What the compiler must report, and the vectors of each table.
  ///
  /// Where derived facts are broken tables stand on nothing: the findings are nil.
  private func expected(
    _ brute: BruteTables, _ document: PolicyDocument
  ) -> (Set<String>?, [[FactVector]]) {
    var space = SituationSpace(brute.vocabulary, hasSupersededMethods: false)
    let names = brute.vocabulary.actions.map { $0.name }
    var vectors: [[FactVector]] = []
    for table in document.decisions {
      let action = names.firstIndex(of: table.action.value) ?? 0
      let carries = !brute.vocabulary.actions[action].kinds.isEmpty
      vectors.append(
        brute.vectors(of: space.boxes(action: action, kind: carries ? .federated : nil)))
    }
    var found: Set<String> = []
    for (index, fact) in brute.facts.enumerated() {
      var all = vectors.flatMap { $0 }
      for number in all.indices {
        // Earlier facts only; where one is undecided, nothing is asked of later ones.
        let earlier = BruteTables.prefix(brute, index)
        if !earlier(&all[number]) {
          return (nil, vectors)
        }
      }
      let wrong = brute.findings(of: fact, all) { $0.value == $1.value }
      found.formUnion(wrong)
    }
    if found.contains(where: { !$0.hasPrefix("hidden") }) {
      return (nil, vectors)
    }
    for table in vectors.indices {
      for number in vectors[table].indices {
        _ = brute.derive(&vectors[table][number])
      }
      let open = vectors[table].filter { brute.before($0) == nil }
      found.formUnion(brute.findings(of: brute.tables[table], open) { $0.answer == $1.answer })
    }
    found.formUnion(brute.hiddenGuards(vectors))
    return (found, vectors)
  }

  /// Compares the deciding row of every vector; returns how many there were.
  private func check(
    _ policy: Policy, _ brute: BruteTables, _ vectors: [[FactVector]], _ seed: UInt64
  ) -> Int {
    var count = 0
    for (table, vectors) in vectors.enumerated() {
      for vector in vectors {
        var facts = vector
        for derived in policy.vocabulary.schema.derived {
          facts[derived] = 0
        }
        #expect(policy.derive(&facts), "seed \(seed)")
        for derived in policy.vocabulary.schema.derived {
          #expect(facts[derived] == vector[derived], "seed \(seed)")
        }
        let expected = brute.verdict(table, vector)
        let actual: BruteTables.Verdict =
          switch policy.image.source(facts, table) {
          case .cannotOccur, .staleTicket: .undecided
          case .impossible: .impossible
          case .guarding(let index): .guarding(index)
          case .would(let index, let row): .would(index, row: row)
          case .row(let index): .row(index)
          }
        #expect(actual == expected, "seed \(seed), table \(table)")
        count += 1
      }
    }
    return count
  }
}

extension BruteTables {
  /// Derives the facts before one; false where one of them has no value.
  static func prefix(_ brute: BruteTables, _ count: Int) -> (inout FactVector) -> Bool {
    { vector in
      for (offset, table) in brute.facts.prefix(count).enumerated() {
        guard let row = table.rows.first(where: { holds($0.tests, vector) }) else { return false }
        vector[brute.vocabulary.schema.derived.lowerBound + offset] = row.value
      }
      return true
    }
  }
}
