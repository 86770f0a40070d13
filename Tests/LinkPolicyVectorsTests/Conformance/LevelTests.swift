import Foundation
import LinkPolicy
import Testing

@testable import LinkPolicyTesting

@Suite("A vector is of the highest level that something in it is of")
struct LevelTests {
  private static func level(_ steps: String..., tail: String = "") throws -> ConformanceLevel? {
    let lines = steps.map { "      - " + $0 }.joined(separator: "\n")
    return try Fixtures.vector(lines, tail: tail).level
  }

  private static func attempt(_ attempt: String, _ more: String = "") -> String {
    "{attempt: {\(attempt)}, expect: {outcome: allowed}\(more)}"
  }

  private static let google = attempt("action: sign-in, provider: google.com, subject: g1")

  @Test func byActions() throws {
    #expect(try Self.level(Self.google) == .core)
    #expect(try Self.level(Self.google, Self.google, "{wait: old}") == .core)
    #expect(try Self.level(Self.attempt("action: delete")) == .core)
    #expect(try Self.level(Self.attempt("action: the-policys-own")) == .core)
    #expect(try Self.level(Self.attempt("action: unlink, provider: google.com")) == .linking)
    #expect(try Self.level(Self.attempt("action: request-reset, email: a@b.org")) == .recovery)
  }

  @Test func byWhatAttemptsCarry() throws {
    let facebook = "action: sign-in, provider: facebook.com, subject: f1"
    #expect(try Self.level(Self.attempt(facebook), Self.google) == .linking)
    #expect(try Self.level(Self.google, Self.google.replacing("g1", with: "g2")) == .linking)
    #expect(try Self.level(Self.attempt(facebook + ", consent: given")) == .linking)
    #expect(try Self.level(Self.attempt(facebook), "{wait: expired}") == .recovery)
    let coded = Self.attempt(facebook, ", code: c9").replacing("allowed", with: "refused")
    #expect(try Self.level(coded) == .recovery)
    let link = "action: sign-in, provider: password, kind: email-link, email: a@b.org"
    #expect(try Self.level(Self.attempt(link)) == .recovery)
    #expect(try Self.level(Self.attempt(facebook + ", tenant: t")) == .tenants)
    #expect(try Self.level(Self.attempt(facebook + ", connection: bound")) == .tenants)
  }

  @Test func byWhatIsGiven() throws {
    let given = "    given:\n      accounts: [{id: u1, email: a@b.org, methods: [METHODS]}]\n"
    let google = given.replacing("METHODS", with: "{provider: google.com, subject: g1}")
    #expect(try Self.level(Self.google, tail: google) == .core)
    #expect(try Self.level(Self.google, tail: given.replacing("METHODS", with: "")) == .linking)
    #expect(
      try Self.level(Self.google, tail: google.replacing("id: u1", with: "id: u1, tenant: t"))
        == .tenants)
    let code = "      codes: [{purpose: reset, address: a@b.org, account: u1}]\n"
    #expect(try Self.level(Self.google, tail: google + code) == .recovery)
    #expect(try Self.level(Self.google, tail: "    tenant: t\n") == .tenants)
  }

  @Test("what is about the engine's own is of no level")
  func noLevel() throws {
    let changes = Self.google.replacing(
      "outcome: allowed", with: "outcome: allowed, changes: {writes: []}")
    #expect(try Self.level(changes) == nil)
    let texts = try VectorReader.read(
      Array(
        #"{"id":"a","reject-policy":{"text":"x","code":"missing-key","line":1,"column":1}}"#.utf8),
      name: "x.jsonl", format: .jsonLines)
    #expect(texts.map { $0.level } == [nil])
  }

  @Test("the table of Docs/RunTheSuite.md has every action and fact at its level, and no other")
  func documented() throws {
    let page = Fixtures.folder.appending(path: "../../../Docs/RunTheSuite.md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    for level in ConformanceLevel.allCases {
      let row = try #require(
        lines.first { $0.hasPrefix("| \(level.rawValue) |") && $0.count { $0 == "|" } == 5 })
      let cells = row.split(separator: "|").map { cell in
        Set(cell.split(separator: ",").map { $0.trimmingCharacters(in: [" ", "`"]) })
      }
      let actions = StandardAction.allCases.filter { ConformanceLevel($0) == level }
      #expect(cells[2] == (actions.isEmpty ? ["none"] : Set(actions.map { $0.name.text })))
      let facts = EngineFact.allCases.filter { ConformanceLevel($0) == level }
      #expect(cells[3] == Set(facts.map { $0.name.text }))
    }
  }

  @Test func everyActionAndFactHasOne() {
    let actions = Set(StandardAction.allCases.map { ConformanceLevel($0) })
    #expect(actions == [.core, .linking, .recovery])
    #expect(Set(EngineFact.allCases.map { ConformanceLevel($0) }) == Set(ConformanceLevel.allCases))
    #expect(ConformanceLevel.allCases == ConformanceLevel.allCases.sorted())
  }
}
