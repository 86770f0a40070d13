import LinkPolicyYAML
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyDiagnostics

/// Which methods are told of is the policy's choice, and so is their order.
@Suite struct MethodListingTests {
  private static func text(_ methods: String, tell: String = "methods") -> String {
    """
    linkpolicy: 1
    name: test
    providers:
      mail: {kinds: [password, email-link]}
      number: {kind: phone}
      token: {kind: custom}
      "*": {kind: federated}
    \(methods)
    decisions:
      sign-in-methods: {rows: [{id: all, do: [], tell: [\(tell)]}]}
      sign-in.federated:
        rows:
          - {id: returning, credential: known, do: [supersede-subject, sign-in]}
          - {id: rest, refuse: no}
      sign-in.password|email-link|phone|custom: {rows: [{id: none, refuse: no}]}
    errors: {no: {}}
    """
  }

  private static var account: Account {
    var account = Account(id: "u1", email: "a@example.com", isEmailVerified: true)
    var former = Method("b.example", .federated, subject: "b0")
    former.isSuperseded = true
    account.methods = [
      Method("token", .custom, subject: "c1"), Method("mail", .emailLink), former,
      Method("a.example", .federated, subject: "a1"),
      Method("number", .phone, subject: "+15550100"),
      Method("mail", .password),
    ]
    return account
  }

  private func told(_ text: String) throws -> DisclosedValues {
    let policy = try CompiledPolicy(try PolicyText(Array(text.utf8), name: "test.yaml").document)
    let attempt = Attempt(Action(.signInMethods), address: "a@example.com")
    // As a service has it: by an image that was written and read again.
    let image = try Policy(image: policy.image)
    return try image.decide(attempt, in: Situation(addressHolders: [Self.account])).disclosed
  }

  @Test(arguments: [
    ("", ["custom", "email-link", "a.example", "phone", "password"]),
    ("methods: {order: provider}", ["custom", "password", "email-link", "a.example", "phone"]),
    ("methods: {order: added, list: [phone, federated]}", ["a.example", "phone"]),
    (
      "methods: {list: [federated, password, email-link], order: provider}",
      ["password", "email-link", "a.example"]
    ),
  ])
  func whatIsListed(_ methods: String, _ expected: [String]) throws {
    let disclosed = try told(Self.text(methods))
    #expect(disclosed.methods == expected)
    #expect(disclosed.addressMethods == nil)
  }

  @Test func thoseThatGoByTheAddressAreToldAlone() throws {
    let disclosed = try told(
      Self.text("methods: {list: [password, phone]}", tell: "address-methods"))
    #expect(disclosed.addressMethods == ["password"])
    #expect(disclosed.methods == nil)
    let all = try told(Self.text("methods: {order: provider}", tell: "address-methods, methods"))
    #expect(all.addressMethods == ["password", "email-link"])
    #expect(all.methods?.count == 5)
  }

  @Test(arguments: [
    ("methods: {order: sorted}", "sorted"), ("methods: {list: [pasword]}", "pasword"),
    ("methods: {lists: [password]}", "lists"),
  ])
  func whatIsNoWordIsRefused(_ methods: String, _ word: String) throws {
    let error = try #require(throws: InvalidInput.self) { try told(Self.text(methods)) }
    #expect(error.diagnostics.contains { $0.message.contains(word) })
  }
}
