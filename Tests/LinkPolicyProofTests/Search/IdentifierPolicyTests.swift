import Foundation
import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyPresets
import LinkPolicyReview
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyProof

@Suite("Proofs of policies with identifiers")
struct IdentifierPolicyTests {
  /// An edit of the sketch `identifiers`, in which a federated account joins the account of its name, so that somebody is let in by a
  /// name.
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

  private static func prove(
    _ policy: CompiledPolicy, _ change: (inout Proof.Options) -> Void = { _ in }
  ) throws -> Proof {
    var options = Proof.Options()
    options.countsCells = false
    options.seeksShorter = false
    options.worlds = 5_000
    change(&options)
    let assumptions = try Assumptions(
      Presets.assumptions, name: "assume.yaml", isStrict: false)
    return Proof(policy, under: assumptions, in: assumptions.environment, options)
  }

  private static func verdict(_ invariant: Invariant, of proof: Proof) -> String {
    guard let found = proof.verdicts.first(where: { $0.invariant == invariant }) else { return "" }
    return switch found.verdict {
    case .proved: "proved"
    case .broken: "broken"
    case .undecided: "open"
    case .vacuous: "vacuous"
    }
  }

  @Test("somebody gets in by a name, as a sequence shows", arguments: takeovers)
  func broken(_ takeover: HiddenTakeover) throws {
    let proof = try Self.prove(try Sketches.edited("identifiers", takeover.edits))
    let text = ProofReport(proof, named: "identifiers").text.text
    #expect(Self.verdict(.safeLanding, of: proof) == "broken", "\(text)")
    for example in proof.counterexamples {
      #expect(!example.sequence.play(proof.policy).contains { $0.inputError != nil })
    }
    let example = try #require(
      proof.counterexamples.first { $0.invariant == .safeLanding })
    #expect(
      example.sequence.steps.contains { step in
        if case .attempt(let made) = step.content {
          !made.attempt.identifiers.isEmpty
        } else {
          false
        }
      })
  }

  @Test("checks that compare no accounts found by identifiers leave their invariants open")
  func open() throws {
    let proof = try Self.prove(try Sketches.policy("identifiers"))
    let text = ProofReport(proof, named: "identifiers").text.text
    for invariant in [Invariant.reachable, .enumeration, .repeatable] {
      #expect(Self.verdict(invariant, of: proof) == "open", "\(text)")
    }
    #expect(
      text.contains(
        "not considered: accounts that identifiers find, for I9, I11, I13: sign-up, sign-in.password"
      ),
      "\(text)")
    let one = try Self.prove(try Sketches.policy("identifiers")) { $0.invariants = ["I8"] }
    #expect(!ProofReport(one, named: "identifiers").text.text.contains("not considered"))
  }

  @Test("names beside hardened sign-ins let nobody in")
  func proved() throws {
    let policy = try CompiledPolicy(
      yamlFile: Project.file("Tests/Policies/names/hardened-names.yaml").path,
      names: Presets.finder)
    let proof = try Self.prove(policy)
    for invariant in AccessProof.decided {
      #expect(Self.verdict(invariant, of: proof) == "proved", "\(invariant.id)")
    }
    #expect(!proof.access.isEmpty)
  }

  /// Policies with passwords that a name finds, and whether every account keeps a way in.
  private static let waysIn = [
    ("cleared-name", "broken"), ("refused-names", "broken"), ("refused-addresses", "broken"),
    ("only-other-names", "broken"), ("both-forget", "broken"), ("mail", "broken"),
    ("mail-where-named-refused", "broken"), ("mail-where-named-forget", "broken"),
    ("unlinked-mail", "broken"), ("unlinked-forget", "broken"), ("named-sign-up", "proved"),
    ("addressed-sign-up", "proved"), ("both", "proved"), ("mail-where-named", "proved"),
    ("unlinked", "proved"), ("unlinked-named", "proved"),
  ]

  @Test("a password signs in by what the account has", arguments: waysIn)
  func aMethod(name: String, verdict: String) throws {
    let policy = try CompiledPolicy(
      yamlFile: Project.file("Tests/Policies/names/proofs/\(name).yaml").path)
    let proof = try Self.prove(policy) { $0.invariants = ["I4"] }
    let text = ProofReport(proof, named: name).text.text
    #expect(Self.verdict(.aMethod, of: proof) == verdict, "\(text)")
  }

  @Test("there is no certificate of such a policy")
  func certificate() throws {
    let proof = try Self.prove(try Sketches.policy("identifiers"))
    let assumptions = try Assumptions(
      Presets.assumptions, name: "assume.yaml", isStrict: false)
    #expect(throws: CertificateRefusal.identifiers) {
      try Certificate(of: proof, under: assumptions, version: "1.2.3")
    }
  }
}
