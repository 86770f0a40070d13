import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyPresets
import LinkPolicyYAML
import Testing

@testable import LinkPolicyProof

@Suite("Assumptions")
struct AssumptionsTests {
  private static func read(_ text: String, isStrict: Bool = true) throws(InvalidInput)
    -> Assumptions
  {
    try Assumptions(Array(text.utf8), name: "assume.yaml", isStrict: isStrict)
  }

  @Test("the first row that fits says who can obtain an assertion")
  func rows() throws {
    let assumptions = try Self.read(
      """
      assume: 1
      switches: {clicks: off, reassigned: before}
      assertions:
        - {provider: a.example, domain: own.example, claims: {tid: home}, who: owner}
        - {provider: a.example, domain: own.example, when: {any-tenant: off}, who: former-owner}
        - {provider: "saml.*", who: owner}

      """)
    let policy = try Presets.compiled(named: "firebase")
    var environment = assumptions.environment
    #expect(!environment.clicks && environment.reassigned == .before)
    func who(_ provider: String, _ domain: String, tid: String? = nil) -> Assumptions.Obtainer {
      let claims = tid.map { [AddressRecord.Claim("tid", .string(Name($0)))] } ?? []
      return assumptions.obtainer(
        from: provider, at: domain, with: claims, under: policy, in: environment)
    }
    #expect(who("a.example", "own.example", tid: "home") == .owner)
    #expect(who("a.example", "own.example", tid: "else") == .formerOwner)
    #expect(who("a.example", "example.com") == .anyone)
    #expect(who("saml.one", "example.com") == .owner)
    #expect(who("saml.", "example.com") == .anyone, "a family has a name behind its dot")
    environment.hasAnyTenant = true
    #expect(who("a.example", "own.example") == .anyone)
    #expect(assumptions.domains == ["own.example"])
  }

  @Test("what is wrong in a file is told with its place")
  func invalid() {
    let cases: [(text: String, message: String, line: Int)] = [
      ("assume: 1\nswitches: {click: on}\nassertions: []\n", "there is no switch `click`", 2),
      ("assume: 1\nswitches: {clicks: maybe}\nassertions: []\n", "maybe", 2),
      ("assume: 1\nassertions:\n  - {who: nobody}\n", "nobody", 3),
      ("assume: 1\nassertions:\n  - {when: {moon: full}, who: owner}\n", "`moon`", 3),
      ("assume: 2\nassertions: []\n", "assume", 1),
      ("assume: 1\nassertions:\n  - {whom: owner}\n", "whom", 3),
      ("assume: 1\nassertions:\n  - {domain: Gmail.com, who: owner}\n", "write `gmail.com`", 3),
      (
        "assume: 1\nassertions:\n  - {domain: \"*.x.org\", who: owner}\n", "`*.x.org` is no domain",
        3
      ),
      ("assume: 1\nassertions: []\nexcluded:\n  - {action: link}\n", "`because` is missing", 4),
      (
        "assume: 1\nassertions: []\nexcluded:\n  - {action: link, because: \" \"}\n",
        "needs a reason", 4
      ),
      ("assume: 1\nassertions: []\nexcluded:\n  - {because: why}\n", "`action` is missing", 4),
      (
        "assume: 1\nassertions: []\nexcluded:\n  - {action: link, actor: mallory, because: why}\n",
        "unknown value `mallory`", 4
      ),
      (
        "assume: 1\nassertions: []\nsame-issuer:\n  - {providers: [a.b, c.d]}\n",
        "`because` is missing", 4
      ),
      (
        "assume: 1\nassertions: []\nsame-issuer:\n  - {providers: [a.b, c.d], because: \"\"}\n",
        "needs a reason", 4
      ),
      (
        "assume: 1\nassertions: []\nsame-issuer:\n  - {providers: a.b, because: why}\n",
        "one provider alone", 4
      ),
      (
        "assume: 1\nassertions: []\nsame-mailbox:\n  - {domain: x.org}\n",
        "does not state which addresses", 4
      ),
      (
        "assume: 1\nassertions: []\nsame-mailbox:\n  - {domain: x.org, ignoring: [case]}\n",
        "unknown value `case`", 4
      ),
      (
        "assume: 1\nassertions: []\nsame-mailbox:\n  - {ignoring: [dots]}\n", "`domain` is missing",
        4
      ),
    ]
    for (text, message, line) in cases {
      do throws(InvalidInput) {
        _ = try Self.read(text)
        Issue.record("\(text) was read")
      } catch {
        let isTold = error.diagnostics.contains { diagnostic in
          (diagnostic.message + (diagnostic.help ?? "")).contains(message)
            && diagnostic.position?.line == line
        }
        #expect(isTold, "\(message): \(error.diagnostics.map { $0.message })")
      }
    }
  }

  @Test("a provider that the policy does not declare is refused, but not among the shipped rows")
  func unknownProvider() throws {
    let policy = try Presets.compiled(named: "firebase")
    let text = "assume: 1\nassertions:\n  - {provider: gogle.com, who: owner}\n"
    do throws(InvalidInput) {
      try Self.read(text).check(against: policy)
      Issue.record("an unknown provider was taken")
    } catch {
      #expect(error.diagnostics.map { $0.code } == [.unknownName])
      #expect(error.diagnostics.first?.position?.line == 3)
      #expect(error.diagnostics.first?.help == "did you mean `google.com`?")
    }
    try Self.read(text, isStrict: false).check(against: policy)
    try Self.read("assume: 1\nassertions:\n  - {provider: saml.any, who: owner}\n")
      .check(against: policy)
  }

  @Test(
    "what an added exclusion names must be there, in the shipped file too",
    arguments: [true, false])
  func unknownNames(isStrict: Bool) throws {
    let policy = try Presets.compiled(named: "firebase")
    let text = """
      assume: 1
      assertions: []
      excluded:
        - {action: sign-in, because: right}
        - {action: singin, because: misspelt}
        - {action: sign-in, provider: [google.com, gogle.com], because: misspelt}

      """
    do throws(InvalidInput) {
      try Self.read(text, isStrict: isStrict).check(against: policy)
      Issue.record("unknown names were taken")
    } catch {
      #expect(error.diagnostics.map { $0.code } == [.unknownName, .unknownName])
      let places = error.diagnostics.map { [$0.position?.line, $0.position?.column] }
      #expect(places == [[5, 14], [6, 46]])
      #expect(
        error.diagnostics.map { $0.help } == [
          "did you mean `sign-in`?", "did you mean `google.com`?",
        ])
    }
  }

  @Test("an exclusion of the closed list is taken away as any switch is set")
  func lifted() throws {
    let assumptions = try Self.read("assume: 1\nswitches: {exclusion-7: off}\nassertions: []\n")
    #expect(!assumptions.environment.exclusions.contains(.mixedSessions))
    #expect(assumptions.environment.exclusions.count == Exclusion.allCases.count - 1)
  }

  @Test("every condition of a row must hold")
  func conditions() throws {
    let assumptions = try Self.read(
      """
      assume: 1
      assertions:
        - {when: {clicks: on, any-tenant: on}, who: owner}

      """)
    let policy = try Presets.compiled(named: "firebase")
    var environment = ProofEnvironment()
    func who() -> Assumptions.Obtainer {
      assumptions.obtainer(from: "a", at: "x.org", with: [], under: policy, in: environment)
    }
    #expect(who() == .anyone)
    environment.hasAnyTenant = true
    #expect(who() == .owner)
    environment.clicks = false
    #expect(who() == .anyone)
  }
}
