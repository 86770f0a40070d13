import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyJSON
import LinkPolicyPresets
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyCommands

/// Exports of `firebase auth:export`, in the form that its documentation gives.
@Suite("Exports of Firebase")
struct FirebaseExportTests {
  private static func read(_ users: String) throws -> FirebaseExport {
    try FirebaseExport(
      Array(#"{"users":[\#(users)]}"#.utf8), name: "users.json",
      for: Presets.compiled(named: "firebase"))
  }

  @Test("a user becomes an account whose methods proved nothing")
  func user() throws {
    let read = try Self.read(
      #"{"localId":"u1","email":"Ada@X.example","emailVerified":true,"passwordHash":"h","salt":"s","displayName":"Ada","disabled":true,"providerUserInfo":[{"providerId":"google.com","rawId":"g1","email":"Ada@gmail.com"}],"phoneNumber":"+155","mfaInfo":[{}]}"#
    )
    let account = try #require(read.accounts.first?.account)
    #expect(account.id == "u1" && account.email == "ada@x.example" && account.isEmailVerified)
    #expect(
      account.state == .disabled && account.factors == 1 && account.profile.name == "Ada"
        && account.version == 0)
    #expect(account.methods.map { $0.provider } == ["google.com", "password", "phone"])
    #expect(account.methods.map { $0.subject } == ["g1", nil, "+155"])
    #expect(account.methods.map { $0.address } == ["ada@gmail.com", nil, nil])
    #expect(account.methods.allSatisfy { $0.provedAddress == nil })
    #expect(read.notes.map { $0.code.name.text } == ["not-carried-over"])
    // A row that the doctor reads again.
    var writer = JSONWriter()
    writer.account(account, as: .rows)
    let again = try AccountExport(writer.take(), name: "a.jsonl")
    #expect(again.accounts.map { $0.account.methods.count } == [3])
    #expect(
      again.accounts.first?.account.email == account.email
        && again.accounts.first?.account.state == .disabled)
  }

  @Test("a method that is named twice stands once")
  func once() throws {
    let read = try Self.read(
      #"{"localId":"u1","email":"a@x.example","passwordHash":"h","phoneNumber":"+1","providerUserInfo":[{"providerId":"password","rawId":"a@x.example"},{"providerId":"phone","rawId":"+1","phoneNumber":"+1"}]}"#
    )
    #expect(read.accounts.first?.account.methods.map { $0.provider } == ["password", "phone"])
    #expect(read.accounts.first?.account.methods.map { $0.subject } == [nil, "+1"])
  }

  @Test("what is empty is not there")
  func empty() throws {
    let read = try Self.read(
      #"{"localId":"u1","email":"","passwordHash":"","phoneNumber":"","tenantId":"","providerUserInfo":[]}"#
    )
    let account = try #require(read.accounts.first?.account)
    #expect(account.methods.isEmpty && account.email == nil && account.tenant == nil)
    #expect(read.notes.isEmpty)
  }

  @Test(
    "methods can be dropped where a row does not leave the account out",
    arguments: [
      // Rows of firebase that drop are about unverified accounts.
      (false, "h", true), (true, "h", false),
      // Nobody has proved anything there, and there is nothing to drop.
      (false, "", false),
    ])
  func dropping(isVerified: Bool, hash: String, expected: Bool) throws {
    let read = try Self.read(
      #"{"localId":"u1","email":"a@x.example","emailVerified":\#(isVerified),"passwordHash":"\#(hash)"}"#
    )
    let account = try #require(read.accounts.first?.account)
    let policy = try Presets.compiled(named: "firebase")
    #expect(policy.canDropUnproven(of: account) == expected)
  }

  @Test("an address that cannot be used is left out and told, and verifies nothing")
  func address() throws {
    let read = try Self.read(#"{"localId":"u1","email":"no address","emailVerified":true}"#)
    let account = try #require(read.accounts.first?.account)
    #expect(account.email == nil && !account.isEmailVerified)
    #expect(read.notes.map { $0.level } == [.warning])
  }

  @Test(
    "nothing is read of a file in which something is not understood",
    arguments: [
      #"{"localId":"u1","providerUserInfo":[{"providerId":"nobody.example","rawId":"1"}]}"#,
      #"{"email":"a@x.example"}"#,
      #"{"localId":"u1","emailVerified":"true"}"#, #"{"localId":"u1","providerUserInfo":{}}"#, "7",
      #"{"localId":"u1"},{"localId":"u2","disabled":1}"#,
    ])
  func refused(users: String) {
    #expect(throws: InvalidInput.self) { try Self.read(users) }
  }

  @Test(
    "what is no export is refused",
    arguments: ["", "{}", "[]", #"{"users":{}}"#, #"{"users":[],"more":1}"#, "{\"users\":["])
  func noExport(text: String) {
    #expect(throws: InvalidInput.self) {
      try FirebaseExport(
        Array(text.utf8), name: "users.json", for: Presets.compiled(named: "firebase"))
    }
  }
}
