import LinkPolicy
import LinkPolicyYAML
import Testing

@testable import LinkPolicyTesting

@Suite("Texts are refused with the first error")
struct TextReadingTests {
  private func report(_ text: String) throws -> String {
    let finder = PolicyFinder { reference, _ in
      guard reference == "base" else { return .notFound("unknown") }
      return .found(name: "base.yaml", bytes: Array("linkpolicy: 1\nname: b\nname: b\n".utf8))
    }
    return try TestRun(
      "vectors: 1\npolicy: linking\ncases:\n  - {id: a, \(text)}\n", finder: finder
    ).report
  }

  private func passes(_ text: String) throws -> Bool {
    try report(text).hasPrefix("1 passed")
  }

  @Test("a policy that does not load passes with code and place")
  func policies() throws {
    let text = #"text: "linkpolicy: 1\nname: n\nname: m\n""#
    let right = "reject-policy: {\(text), code: yaml-duplicate-key, line: 3, column: 1}"
    #expect(try passes(right))
    let wrong = try report(
      "reject-policy: {\(text), code: yaml-tab, line: 2, column: 1}")
    #expect(
      wrong == """
        FAILED a at x.yaml:4:5
          reject-policy, x.yaml:4:28:
            code: expected yaml-tab, got yaml-duplicate-key: \
        the key `name` is in this map twice
            place: expected 2:1, got 3:1
          again: linkpolicy test --id a x.yaml

        0 passed, 1 failed, 0 steps

        """)
    #expect(
      try passes(
        "reject-policy: {hex: ff, code: yaml-invalid-utf8, line: 1, column: 1}"))
  }

  @Test("an error of what is extended has no place in the text")
  func elsewhere() throws {
    let text = try report(
      #"reject-policy: {text: "linkpolicy: 1\nname: n\nextends: base\n", code: unknown-key,"#
        + " line: 3, column: 1}")
    #expect(text.contains("place: expected 3:1, got outside of the text"), "\(text)")
  }

  @Test("a request is refused by its shape, or because it cannot be decided")
  func requests() throws {
    let cases = [
      #"{text: "{", code: json-unexpected-end, line: 1, column: 2}"#,
      #"{text: "{}", code: json-missing-key, line: 1, column: 1}"#,
      #"{text: '{"attempt":{"action":"fly"}}', code: action-not-offered, line: 1, column: 1}"#,
      #"{text: '{"attempt":{"action":"sign-in","provider":"google.com","subject":"g1"}}', "#
        + "code: unanswered, line: 1, column: 1}",
    ]
    for text in cases {
      let report = try report("reject-input: \(text)")
      #expect(report.hasPrefix("1 passed"), "\(report)")
    }
    let text = try report(
      #"reject-input: {text: '{"attempt":{"action":"sign-in","provider":"google.com","#
        + #""subject":"g1"},"answers":{"credential":null,"method":"enabled"}}', "#
        + "code: json-missing-key, line: 1, column: 1}")
    #expect(
      text.contains("reject-input: expected refused with json-missing-key at 1:1, got accepted"),
      "\(text)")
  }

  @Test("a case is played by whom it needs")
  func players() throws {
    let policy = try Fixtures.policy()
    let text =
      "vectors: 1\ncases:\n  - {id: a, reject-policy: {text: x, code: c, line: 1, column: 1}}\n"
    let vector = try VectorReader.read(Array(text.utf8), name: "x", format: .yaml)[0]
    #expect(Player(policy).play(vector).mismatches.count == 1)
    let played = Player.play(policyTextOf: vector, finder: .none)
    #expect(played.policy == nil && played.reading != nil && played.accounts.isEmpty)
    #expect(Story(played).text.contains("refused with"))
    let sequence = try Fixtures.vector("      - wait: old")
    #expect(Player.play(policyTextOf: sequence, finder: .none).steps.isEmpty)
  }
}
