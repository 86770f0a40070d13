import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicyPresets
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyProof
@testable import LinkPolicyReview

@Suite("Proofs")
struct ProofTests {
  private static func prove(
    _ policy: CompiledPolicy, _ invariants: [String] = [],
    _ edit: (inout Proof.Options) -> Void = { _ in }
  ) throws -> Proof {
    var options = Proof.Options()
    options.invariants = invariants
    edit(&options)
    let assumptions = try Assumptions(
      Presets.assumptions, name: "default.yaml", isStrict: false)
    return Proof(policy, under: assumptions, in: ProofEnvironment(), options)
  }

  @Test("a takeover is told, and its vector plays")
  func broken() throws {
    let policy = try Harbour.policy(
      (
        "address: taken, trust: untrusted, refuse: already-registered",
        "address: taken, trust: untrusted, do: [replace-subject, sign-in]"
      ))
    let proof = try Self.prove(policy, ["I8"])
    let example = try #require(proof.counterexamples.first)
    #expect(proof.counterexamples.count == 1 && example.steps.count == 2)
    let played = example.sequence.play(policy)
    #expect(played.count == 2 && played.last?.applied?.isNewAccount == false)
    #expect(!proof.isProved)
  }

  @Test("the same policy without it is proved")
  func proved() throws {
    let policy = try Harbour.policy(
      (
        "do: [drop-unproven, replace-subject",
        "do: [drop-unproven, revoke-sessions, replace-subject"
      )
    )
    let proof = try Self.prove(policy, ["I5", "I6", "I7"])
    #expect(proof.isProved && proof.counterexamples.isEmpty)
  }

  @Test("without cells and shorter sequences the verdicts are the same, each with a sequence")
  func quick() throws {
    let policies = try [
      Harbour.policy(),
      Harbour.policy(
        (
          "address: taken, trust: untrusted, refuse: already-registered",
          "address: taken, trust: untrusted, do: [replace-subject, sign-in]"
        )),
      Presets.compiled(named: "firebase"),
    ]
    func words(_ proof: Proof) -> [String] {
      proof.verdicts.map { invariant, verdict in
        switch verdict {
        case .proved: invariant.id + " proved"
        case .broken: invariant.id + " broken"
        case .undecided: invariant.id + " undecided"
        case .vacuous: invariant.id + " vacuous"
        }
      }
    }
    var broken = 0
    for policy in policies {
      let whole = try Self.prove(policy)
      let quick = try Self.prove(policy) {
        $0.countsCells = false
        $0.seeksShorter = false
      }
      #expect(words(whole) == words(quick))
      #expect(!whole.coverage.isEmpty && quick.coverage.isEmpty)
      broken += quick.counterexamples.count
      let report = ProofReport(quick, named: "quick").text.text
      #expect(report.contains("cells are not counted"))
    }
    #expect(broken > 4)
  }

  @Test("a row that gives out an address which another account has lets two accounts hold it")
  func sharing() throws {
    let policy = try Harbour.policy(
      ("settings: {joining", "addresses: {unique: no}\nsettings: {joining"),
      (
        "address: taken, trust: untrusted, refuse: already-registered",
        "address: [taken, several], trust: untrusted, do: [create, sign-in]"
      ),
      (
        "address: taken, trust: trusted,\n         do: [drop-unproven, replace-subject, sign-in]",
        "address: [taken, several], trust: trusted, refuse: already-registered"
      ))
    let proof = try Self.prove(policy, ["I5"])
    let example = try #require(proof.counterexamples.first)
    #expect(example.invariant == .oneHolder && example.steps.count == 2)
    #expect(example.steps.last?.row == "sign-in.federated/stranger")
  }

  private static func own(_ entry: String) throws -> Proof {
    let policy = try Harbour.policy(
      ("errors:\n", "invariants:\n  - {id: ours, \(entry)}\nerrors:\n"))
    return try prove(policy, ["ours"])
  }

  @Test("a policy's own invariant that no cell breaks is proved by the tables")
  func ownProved() throws {
    for entry in [
      "action: sign-in, credential: new, address: taken, trust: untrusted, never: allowed",
      "action: link, never: [create, sign-in]",
      "action: sign-in, credential: known, never: refused",
    ] {
      let proof = try Self.own(entry)
      #expect(proof.isProved && proof.forbidden == [.nowhere], "\(entry)")
    }
  }

  @Test("one that can be broken is, by the shortest sequence")
  func ownBroken() throws {
    let steps = [
      "credential: new, never: create": 1,
      "credential: new, address: taken, never: refused": 2,
      "credential: new, address: taken, trust: trusted, never: drop-unproven": 2,
      "never: already-registered": 2,
    ]
    for (entry, count) in steps {
      let example = try #require(try Self.own(entry).counterexamples.first, "\(entry)")
      #expect(example.steps.count == count && example.invariant.id == "ours", "\(entry)")
    }
  }

  @Test("one about a setting is broken by a sequence under that setting")
  func ownSetting() throws {
    let proof = try Self.own("setting.joining: closed, never: closed-for-now")
    let example = try #require(proof.counterexamples.first)
    #expect(example.steps.last?.row == "guards/closed")
  }

  @Test("one for which no sequence is found stays open, with its row")
  func ownOpen() throws {
    let proof = try Self.own("credential: broken, never: unknown-person")
    #expect(!proof.isProved && proof.counterexamples.isEmpty)
    let text = ProofReport(proof, named: "harbour").text.text
    #expect(text.contains("row sign-in.federated/broken has this result in some situation"))
    #expect(text.contains("no broken invariant was found, but 1 of 1 could not be proved"))
  }
}
