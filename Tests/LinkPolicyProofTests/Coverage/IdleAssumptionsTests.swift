import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyProof

@Suite("Assumptions that make no difference")
struct IdleAssumptionsTests {
  private static func idle(
    _ text: String, _ policy: CompiledPolicy, _ edit: (inout ProofEnvironment) -> Void = { _ in }
  ) throws -> [IdleAssumption] {
    let assumptions = try Assumptions(
      Array(("assume: 1\n" + text + "\n").utf8), name: "assume.yaml", isStrict: false)
    var environment = assumptions.environment
    edit(&environment)
    return IdleAssumptions(policy: policy, assumptions: assumptions, environment: environment).all
  }

  private static func texts(_ text: String, _ addresses: String = "") throws -> [String] {
    let policy = try Harbour.policy(("name: harbour", "name: harbour\n" + addresses))
    return try idle(text, policy).filter { $0.part != .switches }.map { $0.text }
  }

  @Test("rows of the table")
  func assertions() throws {
    let found = try Self.texts(
      """
      assertions:
        - {provider: login.harbour.example, domain: harbour.example, claims: {a: b}, who: owner}
        - {provider: login.harbour.example, domain: harbour.example, who: owner}
        - {provider: login.harbour.example, domain: harbour.example, who: anyone}
        - {provider: gate.example, who: owner}
        - {when: {any-tenant: on}, who: owner}
        - {domain: [], who: owner}
        - {provider: pier.example, who: former-owner}
        - {who: anyone}
        - {provider: pier.example, domain: x.example, who: owner}
      """)
    #expect(
      found == [
        "row 3 of assertions (assume.yaml:5), because rows 1, 2 match first",
        "row 4 of assertions (assume.yaml:6), because the policy has no matching provider that asserts addresses",
        "row 5 of assertions (assume.yaml:7), because any-tenant is off",
        "row 6 of assertions (assume.yaml:8), because the row names no domain",
        "row 9 of assertions (assume.yaml:11), because row 7 matches first",
      ])
  }

  @Test("exclusions that are added")
  func excluded() throws {
    let found = try Self.texts(
      """
      assertions: [{who: anyone}]
      excluded:
        - {action: link, because: it is used}
        - {action: link, provider: pier.example, because: it is used}
        - {action: unlink, because: it is decided by no table}
        - {action: sign-in, provider: gate.example, because: nobody has it}
      """)
    #expect(
      found == [
        "row 3 of excluded (assume.yaml:6), because the policy has no table for the row's action",
        "row 4 of excluded (assume.yaml:7), because no attempt of the row's action has a provider that the row names",
      ])
  }

  @Test("mailboxes")
  func mailboxes() throws {
    let text = """
      assertions: [{who: anyone}]
      same-mailbox:
        - {domain: gmail.com, ignoring: [dots]}
        - {domain: other.example, ignoring: [plus-tags]}
      """
    let one =
      ", because even without the row, the policy never treats different mailboxes as one address"
    let (dots, tags) = (
      "row 1 of same-mailbox (assume.yaml:4)", "row 2 of same-mailbox (assume.yaml:5)"
    )
    #expect(try Self.texts(text) == [dots + one, tags + one])
    #expect(try Self.texts(text, "addresses: {fold: [case, dots]}").first?.hasPrefix(tags) == true)
    let still =
      ", because even with the row, the policy treats different mailboxes at this domain as one address"
    #expect(
      try Self.texts(text, "addresses: {fold: [dots, plus-tags]}") == [
        dots + still, tags + still,
      ])
  }

  @Test("switches, as far as declarations show it")
  func switches() throws {
    let names = try Self.idle("assertions: [{who: anyone}]", Harbour.policy())
      .filter { $0.part == .switches }.map { $0.name }
    #expect(names == ["email-changes", "phone", "administrator", "any-tenant"])
    let tested = try Self.idle(
      "assertions: [{when: {any-tenant: off, phone: on}, who: anyone}]", Harbour.policy())
    #expect(
      tested.filter { $0.part == .switches }.map { $0.name } == ["email-changes", "administrator"])
  }

  @Test("what is idle makes no difference to a verdict")
  func difference() throws {
    let policy = try Harbour.policy()
    func cells(_ edit: (inout ProofEnvironment) -> Void) throws -> [Int] {
      let assumptions = try Assumptions(
        Array("assume: 1\nassertions: [{who: anyone}]\n".utf8), name: "assume.yaml", isStrict: true)
      var options = Proof.Options()
      options.invariants = ["I8"]
      var environment = ProofEnvironment()
      edit(&environment)
      let proof = Proof(policy, under: assumptions, in: environment, options)
      return proof.coverage.map { $0.cells.reached } + [proof.counterexamples.count]
    }
    let usual = try cells { _ in }
    for edit: (inout ProofEnvironment) -> Void in [
      { $0.changesEmail = false }, { $0.usesPhone = false }, { $0.hasAdministrator = true },
      { $0.hasAnyTenant = true },
    ] {
      #expect(try cells(edit) == usual)
    }
  }
}
