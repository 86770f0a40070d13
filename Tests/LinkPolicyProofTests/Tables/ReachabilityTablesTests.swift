import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyPresets
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyProof

@Suite("The owner's way to his account, by the tables")
struct ReachabilityTablesTests {
  private static let id = "I9"

  @Test("it is shown of a policy that mails a link to everybody and lets the link in")
  func shown() throws {
    let (isShown, isBroken) = try MailingHarbour.decide(Self.id, [])
    #expect(isShown && !isBroken)
    for name in ["firebase", "hardened", "identity-platform"] {
      let policy = try Presets.compiled(named: name)
      var options = Proof.Options()
      options.invariants = [Self.id]
      let assumptions = try Assumptions(Presets.assumptions, name: "default.yaml", isStrict: false)
      #expect(Proof(policy, under: assumptions, in: ProofEnvironment(), options).isProved)
    }
  }

  /// Edits after which a link does not lead every owner to his account, or may not.
  private static let lost: [[(old: String, new: String)]] = [
    // Nothing is mailed to whoever has an account, or to whoever has none.
    [("{id: send, do", "{id: none, address: taken, do: []}\n      - {id: send, address: free, do")],
    [("{id: send, do", "{id: none, address: free, do: []}\n      - {id: send, address: taken, do")],
    // Asking is refused, or mails something else.
    [("{id: send, do: [send-code: sign-in]}", "{id: send, refuse: unknown-person}")],
    [("{id: send, do: [send-code: sign-in]}", "{id: send, do: []}")],
    // The link is refused where nobody has the address, somebody has, or has used a link before.
    [
      (
        "address: free, do: [create, verify-email, sign-in]",
        "address: free, refuse: unknown-person"
      )
    ],
    [("do: [drop-unproven, link, verify-email, sign-in]", "refuse: unknown-person")],
    [
      (
        "credential: known, do: [verify-email, sign-in]",
        "credential: known, refuse: unknown-person"
      )
    ],
    // It does not sign in, or to an account without the address.
    [("credential: known, do: [verify-email, sign-in]", "credential: known, do: [verify-email]")],
    [
      (
        "address: free, do: [create, verify-email, sign-in]",
        "address: free, do: [create, clear-email, sign-in]"
      )
    ],
    [
      (
        "do: [drop-unproven, link, verify-email, sign-in]",
        "do: [clear-email, drop-unproven, sign-in]"
      )
    ],
    // It depends on a guard, a label, or on who asserts.
    [("would: [create], setting.joining: closed", "would: [create], setting.joining: open")],
    [
      (
        "would: [create], setting.joining: closed",
        "would: [create], domain: own, setting.joining: open"
      )
    ],
    [
      (
        "credential: known, do: [verify-email, sign-in]}",
        "credential: known, label.mark: {not: marked}, do: [verify-email, sign-in]}\n      - {id: marked, code: valid, link-address: same, credential: known, label.mark: marked, refuse: unknown-person}"
      )
    ],
    // Asking takes the address from the account that has it, and arriving looks like a refusal.
    [
      (
        "{id: send, do: [send-code: sign-in]}",
        "{id: send, account: [none, no-address], do: [send-code: sign-in]}\n      - {id: takes, account: [unverified, verified], do: [clear-email, send-code: sign-in]}"
      )
    ],
    [
      (
        "credential: known, do: [verify-email, sign-in]",
        "credential: known, show: unknown-person, do: [verify-email, sign-in]"
      )
    ],
    // Somebody can disable an account that is not his.
    [
      (
        "trust: untrusted, refuse: already-registered",
        "trust: untrusted, do: [disable], refuse: already-registered"
      )
    ],
  ]

  @Test(
    "it is not shown where a cell leads elsewhere",
    arguments: Thoroughness.share(of: Array(lost.indices)))
  func elsewhere(number: Int) throws {
    #expect(try !MailingHarbour.decide(Self.id, Self.lost[number]).isShown)
  }

  @Test("where it is shown, no exploration sees the owner kept out")
  func agrees() throws {
    let harmless: [[(old: String, new: String)]] = [
      [
        (
          "trust: untrusted, refuse: already-registered",
          "trust: untrusted, do: [replace-subject, sign-in]"
        )
      ],
      [("do: [drop-unproven, link, verify-email, sign-in]", "do: [verify-email, sign-in]")],
      [
        (
          "credential: new, address: taken, trust: trusted,\n             do:",
          "credential: new, address: taken, trust: trusted,\n             do:"
        )
      ],
      [
        (
          "would: [create], setting.joining: closed",
          "would: [create], kind: phone, setting.joining: open"
        )
      ],
      [
        (
          "{id: send, do: [send-code: sign-in]}",
          "{id: send, do: [send-code: sign-in, notify-owner]}"
        )
      ],
    ]
    var shown = 0
    for edits in harmless where edits.allSatisfy({ MailingHarbour.text.contains($0.old) }) {
      let (isShown, isBroken) = try MailingHarbour.decide(Self.id, edits)
      #expect(!(isShown && isBroken), "\(edits[0].new)")
      shown += isShown ? 1 : 0
    }
    #expect(shown >= 3)
  }

  @Test("without mail, or where the owner is said not to ask, nothing is shown")
  func withoutMail() throws {
    #expect(try !MailingHarbour.decide(Self.id, [], in: [("mailed", "off")]).isShown)
    for action in ["send-link", "sign-in"] {
      let text =
        HarbourProof.text + "excluded: [{action: \(action), actor: owner, because: he does not}]\n"
      let assumptions = try Assumptions(Array(text.utf8), name: "assume.yaml", isStrict: true)
      var options = Proof.Options()
      options.invariants = [Self.id]
      let policy = try MailingHarbour.policy()
      #expect(!Proof(policy, under: assumptions, in: ProofEnvironment(), options).isProved)
    }
  }

  @Test("where an address can be two accounts', or two spellings, nothing is shown")
  func severalHolders() throws {
    for declaration in ["{unique: no}", "{held-by: methods}", "{match: any-proven}", "{fold: []}"] {
      let edit = ("settings: {joining", "addresses: \(declaration)\nsettings: {joining")
      let policy: CompiledPolicy
      do {
        policy = try MailingHarbour.policy([edit])
      } catch is Harbour.EditError {
        throw Harbour.EditError(old: edit.0, count: 0)
      } catch {
        // The rows do not fit the declaration, so that it does not load: nothing is shown of it either.
        continue
      }
      let tables = ReachabilityTables(
        policy: policy, assumptions: try HarbourProof.assumptions(),
        environment: ProofEnvironment(),
        settings: [:])
      #expect(!tables.isShown(at: ["harbour.example", "example.com"]), "\(declaration)")
    }
  }
}
