import Foundation
import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicyPresets
import LinkPolicyReview
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyProof

@Suite("Policies about which an earlier prover was wrong")
struct OverlookedPolicyTests {
  /// A verdict that is expected.
  struct ExpectedVerdict: Sendable, CustomTestStringConvertible {
    var policy: String
    var invariant: String
    var verdict: String
    var settings: [(name: String, value: String)] = []
    /// Whether people enroll second factors.
    var usesFactors = false
    /// A part of the report.
    var text = ""

    var testDescription: String { policy + " " + invariant }
  }

  private static let expected: [ExpectedVerdict] = [
    ExpectedVerdict(policy: "undo-by-name", invariant: "no-undo", verdict: "broken"),
    ExpectedVerdict(policy: "untested-tenant-renews", invariant: "I10", verdict: "broken"),
    ExpectedVerdict(
      policy: "long-domain-refused", invariant: "I9", verdict: "undecided",
      text: ".com are too long to be played"),
    ExpectedVerdict(
      policy: "long-alias", invariant: "I6", verdict: "undecided",
      text: "addresses at short.example are too long to be played"),
    ExpectedVerdict(
      policy: "asking-signs-in", invariant: "I11", verdict: "broken",
      text: "allowed, signed in"),
    ExpectedVerdict(policy: "own-action-signs-in", invariant: "I11", verdict: "broken"),
    ExpectedVerdict(policy: "made-up-link-signs-in", invariant: "I11", verdict: "broken"),
    ExpectedVerdict(policy: "discloses-other-tenant", invariant: "I10", verdict: "broken"),
    ExpectedVerdict(
      policy: "other-tenant-decides", invariant: "I10", verdict: "undecided",
      text: "rows guards/other-tenant-off, guards/other-tenant may break the rule"),
    ExpectedVerdict(policy: "factor-stays", invariant: "I9", verdict: "proved"),
    ExpectedVerdict(
      policy: "factor-stays", invariant: "I9", verdict: "undecided", usesFactors: true,
      text: "keeps the account's second factors"),
    ExpectedVerdict(policy: "ended-session-repeats", invariant: "I13", verdict: "broken"),
    ExpectedVerdict(policy: "held-by-methods", invariant: "I9", verdict: "undecided"),
    ExpectedVerdict(policy: "methods-share-address", invariant: "I5", verdict: "broken"),
    ExpectedVerdict(
      policy: "methods-share-address", invariant: "I9", verdict: "broken", text: "2. The owner"),
    ExpectedVerdict(policy: "password-creates", invariant: "I13", verdict: "undecided"),
    ExpectedVerdict(
      policy: "many-settings", invariant: "I11", verdict: "undecided",
      text: "the check of I11 tries only the first value of s12, s13"),
    ExpectedVerdict(policy: "family-of-links", invariant: "I9", verdict: "proved"),
    ExpectedVerdict(policy: "invariant-reads-tenant", invariant: "I10", verdict: "proved"),
    ExpectedVerdict(
      policy: "invariant-reads-tenant", invariant: "no-foreign", verdict: "proved",
      text: "no-foreign proves nothing, because it applies to no attempt"),
    ExpectedVerdict(
      policy: "setting-limits-tenants", invariant: "I10", verdict: "proved",
      settings: [("legacy", "off")]),
    ExpectedVerdict(
      policy: "setting-limits-tenants", invariant: "no-foreign", verdict: "proved",
      settings: [("legacy", "off")]),
    ExpectedVerdict(
      policy: "setting-limits-tenants", invariant: "I10", verdict: "broken",
      settings: [("legacy", "on")]),
    ExpectedVerdict(policy: "several-dropped", invariant: "I4", verdict: "broken"),
    ExpectedVerdict(policy: "uncounted-dropped", invariant: "I4", verdict: "broken"),
    ExpectedVerdict(
      policy: "input-joins", invariant: "I1", verdict: "broken", text: "input hook=pass"),
    ExpectedVerdict(policy: "input-joins", invariant: "I4", verdict: "proved"),
    ExpectedVerdict(policy: "by-anybody", invariant: "I1", verdict: "broken"),
    ExpectedVerdict(policy: "by-session", invariant: "I1", verdict: "broken"),
    ExpectedVerdict(
      policy: "by-provider", invariant: "I1", verdict: "broken",
      text: "; I4 and I6 do not cover actions of providers (`announced`)"),
    ExpectedVerdict(
      policy: "by-service", invariant: "I1", verdict: "broken",
      text: "; I4 and I6 do not cover actions of the service (`merge`)"),
    ExpectedVerdict(
      policy: "by-administrator", invariant: "I1", verdict: "broken",
      text:
        "; I4 and I6 do not cover actions of administrators (`provision`)"),
    ExpectedVerdict(
      policy: "input-in-guard", invariant: "I1", verdict: "broken", text: "input waved=yes"),
    ExpectedVerdict(
      policy: "input-in-fact", invariant: "I1", verdict: "broken", text: "input assurance=high"),
    ExpectedVerdict(
      policy: "input-in-match", invariant: "I1", verdict: "broken", text: "input vouched=yes"),
    ExpectedVerdict(policy: "input-by-default", invariant: "I1", verdict: "broken"),
    ExpectedVerdict(
      policy: "input-required", invariant: "I1", verdict: "broken", text: "input factor=right"),
    ExpectedVerdict(
      policy: "input-tells", invariant: "I11", verdict: "broken", text: "input tone=polite"),
    ExpectedVerdict(policy: "administrators-way-in", invariant: "I4", verdict: "broken"),
    ExpectedVerdict(policy: "administrators-arrival", invariant: "I9", verdict: "broken"),
    ExpectedVerdict(
      policy: "disabled-kept", invariant: "I4", verdict: "broken",
      text: "while password/password is disabled"),
    ExpectedVerdict(
      policy: "dots-folded", invariant: "I9", verdict: "proved",
      text: "not for own.er@example.com, whose mail goes to owner@example.com"),
  ]

  private static func policy(_ name: String) throws -> CompiledPolicy {
    let file = Project.file("Tests/Policies/overlooked/" + name + ".yaml")
    return try CompiledPolicy(yamlFile: file.path(percentEncoded: false))
  }

  private static func prove(
    _ expected: ExpectedVerdict, assuming text: [UInt8] = Presets.assumptions
  ) throws -> Proof {
    var options = Proof.Options()
    options.invariants = [expected.invariant]
    options.settings = expected.settings
    options.countsCells = false
    options.seeksShorter = false
    options.worlds = 10_000
    let assumptions = try Assumptions(text, name: "assume.yaml", isStrict: false)
    var environment = assumptions.environment
    environment.usesFactors = expected.usesFactors
    return Proof(try policy(expected.policy), under: assumptions, in: environment, options)
  }

  private static func word(_ proof: Proof) throws -> String {
    try #require(proof.verdicts.first).verdict.word
  }

  @Test("the verdict is right, and a sequence plays", arguments: expected)
  func verdict(_ expected: ExpectedVerdict) throws {
    let proof = try Self.prove(expected)
    let text = ProofReport(proof, named: expected.policy).text.text
    #expect(try Self.word(proof) == expected.verdict, "\(text)")
    #expect(expected.text.isEmpty || text.contains(expected.text), "\(text)")
    for example in proof.counterexamples {
      // The sequence is played under the policy as it is declared.
      let played = example.sequence.play(try Self.policy(expected.policy))
      #expect(played.count == example.sequence.steps.count)
      #expect(!played.contains { $0.inputError != nil })
    }
  }

  @Test("a broken repetition is told with the repetition")
  func repetition() throws {
    let proof = try Self.prove(
      ExpectedVerdict(policy: "ended-session-repeats", invariant: "I13", verdict: "broken"))
    let steps = try #require(proof.counterexamples.first).steps
    #expect(steps.suffix(2).map { $0.label } == ["sign-in google.com", "sign-in google.com"])
    #expect(steps.suffix(2).map { $0.row?.hasPrefix("sign-in.federated/gone-") } == [true, true])
  }

  @Test("an exclusion of one member leaves the other members of a family of sign-in links")
  func members() throws {
    func word(excluding provider: String) throws -> String {
      let text = """
        assume: 1
        assertions: [{who: anyone}]
        excluded:
          - {action: sign-in, actor: owner, provider: "\(provider)", because: it is closed}

        """
      return try Self.word(
        Self.prove(
          ExpectedVerdict(policy: "family-of-links", invariant: "I9", verdict: "proved"),
          assuming: Array(text.utf8)))
    }
    #expect(try word(excluding: "pw.one") == "proved")
    #expect(try word(excluding: "pw.o*") == "proved")
    #expect(try word(excluding: "pw.*") != "proved")
  }

  @Test("an assumption limits an input to some values")
  func limitedInput() throws {
    func word(_ value: String) throws -> String {
      let text = """
        assume: 1
        assertions:
          - {provider: google.com, who: owner}
          - {who: anyone}
        inputs:
          - {input: hook, values: \(value), because: the hook is ours}

        """
      return try Self.word(
        Self.prove(
          ExpectedVerdict(policy: "input-joins", invariant: "I1", verdict: "proved"),
          assuming: Array(text.utf8)))
    }
    #expect(try word("veto") == "proved")
    #expect(try word("[veto, pass]") == "broken")
  }

  @Test(
    "a row about an input that the policy does not declare is an error",
    arguments: [
      ("hock", "veto", "declares no input `hock`"), ("hook", "vet", "`hook`, `vet`"),
      ("hook", "[]", "lists no value"),
    ])
  func unknownInput(_ input: String, _ values: String, _ words: String) throws {
    let text = """
      assume: 1
      assertions: [{who: anyone}]
      inputs: [{input: \(input), values: \(values), because: x}]

      """
    do {
      try Assumptions(Array(text.utf8), name: "assume.yaml", isStrict: true)
        .check(against: Self.policy("input-joins"))
      Issue.record("\(input): \(values) is accepted")
    } catch let error as InvalidInput {
      let messages = error.diagnostics.map { $0.message }
      #expect(messages.contains { $0.contains(words) }, "\(messages)")
    }
  }

  @Test("a method opens an account only by values that the assumptions leave")
  func limitedEntrance() throws {
    let text = try String(
      contentsOf: Project.file("Tests/Policies/overlooked/administrators-way-in.yaml"),
      encoding: .utf8)
    let rows = """
      {id: opened,    provider: badge.example, input.desk: open, credential: known, do: [sign-in]}
            - {id: stopped,   provider: badge.example, input.desk: open, credential: [new, broken], refuse: unknown}
            - {id: badge,     provider: badge.example, input.desk: shut, refuse: unknown}
      """
    let edited = text.replacing(
      "errors:", with: "inputs: {desk: {values: [shut, open], by: service}}\nerrors:"
    ).replacing("{id: badge,     provider: badge.example, refuse: unknown}", with: rows)
    let policy = try CompiledPolicy(yaml: Array(edited.utf8), name: "way-in.yaml")
    func word(_ rows: String) throws -> String {
      var options = Proof.Options()
      options.invariants = ["I4"]
      options.worlds = 10_000
      let assumed = "assume: 1\nassertions: [{who: anyone}]\n" + rows
      let assumptions = try Assumptions(Array(assumed.utf8), name: "a.yaml", isStrict: false)
      return try Self.word(
        Proof(policy, under: assumptions, in: assumptions.environment, options))
    }
    #expect(try word("") == "proved")
    let shut = "inputs: [{input: desk, values: shut, because: it is closed}]\n"
    #expect(try word(shut) == "broken")
  }

  @Test("a provider's action is blamed on a user only if the policy calls it anybody's")
  func blamed() throws {
    let file = Project.file("Tests/Policies/overlooked/input-joins.yaml")
    let text = try String(contentsOf: file, encoding: .utf8)
    var options = Proof.Options()
    options.invariants = ["I4"]
    options.worlds = 10_000
    let assumptions = try Assumptions(Presets.assumptions, name: "assume.yaml", isStrict: false)
    for (party, verdict, ending) in [
      (
        "provider", "proved",
        "; I4 and I6 do not cover actions of providers (`purged`)"
      ),
      (
        "service", "proved",
        "; I4 and I6 do not cover actions of the service (`purged`)"
      ),
      (
        "administrator", "proved",
        "; I4 and I6 do not cover actions of administrators (`purged`)"
      ),
      ("anybody", "broken", "broken"), ("session", "broken", "broken"),
    ] {
      let edited = text.replacing("by: provider}", with: "by: " + party + "}")
      let policy = try CompiledPolicy(yaml: Array(edited.utf8), name: "input-joins.yaml")
      let proof = Proof(policy, under: assumptions, in: assumptions.environment, options)
      #expect(try Self.word(proof) == verdict, "\(party)")
      let summary = ProofReport(proof, named: "input-joins").summary
      #expect(summary.hasSuffix(ending), "\(summary)")
    }
  }

  @Test("an own invariant cannot have the id of another invariant", arguments: ["I1", "I12"])
  func reserved(_ id: String) {
    let edit = ("errors:\n", "invariants:\n  - {id: \(id), never: create}\nerrors:\n")
    #expect {
      try Harbour.policy(edit)
    } throws: { error in
      (error as? InvalidInput)?.diagnostics.map { $0.code } == [.duplicateName]
    }
  }
}

extension Proof.ProofVerdict {
  /// The word of the verdict in the tables of tests.
  var word: String {
    switch self {
    case .proved: "proved"
    case .broken: "broken"
    case .undecided: "undecided"
    case .vacuous: "vacuous"
    }
  }
}
