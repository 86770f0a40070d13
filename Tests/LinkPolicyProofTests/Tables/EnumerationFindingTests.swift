import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicyReview
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyProof

@Suite("Enumeration")
struct EnumerationFindingTests {
  /// A policy of a password and of a reset, whose setting is called as it likes.
  private static func policy(
    _ reset: String, wrong: String = "refuse: no-entry", nobody: String = "refuse: no-entry"
  ) throws -> CompiledPolicy {
    let text = """
      linkpolicy: 1
      name: quay
      providers:
        password: {kind: password}
      settings: {lamps: [lit, dark], tides: [high, low]}
      decisions:
        sign-in.password:
          rows:
            - {id: right,  credential: known, secret: right, do: [sign-in]}
            - {id: wrong,  credential: known, secret: [wrong, absent], \(wrong)}
            - {id: nobody, credential: [new, broken], \(nobody)}
        sign-up.password:
          rows:
            - {id: taken, address: [taken, several, own], refuse: no-entry}
            - {id: new,   address: free, do: [create, sign-in]}
        request-reset:
          rows:
      \(reset)
      errors:
        no-entry:  {}
        no-person: {}

      """
    return try CompiledPolicy(yaml: Array(text.utf8), name: "quay.yaml")
  }

  private static let told = """
            - {id: known,   account: {not: none}, do: [{send-code: reset}]}
            - {id: unknown, account: none, setting.lamps: lit,  refuse: no-person}
            - {id: silent,  account: none, setting.lamps: dark, do: []}
    """

  private static func finding(
    _ policy: CompiledPolicy, _ given: [(name: String, value: String)] = []
  ) -> EnumerationFinding {
    EnumerationFinding(policy, given: Settings(given))
  }

  @Test("what shows nothing because it lets nothing through is named")
  func switchedOff() throws {
    let off = """
              - {id: known,   account: {not: none}, setting.lamps: lit, do: [{send-code: reset}]}
              - {id: unknown, account: none, setting.lamps: lit,  refuse: no-person}
              - {id: silent,  setting.lamps: dark, refuse: no-entry}
      """
    let finding = Self.finding(try Self.policy(off, wrong: "do: []", nobody: "do: []"))
    #expect(finding.protecting.map { $0.map { $0.name + "=" + $0.value } } == ["lamps=dark"])
    #expect(finding.switchedOff.map { $0.text } == ["request-reset"])
    let quiet = Self.finding(try Self.policy(Self.told))
    #expect(quiet.protecting?.count == 1)
    #expect(quiet.switchedOff.isEmpty)
  }

  @Test("whatever setting protects is found by the tables, and no other is named")
  func anySetting() throws {
    let finding = Self.finding(try Self.policy(Self.told))
    let protecting = try #require(finding.protecting)
    #expect(protecting.map { $0.name + "=" + $0.value } == ["lamps=dark"])
    // The tides make no difference.
    #expect(finding.combinations.changes.count == 2)
  }

  @Test("a setting that is given is not changed")
  func given() throws {
    let finding = Self.finding(try Self.policy(Self.told), [("lamps", "lit")])
    #expect(finding.protecting == nil)
    #expect(finding.suspects.map { $0.text } == ["request-reset/known"])
  }

  @Test("a failed password tells where it is refused otherwise for nobody")
  func passwords() throws {
    let finding = Self.finding(try Self.policy(Self.told, nobody: "refuse: no-person"))
    #expect(finding.protecting == nil)
    #expect(finding.suspects.map { $0.text } == ["sign-in.password/wrong"])
  }

  @Test("the same words tell where what they say differs with the account")
  func methods() throws {
    let reset = """
              - {id: all, refuse: no-entry, tell: [registered]}
      """
    #expect(Self.finding(try Self.policy(reset)).protecting == nil)
    let silent = """
              - {id: all, refuse: no-entry}
      """
    #expect(Self.finding(try Self.policy(silent)).protecting?.isEmpty == true)
  }

  @Test("a verdict goes by the policy's own settings, and a broken one shows both answers")
  func verdicts() throws {
    func prove(_ settings: [(String, String)]) throws -> Proof {
      try HarbourProof.prove(try Self.policy(Self.told)) {
        $0.invariants = ["I11"]
        $0.settings = settings.map { (name: $0.0, value: $0.1) }
      }
    }
    let free = try prove([])
    #expect(free.isProved)
    #expect(ProofReport(free, named: "x").text.text.contains("under lamps=dark"))
    let lit = try prove([("lamps", "lit")])
    let example = try #require(lit.counterexamples.first)
    let last = example.steps.suffix(2).map { $0.result }
    #expect(last == ["shown: allowed", "shown: no-person"])
    #expect(
      example.sequence.play(lit.policy).suffix(2).map { $0.decision?.isAllowed } == [true, false])
  }
}
