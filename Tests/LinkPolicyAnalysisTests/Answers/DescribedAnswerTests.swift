import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration

@Suite("Answers in words")
struct DescribedAnswerTests {
  @Test("say the error before what is done, then what is shown, asked and told")
  func words() throws {
    let text = """
      linkpolicy: 1
      name: words
      providers: {p: {kind: federated}}
      settings: {mode: [open, shut]}
      guards:
        - {id: shut, setting.mode: shut, refuse: no, ask: consent}
      decisions:
        sign-in:
          rows:
            - {id: nothing, credential: own, do: []}
            - {id: known, credential: known, do: [refresh-method, sign-in]}
            - {id: broken, credential: broken, refuse: no, show: allowed, tell: [methods, account]}
            - {id: new, credential: new, address: [free, absent], do: [create], refuse: later, show: no}
            - {id: taken, credential: new, address: taken, refuse: later}
      errors:
        no: {names: {web: auth/no, rest: "NO"}}
        later: {ask: verification}
      """
    let policy = try CompiledPolicy(yaml: Array(text.utf8), name: "words.yaml")
    func answer(_ source: Decision.Source) -> DescribedAnswer {
      DescribedAnswer(source, table: 0, of: policy)
    }
    let rows = policy.storage.tables[0].rows.indices.map { answer(.row($0)) }
    #expect(
      rows.map { $0.words } == [
        "allowed, nothing done", "do refresh-method, sign-in",
        "refused no; shown as allowed; tell methods, account",
        "refused later; do create; shown as no; ask verification",
        "refused later; ask verification",
      ])
    #expect(rows.map { $0.isAllowed } == [true, true, false, false, false])
    #expect(rows.map { $0.names } == ["", "", "web auth/no, rest NO", "", ""])
    #expect(
      rows.map { $0.row?.text }
        == ["nothing", "known", "broken", "new", "taken"].map { "sign-in/" + $0 })
    #expect(rows.map { $0.position?.line } == [10, 11, 12, 13, 14])
    for source in [Decision.Source.guarding(0), .would(0, row: 1)] {
      let guarding = answer(source)
      #expect(guarding.words == "refused no; ask consent" && guarding.row?.text == "guards/shut")
      #expect(guarding.table == "sign-in" && guarding.position?.line == 6)
    }
    let impossible = answer(.impossible)
    #expect(impossible.words == "declared impossible" && impossible.row == nil)
    #expect(impossible.position == nil && !impossible.isAllowed && impossible.names.isEmpty)
    #expect(
      answer(.cannotOccur).words
        == "an input error: the provider is not declared")
  }
}
