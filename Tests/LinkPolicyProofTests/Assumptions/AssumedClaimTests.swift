import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyProof

@Suite("Claims that a row of the assumptions asks for")
struct AssumedClaimTests {
  /// What a row with one claim covers under a policy that declares `mark`.
  private static func coverage(
    of value: String, _ words: String, in name: String = "mark"
  ) throws -> (coverage: AssumedClaim.ClaimCoverage, claim: AssumedClaim, policy: CompiledPolicy) {
    let policy = try policy(words)
    let text = "assume: 1\nassertions: [{claims: {\(name): \(value)}, who: owner}]\n"
    let assumptions = try Assumptions(Array(text.utf8), name: "assume.yaml", isStrict: true)
    let claim = try #require(assumptions.rows.first?.claims.first)
    return (claim.coverage(under: policy), claim, policy)
  }

  private static func policy(_ words: String) throws -> CompiledPolicy {
    try Harbour.policy(
      ("name: harbour", "name: harbour\nclaims: {mark: {\(words)}}"),
      ("domain: own, is: trusted", "domain: own, claim.mark: {not: absent}, is: trusted"))
  }

  @Test("a word covers each of its values, whatever it is spelled like")
  func words() throws {
    let named = try Self.coverage(of: "yes", #"yes: [true, "true"], no: [false]"#).coverage
    #expect(named.values == [.boolean(true), .string("true")] && named.isWhole)
    for spelled in ["true", "\"true\""] {
      let found = try Self.coverage(of: spelled, #"true: [true, "true"], false: [false]"#).coverage
      #expect(found.values == [.boolean(true), .string("true")] && found.isWhole, "\(spelled)")
    }
  }

  @Test(
    "any other value covers itself",
    arguments: [
      ("true", ClaimValue.boolean(true)), ("12", .number(Name("12"))), ("null", .null),
      ("\"12\"", .string("12")), ("text", .string("text")),
    ])
  func values(_ text: String, _ value: ClaimValue) throws {
    let words = #"a: [true], b: [12], c: [null], d: ["12"], e: ["text"]"#
    let found = try Self.coverage(of: text, words).coverage
    #expect(found.values == [value] && found.isWhole)
  }

  @Test("of a claim that the policy cannot tell from others the reason is known")
  func uncertain() throws {
    let words = #"yes: [true, "true"], no: [false]"#
    func reason(_ value: String, in name: String = "mark") throws -> String? {
      let (_, claim, policy) = try Self.coverage(of: value, words, in: name)
      return claim.reasonForUncertainty(under: policy)
    }
    #expect(try reason("yes") == nil && reason("no") == nil && reason("false") == nil)
    #expect(try reason("true")?.contains("other values of `yes`") == true)
    #expect(try reason("maybe")?.contains("its words are `yes`, `no`") == true)
    #expect(try reason("yes", in: "other")?.contains("declares no claim `other`") == true)
  }

  @Test("a word that is a value of another word is refused")
  func crossed() throws {
    let text = "assume: 1\nassertions: [{claims: {mark: yes}, who: owner}]\n"
    let assumptions = try Assumptions(Array(text.utf8), name: "assume.yaml", isStrict: false)
    let policy = try Self.policy(#"yes: ["no"], no: ["yes"]"#)
    do throws(InvalidInput) {
      try assumptions.check(against: policy)
      Issue.record("a claim with two meanings was taken")
    } catch {
      #expect(error.diagnostics.map { $0.position?.column } == [30])
    }
  }
}
