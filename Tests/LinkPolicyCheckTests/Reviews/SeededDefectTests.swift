import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyPresets
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyReview

/// Defects put into copies of the shipped policies: each is found, and nothing else.
@Suite("Seeded defects")
struct SeededDefectTests {
  struct Seed: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var policy = "firebase"
    var edits: [(old: String, new: String)]
    var found: [String]

    init(
      _ description: String, policy: String = "firebase", _ edits: (old: String, new: String)...,
      found: String...
    ) {
      testDescription = description
      self.policy = policy
      self.edits = edits
      self.found = found
    }
  }

  static let seeds: [Seed] = [
    Seed("a comment", ("settings:  # the first", "settings:  # The first")),
    Seed(
      "a hidden row",
      (
        "- {id: reload, do: [], because: U3}",
        "- {id: reload, do: [], because: U3}\n      - {id: again, do: [], because: U3}"
      ), found: "warning hidden-row reload/again"),
    Seed(
      "a row hidden by several together",
      (
        "because: R13}\n\n  sign-in.anonymous:",
        "because: R13}\n      - {id: otherwise, refuse: argument-error, because: R13}\n\n"
          + "  sign-in.anonymous:"
      ), found: "warning hidden-row sign-in.phone|custom/otherwise"),
    Seed(
      "a redundant row",
      (
        "- {id: moved, address: {not: own}, refuse: invalid-action-code,  because: R44}",
        "- {id: absent, address: taken, refuse: invalid-action-code, because: R44}\n"
          + "      - {id: moved, refuse: invalid-action-code, because: R44}"
      ), found: "warning redundant-row reset-password/absent"),
    Seed(
      "a redundant guard",
      (
        "  - {id: recent, action: sensitive",
        "  - {id: idle, action: reset-password, code: valid, address: taken,"
          + " refuse: invalid-action-code, because: R44}\n  - {id: recent, action: sensitive"
      ), found: "note coinciding-guards guards/idle", "warning redundant-guard guards/idle"),
    Seed(
      "a guard that an earlier one hides",
      (
        "  - {id: recent, action: sensitive",
        "  - {id: gone, action: by-session, session: gone, refuse: user-not-found, because: U9}\n"
          + "  - {id: recent, action: sensitive"
      ), found: "note coinciding-guards guards/gone", "warning hidden-guard guards/gone"),
    Seed(
      "a condition that changes nothing",
      (
        "{id: verify, address: own, do: [verify-email],",
        "{id: verify, address: own, account: {not: none}, do: [verify-email],"
      ), found: "note idle-condition verify-email/verify"),
    Seed(
      "a condition of a guard that changes nothing",
      (
        "action: send-link, link-domain: refused,",
        "action: send-link, link-domain: refused, session: {not: gone}, kind: none,"
      ),
      found: "note idle-condition guards/link-domain",
      "warning untested-input link-domain/refused"),
    Seed(
      "an unused claim", policy: "hardened",
      ("claims:\n", "claims:\n  verified: {true: [true], false: [false]}\n"),
      found: "note unused-name claims/verified"),
    Seed(
      "an unused domain set", ("domains:\n", "domains:\n  spare: [spare.example]\n"),
      found: "note unused-name domains/spare"),
    Seed(
      "an unused setting", ("settings:  # the", "settings:\n  spare: [on, off]\n  # the"),
      found: "note unused-name settings/spare"),
    Seed(
      "an unused error", ("\nerrors:\n", "\nerrors:\n  spare: {}\n"),
      found: "note unused-name errors/spare"),
    Seed(
      "a row without a reason", ("{id: reload, do: [], because: U3}", "{id: reload, do: []}"),
      found: "warning missing-reason reload/reload"),
    Seed(
      "a claim that is believed unless it says no", policy: "hardened",
      ("claims:\n", "claims:\n  verified: {true: [true], false: [false]}\n"),
      (
        "provider: apple.com, domain: [apple, relay], ",
        "provider: apple.com, domain: [apple, relay], claim.verified: {not: false}, "
      ), found: "warning kinder-absence claims/verified"),
    Seed(
      "a claim that is believed where it says so", policy: "hardened",
      ("claims:\n", "claims:\n  verified: {true: [true], false: [false]}\n"),
      (
        "provider: apple.com, domain: [apple, relay], ",
        "provider: apple.com, domain: [apple, relay], claim.verified: true, "
      )),
    Seed(
      "a password that is not checked",
      ("- {id: right,       secret: right, do: [sign-in],                because: U4}", ""),
      (
        "- {id: wrong,       secret: wrong,   refuse: invalid-credential, because: R19}",
        "- {id: right, credential: known, do: [sign-in], because: U4}"
      ), found: "warning untested-input secret/wrong"),
    Seed(
      "a subject that still signs in",
      (
        "- {id: second,    credential: new, same-provider: other-subject,\n"
          + "         refuse: provider-already-linked, because: R24}",
        "- {id: second,    credential: new, same-provider: other-subject,\n"
          + "         do: [supersede-subject, fill-profile], because: R24}"
      ), found: "warning superseded-enters link.federated/second"),
    Seed(
      "a remedy that does not help",
      (
        "- {id: never, refuse: no-such-provider, because: R26}",
        "- {id: never, refuse: no-such-provider, ask: consent, because: R26}"
      ), found: "warning vain-remedy unlink.custom/never"),
    Seed(
      "a remedy that helps whoever redeems the ticket",
      (
        "- {id: never, refuse: no-such-provider, because: R26}",
        "- {id: agreed, ticket: consent, do: [], because: R26}\n"
          + "      - {id: never, ticket: {not: consent}, refuse: no-such-provider, ask: consent, because: R26}"
      )),
    Seed(
      "an invariant of values that exclude each other",
      (
        "\nerrors:\n",
        "\ninvariants: [{id: spare, kind: phone, domain: google, never: link}]\nerrors:\n"
      ),
      found: "warning empty-invariant invariants/spare"),
    Seed(
      "an invariant about an attempt that occurs",
      (
        "\nerrors:\n",
        "\ninvariants: [{id: spare, kind: federated, domain: google, never: link}]\nerrors:\n"
      )
    ),
    Seed(
      "guards that coincide",
      (
        "  - {id: recent, action: sensitive",
        "  - {id: stale, action: reload, session: old, refuse: operation-not-allowed,"
          + " because: U3}\n  - {id: recent, action: sensitive"
      ), found: "note coinciding-guards guards/stale"),
    Seed(
      "a refusal that changes the account",
      (
        "- {id: never, refuse: argument-error, because: R26}",
        "- {id: never, refuse: argument-error, do: [notify-owner], because: R26}"
      ), found: "note refusal-with-effects link.custom/never"),
  ]

  @Test("each defect is found, and nothing more", arguments: Thoroughness.share(of: seeds))
  func seeded(_ seed: Seed) throws {
    let before = try Checked.shipped(seed.policy)
    let after = try Checked.shipped(seed.policy, seed.edits)
    #expect(after.changes(from: before) == seed.found)
  }

  @Test("effects out of order do not load, and nothing else is wrong")
  func effectOrder() throws {
    let old = "do: [drop-unproven, revoke-sessions, link, verify-email, sign-in]"
    let new = "do: [revoke-sessions, link, drop-unproven, verify-email, sign-in]"
    let error = #expect(throws: InvalidInput.self) {
      try Checked.shipped("firebase", [(old, new)])
    }
    let codes = error?.diagnostics.filter { $0.level == .error }.map { $0.code }
    #expect(codes == [.effectOrder])
  }

  @Test("the shipped policies have nothing but notes", arguments: Presets.names)
  func shipped(_ name: String) throws {
    let levels = try Checked.shipped(name).findings.map { $0.level }
    #expect(!levels.contains { $0 > .note })
  }

  @Test("findings show the smallest example")
  func examples() throws {
    let row = try Checked.shipped(
      "firebase",
      [
        (
          "- {id: moved, address: {not: own}, refuse: invalid-action-code,  because: R44}",
          "- {id: absent, address: taken, refuse: invalid-action-code, because: R44}\n"
            + "      - {id: moved, refuse: invalid-action-code, because: R44}"
        )
      ])
    #expect(
      row.message(.redundantRow)
        == "row `absent` changes nothing, because without it `moved` gives the same answers, for example where code: valid,"
        + " tenant: none, account: no-address, address: taken")
    let claim = try Checked.shipped(
      "hardened",
      [
        ("claims:\n", "claims:\n  verified: {true: [true], false: [false]}\n"),
        (
          "provider: apple.com, domain: [apple, relay], ",
          "provider: apple.com, domain: [apple, relay], claim.verified: {not: false}, "
        ),
      ])
    // The policy's own claim is treated so too, for a reason that it gives.
    let kinder = claim.findings.first {
      $0.code == .kinderAbsence && $0.message.contains("claim.verified: absent")
    }
    #expect(kinder?.related.count == 3)
  }
}
