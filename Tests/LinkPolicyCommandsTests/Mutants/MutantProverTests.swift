import LinkPolicy
import LinkPolicyProof
import LinkPolicyReview
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyCommands

@Suite("Proofs of mutants by what is known of the policy")
struct MutantProverTests {
  /// Small policies of which more and less is proved: as it is, with nothing left of others' sessions, and with an action
  /// that strangers enter by.
  private static let edits: [[(old: String, new: String)]] = [
    [],
    [
      (
        "do: [drop-unproven, replace-subject, sign-in]",
        "do: [drop-unproven, replace-subject, revoke-sessions, sign-in]"
      )
    ],
    [
      (
        "address: taken, trust: untrusted, refuse: already-registered",
        "address: taken, trust: untrusted, do: [sign-in]"
      )
    ],
  ]

  @Test(
    "an edit that is said to keep what is proved is proved on its own",
    arguments: Thoroughness.share(of: Array(edits.indices)))
  func kept(number: Int) throws {
    let policy = try Harbour.policy(Self.edits[number])
    let assumptions = try Assumptions.shipped()
    let proof = MutantProver.prove(
      policy, under: assumptions, invariants: Proof.unbounded, threads: 0)
    let ids = proof.verdicts.compactMap { invariant, verdict in
      if case .proved = verdict { invariant.id } else { nil }
    }
    let proved = try #require(ProvedPolicy(proof))
    let loader = MutantLoader(policy)
    var (kept, lost) = (0, 0)
    for mutant in MutationRun.mutants(of: policy, MutationRun.MutationOptions()) {
      guard let loaded = loader.load(mutant) else { continue }
      let alone = MutantProver.prove(loaded.policy, under: assumptions, invariants: ids, threads: 0)
      if proved.isKept(by: loaded.policy, editing: mutant.part) {
        kept += 1
        // What no account can break any more is kept too.
        let isKept = alone.verdicts.allSatisfy { _, verdict in
          switch verdict {
          case .proved, .vacuous: true
          case .broken, .undecided: false
          }
        }
        #expect(isKept, "\(mutant.id)")
      } else if !alone.isProved {
        lost += 1
      }
    }
    // It says so of many, and there are some of which it would be wrong.
    #expect(kept > 40 && lost > 2, "\(kept) kept, \(lost) lost")
  }

  /// A policy of which I4 is proved, an edit of one row by which another table breaks invariants, and these invariants.
  struct DistantBreak: Sendable, CustomTestStringConvertible {
    var text: String
    var mutant: String
    var broken: [String]

    var testDescription: String { mutant }
  }

  private static let distant = [
    // With several subjects of a provider, `clean` removes all of an account's methods.
    DistantBreak(
      text: subjects, mutant: "effect-replaced/link.federated/ok/1-replace-subject/add-subject",
      broken: ["I4"]),
    // No row enrolls a factor any more, so the service does, also a stranger's at an unverified account.
    DistantBreak(text: factors, mutant: "allowed-instead/enrol/ok", broken: ["I1", "I8"]),
    // No telephone signs in any more, so an account that unlinks Google is left without a way in.
    DistantBreak(text: telephones, mutant: "refused-instead/sign-in.phone/known", broken: ["I4"]),
  ]

  @Test("an edit that changes what other tables mean is proved on its own", arguments: distant)
  func distantBreaks(one: DistantBreak) throws {
    let policy = try CompiledPolicy(yaml: Array(one.text.utf8), name: "distant.yaml")
    let assumptions = try Assumptions.shipped()
    let proof = MutantProver.prove(
      policy, under: assumptions, invariants: Proof.unbounded, threads: 0)
    let ids = proof.verdicts.compactMap { invariant, verdict in
      if case .proved = verdict { invariant.id } else { nil }
    }
    #expect(Set(one.broken).isSubset(of: ids))
    let loader = MutantLoader(policy)
    let proved = try #require(ProvedPolicy(proof))
    let mutant = try #require(
      MutationRun.mutants(of: policy, MutationRun.MutationOptions()).first { $0.id == one.mutant })
    let loaded = try #require(loader.load(mutant))
    #expect(!proved.isKept(by: loaded.policy, editing: mutant.part))
    var prover = MutantProver(
      loader: loader, assumptions: assumptions, invariants: ids, proved: proved)
    guard case .unsafe(let breaks) = prover.work(on: mutant).verdict else {
      Issue.record("no broken invariant is reported")
      return
    }
    #expect(Set(one.broken).isSubset(of: breaks.map { $0.invariant }))
  }

  private static let subjects = """
    linkpolicy: 1
    name: sub
    title: Subjects
    actions:
      clean: {points-to: session, address: none}
    providers:
      google.com: {kind: federated}
    proof: {provider: google.com}
    decisions:
      sign-in.federated:
        hit: first
        rows:
          - {id: broken, credential: broken, refuse: no}
          - {id: known, credential: known, do: [sign-in]}
          - {id: first, credential: new, address: [absent, free], do: [create, sign-in]}
          - {id: join, credential: new, address: taken, refuse: no}
      link.federated:
        hit: first
        rows:
          - {id: none, session: [none, gone, revoked], refuse: no}
          - {id: notnew, credential: [known, broken], refuse: no}
          - {id: own, overrides: earlier, credential: own, do: [refresh-method]}
          - {id: taken, overrides: earlier, address: taken, refuse: no}
          - {id: ok, do: [replace-subject]}
      clean:
        hit: first
        rows:
          - {id: none, session: [none, gone, revoked], refuse: no}
          - {id: more, overrides: earlier, methods: more, do: [{drop: [federated]}]}
          - {id: one, refuse: no}
    errors:
      no: {}

    """

  private static let factors = """
    linkpolicy: 1
    name: enr
    title: Enrol
    inputs:
      second: {values: [absent, wrong, right], by: session, factor: yes}
    actions:
      enrol: {points-to: session, address: none}
    providers:
      google.com: {kind: federated}
      facebook.com: {kind: federated}
    proof: {provider: google.com}
    decisions:
      sign-in.federated:
        hit: first
        rows:
          - {id: broken, credential: broken, refuse: no}
          - {id: absent, credential: new, address: absent, refuse: no}
          - {id: known, credential: known, provider: google.com, do: [sign-in]}
          - {id: fb, provider: facebook.com, credential: known, account: verified, refuse: no}
          - {id: fb2, overrides: [fb], provider: facebook.com, credential: known, do: [sign-in]}
          - {id: first, provider: google.com, credential: new, address: free, do: [create, verify-email, sign-in]}
          - {id: firstfb, provider: facebook.com, credential: new, address: free, do: [create, sign-in]}
          - {id: joinfb, provider: facebook.com, credential: new, address: taken, refuse: no}
          - {id: join, provider: google.com, credential: new, address: taken, do: [drop-unproven, revoke-sessions, replace-subject, verify-email, sign-in]}
      enrol:
        hit: first
        rows:
          - {id: none, session: [none, gone, revoked], refuse: no}
          - {id: unverified, account: [no-address, unverified], refuse: no}
          - {id: has, factors: some, input.second: {not: right}, refuse: no}
          - {id: ok, overrides: earlier, do: [enroll-factor]}
    errors:
      no: {}

    """

  private static let telephones = """
    linkpolicy: 1
    name: phone-way
    title: Telephones
    providers:
      google.com: {kind: federated}
      call: {kind: phone}
    proof: {provider: google.com}
    decisions:
      sign-in.federated:
        hit: first
        rows:
          - {id: broken, credential: broken, refuse: no}
          - {id: known, credential: known, do: [sign-in]}
          - {id: first, credential: new, address: [absent, free], do: [create, sign-in]}
          - {id: join, credential: new, address: taken, refuse: no}
      sign-in.phone:
        hit: first
        rows:
          - {id: known, credential: known, do: [sign-in]}
          - {id: other, refuse: no}
      link.phone:
        hit: first
        rows:
          - {id: none, session: [none, gone, revoked], refuse: no}
          - {id: held, credential: {not: new}, refuse: no}
          - {id: second, same-provider: {not: none}, refuse: no}
          - {id: add, overrides: earlier, do: [link]}
      link.federated:
        hit: first
        rows:
          - {id: all, refuse: no}
      unlink:
        hit: first
        rows:
          - {id: none, session: [none, gone, revoked], refuse: no}
          - {id: foreign, credential: {not: own}, refuse: no}
          - {id: last, methods: [none, one], refuse: no}
          - {id: remove, overrides: earlier, do: [unlink]}
    errors:
      no: {}

    """

  @Test("a policy of which nothing is proved keeps nothing")
  func nothing() throws {
    let policy = try Harbour.policy()
    let proof = MutantProver.prove(
      policy, under: try Assumptions.shipped(), invariants: ["I9"], threads: 0)
    #expect(ProvedPolicy(proof) == nil)
  }
}
