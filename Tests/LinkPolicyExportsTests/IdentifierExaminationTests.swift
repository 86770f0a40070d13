import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyCommands

/// Accounts that have user names in place of addresses.
@Suite("Examining a store with identifiers")
struct IdentifierExaminationTests {
  private static func row(
    _ id: String, _ identifiers: String, email: String? = nil, kind: String? = nil,
    tenant: String? = nil
  ) -> String {
    let address = email.map { "\"\($0)\"" } ?? "null"
    let kind = kind.map { #","kind":"\#($0)""# } ?? ""
    let rest = tenant.map { #","tenant":"\#($0)""# } ?? ""
    return
      #"{"id":"\#(id)","email":\#(address),"verified":\#(email != nil),"methods":[{"provider":"password"\#(kind)}],"#
      + #""state":"active","version":1,"identifiers":{\#(identifiers)}\#(rest)}"#
  }

  /// The rows of the review that found the faults.
  private static let rows = [
    row("u1", #""username":"ada""#), row("u2", #""username":"ada""#),
    row("u3", #""username":"Bob""#), row("u4", ""), row("u5", #""phone":"X1""#),
    row("u6", #""phone":"x1""#), row("u7", #""username":"c@d.example""#, email: "a@b.example"),
    row("u8", #""username":"u7""#, email: "c@d.example"),
    row("u9", #""username":"ok""#, tenant: "t"), row("u10", #""username":"ok""#),
  ]

  private static func findings(
    _ rows: [String], edits: [(old: String, new: String)] = [],
    then: [(old: String, new: String)]? = nil
  ) throws -> [String] {
    let export = try AccountExport(Array(rows.joined(separator: "\n").utf8), name: "a.jsonl")
    let policy = try Sketches.edited("identifiers", edits)
    let other = try then.map { try Sketches.edited("identifiers", $0) }
    return ExportExamination(export.accounts, under: policy, then: other).findings
      .filter { $0.level != .note }
      .map { "\($0.position?.line ?? 0) \($0.level)[\($0.code.name.text)]: \($0.message)" }
  }

  private static let without =
    "has neither an address nor an identifier by which a sign-in with a password finds the account"

  @Test("a password is found by the name that its sign-in searches, and a name is held once")
  func identifiers() throws {
    #expect(
      try Self.findings(Self.rows) == [
        "1 error[shared-identifier]: accounts `u1`, `u2` have one identifier: username `ada`",
        "3 error[unusable-account]: identifier `username` of account `u3` is not in its canonical form, `bob`, which lookups use",
        "4 warning[no-method]: account `u4` \(Self.without)",
        "5 warning[no-method]: account `u5` \(Self.without)",
        "6 warning[no-method]: account `u6` \(Self.without)",
      ])
  }

  @Test("without a search by name, only an address finds a password")
  func unsearched() throws {
    let found = try Self.findings(
      [Self.row("u1", #""username":"ada""#)],
      edits: [
        ("sign-in: [credential, address, username]", "sign-in: [credential, address]"),
        // A sign-up without an address would store a password that no sign-in finds.
        (
          "- {id: first, account: none, identifier.username: free,",
          "- {id: stranded, account: none, address: absent, identifier.username: free, refuse: name-needed, because: wish}\n"
            + "      - {id: first, account: none, address: free, identifier.username: free,"
        ),
      ])
    #expect(
      found == [
        "1 warning[no-method]: account `u1` has no address, which its methods require"
      ])
  }

  @Test("two forms of a name are one name")
  func forms() throws {
    let found = try Self.findings([
      Self.row("u1", #""username":"ada""#), Self.row("u2", #""username":"Ada""#),
    ])
    #expect(
      found.first
        == "1 error[shared-identifier]: accounts `u1`, `u2` have one identifier: username `ada`")
    #expect(found.count == 2)
  }

  @Test("values that the next policy folds into one are found before it decides")
  func folding() throws {
    let rows = [
      Self.row("u5", #""username":"e","phone":"X1""#),
      Self.row("u6", #""username":"f","phone":"x1""#),
    ]
    let found = try Self.findings(rows, then: [("phone:    {}", "phone: {fold: case}")])
    #expect(
      found.filter { !$0.contains("other-rules") } == [
        "1 warning[other-key]: account `u5` has the phone `X1`, which the other policy looks up as `x1`",
        "1 error[would-share-identifier]: accounts `u5`, `u6` would have one identifier under the other policy: phone `x1`",
      ])
    #expect(try Self.findings(rows, then: []) == [])
    // Values that are shared today are not reported twice.
    let shared = try Self.findings(
      Array(Self.rows.prefix(2)), then: [("phone:    {}", "phone: {fold: case}")])
    #expect(shared.filter { $0.contains("identifier]") }.count == 1)
  }
}
