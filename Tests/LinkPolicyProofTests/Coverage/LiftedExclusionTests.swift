import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyPresets
import LinkPolicyReview
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyProof

/// The attempts without an exclusion, against a replay of every attempt.
@Suite("Lifted exclusions")
struct LiftedExclusionTests {
  private static func closure(of name: String) throws -> AccountClosure {
    let policy: CompiledPolicy
    switch name {
    case "harbour": policy = try Harbour.policy()
    case "identifiers": policy = try Sketches.policy(name)
    default: policy = try Presets.compiled(named: name)
    }
    let assumptions = try Assumptions(
      Presets.assumptions, name: "assumptions.yaml", isStrict: false)
    let environment = assumptions.environment
    let domains = OwnersDomains(policy: policy, assumptions: assumptions, environment: environment)
    let model = try AdversaryModel(
      policy, domain: try #require(domains.all.last), under: assumptions, in: environment,
      excluding: environment.exclusions)
    var closure = AccountClosure(
      model, policy.storage.tables.indices.map { AnswerTable($0, of: policy) })
    closure.explore()
    return closure
  }

  /// Returns the limits of every attempt at every reachable account without some exclusions.
  private static func replay(_ closure: AccountClosure, lifting numbers: [Int], at index: Int)
    -> AttemptBoxes
  {
    var model = closure.model
    for number in numbers {
      model.lift(number)
    }
    var found = AttemptBoxes()
    let starts = AttemptStarts(model).starts(of: closure.tables[index])
    for state in [AbstractAccount?.none] + closure.states.map({ Optional($0) }) {
      let relations = AttemptRelations(model: model, holdings: closure.table, account: state)
      for relation in relations.all(of: closure.tables[index], starts) {
        found.insert(relation.limits, relation.attempt.pointed)
      }
    }
    return found
  }

  @Test(
    "without exclusions, the further attempts are those that a replay adds to the made ones",
    arguments: ["harbour", "identifiers", "hardened", "firebase"])
  func further(_ name: String) throws {
    let closure = try Self.closure(of: name)
    let numbers = closure.model.exclusionNumbers
    #expect(numbers.count > 3)
    var added = 0
    for lifted in numbers.map({ [$0] }) + [numbers] {
      for index in closure.tables.indices {
        let made = closure.tables[index].asked
        let expected = Self.replay(closure, lifting: lifted, at: index)
        let found = closure.attempts(lifting: lifted, at: index)
        for pointed in AbstractAttempt.AttemptTarget.allCases {
          let further = expected[pointed].subtracting(made[pointed])
          #expect(
            found[pointed].subtracting(made[pointed]) == further,
            "\(name), table \(index), exclusions \(lifted)")
          #expect(found[pointed].isSubset(of: expected[pointed]))
          added += further.count
        }
      }
    }
    #expect(added > 0)
  }
}
