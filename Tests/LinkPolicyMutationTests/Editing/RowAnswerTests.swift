import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

@Suite("Other answers than a row's")
struct RowAnswerTests {
  private static func source() throws -> MutationSource {
    let text = """
      linkpolicy: 1
      name: answers
      providers: {p: {kind: federated}}
      facts:
        word:
          values: [good, fair, bad]
          hit: first
          rows:
            - {id: some, credential: new, is: fair}
            - {id: rest, is: bad}
      guards:
        - {id: odd, word: good, refuse: never}
      decisions:
        sign-in:
          rows:
            - {id: known, credential: known, do: [sign-in]}
            - {id: broken, credential: broken, refuse: no}
            - {id: absent, credential: new, address: absent, refuse: no}
            - {id: free, credential: new, address: free, refuse: no, ask: consent}
            - {id: taken, credential: new, address: taken, do: [sign-in]}
      errors: {never: {}, no: {}}
      """
    return MutationSource(try CompiledPolicy(yaml: Array(text.utf8), name: "answers.yaml"))
  }

  private static func words(_ table: RowTable, _ index: Int) throws -> [String] {
    try source().otherAnswers(table, than: index).map { $0.words }
  }

  @Test("those of the rows after it come first, each once, then the plainest of the other sort")
  func order() throws {
    let table = RowTable.decision(0)
    #expect(
      try Self.words(table, 0)
        == ["the answer of `broken`", "the answer of `free`", "`refuse: never`"])
    #expect(
      try Self.words(table, 1) == ["the answer of `free`", "the answer of `taken`", "`do: []`"])
    #expect(
      try Self.words(table, 3) == ["the answer of `taken`", "the answer of `broken`", "`do: []`"])
    #expect(
      try Self.words(table, 4)
        == ["the answer of `broken`", "the answer of `free`", "`refuse: never`"])
  }

  @Test("of a derived fact all other values come, those after its own first")
  func values() throws {
    #expect(try Self.words(.fact(0), 0) == ["`is: bad`", "`is: good`"])
    #expect(try Self.words(.fact(0), 1) == ["`is: good`", "`is: fair`"])
  }

  @Test("an answer is given whole, and conditions stay")
  func giving() throws {
    let source = try Self.source()
    let rows = source.rows(of: .decision(0)).map { $0.declared }
    var row = rows[3]
    RowAnswer(of: rows[0]).give(to: &row)
    #expect(row.refusal == nil && row.ask == nil && row.effects?.count == 1)
    #expect(row.id.value == "free" && row.conditions.count == 2)
    RowAnswer(refusing: "never").give(to: &row)
    #expect(row.refusal?.value == "never" && row.effects == nil)
    RowAnswer(refusing: nil).give(to: &row)
    #expect(row.refusal == nil && row.effects?.isEmpty == true)
  }
}
