import Testing

@testable import LinkPolicy
@testable import LinkPolicyDiagnostics

@Suite("An identifier has at most 255 bytes of UTF-8, wherever it comes in")
struct IdentifierLengthTests {
  private typealias World = FactWorld

  private static let policy = Result {
    try LinkPolicyTests.policy(
      """
      linkpolicy: 1
      name: lengths
      providers:
        plain: {kind: federated}
        tel: {kind: phone}
        own: {kind: custom}
        "saml.*": {kind: federated}
      decisions:
        sign-in: {rows: [{id: any, do: []}]}
        link: {rows: [{id: any, do: []}]}
        unlink: {rows: [{id: any, do: []}]}
        reset-password: {rows: [{id: any, do: []}]}
        mark-verified: {rows: [{id: any, do: []}]}
      """)
  }

  /// Texts of just so many bytes, of one, two and four bytes a character.
  private static func texts(_ count: Int) -> [String] {
    [
      String(repeating: "x", count: count),
      String(repeating: "x", count: count % 2) + String(repeating: "é", count: count / 2),
      String(repeating: "x", count: count % 4) + String(repeating: "😀", count: count / 4),
    ]
  }

  private static func signIn(_ provider: String, _ subject: String, tenant: String? = nil)
    -> Attempt
  {
    Attempt(
      .signIn, with: Assertion(verified: provider, subject: subject, addresses: []), tenant: tenant)
  }

  /// Every way for an identifier to come in with an attempt and its caller.
  private static var entrances:
    [(name: String, attempt: (String) -> (Attempt, Lookup.Caller), question: String?)]
  {
    [
      ("the subject", { (signIn("plain", $0), .nobody) }, nil),
      ("the subject", { (signIn("tel", $0), .nobody) }, nil),
      ("the subject", { (signIn("own", $0), .nobody) }, nil),
      ("the subject", { (signIn("saml.firm", $0), .nobody) }, nil),
      (
        "the subject",
        {
          let token = Assertion(verified: "plain", subject: $0, addresses: [])
          return (Attempt(.link, with: token), .session("s1"))
        }, nil
      ),
      (
        "the subject", { (Attempt(.unlink, naming: "plain", subject: $0), .session("s1")) }, nil
      ),
      ("the attempt's tenant", { (signIn("plain", "p1", tenant: $0), .nobody) }, nil),
      ("the id of the session", { (Attempt(.unlink, naming: "plain"), .session($0)) }, "session"),
      (
        "the id of the target",
        {
          (
            Attempt(Action("mark-verified")), Lookup.Caller(session: nil, target: $0, code: nil)
          )
        }, "target"
      ),
      (
        "the id of the code",
        {
          (
            Attempt(Action("reset-password")), Lookup.Caller(session: nil, target: nil, code: $0)
          )
        }, "code"
      ),
    ]
  }

  @Test(
    "what comes with an attempt: 255 bytes are looked up, 256 and five million are refused and not repeated"
  )
  func attempts() throws {
    let policy = try Self.policy.get()
    for (name, attempt, question) in Self.entrances {
      for text in Self.texts(255) {
        let (attempt, caller) = attempt(text)
        _ = try policy.lookup(for: attempt, by: caller, under: [:])
      }
      for text in Self.texts(256) + Self.texts(5_000_000) {
        let (attempt, caller) = attempt(text)
        let error = try #require(throws: InputError.self) {
          try policy.lookup(for: attempt, by: caller, under: [:])
        }
        #expect(error.reason == .tooLong && error.question == question, "\(name)")
        #expect(error.message.hasPrefix(name), "\(error.message)")
        #expect(error.message.contains("has \(text.utf8.count) bytes"), "\(error.message)")
        #expect(error.message.utf8.count < 200)
      }
    }
  }

  @Test("a provider of a family, which goes into keys")
  func providers() throws {
    let policy = try Self.policy.get()
    let longest = "saml." + String(repeating: "x", count: 250)
    _ = try policy.lookup(for: Self.signIn(longest, "s1"), by: .nobody, under: [:])
    for provider in [longest + "x", String(repeating: "x", count: 5_000_000)] {
      let error = try #require(throws: InputError.self) {
        try policy.lookup(for: Self.signIn(provider, "s1"), by: .nobody, under: [:])
      }
      #expect(error.reason == .tooLong && error.message.hasPrefix("the provider has"))
    }
  }

  @Test("stored accounts: id, tenant, provider and subject of a method")
  func accounts() throws {
    let vocabulary = try Self.policy.get().vocabulary
    func account(_ text: String, _ change: (inout Account, String) -> Void) -> Account {
      var account = Account(id: "u1")
      account.methods = [Method("plain", .federated, subject: "p1")]
      change(&account, text)
      return account
    }
    let changes: [(String, (inout Account, String) -> Void)] = [
      ("the id of an account", { $0.id = $1 }),
      ("the tenant of account `u1`", { $0.tenant = $1 }),
      ("the subject of a `plain` method of account `u1`", { $0.methods[0].subject = $1 }),
      (
        "the provider of a method of account `u1`",
        { $0.methods[0].provider = "saml." + $1.dropFirst(5) }
      ),
    ]
    for (name, change) in changes {
      let text = String(repeating: "x", count: 255)
      try vocabulary.check(account(text, change))
      for long in [text + "x", String(repeating: "x", count: 5_000_000)] {
        let error = try #require(throws: InputError.self) {
          try vocabulary.check(account(long, change))
        }
        #expect(
          error.reason == .tooLong && error.message.hasPrefix(name + " has"), "\(error.message)")
        #expect(error.message.utf8.count < 200)
      }
    }
  }

  @Test("what an answer says of an account is checked before it is decided")
  func answers() throws {
    let policy = try Self.policy.get()
    let lookup = try policy.lookup(for: Self.signIn("plain", "p1"), by: .nobody, under: [:])
    var holder = Account(id: "u1")
    holder.methods = [
      Method("plain", .federated, subject: "p1"),
      Method("own", .custom, subject: String(repeating: "x", count: 256)),
    ]
    let found = try lookup.answered(
      credential: .account(holder), addresses: [], session: .notAsked, target: .notAsked,
      code: .notAsked, method: .notAsked)
    let error = try #require(throws: InputError.self) { try policy.decide(found) }
    #expect(error.reason == .tooLong)
  }

  @Test("no message repeats a hostile input: its middle is cut out, between characters")
  func messages() throws {
    let policy = try Self.policy.get()
    for email in [
      String(repeating: "é", count: 2_500_000),
      String(repeating: "x", count: 5_000_000) + "@a.example",
    ] {
      let token = Assertion(verified: "plain", subject: "p1", addresses: [AddressRecord(email)])
      let error = try #require(throws: InputError.self) {
        try policy.lookup(for: Attempt(.signIn, with: token), by: .nobody, under: [:])
      }
      #expect(error.reason == .malformedAddress)
      #expect(error.message.utf8.count <= 1024)
      #expect(error.message.contains("…") && error.message.contains("is not an e-mail address"))
      #expect(!error.message.contains("\u{FFFD}"))
    }
    let finding = Diagnostic(
      .unreadableFile, .error, String(repeating: "é", count: 2_500_000), at: nil)
    #expect(finding.message.utf8.count <= 4096)
  }

  @Test("a text is cut to a limit, and no shorter one is touched", arguments: 64...200)
  func shortened(_ limit: Int) {
    for text in Self.texts(limit) {
      #expect(text.shortened(to: limit).hasSameBytes(as: text))
    }
    for text in Self.texts(limit + 1) + Self.texts(1000) {
      let short = text.shortened(to: limit)
      #expect(short.utf8.count <= limit && short.utf8.count > limit - 8)
      #expect(short.contains("…") && !short.contains("\u{FFFD}"))
    }
  }
}

@Suite("The order of labels means nothing")
struct LabelOrderTests {
  @Test("two rows of one account that list its labels in another order are one snapshot")
  func rows() {
    func account(_ labels: [(name: String, value: String)]) -> Account {
      var account = Account(id: "u1")
      account.labels = labels
      account.methods = [Method("plain", .federated, subject: "p1")]
      account.methods[0].labels = labels
      return account
    }
    let (a, b) = ((name: "rank", value: "captain"), (name: "colour", value: "blue"))
    #expect(account([a, b]).isSameSnapshot(as: account([b, a])))
    #expect(account([]).isSameSnapshot(as: account([])))
    #expect(!account([a, b]).isSameSnapshot(as: account([a])))
    #expect(!account([a]).isSameSnapshot(as: account([a, b])))
    #expect(!account([a]).isSameSnapshot(as: account([b])))
    #expect(!account([a]).isSameSnapshot(as: account([(name: "rank", value: "mate")])))
  }
}
