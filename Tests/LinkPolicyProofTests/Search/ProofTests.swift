import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicyPresets
import LinkPolicyPresetsYAML
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyAnalysis
@testable import LinkPolicyProof

@Suite("Proofs")
struct ProofTests {
  private static func prove(
    _ policy: CompiledPolicy, _ invariants: [String] = [],
    _ edit: (inout Proof.Options) -> Void = { _ in }
  ) throws -> Proof {
    var options = Proof.Options()
    options.invariants = invariants
    options.methods = 1
    options.codes = 0
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
    #expect(proof.counterexamples.count == 1 && example.steps.count == 2 && example.isPlayable)
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
      for example in quick.counterexamples {
        broken += 1
        #expect(example.isPlayable)
      }
      let report = ProofReport(quick, named: "quick").text.text
      #expect(report.contains("cells are not counted"))
    }
    #expect(broken > 4)
  }

  @Test("a search that is stopped proves nothing, and still shows what it has seen")
  func stopped() throws {
    let policy = try Presets.compiled(named: "hardened")
    let proof = try Self.prove(policy) {
      $0.states = 20
      $0.asksTables = false
    }
    var undecided = 0
    for (invariant, verdict) in proof.verdicts {
      switch verdict {
      case .proved:
        let needsNoExploring =
          proof.isDecidedByTables(invariant) || AccessProof.decided.contains(invariant)
        #expect(needsNoExploring, "\(invariant) needs the exploration that was stopped")
      case .broken: Issue.record("\(invariant) is broken")
      case .undecided: undecided += 1
      case .vacuous: Issue.record("\(invariant) says nothing")
      }
    }
    // By the tables are decided I7, I10 and I11.
    let decided = AccessProof.decided.count + 3
    #expect(undecided == Invariant.common.count - decided && !proof.isProved)
    let report = ProofReport(proof, named: "hardened")
    #expect(report.text.text.contains("stopped before the end: nothing is proved"))
    let firebase = try Self.prove(Presets.compiled(named: "firebase"), ["I2", "I5"]) {
      $0.states = 60
    }
    #expect(firebase.counterexamples.map { $0.invariant } == [.ownSessions])
  }

  @Test("several accounts are one account and two small ones, where others can only refuse")
  func several() throws {
    let policy = try Presets.compiled(named: "hardened")
    let proof = try Self.prove(policy, ["I5", "I9"]) {
      $0.accounts = 4
      $0.asksTables = false
    }
    #expect(proof.others.exception == nil)
    #expect(Set(proof.runs.map { $0.bounds.accounts }) == [1, 2])
    let report = ProofReport(proof, named: "hardened").text.text
    #expect(report.contains("any number of accounts"))
    #expect(!report.contains("with one account;"))
    // Bounds so small leave rows unplayed, and I9 open.
    #expect(!proof.isProved && !proof.unplayedRows.isEmpty)
    let tables = try Self.prove(policy, ["I9"])
    #expect(tables.isProved && tables.runs.isEmpty)
    #expect(
      ProofReport(tables, named: "hardened").text.text.contains("by the tables, for any accounts"))
  }

  @Test("what one account shows of I9 is said to be shown of one account")
  func one() throws {
    let proof = try Self.prove(Presets.compiled(named: "hardened"), ["I9"]) {
      $0.methods = 2
      $0.codes = 1
      $0.asksTables = false
    }
    #expect(proof.isProved && proof.unplayedRows.isEmpty, "\(proof.unplayedRows)")
    #expect(ProofReport(proof, named: "hardened").text.text.contains("with one account;"))
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

  @Test("one that only a situation beyond the exploration breaks stays open, with its row")
  func ownOpen() throws {
    let proof = try Self.own("setting.joining: closed, never: closed-for-now")
    #expect(!proof.isProved && proof.counterexamples.isEmpty)
    let text = ProofReport(proof, named: "harbour").text.text
    #expect(text.contains("; row guards/closed does it in some situation"))
    #expect(text.contains("nothing is seen broken, and not all is proved"))
  }
}
