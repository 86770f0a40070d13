import LinkPolicy
import Testing

@testable import LinkPolicyJSON

@Suite("Answers are written as the design has them")
struct WritingTests {
  private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private func decide(_ request: String) throws -> (Policy, Decision) {
    let policy = try SmallPolicy.make()
    let request = try DecisionRequest(json: Array(request.utf8))
    return (policy, try request.decide(by: policy))
  }

  private let attempt =
    #""attempt":{"action":"sign-in","provider":"google.com","subject":"g1","#
    + #""addresses":[{"email":"A@Gmail.com"}]}"#

  @Test func aLookUpHasAllItsKeys() throws {
    let policy = try SmallPolicy.make()
    let request = try DecisionRequest(json: Array(("{" + attempt + "}").utf8))
    #expect(
      text(try policy.lookup(for: request.attempt, by: .nobody, under: [:]).json)
        == #"{"credential":{"tenant":null,"issuer":"google.com","kind":"federated","#
        + #""subject":"g1"},"addresses":[{"tenant":null,"address":"a@gmail.com","#
        + #""heldBy":"account","pool":["*"]}],"session":null,"target":null,"code":null,"method":null}"#
    )
  }

  @Test func anAllowedDecision() throws {
    let (policy, decision) = try decide(
      "{" + attempt + #","answers":{"credential":null,"addresses":[[]]}}"#)
    #expect(
      text(decision.json())
        == #"{"outcome":"allowed","effects":["create",{"send-code":"verify"},"sign-in"],"#
        + #""changes":{"requires":[{"credential":{"tenant":null,"issuer":"google.com","#
        + #""kind":"federated","subject":"g1"},"holder":null},{"address":{"tenant":null,"#
        + #""address":"a@gmail.com","heldBy":"account","pool":["*"]},"holders":[]}],"#
        + #""writes":[{"write":"insert-account","tenant":null,"email":"a@gmail.com","#
        + #""given":"A@Gmail.com","verified":false},{"write":"put-method","account":{"new":true},"#
        + #""provider":"google.com","issuer":"google.com","kind":"federated","subject":"g1","#
        + #""address":"a@gmail.com","proved":null,"secret":"keep","superseded":false,"#
        + #""place":null},{"write":"put-code","purpose":"verify","address":"a@gmail.com","#
        + #""account":{"new":true},"bound":"a@gmail.com","requester":null,"#
        + #""requesterAccount":null,"#
        + #""credential":{"issuer":"google.com","kind":"federated","subject":"g1"},"#
        + #""tenant":null},"#
        + #"{"write":"open-session","account":{"new":true}}],"notices":[{"notice":"mail","#
        + #""code":0,"purpose":"verify","to":"a@gmail.com"}]},"#
        + #""row":{"id":"first","table":"sign-in","file":"small.yaml","line":11,"column":5,"#
        + #""because":["R1"]},"account":null,"facts":{"#
        + #""credential":"new","address":"free"},"#
        + #""policy":{"name":"small","digest":""# + policy.digest.text + #""}}"#)
  }

  @Test func effectsWithArguments() throws {
    let (_, decision) = try decide(
      "{" + attempt
        + #","answers":{"credential":"u1","addresses":[[]],"accounts":[{"id":"u1","version":3,"#
        + #""email":null,"verified":false,"state":"active","#
        + #""methods":[{"provider":"google.com","subject":"g1"}]}]}}"#)
    let json = try JSONDocument(decision.json(), name: "d").root
    var writer = JSONWriter()
    writer.value(try #require(json["effects"]))
    #expect(
      text(writer.take()) == #"[{"set":{"tier":"seen"}},{"drop":["password","phone"]},"sign-in"]"#)
    #expect(json["account"]?["id"]?.string == "u1")
    #expect(json["account"]?["version"]?.int == 3)
  }

  @Test func aRefusedAndExplainedDecision() throws {
    let (policy, decision) = try decide(
      "{" + attempt + #","answers":{"credential":null,"addresses":[["u1"]],"accounts":[{"id":"u1","#
        + #""email":"a@gmail.com","verified":false,"methods":[],"state":"active","#
        + #""version":0}]}}"#)
    let json = try JSONDocument(decision.json(isExplained: true), name: "d").root
    #expect(json["outcome"]?.string == "refused")
    #expect(json["error"]?.string == "exists")
    #expect(json["shown"]?.string == "vague")
    #expect(json["names"]?["web"]?.string == "auth/exists")
    #expect(json["ask"]?.string == "existing-credential")
    #expect(json["tell"]?.elements?.map(\.string) == ["methods"])
    let ticket = try #require(json["ticket"])
    #expect(ticket["policy"]?.string == Name(policy.digest.text))
    #expect(ticket["provider"]?.string == "google.com" && ticket["subject"]?.string == "g1")
    #expect(ticket["address"]?.string == "A@Gmail.com" && ticket["account"]?.string == "u1")
    let neighbours = try #require(json["neighbours"]?.elements)
    #expect(
      neighbours.compactMap { $0["row"]?["id"]?.string } == ["returning", "first", "otherwise"])
    #expect(neighbours.map { $0["fact"]?.string } == ["credential", "address", nil])
    #expect(neighbours.map { $0["value"]?.string } == ["new", "taken", nil])
    #expect(json["explanation"]?.string == "small.yaml:12:5 row taken because R1")
  }

  @Test func inputErrorsHaveAWordEach() {
    let words = InputError.Reason.words
    #expect(words.values.map { $0.word.text } == words.words)
    #expect(words.values.count == 11)
  }

  @Test func kindsHaveTheCoresWords() {
    #expect(MethodKind.words.values == MethodKind.allCases)
    #expect(MethodKind.words.words == MethodKind.allCases.map { $0.name.text })
  }

  @Test func accountsComeBackAsTheyWere() throws {
    for line in [
      #"{"id":"u1","methods":[]}"#,
      #"{"id":"u1","email":"a@b.c","verified":true,"methods":[]}"#,
      #"{"id":"u2","email":"a@b.c","verified":false,"methods":"#
        + #"[{"provider":"p","kind":"federated","subject":"s","superseded":true,"#
        + #""address":"a@b.c","proved":"a@b.c","labels":{"l":"v"},"since":4},"#
        + #"{"provider":"password","kind":"email-link"}],"labels":{"x":"y"},"#
        + #""profile":{"name":"N","photo":"P"},"state":"disabled","tenant":"t","factors":2,"#
        + #""epoch":7,"version":9}"#,
    ] {
      let document = try JSONDocument(Array(line.utf8), name: "a")
      var findings = JSONFindings(document)
      let account = try #require(Account(document.root, as: .sketches, &findings))
      #expect(findings.diagnostics.isEmpty)
      #expect(text(account.json) == line)
    }
  }
}
