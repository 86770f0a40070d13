import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyJSON
import LinkPolicyYAML
import Testing

@testable import LinkPolicyTesting

@Suite("YAML, JSON and JSON Lines are one model")
struct ReadingTests {
  private func tree(_ text: String) throws -> JSONValue {
    var diagnostics: [Diagnostic] = []
    let bytes = Array(text.utf8)
    let reading = YAMLReader.read(bytes, file: 0, into: &diagnostics)
    var tree = YAMLTree(bytes)
    return tree.value(try #require(reading.root))
  }

  @Test func plainScalarsMeanWhatTheyMeanInJSON() throws {
    let root = try tree(
      "[true, false, null, 0, 12, -3, True, yes, on, ~, 007, -0, 1.5, +1, 1_0, 'true', \"3\",\n"
        + " 12345678901234567890, 12:30, x y]")
    let expected: [JSONValue] = [
      JSONValue(.bool(true)), JSONValue(.bool(false)), JSONValue(.null),
      JSONValue(.number(JSONNumber(0))), JSONValue(.number(JSONNumber(12))),
      JSONValue(.number(JSONNumber(-3))),
    ]
    let texts: [Name] = [
      "True", "yes", "on", "~", "007", "-0", "1.5", "+1", "1_0", "true", "3",
      "12345678901234567890", "12:30", "x y",
    ]
    #expect(root.elements == expected + texts.map { JSONValue(.string($0)) })
  }

  @Test func offsetsAreThoseOfTheText() throws {
    let text = "é: [ö, {k: v}]\nb:\n  - {ü: 1, z: 2}\n"
    let bytes = Array(text.utf8)
    let locator = JSONLocator(text: bytes, file: 0)
    let root = try tree(text)
    let members = try #require(root.members)
    func place(_ value: JSONValue?) -> String {
      value.map { locator.position(of: $0) }.map { "\($0.line):\($0.column)" } ?? "-"
    }
    #expect(locator.position(at: members[1].keyOffset) == SourcePosition(line: 2, column: 1))
    #expect(place(members[0].value.elements?[0]) == "1:5")
    #expect(place(members[0].value.elements?[1]["k"]) == "1:12")
    #expect(place(root["b"]?.elements?[0]["z"]) == "3:15")
    #expect(place(root["b"]?.elements?[0]["ü"]) == "3:9")
  }

  /// Everything of a case, as text.
  private func text(_ vector: VectorCase) -> String {
    var copy = vector
    copy.file = ""
    copy.position = SourcePosition(line: 1, column: 1)
    guard var sequence = copy.sequence else { return "\(copy)" }
    for index in sequence.steps.indices {
      sequence.steps[index].position = copy.position
    }
    for index in (sequence.accounts ?? []).indices {
      sequence.accounts?[index].position = copy.position
    }
    for index in sequence.given.codes.indices {
      sequence.given.codes[index].position = copy.position
    }
    for index in sequence.given.orphans.indices {
      sequence.given.orphans[index].position = copy.position
    }
    copy.content = .sequence(sequence)
    return "\(copy)"
  }

  @Test func theThreeFormatsReadAlike() throws {
    let bytes = try Fixtures.bytes("linking.vectors.yaml")
    let root = try tree(String(decoding: bytes, as: UTF8.self))
    var writer = JSONWriter(.pretty)
    writer.value(root)
    let json = writer.take()
    var lines = JSONWriter()
    for vector in try #require(root["cases"]?.elements) {
      let policy = JSONMember("policy", JSONValue(.string("linking")))
      lines.value(JSONValue(.object(try #require(vector.members) + [policy])))
      lines.endLine()
    }
    let expected = try Fixtures.cases().map(text)
    #expect(expected.count == 2)
    #expect(try VectorReader.read(json, name: "j", format: .json).map(text) == expected)
    #expect(
      try VectorReader.read(lines.take(), name: "l", format: .jsonLines).map(text) == expected)
  }

  private let head = "vectors: 1\npolicy: p\ncases:\n"

  @Test func everyMistakeIsFoundAtItsPlace() {
    let step = "      - attempt: {action: a}\n        expect: "
    for (text, expected) in [
      (
        "vectors: 2\npolicy: p\ncases: []\n",
        [
          "1:10 vector-version: expected version 1 in `vectors` (this package reads `vectors: 1`)",
          "3:8 vector-no-cases: the file has no case",
        ]
      ),
      (
        "vectors: 1\npolicy: p\n",
        [
          "1:1 json-missing-key: the key `cases` is missing"
            + " (add it to the object that starts here)"
        ]
      ),
      (
        head + "  - {id: x}\n  - {id: y, steps: []}\n",
        [
          "4:5 vector-no-steps: the case has no steps (add `steps`, or a text that"
            + " must be refused as `reject-policy` or `reject-input`)",
          "5:20 vector-no-steps: the case has no steps",
        ]
      ),
      (
        "vectors: 1\ncases:\n  - id: x\n    steps: [{wait: old}]\n",
        [
          "3:5 vector-no-policy: no policy is named for this case"
            + " (add `policy` to the file or to the case)"
        ]
      ),
      (
        head + "  - id: 12\n    setps: [{wait: old}]\n    steps: [{wait: odl}, {}]\n",
        [
          "4:9 json-wrong-type: expected a string in `id`, found a number",
          "5:5 json-unknown-key: unknown key `setps` (did you mean `steps`?)",
          "6:20 json-unknown-value: unknown value `odl` in `wait` (did you mean `old`?)",
          "6:26 vector-invalid-step: this step does nothing"
            + " (give it one of `attempt`, `wait` and `set`)",
        ]
      ),
      (
        head + "  - id: x\n    steps:\n      - {wait: old, set: {settings: {}}}\n",
        [
          "6:9 vector-invalid-step: this step does several things"
            + " (give it one of `attempt`, `wait` and `set`)"
        ]
      ),
      (
        head + "  - id: x\n    steps:\n      - attempt: {action: a}\n",
        [
          "6:9 json-missing-key: the key `expect` is missing"
            + " (add it to the object that starts here)"
        ]
      ),
      (
        head + "  - id: x\n    steps:\n" + step + "{row: r}\n",
        [
          "7:17 json-missing-key: the key `outcome` is missing"
            + " (say whether the attempt is allowed or refused, or give `input-error`)"
        ]
      ),
      (
        head + "  - id: x\n    steps:\n" + step + "{input-error: missing, outcome: refused}\n",
        [
          "7:17 vector-contradiction: a malformed attempt has no answer, so nothing else can be"
            + " expected (keep `input-error` alone)"
        ]
      ),
      (
        head + "  - id: x\n    steps:\n" + step + "{outcome: allowed, error: e}\n",
        [
          "7:43 vector-contradiction: an allowed attempt has no error"
            + " (write `outcome: refused`, or leave `error` out)"
        ]
      ),
      (
        head + "  - id: x\n    steps:\n" + step
          + "{outcome: allowed, effects: [creat, drop: [pasword]]}\n",
        [
          "7:46 json-unknown-value: unknown value `creat` in `effects` (did you mean `create`?)",
          "7:60 json-unknown-value: unknown value `pasword` in `drop` (did you mean `password`?)",
        ]
      ),
      (
        head + "  - id: x\n    steps:\n" + step
          + "{outcome: allowed, listeners: [signed-inn, {code-mailed: Reset}]}\n",
        [
          "7:48 json-unknown-value: unknown value `signed-inn` in `listeners`"
            + " (did you mean `signed-in`?)",
          "7:74 json-unknown-value: expected a purpose of codes in `code-mailed`"
            + " (write a purpose such as `verify`, or a purpose that the policy declares under `purposes`)",
        ]
      ),
      (
        head + "  - id: x\n    steps:\n" + step + "{outcome: refused}\n        as: 1\n",
        [
          "8:13 vector-unknown-step: step `1` does not come before this one"
            + " (steps are counted from 1, waiting included; this is step 1)"
        ]
      ),
      (
        head + "  - id: x\n    given: {accounts: [{id: u1}]}\n    steps: [{wait: old}]\n"
          + "    accounts: [{id: u1}, {id: u1}]\n",
        ["7:31 json-duplicate-id: two accounts have the id `u1`"]
      ),
      (
        head + "  - id: x\n    steps: [{wait: old}]\n    given: {orphans: [{provider: p}]}\n",
        [
          "6:23 json-missing-key: the key `subject` is missing"
            + " (add it to the object that starts here)"
        ]
      ),
      (
        head + "  - id: x\n    steps: [{wait: old}]\n"
          + "    given: {codes: [{purpose: undo, address: a@b.org, account: u1}]}\n",
        [
          "6:64 vector-unknown-account: a code of this purpose needs an account of `given`"
            + " (name one of the `accounts` of `given`)"
        ]
      ),
      ("a: &x b\n", ["1:4 yaml-anchor"]),
    ] {
      let found = Fixtures.findings(text)
      if expected.count == 1, !expected[0].contains(": ") {
        #expect(found.first?.hasPrefix(expected[0]) == true, "\(found)")
      } else {
        #expect(found == expected, "\(text)")
      }
    }
  }

  @Test func linesAreReadOnAfterAMistake() {
    let good = #"{"id":"a","policy":"p","steps":[{"wait":"old"}]}"#
    let text = good + "\n\n{\"id\":\n" + good + "\n{\"id\":\"b\",\"steps\":[{\"wait\":\"old\"}]}\n"
    let found = Fixtures.findings(text, .jsonLines)
    #expect(found.count == 2)
    #expect(found.first?.hasPrefix("3:7 json-unexpected-end") == true, "\(found)")
    #expect(found.last?.hasPrefix("5:1 vector-no-policy") == true)
    #expect(
      Fixtures.findings("\n", .jsonLines) == [
        "1:1 vector-no-cases: the file has no case (write one case a line)"
      ])
  }

  @Test func truncatedAndMutatedTextsNeverCrash() throws {
    let bytes = try Fixtures.bytes("linking.vectors.yaml")
    var read = 0
    for length in stride(from: 0, to: bytes.count, by: 37) {
      var cut = Array(bytes[..<length])
      if let last = cut.indices.last {
        cut[last / 2] ^= UInt8(truncatingIfNeeded: length)
      }
      read += (try? VectorReader.read(cut, name: "c", format: .yaml)) == nil ? 0 : 1
    }
    #expect(read < bytes.count / 37)
  }
}
