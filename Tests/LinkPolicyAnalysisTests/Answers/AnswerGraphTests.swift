import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyExploration

/// Graphs of answers, held against asking a policy about one situation after the other.
@Suite("Graphs of answers")
struct AnswerGraphTests {
  private static func graph(
    _ policy: CompiledPolicy, _ table: Int, isExact: Bool = false, _ book: inout AnswerBook
  ) -> AnswerGraph {
    AnswerGraph(table: table, of: policy, by: PolicyEditor(policy), isExact: isExact, &book)
  }

  @Test(
    "the number of a vector is that of what is answered there",
    arguments: ["reset-with-code", "tenant-restriction", "unrelated"])
  func numbers(name: String) throws {
    let policy = try Sketches.policy(name)
    for table in policy.storage.tables.indices {
      var book = AnswerBook()
      let graph = Self.graph(policy, table, isExact: true, &book)
      #expect(!graph.isSpent)
      var met: Set<Int> = []
      for facts in BruteForce.vectors(ofTable: table, policy) {
        let number = graph.number(at: facts)
        #expect(book.meaning(number) == BruteForce.answer(facts, policy), "\(name) \(table)")
        met.insert(number)
        // The same vector, said by one that differs in a fact.
        var other = facts
        other[.credential] = (facts[.credential] + 1) % 4
        #expect(
          graph.number(at: other, with: EngineFact.credential.rawValue, being: facts[.credential])
            == number)
      }
      // No vector that can occur is without an answer, and only what can occur was gone through.
      #expect(!met.contains(0) && met.count > 1 && book.meaning(0) == nil)
    }
  }

  @Test("rows are told apart on demand, and equal answers are one otherwise")
  func rows() throws {
    let policy = try Harbour.policy()
    let table = try #require(policy.storage.tables.firstIndex { $0.key == "link.federated" })
    let cells = policy.cells(
      ofTable: table, distinguishing: AnswerGraph.distinguishing(table, of: policy))
    for tellsRows in [false, true] {
      var book = AnswerBook()
      _ = AnswerGraph(table: table, of: policy, cells, tellsRows: tellsRows, &book)
      let sources = Set(book.meanings.map { "\($0.source.map { "\($0)" } ?? "none")" })
      // What is declared impossible has none.
      #expect(sources.count == (tellsRows ? 5 : 1))
    }
  }

  @Test("a changed row differs in a cell of that row, and nowhere if it answers the same")
  func differences() throws {
    let policy = try Harbour.policy()
    let edits: [(old: String, new: String, isOther: Bool)] = [
      ("do: [create, sign-in]}", "do: [create]}", true),
      ("do: [drop-unproven, replace-subject, sign-in]", "do: [replace-subject, sign-in]", true),
      (
        "address: taken, trust: untrusted, refuse: already-registered",
        "address: taken, trust: untrusted, refuse: unknown-person", true
      ),
      ("{id: returning, credential: known, ", "{id: knows, credential: known, ", false),
      (
        "{id: first,     credential: new, address: [absent, free],    do: [create, sign-in]}",
        "{id: first,     credential: new, address: [free, absent],    do: [create, sign-in]}",
        false
      ),
    ]
    let table = try #require(policy.storage.tables.firstIndex { $0.key == "sign-in.federated" })
    for (old, new, isOther) in edits {
      let other = try Harbour.policy((old, new))
      var book = AnswerBook()
      let before = Self.graph(policy, table, isExact: true, &book)
      let after = Self.graph(other, table, &book)
      let differing = BruteForce.vectors(ofTable: table, policy).filter {
        BruteForce.answer($0, policy) != BruteForce.answer($0, other)
      }
      #expect(differing.isEmpty != isOther, "\(new)")
      let path = before.difference(from: after)
      #expect((path == nil) == differing.isEmpty, "\(new)")
      guard let path else { continue }
      // The path names values under which, of what can occur, answers differ.
      #expect(
        differing.contains { facts in path.allSatisfy { facts[$0.fact] == $0.value } }, "\(new)")
      #expect(after.difference(from: before) != nil || differing.isEmpty)
    }
  }

  @Test("values of a fact are read as others where that is asked for")
  func reading() throws {
    let policy = try Harbour.policy()
    let schema = policy.vocabulary.schema
    let table = try #require(policy.storage.tables.firstIndex { $0.key == "sign-in.federated" })
    let fact = EngineFact.provider.rawValue
    let values = schema.facts[fact].values
    let own = try #require(values.firstIndex { $0 == "login.harbour.example" })
    let pier = try #require(values.firstIndex { $0 == "pier.example" })
    var book = AnswerBook()
    let graph = Self.graph(policy, table, isExact: true, &book)
    #expect(graph.difference(from: graph) == nil)
    let path = graph.difference(from: graph, reading: fact, as: [(before: own, after: pier)])
    #expect(path?.contains { $0.fact == fact && $0.value == own } == true)
  }

  @Test("an answer is looked for where facts have such values, and nowhere else")
  func contains() throws {
    let policy = try Harbour.policy()
    let table = try #require(policy.storage.tables.firstIndex { $0.key == "sign-in.federated" })
    var book = AnswerBook()
    let graph = Self.graph(policy, table, isExact: true, &book)
    let all = BruteForce.vectors(ofTable: table, policy).map { facts in
      (facts, graph.number(at: facts))
    }
    var found = (yes: 0, no: 0)
    for fact in [EngineFact.credential, .address, .account] {
      for value in 0..<policy.vocabulary.schema.count(fact.rawValue) {
        for number in 1...book.meanings.count {
          let isThere = all.contains { $0.0[fact] == value && $0.1 == number }
          let limit = [(fact: fact.rawValue, values: ValueSet([value]))]
          // Only a fact that the graph branches on limits it.
          guard graph.algebra.axes.contains(where: { $0.fact == fact.rawValue }) else { continue }
          #expect(graph.contains(where: limit) { $0 == number } == isThere, "\(fact) \(value)")
          found.yes += isThere ? 1 : 0
          found.no += isThere ? 0 : 1
        }
      }
    }
    #expect(found.yes > 5 && found.no > 5)
    #expect(!graph.contains(where: []) { $0 == 0 })
  }
}
