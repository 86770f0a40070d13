import LinkPolicy
import LinkPolicyJSON
import Testing

@testable import LinkPolicyTesting

@Suite("Texts that must be refused")
struct TextCaseTests {
  private func read(
    _ text: String, _ format: VectorReader.Format = .yaml
  ) throws -> [VectorCase] {
    try VectorReader.read(Array(text.utf8), name: "x", format: format)
  }

  private static let place = "code: c, line: 2, column: 3"

  @Test("are read from text, lines and bytes, in every format")
  func spellings() throws {
    let yaml = """
      vectors: 1
      cases:
        - {id: a, reject-policy: {text: "x: 1\\n", \(Self.place)}}
        - {id: b, reject-policy: {text: ["x: 1"], \(Self.place)}}
        - {id: c, reject-policy: {hex: "783a20310a", \(Self.place)}}
        - {id: d, policy: p, reject-input: {text: "x: 1\\n", \(Self.place)}}
      """
    let place = #""code":"c","line":2,"column":3"#
    let lines = [
      #"{"id":"a","reject-policy":{"text":"x: 1\n",\#(place)}}"#,
      #"{"id":"b","reject-policy":{"text":["x: 1"],\#(place)}}"#,
      #"{"id":"c","reject-policy":{"hex":"783a20310a",\#(place)}}"#,
      #"{"id":"d","policy":"p","reject-input":{"text":"x: 1\n",\#(place)}}"#,
    ]
    for cases in [
      try read(yaml), try read(lines.joined(separator: "\n") + "\n", .jsonLines),
      try read(#"{"vectors":1,"cases":[\#(lines.joined(separator: ","))]}"#, .json),
    ] {
      #expect(cases.map { $0.id } == ["a", "b", "c", "d"])
      #expect(cases.map { $0.needsPolicy } == [false, false, false, true])
      for vector in cases {
        let text: RejectedText?
        switch vector.content {
        case .sequence: text = nil
        case .rejectedPolicy(let rejected):
          text = rejected
          #expect(vector.kind == "reject-policy" && vector.policy.isEmpty)
        case .rejectedInput(let rejected):
          text = rejected
          #expect(vector.kind == "reject-input" && vector.policy == "p")
        }
        #expect(text?.bytes == Array("x: 1\n".utf8))
        #expect(text?.code == "c" && text?.line == 2 && text?.column == 3)
        #expect(vector.steps.isEmpty && vector.stepCount == 0)
      }
    }
  }

  @Test("are refused themselves where they are badly written")
  func findings() {
    let head = "vectors: 1\npolicy: p\ncases:\n  - "
    let cases: [(String, String)] = [
      (
        "{id: a, reject-policy: {\(Self.place)}}",
        "4:28 vector-invalid-case: there is no text that must be refused"
      ),
      (
        "{id: a, reject-policy: {text: x, hex: '00', \(Self.place)}}",
        "4:28 vector-invalid-case: the text is given twice"
      ),
      (
        "{id: a, reject-input: {hex: '0', \(Self.place)}}",
        "4:33 json-unknown-value: expected pairs of the digits 0-9 and a-f in `hex`"
      ),
      (
        "{id: a, reject-input: {hex: 0G, \(Self.place)}}",
        "4:33 json-unknown-value: expected pairs of the digits 0-9 and a-f in `hex`"
      ),
      (
        "{id: a, reject-policy: {text: x, code: c, line: 0, column: 1}}",
        "4:53 json-wrong-type: expected an integer in `line`, found `0`"
      ),
      (
        "{id: a, reject-policy: {text: x, code: c, line: 1}}",
        "4:28 json-missing-key: the key `column` is missing"
      ),
      (
        "{id: a, reject-policy: {text: [x, 1], \(Self.place)}}",
        "4:39 json-wrong-type: expected a string in `text`, found a number"
      ),
      (
        "{id: a, reject-policy: {text: x, \(Self.place)}, accounts: []}",
        "4:68 json-unknown-key: unknown key `accounts`"
      ),
      (
        "{id: a, reject-policy: {text: x, \(Self.place)}, steps: [{wait: old}]}",
        "4:28 vector-invalid-case: this case is of several kinds"
      ),
      ("{id: a, reject-input: 1}", "4:27 json-wrong-type: expected an object in `reject-input`"),
    ]
    for (text, expected) in cases {
      let found = Fixtures.findings(head + text + "\n")
      #expect(found.first?.hasPrefix(expected) == true, "\(text): \(found)")
    }
    let nameless = "vectors: 1\ncases:\n  - {id: a, reject-input: {text: x, \(Self.place)}}\n"
    #expect(Fixtures.findings(nameless).first?.contains("vector-no-policy") == true)
  }

  @Test("keep their tree only where it is asked for")
  func tree() throws {
    let line = Array(#"{"id":"a","policy":"p","steps":[{"wait":"old"}]}"#.utf8)
    for keeps in [false, true] {
      try VectorReader.read(
        line, name: "x", format: .jsonLines, keepsJSON: keeps
      ) { (vector: VectorCase) in
        #expect((vector.json != nil) == keeps)
        #expect(vector.json?["steps"]?.elements?.count == (keeps ? 1 : nil))
      }
    }
  }
}
