import LinkPolicy
import LinkPolicyPresets
import LinkPolicyReview
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyProof

@Suite("Sign-ins that are repeated, by the tables")
struct RepetitionTablesTests {
  private static let id = "I13"

  private static func suspects(_ edits: [(old: String, new: String)]) throws -> [String] {
    let policy = try MailingHarbour.policy(edits)
    return RepetitionTables(policy: policy, settings: [:]).suspects().map { $0.text }
  }

  @Test("every sign-in of the shipped policies but the emulator can be repeated")
  func shown() throws {
    #expect(try Self.suspects([]).isEmpty)
    for name in ["firebase", "hardened", "identity-platform"] {
      let policy = try Presets.compiled(named: name)
      #expect(RepetitionTables(policy: policy, settings: [:]).suspects().isEmpty)
    }
    let emulator = try Presets.compiled(named: "firebase-emulator")
    #expect(!RepetitionTables(policy: emulator, settings: [:]).suspects().isEmpty)
  }

  /// Edits after which some sign-in may change something when it is made again, and the row that lets the first in.
  private static let changing: [(edits: [(old: String, new: String)], row: String)] = [
    // What the second sign-in does: it drops, unverifies, marks, refuses, or makes another account.
    (
      [("do: [refresh-method, sign-in]", "do: [refresh-method, drop-factors, sign-in]")],
      "sign-in.federated/first"
    ),
    (
      [("do: [refresh-method, sign-in]", "do: [refresh-method, enable, sign-in]")],
      "sign-in.federated/joins"
    ),
    (
      [("do: [refresh-method, sign-in]", "do: [refresh-method, set: {mark: marked}, sign-in]")],
      "sign-in.federated/first"
    ),
    ([("do: [refresh-method, sign-in]", "refuse: unknown-person")], "sign-in.federated/first"),
    (
      [("do: [refresh-method, sign-in]", "do: [refresh-method, cancel-pending, sign-in]")],
      "sign-in.federated/first"
    ),
    (
      [("do: [refresh-method, sign-in]", "do: [refresh-method, overwrite-profile, sign-in]")],
      "sign-in.federated/first"
    ),
    (
      [("do: [refresh-method, sign-in]", "do: [refresh-method, send-code: verify, sign-in]")],
      "sign-in.federated/first"
    ),
    (
      [
        (
          "{id: called,  credential: known,  do: [sign-in]}",
          "{id: called,  credential: known,  do: [delete]}"
        )
      ], "sign-in.phone/rings"
    ),
    // What the first leaves: no method to come back by.
    (
      [
        (
          "do: [drop-unproven, replace-subject, verify-email, revoke-sessions, sign-in]",
          "do: [revoke-sessions, set: {mark: marked}, sign-in]"
        )
      ], "sign-in.federated/joins"
    ),
    // A label of the method that the first sign-in replaces, and a name that comes with the first alone.
    (
      [
        (
          "labels: {mark: [plain, marked]}", "labels: {mark: {values: [plain, marked], on: method}}"
        ),
        (
          "do: [drop-unproven, replace-subject, verify-email, revoke-sessions, sign-in]",
          "do: [drop-unproven, set: {mark: marked}, replace-subject, verify-email, revoke-sessions, sign-in]"
        ),
        ("do: [refresh-method, sign-in]", "do: [set: {mark: marked}, refresh-method, sign-in]"),
      ], "sign-in.federated/joins"
    ),
    (
      [
        (
          "pier.example:          {kind: federated}",
          "pier.example:          {kind: federated, gives: [email, name-once]}"
        ),
        ("do: [create, fill-profile, sign-in]", "do: [create, overwrite-profile, sign-in]"),
        ("do: [refresh-method, sign-in]", "do: [refresh-method, overwrite-profile, sign-in]"),
      ], "sign-in.federated/first"
    ),
    // A label that another row answers by.
    (
      [
        (
          "{id: called,  credential: known,  do: [sign-in]}",
          "{id: called,  credential: known, label.mark: {not: plain}, do: [set: {mark: plain}, sign-in]}\n      - {id: plain, credential: known, label.mark: plain, do: [set: {mark: marked}, sign-in]}"
        )
      ], "sign-in.phone/plain"
    ),
  ]

  @Test(
    "a row after which the same sign-in may change something is named",
    arguments: Thoroughness.share(of: Array(changing.indices)))
  func named(number: Int) throws {
    let (edits, row) = Self.changing[number]
    #expect(try Self.suspects(edits).contains(row))
    let (isShown, _) = try MailingHarbour.decide(Self.id, edits)
    #expect(!isShown)
  }

  @Test("where it is shown, no exploration sees a second sign-in change anything")
  func agrees() throws {
    let harmless: [[(old: String, new: String)]] = [
      [],
      [("do: [refresh-method, sign-in]", "do: [sign-in]")],
      [("do: [refresh-method, sign-in]", "do: [revoke-sessions, sign-in]")],
      [("do: [create, fill-profile, sign-in]", "do: [create, sign-in]")],
      [("do: [create, fill-profile, sign-in]", "do: [create-without-address, sign-in]")],
      [
        (
          "trust: untrusted, refuse: already-registered",
          "trust: untrusted, do: [replace-subject, sign-in]"
        )
      ],
      [
        (
          "{id: rings,   credential: new,    do: [create, sign-in]}",
          "{id: rings,   credential: new,    do: [create, set: {mark: marked}, sign-in]}"
        )
      ],
      // Marked once, the account is signed in to by the other row, which marks nothing.
      [
        (
          "{id: called,  credential: known,  do: [sign-in]}",
          "{id: called,  credential: known, label.mark: {not: plain}, do: [sign-in]}\n      - {id: plain, credential: known, label.mark: plain, do: [set: {mark: marked}, sign-in]}"
        )
      ],
    ]
    var shown = 0
    for edits in harmless {
      let (isShown, isBroken) = try MailingHarbour.decide(Self.id, edits)
      #expect(!(isShown && isBroken), "\(edits)")
      shown += isShown ? 1 : 0
    }
    #expect(shown >= 6)
  }

  @Test("a setting that is given limits what is asked")
  func given() throws {
    let edits = [
      (
        old: "{id: called,  credential: known,  do: [sign-in]}",
        new:
          "{id: called,  credential: known, setting.joining: open, do: [sign-in]}\n      - {id: moves, credential: known, setting.joining: closed, do: [delete]}"
      )
    ]
    let policy = try MailingHarbour.policy(edits)
    #expect(!RepetitionTables(policy: policy, settings: [:]).suspects().isEmpty)
    #expect(RepetitionTables(policy: policy, settings: ["joining": "open"]).suspects().isEmpty)
  }
}
