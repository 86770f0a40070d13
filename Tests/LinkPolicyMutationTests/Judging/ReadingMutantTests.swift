import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTesting
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
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

  // MARK: Domains

  private static let domains = """
    linkpolicy: 1
    name: domains
    domains:
      own: [a.y.example, "Mixed.Example"]
      bad: ["*.y.example"]
    providers:
      github.com: {kind: federated}
    decisions:
      sign-in.federated:
        rows:
          - {id: returning, credential: known, do: [sign-in]}
          - {id: broken, credential: broken, refuse: no}
          - {id: refused, credential: new, domain: bad, refuse: no}
          - {id: first, credential: new, domain: {not: bad}, address: [absent, free], do: [create, sign-in]}
          - {id: taken, credential: new, domain: {not: bad}, address: taken, refuse: no}
    errors:
      no: {}
    """

  /// Returns a suite with a first sign-in for each address and expected outcome.
  private static func signIns(_ cases: (email: String, expected: String)...) -> String {
    var text = "vectors: 1\npolicy: domains\ncases:\n"
    for (number, (email, expected)) in cases.enumerated() {
      text += """
          - id: v-\(number)
            steps:
              - attempt: {action: sign-in, provider: github.com, subject: s1, email: \(email)}
                expect: {\(expected)}

        """
    }
    return text
  }

  private static let allowed = "outcome: allowed"
  private static let refused = "outcome: refused, error: no"

  @Test("a pattern takes a removed domain, and an address below a pattern notices its removal")
  func removed() throws {
    let verdicts = try Self.verdicts(
      RemoveDomain(), of: try Self.policy(Self.domains),
      vectors: Self.signIns(
        ("x@a.y.example", Self.allowed), ("x@mixed.example", Self.allowed),
        ("x@q.y.example", Self.refused), ("x@z.example", Self.allowed)))
    #expect(verdicts.count == 3)
    #expect(verdicts["a.y.example"]?.killers == [0])
    #expect(verdicts["*.y.example"]?.killers == [2])
    // No row distinguishes `own` from `other`.
    #expect(verdicts["Mixed.Example"]?.isEquivalent == true)
  }

  @Test("a domain that is added to a set leaves the pattern that held it")
  func added() throws {
    let verdicts = try Self.verdicts(AddDomain(), of: try Self.policy(Self.domains))
    #expect(verdicts.count == 6)
    for name in ["*.a.y.example", "mya.y.example"] {
      let survivor = try #require(verdicts[name]?.survivor, "\(name)")
      #expect(survivor.cell?.contains { $0.fact == "domain" && $0.value == "bad" } == true)
      #expect(survivor.kinds.contains(.guardsLess) && survivor.played == 0)
    }
    for name in ["a.com", "*.Mixed.Example", "Mixed.com", "myMixed.Example"] {
      #expect(verdicts[name]?.isEquivalent == true, "\(name)")
    }
  }

  @Test("an address in small letters notices a moved domain in capital letters")
  func moved() throws {
    let verdicts = try Self.verdicts(
      MoveValue(), of: try Self.policy(Self.domains),
      vectors: Self.signIns(
        ("x@mixed.example", Self.allowed), ("x@q.y.example", Self.refused),
        ("x@a.y.example", Self.allowed)))
    #expect(verdicts["Mixed.Example/bad"]?.killers == [0])
    #expect(verdicts["*.y.example/own"]?.killers == [1])
    #expect(verdicts["a.y.example/bad"]?.killers == [2])
  }

  @Test("an address at an alias notices an edit of the domain that the alias replaces")
  func aliases() throws {
    let verdicts = try Self.verdicts(
      RemoveDomain(),
      of: try Self.policy(
        Self.domains,
        ("domains:\n", "addresses: {aliases: {alias.example: a.y.example}}\ndomains:\n")),
      vectors: Self.signIns(("x@z.example", Self.allowed), ("x@alias.example", Self.allowed)))
    #expect(verdicts["a.y.example"]?.killers == [1])
  }

  @Test(
    "an address at a relay notices that the set is no relay any more",
    arguments: ["\"*.relay.example\"", "A.Relay.Example"])
  func relays(_ name: String) throws {
    let policy = try Self.policy(
      """
      linkpolicy: 1
      name: domains
      domains:
        private: {names: [\(name)], relay: true}
      providers:
        github.com: {kind: federated}
      decisions:
        sign-in.federated:
          hit: first
          rows:
            - {id: known, credential: known, do: [sign-in]}
            - {id: relay, credential: {not: known}, relay: {not: neither}, refuse: no}
            - {id: rest, refuse: other}
      errors:
        no: {}
        other: {}
      """)
    let verdicts = try Self.verdicts(
      ChangeRelay(), of: policy,
      vectors: Self.signIns(
        ("x@z.example", "outcome: refused, error: other"), ("x@a.relay.example", Self.refused)))
    #expect(verdicts.count == 1 && verdicts["domains/private"]?.killers == [1])
  }

  // MARK: Elections

  private static let election = """
    linkpolicy: 1
    name: election
    addresses: {match: any-proven}
    claims:
      verified: {yes: [true, "yes"], no: [false]}
    domains:
      own: [own.example]
    settings: {mode: [open, shut]}
    providers:
      github.com: {kind: federated}
    proof: {claim.verified: yes}
    decisions:
      sign-in.federated:
        rows:
          - {id: returning, credential: known, do: [sign-in]}
          - {id: broken, credential: broken, refuse: no}
          - {id: first, credential: new, address: [absent, free], refuse: other}
          - {id: taken, credential: new, address: [taken, several], refuse: no}
    errors:
      no: {}
      other: {}
    """

  /// The second address is proven, by its claim and by its domain, and belongs to an account.
  private static let secondAddress = """
    vectors: 1
    policy: election
    cases:
      - id: e-1
        given: {accounts: [{id: u1, email: b@own.example, verified: true, methods: [{provider: github.com, subject: s2}]}]}
        steps:
          - attempt: {action: sign-in, provider: github.com, subject: s1, addresses: [{email: a@x.example, claims: {verified: false}}, {email: b@own.example, claims: {verified: "yes"}}]}
            expect: {outcome: refused, error: no}
    """

  @Test("a claim of `proof` elects the address, so an edit of its words is no equivalent mutant")
  func claims() throws {
    let verdicts = try Self.verdicts(
      MoveValue(), of: try Self.policy(Self.election), vectors: Self.secondAddress)
    #expect(verdicts.count == 6)
    for (detail, verdict) in verdicts {
      if detail.hasPrefix("false/other") {
        // `proof` does not distinguish the two words.
        #expect(verdict.isEquivalent)
      } else if detail.hasPrefix("true/") {
        #expect(verdict.survivor?.played == 1, "\(detail)")
      } else if detail.hasPrefix("false/") {
        #expect(!verdict.isEquivalent, "\(detail)")
      } else {
        #expect(verdict.killers == [0], "\(detail)")
      }
    }
  }

  @Test("an edit of a claim that cells show also plays the vectors that elect another address")
  func shownClaims() throws {
    let policy = try Self.policy(
      Self.election,
      (
        "[absent, free], refuse: other",
        "[absent, free], do: [create-without-address, sign-in]"
      ), ("\n  other: {}", ""))
    let verdicts = try Self.verdicts(MoveValue(), of: policy, vectors: Self.secondAddress)
    let moved = verdicts.filter { $0.key.contains("\"") }
    #expect(moved.count == 2 && moved.values.allSatisfy { $0.killers == [0] })
  }

  @Test("a domain of `proof` elects the address, and so does the default of a setting")
  func declarations() throws {
    let byDomain = ("{claim.verified: yes}", "{domain: own}")
    let removed = try Self.verdicts(
      RemoveDomain(), of: try Self.policy(Self.election, byDomain), vectors: Self.secondAddress)
    #expect(removed["own.example"]?.killers == [0])
    let bySetting = ("{claim.verified: yes}", "{setting.mode: open}")
    let defaults = try Self.verdicts(
      ChangeDefault(), of: try Self.policy(Self.election, bySetting))
    #expect(defaults.count == 1 && defaults.values.allSatisfy { $0.survivor != nil })
  }

  @Test("no edit of `proof` elects another address if the lookup takes the first")
  func primary() throws {
    let policy = try Self.policy(Self.election, ("any-proven", "primary"))
    for operation in [MoveValue(), RemoveDomain(), ChangeDefault()] as [any MutationOperator] {
      let verdicts = try Self.verdicts(operation, of: policy)
      #expect(!verdicts.isEmpty && verdicts.values.allSatisfy { $0.isEquivalent })
    }
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
