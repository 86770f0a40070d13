import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

/// Ways in which a reviewer got past second factors and tickets.
@Suite("Attacks on second factors and tickets")
struct FactorAttackTests {
  private static let policy = """
    linkpolicy: 1
    name: pier
    providers: {pier.example: {kind: federated}}
    inputs:
      second: {values: [absent, right], by: session, retry: yes, factor: yes}
    actions:
      enroll: {points-to: session}
      wipe:   {points-to: session, kinds: [federated], address: by-kind}
    action-groups:
      in-session: [enroll, wipe, link]
    guards:
      - {id: signed-out, action: in-session, session: {not: recent}, refuse: sign-in-again}
      - {id: missing, would: [sign-in], factors: some, input.second: absent, refuse: factor-required}
    decisions:
      sign-in.federated:
        rows:
          - {id: known, credential: known, do: [sign-in]}
          - {id: other, credential: [new, broken], refuse: unknown}
      link.federated:
        rows:
          - {id: held,    credential: {not: new}, refuse: in-use}
          - {id: unasked, credential: new, ticket: {not: existing-credential}, refuse: in-use}
          - {id: add,     credential: new, ticket: existing-credential, do: [add-subject]}
      enroll:
        rows: [{id: enroll, do: [enroll-factor]}]
      wipe.federated:
        rows:
          - {id: wipe, ticket: existing-credential, do: [drop-factors]}
          - {id: not,  ticket: {not: existing-credential}, refuse: in-use}
    errors:
      sign-in-again:   {}
      factor-required: {ask: second-factor}
      unknown:         {ask: existing-credential}
      in-use:          {}

    """

  private func file(_ scratch: Scratch, _ name: String, _ edits: (String, String)...) throws
    -> String
  {
    var text = Self.policy
    for (old, new) in edits {
      #expect(text.contains(old), "\(old)")
      text = text.replacing(old, with: new)
    }
    try scratch.write(name, Array(text.utf8))
    return scratch.path(name)
  }

  private func decided(_ policy: String, row factors: String, inputs: String = "") -> String {
    let line =
      #"{"id":1,"decide":{"attempt":{"action":"sign-in","provider":"pier.example","subject":"p""#
      + inputs + #"},"answers":{"credential":"u1","accounts":[{"id":"u1","email":null,"#
      + #""verified":false,"methods":[{"provider":"pier.example","subject":"p"}],"#
      + #""state":"active","version":1"# + factors + "}]}}}\n"
    return ToolRun(["decide", policy], input: Array(line.utf8)).output
  }

  @Test("a row that does not state the number of factors is an error, not an account without one")
  func missingNumber() throws {
    let scratch = try Scratch()
    let policy = try file(scratch, "pier.yaml")
    #expect(decided(policy, row: #","factors":0"#).contains(#""outcome":"allowed""#))
    #expect(decided(policy, row: #","factors":1"#).contains("factor-required"))
    for factors in ["", #","factors":null"#] {
      let answer = decided(policy, row: factors)
      #expect(answer.contains(#""code":"malformed""#), "\(answer)")
      #expect(answer.contains("no number of second factors"), "\(answer)")
    }
  }

  @Test("a number that cannot grow, and a factor that the account does not have, are errors")
  func limits() throws {
    let scratch = try Scratch()
    let policy = try file(scratch, "pier.yaml")
    let most = decided(policy, row: #","factors":9007199254740991"#)
    #expect(most.contains(#""code":"contradiction""#), "\(most)")
    let shown = #","inputs":{"second":"right"}"#
    #expect(decided(policy, row: #","factors":0"#, inputs: shown).contains("contradiction"))
    #expect(decided(policy, row: #","factors":1"#, inputs: shown).contains(#""outcome":"allowed""#))
  }

  @Test("a ticket resumes another action only if that adds the credential")
  func otherAction() throws {
    let scratch = try Scratch()
    _ = try file(scratch, "pier.yaml")
    let vectors = """
      vectors: 1
      policy: pier.yaml
      cases:
        - id: a1
          title: the ticket of a stranger's credential wipes nothing, and adds it
          given:
            accounts: [{id: u1, email: null, factors: 2, methods: [{provider: pier.example, subject: p}]}]
            sessions: [{account: u1}]
          steps:
            - attempt: {action: sign-in, provider: pier.example, subject: q}
              expect: {outcome: refused, error: unknown, ticket: true}
            - attempt: {action: wipe, provider: pier.example, subject: q}
              as: s1
              ticket: 1
              expect: {outcome: refused, error: start-again}
            - attempt: {action: link, provider: pier.example, subject: q}
              as: s1
              ticket: 1
              expect: {outcome: allowed, account: u1}
          accounts: [{id: u1, factors: 2}]

      """
    try scratch.write("vectors.yaml", Array(vectors.utf8))
    let run = ToolRun("test", scratch.path("vectors.yaml"))
    #expect(run.code == .clean, "\(run.output)\(run.errors)")
  }

  @Test(
    "the gate stops a refusal that issues another ticket, where rows test tickets",
    arguments: [
      ("in-use:          {}", "in-use:          {ask: existing-credential}", "guards-less"),
      ("factor-required: {ask: second-factor}", "factor-required: {}", "locks-out"),
      ("sign-in-again:   {}", "sign-in-again:   {ask: existing-credential}", "guards-less"),
    ])
  func remedies(old: String, new: String, kind: String) throws {
    let scratch = try Scratch()
    let before = try file(scratch, "old.yaml")
    let after = try file(scratch, "new.yaml", (old, new))
    let run = ToolRun("diff", before, after, "--gate", "--budget", "0")
    #expect(run.code == .findings, "\(run.output)\(run.errors)")
    #expect(run.output.contains(kind), "\(run.output)")
    let same = ToolRun("diff", before, before, "--gate", "--budget", "0")
    #expect(same.code == .clean)
  }

  @Test(
    "effects that undo each other are errors",
    arguments: [
      "[drop-factors, remove-factor]", "[enroll-factor, remove-factor]",
      "[enroll-factor, drop-factors]",
    ])
  func order(effects: String) throws {
    let scratch = try Scratch()
    let policy = try file(
      scratch, "pier.yaml",
      (
        "rows: [{id: enroll, do: [enroll-factor]}]",
        "rows: [{id: enroll, factors: some, do: \(effects)}, {id: none, factors: none, refuse: in-use}]"
      ))
    let run = ToolRun("check", policy)
    #expect(run.code == .findings, "\(run.output)")
    #expect((run.output + run.errors).contains("cannot be combined"), "\(run.output)\(run.errors)")
  }
}
