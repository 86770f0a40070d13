import Foundation
import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyPresets
import LinkPolicyReview
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyProof

@Suite("Takeovers that hide behind identifiers")
struct IdentifierPolicyTests {
  /// An edit of the sketch `identifiers` that lets somebody in by a name.
  struct HiddenTakeover: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var edits: [(old: String, new: String)]
  }

  private static let takeovers: [HiddenTakeover] = [
    HiddenTakeover(testDescription: "a password found by a name", edits: []),
    HiddenTakeover(
      testDescription: "a name that equals the owner's address",
      edits: [
        (
          "      - {id: mistakable, account: none, identifier.username: address, refuse: name-is-address, because: wish}\n",
          ""
        ),
        (
          "- {id: first, account: none, identifier.username: free,",
          "- {id: first, account: none, identifier.username: [free, address],"
        ),
      ]),
    HiddenTakeover(
      testDescription: "every federated account joins the account of its name",
      edits: [
        (
          "setting.matching: never,\n         refuse: in-use",
          "setting.matching: never, do: [add-subject, sign-in]"
        )
      ]),
    HiddenTakeover(
      testDescription: "every federated account joins the account of its address",
      edits: [
        (
          "account: [no-address, unverified, verified], refuse: in-use",
          "account: [no-address, unverified, verified], do: [add-subject, sign-in]"
        )
      ]),
    HiddenTakeover(
      testDescription: "a name found before the address",
      edits: [
        ("sign-in: [credential, address, username]", "sign-in: [credential, username, address]")
      ] + Sketches.addressesOfOthersRefused),
    HiddenTakeover(
      testDescription: "a new name takes the password away",
      edits: [
        (
          "do: [set-identifier: username], because: wish}",
          "do: [drop: [password], set-identifier: username], because: wish}"
        )
      ]),
    HiddenTakeover(
      testDescription: "a name that another account cleared opens a session",
      edits: [
        (
          "do: [clear-identifier: username], because: wish}",
          "do: [clear-identifier: username, issue-token], because: wish}"
        )
      ]),
    HiddenTakeover(
      testDescription: "no search, but names that rows test",
      edits: [
        (
          "find:\n  sign-in: [credential, address, username]\n  sign-up: [credential, address, username]\n",
          ""
        ),
        (
          "account: none, identifier.username: absent,",
          "account: none, identifier.username: [absent, taken],"
        ),
      ]),
  ]

  private static func prove(_ takeover: HiddenTakeover) throws -> Proof {
    var text = try String(contentsOfFile: Sketches.path("identifiers"), encoding: .utf8)
    var isEdited = takeover.edits.isEmpty
    for (old, new) in takeover.edits {
      isEdited = isEdited || text.contains(old)
      text = text.replacing(old, with: new)
    }
    try #require(isEdited)
    var options = Proof.Options()
    options.countsCells = false
    options.seeksShorter = false
    options.worlds = 5_000
    let assumptions = try Assumptions(
      Presets.assumptions, name: "assume.yaml", isStrict: false)
    return Proof(
      try CompiledPolicy(yaml: Array(text.utf8), name: "identifiers.yaml"), under: assumptions,
      in: assumptions.environment, options)
  }

  @Test("no statement about accounts is proved", arguments: takeovers)
  func open(_ takeover: HiddenTakeover) throws {
    let proof = try Self.prove(takeover)
    let text = ProofReport(proof, named: "identifiers").text.text
    for (invariant, verdict) in proof.verdicts {
      switch invariant {
      case .total, .declared, .tenants: continue
      case .ownMethods, .ownSessions, .oneProver, .aMethod, .oneHolder, .refusalsChangeNothing,
        .safeLanding, .ownVerification, .allowedLinks, .repeatable, .enumeration, .reachable:
        if case .proved = verdict {
          Issue.record("\(invariant.id) is proved: \(text)")
        }
        if case .reachable = invariant, case .broken = verdict {
          Issue.record("the owner's arrival by a name was not tried: \(text)")
        }
        if case .vacuous = verdict {
          Issue.record("\(invariant.id) is vacuous: \(text)")
        }
      }
    }
    #expect(text.contains("attempts with identifiers are not played: "), "\(text)")
    #expect(text.contains("sign-in.federated"), "\(text)")
    for example in proof.counterexamples {
      #expect(!example.sequence.play(proof.policy).contains { $0.inputError != nil })
    }
  }

  @Test("there is no certificate of such a policy")
  func certificate() throws {
    let proof = try Self.prove(Self.takeovers[0])
    let assumptions = try Assumptions(
      Presets.assumptions, name: "assume.yaml", isStrict: false)
    #expect(throws: CertificateRefusal.self) {
      try Certificate(of: proof, under: assumptions, version: "1.2.3")
    }
  }
}
