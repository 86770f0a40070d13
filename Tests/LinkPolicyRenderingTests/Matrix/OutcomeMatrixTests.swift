import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyPresets
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyRendering

@Suite("The matrix of outcomes")
struct OutcomeMatrixTests {
  @Test(
    "says what deciding every vector one by one says",
    arguments: Thoroughness.pick(Sketches.all, orElse: Sketches.tiny))
  func brute(name: String) throws {
    let policy = try Sketches.policy(name)
    var compared = 0
    for matrix in OutcomeMatrix.all(policy) {
      let columns = matrix.columns
      for group in matrix.groups {
        let table = try #require(
          policy.storage.tables.firstIndex { $0.key == group.table })
        let brute = BruteMatrix(policy, table: table)
        #expect(!brute.arrivals.isEmpty)
        for (arrival, vectors) in brute.arrivals {
          let lines = group.lines.filter { brute.matches($0, arrival) }
          #expect(lines.count == 1, "\(name) \(group.table) \(arrival)")
          guard let line = lines.first else { continue }
          for (number, column) in columns.enumerated() {
            let expected = brute.rows(of: vectors, column)
            let rows = Set(line.cells[number].map { $0.row })
            #expect(rows == expected, "\(name) \(group.table) \(arrival) \(column.title)")
            compared += 1
          }
        }
      }
    }
    #expect(compared >= 6)
  }

  @Test("of firebase has the four cells of the linking rules")
  func firebase() throws {
    let policy = try Presets.compiled(named: "firebase")
    let matrix = try #require(OutcomeMatrix.all(policy).first { $0.action == "sign-in" })
    let group = try #require(matrix.groups.first { $0.table == "sign-in.federated" })
    func cell(
      _ provider: Name, _ domain: Name, _ column: String
    ) throws -> OutcomeMatrix.MatrixResult {
      let line = try #require(
        group.lines.first { line in
          line.arriving.allSatisfy { part in
            let usual: [Name: Name] = [
              "provider": provider, "domain": domain, "nonce": "matched", "connection": "none",
            ]
            guard let value = usual[part.fact] else { return true }
            return part.values.contains(value) != part.isNegated
          }
        })
      let index = try #require(matrix.columns.firstIndex { $0.title == column })
      // A refusal has another remedy where the account has no other method (R53).
      #expect(Set(line.cells[index].map { $0.outcome }).count == 1)
      return try #require(line.cells[index].first)
    }
    let takeover = try cell("google.com", "google", "unverified")
    #expect(takeover.row == RowName(table: "sign-in.federated", id: "untrusted-trusted"))
    #expect(takeover.outcome == .drops && takeover.error == nil)
    #expect(try cell("google.com", "google", "verified").outcome == .links)
    let refused = try cell("facebook.com", "google", "verified")
    #expect(refused.outcome == .asks)
    #expect(refused.error == "account-exists-with-different-credential")
    #expect(try cell("facebook.com", "other", "unverified").outcome == .asks)
    #expect(try cell("facebook.com", "other", "none, address free").outcome == .creates)
    #expect(try cell("apple.com", "relay", "its own").outcome == .signsIn)
    #expect(try cell("saml.*", "other", "gone").outcome == .refuses)
    #expect(matrix.assumptions.contains { $0.fact == "setting.one-account-per-email" })
  }

  @Test("outcomes are sorted by what they do to whom")
  func outcomes() {
    func outcome(
      _ effects: [Effect], isAllowed: Bool = true, asks: Bool = false, isKnown: Bool = false,
      isHeld: Bool = false
    ) -> MatrixOutcome {
      MatrixOutcome(
        effects, isAllowed: isAllowed, asks: asks, isCredentialHeld: isKnown,
        isAddressHeld: isHeld)
    }
    #expect(outcome([.create, .signIn]) == .creates)
    #expect(outcome([.createWithoutAddress, .signIn], isHeld: true) == .createsSecond)
    #expect(outcome([.link, .signIn], isHeld: true) == .links)
    #expect(outcome([.link, .signIn], isKnown: true) == .signsIn)
    #expect(outcome([.dropUnproven, .replaceSubject, .signIn], isHeld: true) == .drops)
    #expect(outcome([.refreshMethod, .signIn], isKnown: true) == .signsIn)
    #expect(outcome([]) == .allows)
    #expect(outcome([], isAllowed: false) == .refuses)
    #expect(outcome([], isAllowed: false, asks: true) == .asks)
    #expect(outcome([.verifyEmail], isAllowed: false, asks: true) == .refusesAfterChange)
    #expect(Set(MatrixOutcome.allCases.map { $0.word }).count == MatrixOutcome.allCases.count)
    #expect(Set(MatrixOutcome.allCases.map { $0.sign }).count == MatrixOutcome.allCases.count)
    #expect(Set(MatrixOutcome.allCases.map { $0.style }).count == MatrixOutcome.allCases.count)
  }
}

/// Decides every vector that can occur in a table, one by one.
private struct BruteMatrix {
  /// The vectors by what arrives: the values of the facts that can tell arrivals apart.
  private(set) var arrivals: [[Int]: [FactVector]] = [:]
  private let policy: CompiledPolicy
  private let arriving: [Int]

  init(_ policy: CompiledPolicy, table index: Int) {
    self.policy = policy
    let vocabulary = policy.vocabulary
    let schema = vocabulary.schema
    let used = vocabulary.usedFacts
    let arriving = MatrixCells.arrivingFacts(of: policy).filter { used.contains($0) }
    self.arriving = arriving
    let telling = (0..<schema.derived.lowerBound).filter { fact in
      used.contains(fact)
        || [EngineFact.credential, .address, .account].contains { $0.rawValue == fact }
    }
    var space = SituationSpace(
      vocabulary, hasSupersededMethods: policy.storage.hasSupersededMethods)
    let table = policy.storage.tables[index]
    var seen: Set<FactBox> = []
    for box in table.kinds.flatMap({ space.boxes(action: table.action, kind: $0) })
    where seen.insert(box).inserted {
      var facts = FactVector(every: 0)
      for fact in box.values.indices {
        facts[fact] = box.values[fact].values[0]
      }
      each(telling[...], box, facts)
    }
  }

  private mutating func each(_ facts: ArraySlice<Int>, _ box: FactBox, _ vector: FactVector) {
    guard let fact = facts.first else {
      var derived = vector
      if case .impossible? = policy.source(of: &derived) { return }
      arrivals[arriving.map { vector[$0] }, default: []].append(vector)
      return
    }
    for value in box.values[fact].values {
      var next = vector
      next[fact] = value
      each(facts.dropFirst(), box, next)
    }
  }

  func matches(_ line: OutcomeMatrix.MatrixLine, _ arrival: [Int]) -> Bool {
    line.arriving.allSatisfy { part in
      zip(arriving, arrival).contains { fact, value in
        let schema = policy.vocabulary.schema.facts[fact]
        return schema.name == part.fact
          && part.values.contains(schema.values[value]) != part.isNegated
      }
    }
  }

  /// What decides the vectors of a column, once each fact with a usual value has it.
  func rows(of vectors: [FactVector], _ column: MatrixColumn) -> Set<RowName> {
    let conditions = column.conditions(at: SourcePosition(line: 1, column: 1))
    var left = vectors.filter { vector in conditions.allSatisfy { $0.holds(vector) } }
    for usual in UsualValues(policy.vocabulary.schema).facts
    where !MatrixCells.arrivingFacts(of: policy).contains(usual.fact) {
      for value in usual.values {
        let usually = left.filter { $0[usual.fact] == value }
        if !usually.isEmpty {
          left = usually
          break
        }
      }
    }
    var rows: Set<RowName> = []
    for var vector in left {
      guard let table = policy.tableIndex(of: vector) else { continue }
      switch policy.source(of: &vector) {
      case .row(let row)?:
        let table = policy.storage.tables[table]
        rows.insert(RowName(table: table.key, id: table.rows[row].id))
      case .guarding(let index)?, .would(let index, _)?:
        rows.insert(RowName(table: "guards", id: policy.storage.guards[index].id))
      default: break
      }
    }
    return rows
  }
}
