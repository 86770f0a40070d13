import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyExploration

@Suite("Classes of conditions")
struct ConditionAxesTests {
  private static func condition(_ fact: EngineFact, _ values: [Int]) -> ResolvedCondition {
    ResolvedCondition(
      fact: fact.rawValue, values: ValueSet(values),
      position: SourcePosition(line: 1, column: 1))
  }

  @Test("values that some condition tells apart are of different classes, all others of one")
  func classes() throws {
    let policy = try Harbour.policy()
    // Of absent, free, own, taken and several.
    let axes = ConditionAxes(
      policy,
      [
        Self.condition(.address, [0, 1]), Self.condition(.address, [3]),
        Self.condition(.address, [0, 1]), Self.condition(.credential, [0, 1, 2, 3]),
      ])
    let address = EngineFact.address.rawValue
    #expect((0..<5).map { axes.group(of: address, $0) } == [0, 0, 1, 2, 1])
    #expect(axes.classCount(of: address) == 3)
    #expect(axes.representatives(of: address, first: 4) == [4, 0, 3])
    #expect(axes.representatives(of: address, first: 1) == [1, 2, 3])
    // A condition that always holds tests its fact and tells nothing apart.
    #expect(axes.tests(.credential) && axes.classCount(of: EngineFact.credential.rawValue) == 1)
    #expect(!axes.tests(.account) && axes.group(of: EngineFact.account.rawValue, 3) == 0)
    #expect(axes.classCount(of: EngineFact.account.rawValue) == 1)
    #expect(axes.representatives(of: EngineFact.account.rawValue, first: 2) == [2])
    #expect(axes.axes.map { $0.fact } == axes.axes.map { $0.fact }.sorted())
  }

  @Test("the values of a claim are of the classes of the words that stand for them")
  func claims() throws {
    let text = """
      linkpolicy: 1
      name: claims
      providers: {p: {kind: federated}}
      claims:
        email_verified: {true: [true, "true"], false: [false]}
      decisions:
        sign-in:
          hit: first
          rows:
            - {id: yes, credential: known, claim.email_verified: true, do: [sign-in]}
            - {id: rest, refuse: no, overrides: [yes]}
      errors: {no: {}}
      """
    let policy = try CompiledPolicy(yaml: Array(text.utf8), name: "claims.yaml")
    let axes = ConditionAxes(policy, policy.conditions)
    func group(_ value: ClaimValue?, of claim: String = "email_verified") -> Int {
      axes.group(ofClaim: claim, value, policy)
    }
    #expect(group(.boolean(true)) == group(.string("true")))
    #expect(group(.boolean(true)) != group(.boolean(false)))
    // No row tells apart what is not claimed, what is unknown and what is denied.
    #expect(group(nil) == group(.boolean(false)) && group(.string("maybe")) == group(nil))
    #expect(group(.boolean(true), of: "another") == 0)
  }
}
