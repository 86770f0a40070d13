import LinkPolicy
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyProof

@Suite("Verdicts about nothing, about useless methods and about other people's addresses")
struct PremiseTests {
  private static let first =
    "- {id: first,     credential: new, address: [absent, free],    do: [create, sign-in]}"

  /// The verdicts of the harbour after an edit, by the ids of the invariants.
  private static func verdicts(
    _ invariants: [String], _ edits: (String, String)...
  ) throws -> [String: Proof.ProofVerdict] {
    let policy = try Harbour.policy(edits.map { (old: $0.0, new: $0.1) })
    let proof = try HarbourProof.prove(policy) {
      $0.invariants = invariants
      $0.countsCells = false
    }
    return proof.verdicts.reduce(into: [:]) { $0[$1.invariant.id] = $1.verdict }
  }

  private static func word(_ verdict: Proof.ProofVerdict?) -> String {
    switch verdict {
    case .proved: "proved"
    case .broken: "broken"
    case .undecided: "undecided"
    case .vacuous: "vacuous"
    case nil: "not asked"
    }
  }

  @Test("where no account can be made, nothing is proved of accounts")
  func noAccount() throws {
    let ids = ["I1", "I2", "I3", "I4", "I5", "I8"]
    let none = try Self.verdicts(
      ids,
      (
        Self.first,
        "- {id: first,     credential: new, address: [absent, free],    refuse: unknown-person}"
      ))
    for id in ids {
      #expect(Self.word(none[id]) == "vacuous", "\(id)")
    }
    // The harbour itself makes accounts, and proves addresses there.
    let some = try Self.verdicts(ids)
    for id in ids {
      #expect(Self.word(some[id]) != "vacuous", "\(id)")
    }
  }

  @Test(
    "where rows test for verified accounts and none comes about, I1, I2 and I14 are vacuous")
  func noVerifiedAccount() throws {
    let ids = ["I1", "I2", "I4", "I14"]
    let found = try Self.verdicts(
      ids,
      (
        "address: taken, trust: untrusted, refuse: already-registered",
        "address: taken, trust: untrusted, account: [unverified, no-address], refuse: already-registered}\n"
          + "      - {id: verified,  credential: new, address: taken, trust: untrusted, account: verified, do: [sign-in]"
      ),
      (
        "do: [drop-unproven, replace-subject, sign-in]",
        "do: [drop-unproven, revoke-sessions, replace-subject, sign-in]"
      ),
      (
        "{id: add,    session: [recent, old, revoked], credential: new, do: [replace-subject]}",
        "{id: ended,  session: revoked, credential: new, refuse: sign-in-first}\n"
          + "      - {id: add,    session: [recent, old], credential: new, do: [replace-subject]}"
      ))
    #expect(ids.map { Self.word(found[$0]) } == ["vacuous", "vacuous", "proved", "vacuous"])
  }

  @Test("a provider that makes accounts and never signs in again leaves nobody a way in")
  func uselessMethod() throws {
    let guarded = (
      "guards:\n",
      "guards:\n  - {id: pier, action: sign-in, provider: pier.example, credential: known, refuse: unknown-person}\n"
    )
    #expect(try Self.word(Self.verdicts(["I4"])["I4"]) == "proved")
    let verdict = try Self.verdicts(["I4"], guarded)["I4"]
    guard case .broken(let example) = verdict else {
      Issue.record("an account that nobody gets into again is no loss: \(Self.word(verdict))")
      return
    }
    #expect(example.steps.count == 1)
  }

  @Test(
    "a first sign-in that verifies what anybody asserts breaks I14"
  )
  func foreignVerification() throws {
    let all =
      "- {id: first,     credential: new, address: free, do: [create, verify-email, sign-in]}\n"
      + "      - {id: nameless,  credential: new, address: absent, do: [create, sign-in]}"
    let broken = try Self.verdicts(["I14"], (Self.first, all))["I14"]
    guard case .broken(let example) = broken else {
      Issue.record("an attacker verifies the owner's address: \(Self.word(broken))")
      return
    }
    #expect(example.steps.count == 1 && example.steps[0].actor == "the attacker")
    #expect(try Self.word(Self.verdicts(["I14"])["I14"]) != "broken")
  }
}
