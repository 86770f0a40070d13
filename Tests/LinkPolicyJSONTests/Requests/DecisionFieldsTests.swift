import LinkPolicyClaims
import LinkPolicyDiagnostics
import LinkPolicyPresets
import Testing

@testable import LinkPolicy
@testable import LinkPolicyJSON

@Suite("The fields that a request asks for")
struct DecisionFieldsTests {
  /// An attempt that is refused with much to say: an error, a remedy, disclosures and a ticket.
  private static let refused =
    #"{"attempt":{"action":"sign-in","provider":"facebook.com","subject":"f1","#
    + #""addresses":[{"email":"ann@gmail.com"}],"nonce":"matched"},"answers":{"accounts":"#
    + #"[{"id":"u1","email":"ann@gmail.com","verified":true,"methods":[{"provider":"google.com","subject":"g1"}],"state":"active","version":3}],"#
    + #""credential":null,"addresses":[["u1"]],"method":"enabled"}"#

  private static func decision(_ fields: String?) throws -> JSONValue {
    let line =
      #"{"id":1,"decide":"# + refused + (fields.map { #","fields":"# + $0 } ?? "") + "}}"
    let read = RequestLine(Array(line.utf8), name: "lines", line: 1)
    // A malformed request throws its findings.
    _ = try read.request.get()
    let answer = RequestAnswerer(Presets.firebase, claims: .mappings).answer(read)
    let whole = answer.line()
    #expect(answer.line(from: DecisionFragments(Presets.firebase)) == whole)
    let root = try JSONDocument(whole, name: "answer").root
    return try #require(root["decision"])
  }

  /// The members of each field.
  private static func members(of field: DecisionField) -> [String] {
    switch field {
    case .outcome: ["outcome", "error", "names", "shown"]
    case .tell: ["tell", "told"]
    case .effects, .ask, .ticket, .notes, .changes, .row, .account, .facts, .policy: [field.word]
    }
  }

  @Test("each has its members, and they are those of the whole decision")
  func single() throws {
    let whole = try Self.decision(nil)
    var seen: Set<String> = []
    for field in DecisionField.allCases {
      let part = try Self.decision(#"["\#(field.word)"]"#)
      let members = try #require(part.members)
      for member in members {
        #expect(Self.members(of: field).contains(member.keyText), "\(field) has \(member.keyText)")
        #expect(whole[member.keyText]?.line == member.value.line)
        #expect(seen.insert(member.keyText).inserted, "\(member.keyText) belongs to two fields")
      }
    }
    #expect(seen == Set(try #require(whole.members).map { $0.keyText }))
    #expect(seen.isSuperset(of: ["error", "names", "ask", "tell", "told", "ticket", "changes"]))
  }

  @Test("several stand in the usual order, however they are listed, and twice is once")
  func several() throws {
    let part = try Self.decision(#"["changes","outcome","changes"]"#)
    #expect(
      part.members?.map { $0.keyText }.filter { $0 != "names" } == ["outcome", "error", "changes"])
    let all =
      "[" + DecisionField.allCases.reversed().map { "\"" + $0.word + "\"" }.joined(separator: ",")
      + "]"
    #expect(try Self.decision(all).line == Self.decision(nil).line)
    #expect(try Self.decision("null").line == Self.decision(nil).line)
  }

  @Test(
    "an unknown word, an empty list and another type are errors",
    arguments: [
      "[]", #"["outcomes"]"#, #"["outcome","error"]"#, #"["Outcome"]"#, "[1]", "[null]",
      #""outcome""#, "{}", "7", "true",
      #"[["outcome"]]"#,
    ])
  func invalid(fields: String) {
    let error = #expect(throws: InvalidInput.self) { try Self.decision(fields) }
    #expect(error?.diagnostics.first?.position?.line == 1)
    #expect(error?.diagnostics.first?.message.contains("fields") == true)
  }
}
