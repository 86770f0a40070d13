import LinkPolicy
import LinkPolicyClaims
import LinkPolicyPresets
import Testing

@Suite("requests of directories become attempts")
struct DirectoryMappingTests {
  private static let schema = "urn:ietf:params:scim:schemas:core:2.0:User"
  private static let patch = "urn:ietf:params:scim:api:messages:2.0:PatchOp"
  private static let mapping = DirectoryMapping(provider: "saml.corp")

  /// A user with the given attributes.
  private static func user(_ attributes: String) -> String {
    #"{"schemas":["\#(schema)"],"userName":"bjensen@example.com",\#(attributes)}"#
  }

  private static func creation(_ body: String, _ mapping: DirectoryMapping = mapping) -> String {
    do throws(ClaimsError) {
      let user = try mapping.user(from: Array(body.utf8), for: Presets.hardenedEvents)
      let assertion = user.attempt.assertion
      return [
        user.attempt.action.name, assertion?.provider ?? "", assertion?.subject ?? "",
        assertion?.addresses.first?.email ?? "no address",
        assertion?.profile.name ?? "no name", user.isActive ? "active" : "inactive",
        user.notes.map(\.claim).joined(separator: ","),
      ].joined(separator: " | ")
    } catch {
      return "error: " + error.reason.rawValue
    }
  }

  private static func change(_ body: String) -> String {
    do throws(ClaimsError) {
      let attempt = try mapping.change(from: Array(body.utf8), of: "701984")
      return attempt.map { $0.action.name + " " + ($0.assertion?.subject ?? "") } ?? "none"
    } catch {
      return "error: " + error.reason.rawValue
    }
  }

  @Test(
    "users",
    arguments: [
      (
        user(
          #""externalId":"701984","name":{"formatted":"Ms. Barbara J Jensen","familyName":"Jensen"},"emails":[{"value":"bjensen@example.com","type":"work","primary":true},{"value":"babs@jensen.org","type":"home"}],"active":true"#
        ),
        "scim-create | saml.corp | 701984 | bjensen@example.com | Ms. Barbara J Jensen | active | "
      ),
      (
        user(#""externalId":"701984","name":{"givenName":"Barbara","familyName":"Jensen"}"#),
        "scim-create | saml.corp | 701984 | no address | Barbara Jensen | active | "
      ),
      (
        user(#""externalId":"701984","displayName":"Babs","active":false"#),
        "scim-create | saml.corp | 701984 | no address | Babs | inactive | "
      ),
      (
        user(#""EXTERNALID":"701984","Emails":[{"Value":"bjensen@example.com"}],"Active":"True""#),
        "scim-create | saml.corp | 701984 | bjensen@example.com | no name | active | "
      ),
      (
        user(
          #""externalId":"701984","emails":[{"value":"a@example.com"},{"value":"b@example.com"}]"#),
        "scim-create | saml.corp | 701984 | no address | no name | active | emails"
      ),
      (
        user(#""externalId":"701984","emails":[{"value":"no address","primary":true}]"#),
        "scim-create | saml.corp | 701984 | no address | no name | active | emails"
      ),
      (user(#""active":true"#), "error: claim"),
      (user(#""externalId":"""#), "error: claim"),
      (user(#""externalId":701984"#), "error: claim"),
      (user(#""externalId":"1","active":"yes""#), "error: claim"),
      (user(#""externalId":"1","emails":["a@example.com"]"#), "error: claim"),
      (user(#""externalId":"1","active":true,"Active":false"#), "error: malformed"),
      (#"{"schemas":["\#(schema)"],"externalId":"1"}"#, "error: claim"),
      (
        #"{"schemas":["urn:ietf:params:scim:schemas:core:2.0:Group"],"userName":"x","externalId":"1"}"#,
        "error: claim"
      ),
      (#"{"userName":"x","externalId":"1"}"#, "error: claim"),
      ("[]", "error: malformed"), ("", "error: malformed"),
    ])
  func users(_ body: String, _ expected: String) {
    #expect(Self.creation(body) == expected)
  }

  @Test("the user name can be the subject")
  func userName() {
    let mapping = DirectoryMapping(provider: "oidc.corp", subject: .userName)
    #expect(
      Self.creation(Self.user(#""active":true"#), mapping)
        == "scim-create | oidc.corp | bjensen@example.com | no address | no name | active | ")
  }

  @Test(
    "changes",
    arguments: [
      (#"[{"op":"replace","path":"active","value":false}]"#, "scim-deactivate 701984"),
      (#"[{"op":"replace","value":{"active":false}}]"#, "scim-deactivate 701984"),
      (#"[{"op":"Replace","path":"active","value":"False"}]"#, "scim-deactivate 701984"),
      (#"[{"op":"add","path":"\#(schema):active","value":true}]"#, "scim-restore 701984"),
      (
        #"[{"op":"replace","path":"active","value":false},{"op":"replace","value":{"active":true}}]"#,
        "scim-restore 701984"
      ),
      (#"[{"op":"replace","path":"displayName","value":"Babs"}]"#, "none"),
      (#"[{"op":"remove","path":"title"}]"#, "none"),
      (#"[{"op":"remove","path":"active"}]"#, "error: claim"),
      (#"[{"op":"replace","path":"active"}]"#, "error: claim"),
      (#"[{"op":"replace","path":"active","value":0}]"#, "error: claim"),
      (#"[{"op":"replace","value":false}]"#, "error: claim"),
      (#"[{"op":"move","path":"active","value":false}]"#, "error: claim"),
      (#"[{"path":"active","value":false}]"#, "error: claim"),
      (#"[7]"#, "error: claim"), (#"[]"#, "error: claim"), (#"{}"#, "error: claim"),
    ])
  func changes(_ operations: String, _ expected: String) {
    let body = #"{"schemas":["\#(Self.patch)"],"Operations":\#(operations)}"#
    #expect(Self.change(body) == expected)
  }

  @Test("a whole user replaces the state too")
  func replacement() {
    #expect(
      Self.change(Self.user(#""externalId":"701984","active":false"#)) == "scim-deactivate 701984")
    #expect(
      Self.change(Self.user(#""externalId":"701984","active":true"#)) == "scim-restore 701984")
    #expect(Self.change(Self.user(#""externalId":"701984""#)) == "none")
    #expect(Self.change(#"{"active":false}"#) == "error: claim")
  }

  @Test("a subject has 1 to 255 bytes")
  func subjectLength() {
    let body = Array(
      #"{"schemas":["\#(Self.patch)"],"Operations":[{"op":"replace","value":{"active":false}}]}"#
        .utf8)
    for count in [0, 256] {
      let error = #expect(throws: ClaimsError.self) {
        try Self.mapping.change(from: body, of: String(repeating: "x", count: count))
      }
      #expect(error?.reason == .claim)
    }
  }
}
