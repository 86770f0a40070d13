import Foundation
import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyPresets
import LinkPolicyReview
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
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
    proof.verdicts.first { $0.invariant == invariant }?.verdict.word ?? ""
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
      #expect(Self.verdict(invariant, of: proof) == "undecided", "\(text)")
    }
    #expect(
      text.contains(
        "incomplete: I9, I11, I13 ignore the accounts that attempts find by an identifier, in sign-up, sign-in.password"
      ),
      "\(text)")
    let one = try Self.prove(try Sketches.policy("identifiers")) { $0.invariants = ["I8"] }
    #expect(!ProofReport(one, named: "identifiers").text.text.contains("incomplete: "))
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

  /// A policy of Tests/Policies/names/proofs, and its verdict on an invariant.
  struct Expected: Sendable, CustomTestStringConvertible {
    var name: String
    var invariant: String
    var verdicts: [String]

    var testDescription: String { name + " " + invariant }

    init(_ name: String, _ invariant: String, _ verdicts: String...) {
      (self.name, self.invariant, self.verdicts) = (name, invariant, verdicts)
    }
  }

  private static let expected = [
    // A password signs in by what the account has.
    Expected("cleared-name", "I4", "broken"), Expected("refused-names", "I4", "broken"),
    Expected("refused-addresses", "I4", "broken"), Expected("only-other-names", "I4", "broken"),
    Expected("both-forget", "I4", "broken"), Expected("mail", "I4", "broken"),
    Expected("mail-where-named-refused", "I4", "broken"),
    Expected("mail-where-named-forget", "I4", "broken"), Expected("unlinked-mail", "I4", "broken"),
    Expected("unlinked-forget", "I4", "broken"), Expected("badge-left", "I4", "broken"),
    Expected("address-left", "I4", "broken"), Expected("badge-alone", "I4", "broken"),
    Expected("sign-up-links", "I4", "broken"), Expected("name-dropped-by-click", "I4", "broken"),
    Expected("never-again", "I4", "broken"),
    Expected("named-sign-up", "I4", "proved"), Expected("addressed-sign-up", "I4", "proved"),
    Expected("both", "I4", "proved"), Expected("mail-where-named", "I4", "proved"),
    Expected("unlinked", "I4", "proved"), Expected("unlinked-named", "I4", "proved"),
    // A password lets in only those accounts that its provider signs in to.
    Expected("password-by-name", "I8", "undecided", "proved"),
    Expected("password-of-other-provider", "I8", "undecided", "proved"),
    Expected("badge-alone", "I8", "undecided", "proved"),
    Expected("squatted-name", "I8", "broken"), Expected("squatted-address", "I8", "broken"),
    Expected("named-sign-up", "I8", "proved"), Expected("both", "I8", "proved"),
    Expected("name-verified-by-click", "I14", "broken"),
    Expected("address-verified-by-click", "I14", "broken"),
  ]

  @Test("verdicts on small policies", arguments: expected)
  func verdicts(expected: Expected) throws {
    let policy = try CompiledPolicy(
      yamlFile: Project.file("Tests/Policies/names/proofs/\(expected.name).yaml").path)
    let proof = try Self.prove(policy) { $0.invariants = [expected.invariant] }
    let text = ProofReport(proof, named: expected.name).text.text
    let invariant = try #require(proof.verdicts.first?.invariant)
    #expect(expected.verdicts.contains(Self.verdict(invariant, of: proof)), "\(text)")
    for example in proof.counterexamples {
      #expect(!example.sequence.play(proof.policy).contains { $0.inputError != nil })
    }
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
