import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

/// Declarations, rows and vectors with identifiers that a reviewer tried.
@Suite("Attacks on identifiers")
struct IdentifierInputTests {
  private let scratch: Scratch
  private let policy: String

  init() throws {
    scratch = try Scratch()
    policy = scratch.path("base.yaml")
    try scratch.write("base.yaml", Array(Sketches.text("identifiers", []).utf8))
  }

  @Test(
    "an overlay with an invalid declaration or order is an error at its place",
    arguments: [
      ("find:\n  sign-in: [credential, username]", "5:3: error[invalid-declaration]"),
      ("identifiers:\n  username: null", "5:13: error[wrong-type]"),
      ("identifiers: {a: {}, b: {}, c: {}}", "error[too-many]"),
      (
        "find:\n  sign-in: [credential, address, username, username]",
        "5:44: error[duplicate-name]"
      ),
      ("find:\n  rename: [credential, address]", "5:3: error[invalid-declaration]"),
      ("find:\n  nosuch: [credential]", "5:3: error[unknown-name]"),
      ("find:\n  reset-password: [credential]", "5:3: error[invalid-declaration]"),
      ("identifiers:\n  Username: {fold: none}", "5:20: error[unknown-value]"),
      ("identifiers:\n  email: {fold: [case]}", "5:17: error[wrong-type]"),
      ("identifiers:\n  u: [x]", "5:6: error[wrong-type]"),
      (
        "find:\n  sign-in: [credential]\n  sign-in: [credential, username]",
        "6:3: error[yaml-duplicate-key]"
      ),
    ])
  func overlays(text: String, expected: String) throws {
    try scratch.write(
      "overlay.yaml", Array("linkpolicy: 1\nname: o\nextends: base.yaml\n\(text)\n".utf8))
    let run = ToolRun("check", scratch.path("overlay.yaml"))
    #expect(
      run.code == .findings || run.code == .invalidInput, "\(run.output)\(run.errors)")
    #expect((run.output + run.errors).contains(expected), "\(run.output)\(run.errors)")
  }

  /// The answer to an attempt of the person whose account `u1` has the user name `ada`.
  private func decided(
    _ attempt: String, _ holders: String = "", row: String = #","identifiers":{"username":"ada"}"#,
    others: String = ""
  ) -> String {
    let line =
      #"{"id":1,"decide":{"attempt":\#(attempt),"caller":{"session":"s1"},"answers":{"#
      + #""session":{"account":"u1","epoch":0,"ended":false,"recent":true},"#
      + #""accounts":[{"id":"u1","email":null,"verified":false,"methods":["password"],"#
      + #""state":"active","epoch":0,"version":1\#(row)}\#(others)]\#(holders)},"fields":["outcome","changes"]}}"#
    return ToolRun("decide", policy, input: line + "\n").output
  }

  @Test("a row that does not state its identifiers is an error: a cleared one would remain")
  func unstated() {
    let forget = #"{"action":"forget-name"}"#
    #expect(decided(forget).contains(#""write":"set-identifier""#))
    let none = decided(forget, row: #","identifiers":{}"#)
    #expect(none.contains(#""outcome":"allowed""#) && none.contains(#""writes":[]"#), "\(none)")
    // Many accounts are read by another reader of the tool.
    let others = (0..<20).map { number in
      #",{"id":"x\#(number)","email":null,"verified":false,"methods":[],"state":"active","#
        + #""version":1,"identifiers":{}}"#
    }.joined()
    for (row, others) in [("", ""), (#","identifiers":null"#, ""), ("", others)] {
      let answer = decided(forget, row: row, others: others)
      #expect(answer.contains(#""code":"malformed""#), "\(answer)")
      #expect(answer.contains("states no identifiers"), "\(answer)")
    }
    for row in [#","identifiers":[]"#, #","identifiers":{"username":null}"#] {
      let answer = decided(forget, row: row)
      #expect(answer.contains(#""error":{"code""#), "\(answer)")
    }
  }

  @Test("a name is compared in canonical form, and its holder must be the account that has it")
  func holders() {
    func rename(_ name: String, _ holder: String) -> String {
      decided(
        #"{"action":"rename","identifiers":{"username":"\#(name)"}}"#,
        #","identifiers":[\#(holder)]"#)
    }
    let own = rename("ADA", #""u1""#)
    #expect(own.contains(#""outcome":"allowed""#) && own.contains(#""writes":[]"#), "\(own)")
    #expect(rename("B", "null").contains(#""name":"username","value":"b""#))
    #expect(rename("@", "null").contains(#""error":"name-is-address""#))
    #expect(rename("ada", "null").contains(#""code":"contradiction""#))
    #expect(rename("bob", #""u1""#).contains(#""code":"contradiction""#))
    // The name of another account changes nothing about the clearing of one's own.
    let forget = decided(
      #"{"action":"forget-name","identifiers":{"username":"bob"}}"#, #","identifiers":["u2"]"#,
      others:
        #",{"id":"u2","email":null,"verified":false,"methods":["password"],"state":"active","#
        + #""version":1,"identifiers":{"username":"bob"}}"#)
    #expect(
      forget.contains(
        #"{"write":"set-identifier","account":{"id":"u1"},"name":"username","value":null}"#),
      "\(forget)")
  }

  private func failed(_ given: String, _ attempt: String, _ expect: String, end: String = "") throws
    -> String
  {
    let vectors = """
      vectors: 1
      policy: base.yaml
      cases:
        - id: v0001
          title: tried by a reviewer
          source: x
          given:
            accounts: [\(given)]
          steps:
            - attempt: \(attempt)
              expect: \(expect)
      \(end)

      """
    try scratch.write("v.yaml", Array(vectors.utf8))
    let run = ToolRun("test", scratch.path("v.yaml"))
    #expect(run.code == .findings, "\(run.output)\(run.errors)")
    return run.output + run.errors
  }

  @Test("vectors with impossible accounts or wrong expectations fail, and say why")
  func vectors() throws {
    let ada = "{id: u1, email: null, methods: [password], identifiers: {username: ada, phone: X1}}"
    let signIn =
      "{action: sign-in, provider: password, secret: right, identifiers: {username: ADA}}"
    let allowed = "{outcome: allowed, row: right}"
    let two = try failed(
      ada + ", {id: u2, email: null, methods: [password], identifiers: {username: ada}}", signIn,
      allowed)
    #expect(two.contains("contradiction: "), "\(two)")
    #expect(two.contains("`u2`"), "\(two)")
    let undeclared = try failed(
      "{id: u1, email: null, methods: [password], identifiers: {username: ada, nosuch: x}}",
      signIn, allowed)
    #expect(undeclared.contains("the policy declares no identifier `nosuch`"), "\(undeclared)")
    let typo = try failed(
      ada, signIn, allowed, end: "    accounts: [{id: u1, identifiers: {nosuch: null}}]")
    #expect(typo.contains("got not an identifier that the policy declares"), "\(typo)")
    let other = try failed(
      ada, signIn, allowed,
      end: "    accounts: [{id: u1, identifiers: {username: bob, phone: null}}]")
    #expect(other.contains("accounts.u1.identifiers.username: expected bob, got ada"), "\(other)")
    #expect(other.contains("accounts.u1.identifiers.phone: expected none, got X1"), "\(other)")
    let effects = try failed(
      ada, signIn, "{outcome: allowed, effects: [{clear-identifier: username}]}")
    #expect(
      effects.contains("effects: expected [clear-identifier: username], got [sign-in]"),
      "\(effects)")
    let requires = try failed(
      ada, signIn,
      "{outcome: allowed, changes: {requires: [{identifier: {tenant: null, name: username, value: bob}, holder: u2}]}}"
    )
    #expect(
      requires.contains("changes.requires[0]: expected identifier, got account"), "\(requires)")
    let both = try failed(
      "{id: u1, email: x@y.example, verified: true, methods: [password], identifiers: {username: ada}}",
      "{action: sign-in, provider: password, secret: right, email: x@y.example, identifiers: {username: ada}}",
      allowed)
    #expect(both.contains("checks a password by an address or by one identifier"), "\(both)")
  }
}
