import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyRendering

@Suite("Tables of rules")
struct RuleTableTests {
  private static func written(_ table: RuleTable) -> String {
    var html = HTMLWriter()
    table.write(to: &html)
    return html.text
  }

  private static func headings(_ table: RuleTable) -> [String] {
    let text = written(table)
    guard let head = text.firstMatch(of: /<thead\b[^>]*>(?s:.*)<\/thead>/) else { return [] }
    return head.0.matches(of: /<th\b[^>]*>([^<]*)</).map { String($0.1) }
  }

  private static func table(
    _ policy: CompiledPolicy, _ key: Name, _ rows: [RowDeclaration], hit: HitPolicy = .unique,
    answer: RuleTable.RuleAnswerKind = .decision
  ) -> RuleTable {
    RuleTable(
      key: key, heading: key.text, hit: hit, rows: rows, answer: answer, sources: policy.sources)
  }

  @Test("have a column for each fact that a row tests, in the order in which they come up")
  func columns() throws {
    let policy = try Harbour.policy()
    let document = policy.document
    for decided in document.decisions {
      let headings = Self.headings(Self.table(policy, decided.key.value, decided.rows))
      let facts =
        decided.key.value == "link.federated"
        ? ["session", "credential"] : ["credential", "address", "trust"]
      #expect(headings == ["row"] + facts + ["answer"])
    }
    let trust = document.facts[0].rows
    #expect(
      Self.headings(Self.table(policy, "trust", trust, answer: .value))
        == ["row", "provider", "domain", "is"])
    #expect(
      Self.headings(Self.table(policy, "guards", document.guards))
        == ["row", "setting.joining", "would", "answer"])
    let reasoned = try Sketches.policy("unrelated").document.guards
    #expect(Self.headings(Self.table(policy, "guards", reasoned)).last == "because")
  }

  @Test("of more than five facts have one column for all of them")
  func narrow() throws {
    let policy = try Harbour.policy()
    var row = policy.document.guards[0]
    row.would = nil
    let condition = row.conditions[0]
    for (count, headings) in [(5, 7), (6, 3)] {
      row.conditions = (0..<count).map { number in
        var one = condition
        one.fact.value = Name("fact-\(number)")
        return one
      }
      let table = Self.table(policy, "wide", [row])
      #expect(Self.headings(table).count == headings, "\(count)")
      // Each is told of in either form.
      let text = Self.written(table)
      for number in 0..<count {
        #expect(text.contains("fact-\(number)"))
      }
    }
    row.conditions = []
    #expect(Self.headings(Self.table(policy, "all", [row])) == ["row", "answer"])
  }

  @Test("say of a first-hit table how it is read, and of no other")
  func hits() throws {
    let policy = try Harbour.policy()
    let rows = policy.document.facts[0].rows
    let sentence = "the first row that matches decides"
    #expect(Self.written(Self.table(policy, "t", rows, hit: .first)).contains(sentence))
    #expect(!Self.written(Self.table(policy, "t", rows)).contains(sentence))
  }
}
