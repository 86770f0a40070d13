import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

@Suite("An input that differs")
struct InputDifferenceTests {
  private static func policy(_ input: String) throws -> CompiledPolicy {
    let text = """
      linkpolicy: 1
      name: second
      providers: {p: {kind: federated}}
      inputs: {second: {\(input), by: session}}
      guards:
        - {id: missing, action: sign-in, input.second: absent, refuse: no}
        - {id: wrong,   action: sign-in, input.second: wrong,  refuse: no}
      decisions:
        sign-in.federated:
          rows:
            - {id: known, credential: known,         do: [sign-in]}
            - {id: other, credential: [new, broken], refuse: no}
      errors: {no: {}}
      """
    return try CompiledPolicy(yaml: Array(text.utf8), name: "second.yaml")
  }

  @Test(
    "allows more if it has a value that no guard refuses, or need not be stated",
    arguments: [
      ("values: [absent, wrong, right]", "values: [absent, wrong, right, lost]", [.guardsLess]),
      ("values: [absent, wrong, right, lost]", "values: [absent, wrong, right]", [.guardsMore]),
      (
        "values: [absent, wrong, right], required: yes",
        "values: [absent, wrong, right, lost], required: yes", [.guardsLess]
      ),
      (
        "values: [absent, wrong, right]", "values: [absent, wrong, right], required: yes",
        [.guardsMore]
      ),
      (
        "values: [absent, wrong, right], required: yes", "values: [absent, wrong, right]",
        [.guardsLess]
      ),
      (
        "values: [absent, wrong, right]", "values: [absent, wrong, right, lost], required: yes",
        [.guardsLess, .guardsMore]
      ),
    ] as [(String, String, [ChangeKind])])
  func values(old: String, new: String, expected: [ChangeKind]) throws {
    let policies = try Sides(old: Self.policy(old), new: Self.policy(new))
    let difference = try #require(
      DeclarationDifference.all(policies).first { $0.subject == "input second" })
    let kinds = difference.part.knownKinds(policies, difference.words)
    #expect(kinds.map { Set($0) } == Set(expected), "\(old) -> \(new)")
  }
}
