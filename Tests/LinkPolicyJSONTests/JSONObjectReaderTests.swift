import LinkPolicy
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyJSON

@Suite struct JSONObjectReaderTests {
  private let sources = SourceMap(files: [SourceMap.File(name: "s")])

  private func document(_ text: String) throws(InvalidInput) -> JSONDocument {
    try JSONDocument(Array(text.utf8), name: "s")
  }

  private func lines(_ findings: JSONFindings) -> [String] {
    do throws(InvalidInput) {
      try findings.check(in: sources)
      return []
    } catch {
      return error.diagnostics.map { finding in
        let place = finding.position.map { "\($0.line):\($0.column)" } ?? "-"
        let help = finding.help.map { " (\($0))" } ?? ""
        return "\(place) \(finding.code.name): \(finding.message)\(help)"
      }
    }
  }

  @Test func aFittingObjectHasNoFindings() throws {
    let document = try document(
      #"{"s":"x","i":-3,"b":true,"l":[1],"c":"two","n":null}"#)
    var findings = JSONFindings(document)
    let opened = JSONObjectReader(document.root, &findings)
    var reader = try #require(opened)
    // Asked for in another order than written.
    let choice = reader.optional("c").flatMap {
      findings.choice($0, of: ["one", "two"], in: "c")
    }
    #expect(choice == 1)
    #expect(reader.string("s", &findings) == "x")
    #expect(reader.optional("n")?.isNull == true)
    #expect(reader.int("i", range: -5...5, &findings) == -3)
    #expect(reader.flag("b", &findings) == true)
    #expect(reader.elements("l", &findings)?.first?.int == 1)
    #expect(reader.optional("absent") == nil)
    #expect(reader.text("absent", &findings) == nil)
    reader.finish(&findings)
    #expect(lines(findings) == [])
    #expect(!findings.hasErrors)
  }

  @Test func allFindingsComeInOneRun() throws {
    let document = try document(
      """
      {"prvider": 1,
       "kind": 5, "count": 1.5, "size": 900,
       "flag": "true", "list": {}, "mode": "strikt", "zzz": 0}
      """)
    var findings = JSONFindings(document)
    let opened = JSONObjectReader(document.root, &findings)
    var reader = try #require(opened)
    _ = reader.string("provider", &findings)
    _ = reader.string("kind", &findings)
    _ = reader.int("count", &findings)
    _ = reader.int("size", range: 0...100, &findings)
    _ = reader.flag("flag", &findings)
    _ = reader.elements("list", &findings)
    if let mode = reader.optional("mode") {
      _ = findings.choice(mode, of: ["lax", "strict"], in: "mode")
    }
    reader.finish(&findings)
    let all = Int.min.description + " to " + Int.max.description
    let known = "`provider`, `kind`, `count`, `size`, `flag`, `list`, `mode`"
    #expect(
      lines(findings) == [
        "1:1 json-missing-key: the key `provider` is missing"
          + " (add it to the object that starts here)",
        "1:2 json-unknown-key: unknown key `prvider` (did you mean `provider`?)",
        "2:10 json-wrong-type: expected a string in `kind`, found a number",
        "2:22 json-wrong-type: expected an integer in `count`, found `1.5` (write an integer from \(all))",
        "2:35 json-wrong-type: expected an integer in `size`, found `900`"
          + " (write an integer from 0 to 100)",
        "3:10 json-wrong-type: expected `true` or `false` in `flag`, found a string",
        "3:26 json-wrong-type: expected an array in `list`, found an object",
        "3:38 json-unknown-value: unknown value `strikt` in `mode` (did you mean `strict`?)",
        "3:48 json-unknown-key: unknown key `zzz` (known keys: \(known))",
      ])
  }

  @Test func aValueThatIsNoObjectIsAFinding() throws {
    for (text, kind) in [
      ("[]", "an array"), ("null", "null"), ("1", "a number"), ("true", "a boolean"),
      (#""x""#, "a string"),
    ] {
      let document = try document(text)
      var findings = JSONFindings(document)
      let reader = JSONObjectReader(document.root, in: "rule", &findings)
      #expect(reader == nil)
      #expect(
        lines(findings) == ["1:1 json-wrong-type: expected an object in `rule`, found \(kind)"])
    }
  }

  @Test func findingsAreLimited() throws {
    let members = (0..<50).map { "\"k\($0)\":0" }.joined(separator: ",")
    let document = try document("{" + members + "}")
    var findings = JSONFindings(document, limit: 10)
    let opened = JSONObjectReader(document.root, &findings)
    try #require(opened).finish(&findings)
    #expect(findings.diagnostics.count == 10)
    #expect(findings.omitted == 40)
    #expect(lines(findings).last == "- json-more-findings: 40 more findings are not listed")
  }

  @Test("unknown ids and keys beyond the limit are counted without a search for near names")
  func manyUnknownNames() throws {
    let row = #""email":null,"verified":false,"methods":[],"state":"active","version":0"#
    let accounts = (0..<3000).map { #"{"id":"u\#($0)",\#(row)}"# }.joined(separator: ",")
    let ids = (0..<3000).map { "\"x\($0)\"" }.joined(separator: ",")
    let line =
      #"{"id":1,"decide":{"attempt":{"action":"a"},"answers":{"addresses":[[\#(ids)]],"#
      + #""accounts":[\#(accounts)]}}}"#
    let request = RequestLine(Array(line.utf8), name: "r", line: 1).request
    guard case .failure(let problem) = request else {
      Issue.record("unknown ids are an error")
      return
    }
    #expect(problem.diagnostics.count == 101)
    #expect(problem.diagnostics.last?.message == "2900 more findings are not listed")
    #expect(problem.diagnostics[0].help == "did you mean `u0`?")

    let members = (0..<100_000).map { "\"k\($0)\":0" }.joined(separator: ",")
    let document = try document("{" + members + "}")
    var findings = JSONFindings(document)
    let opened = JSONObjectReader(document.root, &findings)
    var reader = try #require(opened)
    for number in 0..<1000 { _ = reader.optional("q\(number)") }
    reader.finish(&findings)
    #expect(findings.diagnostics.count == 100 && findings.omitted == 99_900)
    #expect(findings.count == 100_000 && findings.hasErrors)
  }

  @Test("a full list counts errors, and the first pass suggests nothing")
  func noSuggestions() throws {
    let document = try document(#""strikt""#)
    var full = JSONFindings(document, limit: 0)
    #expect(full.choice(document.root, of: ["strict"], in: "mode") == nil)
    #expect(full.isFull && full.hasErrors && full.omitted == 1 && full.diagnostics.isEmpty)
    #expect(full.suggestion(for: "strikt", among: ["strict"], called: "values") == nil)
    var first = JSONFindings(document.locator, suggestsKeys: false)
    #expect(first.choice(document.root, of: ["strict"], in: "mode") == nil)
    #expect(first.diagnostics.map { $0.help } == [nil])
    var second = JSONFindings(document)
    #expect(second.choice(document.root, of: ["strict"], in: "mode") == nil)
    #expect(second.diagnostics.map { $0.help } == ["did you mean `strict`?"])
  }

  @Test func warningsAloneDoNotThrow() throws {
    let document = try document("{}")
    var findings = JSONFindings(document)
    findings.report(Diagnostic(.jsonUnknownKey, .warning, "odd", at: nil))
    #expect(lines(findings) == [])
    #expect(findings.diagnostics.count == 1)
  }

  @Test func numbersKeepTheirText() throws {
    let document = try document("[-0, 1.50, 1e2, 9223372036854775808, -9223372036854775808]")
    let numbers = try #require(document.root.elements).compactMap(\.number)
    #expect(
      numbers.map { String(decoding: $0.text, as: UTF8.self) } == [
        "-0", "1.50", "1e2", "9223372036854775808", "-9223372036854775808",
      ])
    #expect(numbers.map(\.int) == [0, nil, nil, nil, .min])
  }

  @Test func membersAreFoundByKey() throws {
    let root = try document(#"{"a":1,"b":[true]}"#).root
    #expect(root["b"]?.elements?.first?.bool == true)
    #expect(root["c"] == nil)
    #expect(root["b"]?["a"] == nil)
    #expect(root["a"]?.string == nil && root["a"]?.members == nil && root["a"]?.isNull == false)
  }
}
