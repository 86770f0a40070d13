import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyExploration

@Suite("Names in a store")
struct StoreNamesTests {
  private static func names(_ policy: CompiledPolicy) -> StoreNames {
    var store = Accounts()
    var account = Account(id: "u1", email: "a@x.example")
    account.methods = [
      Method("pier.example", .federated, subject: "p1"),
      Method("login.harbour.example", .federated, subject: "l1"),
    ]
    account.methods[0].address = "b@x.example"
    account.methods[1].address = "a@x.example"
    store.add(account)
    _ = store.openSession(of: "u1")
    store.addCode(.signIn, for: nil, at: "c@y.example", under: policy.policy)
    return StoreNames(store)
  }

  @Test("each address stands once, and a new one of every domain is behind them")
  func addresses() throws {
    let policy = try Harbour.policy()
    let names = Self.names(policy)
    var representatives = Representatives(of: [policy])
    #expect(representatives.domains == ["example.com", "harbour.example"])
    let emails = ["a@x.example", "b@x.example", "c@y.example"]
    #expect(
      names.addresses(representatives) == emails + ["a@example.com", "a@harbour.example"])
    representatives.add([.capitals, .tag])
    let variants = [
      "A@x.example", "a+tag@x.example", "B@x.example", "b+tag@x.example", "C@y.example",
      "c+tag@y.example",
    ]
    let written = names.addresses(representatives)
    #expect(written == emails + variants + ["a@example.com", "a@harbour.example"])
    representatives.add([.domain(alias: "x.example", domain: "z.example")])
    #expect(representatives.domains.suffix(2) == ["x.example", "z.example"])
    #expect(names.addresses(representatives).contains("b@z.example"))
    #expect(names.accounts == ["u1"] && names.sessions == ["s1"] && names.codes == ["c1"])
  }

  @Test("the subjects of an issuer and kind, and one that nobody has")
  func subjects() throws {
    let policy = try Harbour.policy()
    let names = Self.names(policy)
    let providers = Representatives(of: [policy]).providers
    let pier = try #require(providers.first { $0.id == "pier.example" })
    let letter = pier.letter
    #expect(letter == "p")
    func subjects(
      _ names: StoreNames, _ provider: Representatives.RepresentativeProvider, _ kind: MethodKind,
      comparesCodeCredentials: Bool = false
    ) -> [String?] {
      names.subjects(
        of: provider, kind, policy, comparesCodeCredentials: comparesCodeCredentials)
    }
    #expect(subjects(names, pier, .federated) == ["p1", "p2"])
    #expect(subjects(names, pier, .phone) == ["p1"])
    let login = try #require(providers.first { $0.id == "login.harbour.example" })
    #expect(subjects(names, login, .federated) == ["l1", "l2"])
    #expect(subjects(StoreNames(Accounts()), pier, .federated) == ["p1"])
    var asked = Accounts()
    asked.addCode(
      .signIn, for: nil, at: "a@example.com", isUsed: false, isExpired: false, boundTo: nil,
      requester: nil,
      credential: MethodKey(issuer: "pier.example", kind: .federated, subject: "p7"),
      tenant: nil, under: policy.policy)
    #expect(subjects(StoreNames(asked), pier, .federated) == ["p1"])
    let compared = subjects(
      StoreNames(asked), pier, .federated, comparesCodeCredentials: true)
    #expect(compared == ["p7", "p1"])
  }
}
