import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCompiler

/// Names of a policy as identifiers of Swift.
@Suite("Names in Swift")
struct SwiftNamesTests {
  @Test(
    "words become one word, capital letters between them",
    arguments: [
      ("account-exists", "accountExists"), ("google.com", "googleCom"), ("saml.Acme", "samlAcme"),
      ("2fa", "_2fa"),
      ("--x--y", "xY"), ("für", "fR"), ("--", ""), ("", ""),
    ])
  func camelCase(name: String, expected: String) {
    #expect(SwiftNames.camelCase(name) == expected)
  }

  @Test(
    "names stay apart, and are what Swift takes",
    arguments: [
      (["a-b", "c"], ["aB", "c"]),
      // Two that would be one keep their own spelling.
      (["a-b", "c", "a.b"], ["`a-b`", "c", "`a.b`"]),
      (["default", "none", "self"], ["`default`", "`none`", "`self`"]),
      // But for the one that is spelt so.
      (["a-b", "aB"], ["`a-b`", "aB"]),
      // An enumeration has these already.
      (["raw-value"], ["`raw-value`"]),
      (["all-cases"], ["`all-cases`"]),
    ])
  func identifiers(names: [String], expected: [String]) throws {
    #expect(try SwiftNames(names).identifiers.map { $0.text } == expected)
  }

  @Test(
    "what can be no identifier is refused by name",
    arguments: [
      (["ok", "allCases"], "allCases"), (["RawValue"], "RawValue"), (["--"], "--"),
      (["é", "ü"], "é"), (["a`b", "a.b"], "a`b"),
    ])
  func refused(names: [String], name: String) {
    let refusal = #expect(throws: SwiftNames.NameCollision.self) { try SwiftNames(names) }
    #expect(refusal?.name == name)
  }
}
