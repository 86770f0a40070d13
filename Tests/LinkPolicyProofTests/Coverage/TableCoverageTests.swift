import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyProof
@testable import LinkPolicyReview

@Suite("The account of values")
struct TableCoverageTests {
  private static func prove(_ edit: (inout ProofEnvironment) -> Void = { _ in }) throws -> Proof {
    let text = """
      assume: 1
      assertions:
        - {provider: login.harbour.example, domain: harbour.example, who: owner}
        - {who: anyone}

      """
    var environment = ProofEnvironment()
    edit(&environment)
    var options = Proof.Options()
    options.invariants = ["I6"]
    return Proof(
      try Harbour.policy(),
      under: try Assumptions(Array(text.utf8), name: "assume.yaml", isStrict: true),
      in: environment, options)
  }

  @Test("every value of every fact that an answer depends on has three fates")
  func whole() throws {
    let proof = try Self.prove()
    let schema = proof.policy.vocabulary.schema
    for (index, table) in proof.coverage.enumerated() {
      let axes = proof.policy.cells(ofTable: index).algebra.axes.filter {
        !schema.derived.contains($0.fact)
      }
      let values = table.values.map { value in value.values.map { [value.fact, $0] } }.joined()
      let expected = axes.flatMap { axis in
        schema.facts[axis.fact].values.map { [schema.facts[axis.fact].name, $0] }
      }
      #expect(Set(values) == Set(expected) && values.count == expected.count)
      let targetCount = AbstractAttempt.AttemptTarget.allCases.count
      #expect(table.values.allSatisfy { $0.fates.count == targetCount })
    }
  }

  @Test("what attempts of one relation have is told from what those of another have")
  func relations() throws {
    let proof = try Self.prove()
    func fates(_ table: Name, _ fact: Name, _ value: Name) throws -> [TableCoverage.Fate] {
      let coverage = try #require(proof.coverage.first { $0.table == table })
      return try #require(
        coverage.values.first { $0.fact == fact && $0.values.contains(value) }
      ).fates
    }
    // A sign-in finds the account by what is brought, or none.
    #expect(try fates("sign-in.federated", "credential", "known")[0] == .played)
    #expect(try fates("link.federated", "session", "recent") == [.played, .unmet, .unmet])
    #expect(try fates("link.federated", "session", "none")[2] == .played)
    let own = try fates("sign-in.federated", "credential", "own")
    #expect(own == [.impossible, .impossible, .impossible])
  }

  @Test("a cell is reached where some relation plays it, and no value is unplayed that is")
  func agrees() throws {
    for proof in [try Self.prove(), try Self.prove { $0.apply(.mixedSessions, false) }] {
      for table in proof.coverage {
        for value in table.values where value.isUnplayed {
          #expect(!value.fates.contains(.played))
        }
        if table.cells.reached == table.cells.count {
          #expect(table.values.allSatisfy { !$0.isUnplayed })
        }
      }
    }
  }
}
