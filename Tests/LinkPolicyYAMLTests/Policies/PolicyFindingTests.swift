import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyYAML

/// Each finding about the shape of a policy file, at the places marked with `§`.
@Suite struct PolicyFindingTests {
  private func check(
    _ text: String, _ expected: [(String, String)], line: Int = #line
  ) {
    let marked = MarkedText(text)
    let found = marked.findings()
    let places = zip(expected, marked.places).map { "\($0.0.0) \($0.1)" }
    #expect(found.map { $0.place } == places, "line \(line): \(found.map { $0.message })")
    for (finding, (_, phrase)) in zip(found, expected) {
      let all = finding.message + " / " + (finding.help ?? "")
      #expect(all.contains(phrase), "line \(line): \(all)")
    }
  }

  private let rest = "providers: {p: {kind: federated}}\nerrors: {no: {}}\n"
  private let table = "decisions: {sign-in: {rows: [{id: a, refuse: no}]}}\n"

  @Test func keysOfTheFile() {
    check("§name: x\n" + rest + table, [("missing-key", "`linkpolicy` is missing")])
    check("§linkpolicy: 1\nname: x\n" + rest, [("missing-key", "`decisions` is missing")])
    check("linkpolicy: §2\nname: x\n" + rest + table, [("unknown-version", "`2`")])
    check(
      "linkpolicy: 1\nname: x\n§gaurds: []\n" + rest + table,
      [("unknown-key", "did you mean `guards`?")])
    check("§- a\n", [("wrong-type", "expected a map for a policy, found a list")])
  }

  @Test func declarations() {
    func with(_ text: String) -> String { "linkpolicy: 1\nname: x\n" + text + "\n" + rest + table }
    check(with("domains: §a"), [("wrong-type", "expected a map of domains")])
    check(
      with("domains: {a: {names: [a.example], relay: §yes}}"),
      [("unknown-value", "expected one of `true`, `false`")])
    check(with("domains: {a: §{relay: true}}"), [("missing-key", "`names`")])
    check(with("claims: {c: {yes: [§tru]}}"), [("wrong-type", "is not a JSON value")])
    check(with("claims: {c: {yes: [§01]}}"), [("wrong-type", "put the value in quotes")])
    check(with("labels: {l: {values: [a], on: §acount}}"), [("unknown-value", "`account`")])
    check(with("addresses: {match: §any}"), [("unknown-value", "`any-proven`")])
    check(with("addresses: {fold: [§dot]}"), [("unknown-value", "did you mean `dots`?")])
    check(with("actions: {a: §{}}"), [("missing-key", "`points-to`")])
    check(with("impossible: [§{session: old}]"), [("missing-key", "`because`")])
    check(with("impossible: [§{because: never}]"), [("wrong-type", "names no fact")])
    check(with("proof: §{}"), [("wrong-type", "`proof` names no fact")])
    check(with("title:§"), [("wrong-type", "expected a word, found nothing")])
    check(with("settings: {s: [a, §[b]]}"), [("wrong-type", "expected a word")])
  }

  @Test func rows() {
    func with(_ row: String) -> String {
      "linkpolicy: 1\nname: x\n" + rest + "decisions: {sign-in: {rows: [\(row)]}}\n"
    }
    check(with("§{refuse: no}"), [("missing-key", "`id` is missing")])
    check(with("{id: a, refuse: no, session: §[]}"), [("wrong-type", "lists no value")])
    check(with("{id: a, refuse: no, session: §{is: old}}"), [("wrong-type", "`{not: ...}`")])
    check(with("{id: a, do: §sign-in}"), [("wrong-type", "expected a list of effects")])
    check(with("{id: a, do: [§{a: b, c: d}]}"), [("wrong-type", "one effect")])
    check(
      with("{given: {session: old}, rows: [{id: a, §session: old, refuse: no}]}"),
      [("repeated-condition", "for these rows")])
    check(with("§{given: {session: old}}"), [("missing-key", "`rows` is missing")])
    check(
      with("{given: {session: old}, rows: [{id: a, refuse: no}], §id: b}"),
      [("unknown-key", "`id`")])
  }

  @Test func severalFindingsComeInOneRun() {
    check(
      "linkpolicy: §2\nname: x\n§gaurds: []\n" + rest + "decisions: §[]\n",
      [("unknown-version", "`2`"), ("unknown-key", "`guards`"), ("wrong-type", "found a list")])
  }

  @Test func unreadableFiles() {
    for path in ["/nowhere/policy.yaml", "/tmp"] {
      do throws(InvalidInput) {
        _ = try Policy(yamlFile: path)
        Issue.record("\(path) was read")
      } catch {
        #expect(error.diagnostics.map { $0.code } == [.unreadableFile], "\(path)")
      }
    }
  }
}

/// A policy text in which `§` marks the places of findings, in order.
struct MarkedText {
  var bytes: [UInt8]
  var places: [String] = []

  init(_ text: String) {
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var kept = ""
      for character in line {
        if character == "§" {
          places.append("\(lines.count + 1):\(kept.unicodeScalars.count + 1)")
        } else {
          kept.append(character)
        }
      }
      lines.append(kept)
    }
    bytes = Array(lines.joined(separator: "\n").utf8)
  }

  func findings(_ finder: PolicyFinder = .none) -> [Diagnostic] {
    do throws(InvalidInput) {
      return try CompiledPolicy(yaml: bytes, name: "test.yaml", finder: finder).warnings
    } catch {
      return error.diagnostics
    }
  }
}
