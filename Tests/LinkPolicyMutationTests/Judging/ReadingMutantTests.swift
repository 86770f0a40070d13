import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTesting
import LinkPolicyYAML
import Testing

@testable import LinkPolicyReview

/// Verdicts on edits that change how a policy reads attempts, with vectors that can notice the edits.
@Suite("Mutants that read attempts differently")
struct ReadingMutantTests {
  private static func policy(
    _ text: String, _ edits: (String, String)...
  ) throws -> CompiledPolicy {
    let edited = edits.reduce(text) { $0.replacing($1.0, with: $1.1) }
    return try CompiledPolicy(yaml: Array(edited.utf8), name: "policy.yaml")
  }

  /// Judges each mutant of an operator; the key of a verdict is the last part of the mutant's id, or the edited
  /// declaration if there is no such part.
  private static func verdicts(
    _ operation: any MutationOperator, of policy: CompiledPolicy, vectors: String? = nil
  ) throws -> [String: MutantVerdict] {
    var index = SuiteIndex(policy)
    if let vectors {
      index.add(
        try VectorReader.read(Array(vectors.utf8), name: "vectors.yaml", format: .yaml), threads: 1)
      #expect(index.failing.isEmpty && !index.vectors.isEmpty)
    }
    var judge = MutantJudge(policy, index, countsTrace: false, witnessLimit: 9)
    var verdicts: [String: MutantVerdict] = [:]
    for mutant in operation.mutants(of: MutationSource(policy)) {
      verdicts[mutant.detail.isEmpty ? mutant.subject : mutant.detail] = judge.work(on: mutant)
    }
    return verdicts
  }

  // MARK: Counts

  private static let unlinking = """
    linkpolicy: 1
    name: counts
    methods: {count-disabled: no}
    providers:
      github.com: {kind: federated}
      password: {kinds: [password]}
    decisions:
      unlink:
        hit: first
        rows:
          - {id: anon, session: [none, gone], refuse: no}
          - {id: miss, same-provider: {not: same-subject}, refuse: no}
          - {id: last, other-methods: none, refuse: no}
          - {id: ok, do: [unlink]}
    errors:
      no: {}
    """

  private static let deleting = """
    decisions:
      delete:
        hit: first
        rows:
          - {id: d1, session: [none, gone], refuse: no}
          - {id: d2, methods: one, refuse: no}
          - {id: d3, do: [end-session, delete]}

    """

  /// The second case disables the other method, which then does not count.
  private static let disabled = """
    vectors: 1
    policy: counts
    cases:
      - id: c-1
        given: {accounts: [{id: u1, email: b@own.example, verified: true, methods: [{provider: github.com, subject: s2}, password/password]}], sessions: [{account: u1}]}
        steps:
          - attempt: {action: unlink, provider: github.com}
            as: s1
            expect: {outcome: allowed}
      - id: c-2
        given: {accounts: [{id: u1, email: b@own.example, verified: true, methods: [{provider: github.com, subject: s2}, password/password]}], sessions: [{account: u1}]}
        steps:
          - attempt: {action: unlink, provider: github.com}
            as: s1
            method: {disabled: [password/password]}
            expect: {outcome: refused, error: no}
    """

  @Test("the counted kinds change nothing if rows test only the methods of other providers")
  func counted() throws {
    let policy = try Self.policy(Self.unlinking)
    let kinds = try Self.verdicts(ChangeCount(), of: policy, vectors: Self.disabled)
    #expect(kinds.count == 2 && kinds.values.allSatisfy { $0.isEquivalent })
    let all = try Self.verdicts(CountDisabled(), of: policy, vectors: Self.disabled)
    #expect(all["disabled"]?.killers == [1])
  }

  @Test("disabled methods count in both facts about the number of methods")
  func bothCounts() throws {
    let policy = try Self.policy(Self.unlinking, ("decisions:\n", Self.deleting))
    let kinds = try Self.verdicts(ChangeCount(), of: policy, vectors: Self.disabled)
    // No vector deletes an account.
    #expect(kinds.count == 2 && kinds.values.allSatisfy { $0.survivor?.played == 0 })
    let all = try Self.verdicts(CountDisabled(), of: policy, vectors: Self.disabled)
    #expect(all["disabled"]?.killers == [1])
  }
}

extension MutantVerdict {
  fileprivate var isEquivalent: Bool {
    if case .equivalent = self { true } else { false }
  }

  /// The vectors that kill the mutant; nil if the mutant is not killed.
  fileprivate var killers: [Int]? {
    if case .killed(let vectors) = self { vectors } else { nil }
  }

  fileprivate var survivor: Survivor? {
    if case .survived(let survivor) = self { survivor } else { nil }
  }
}
