import Foundation
import LinkPolicy
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyTesting

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Machines can read every report, whatever stands in a case")
struct ReportTests {
  /// A case whose every text tries to break out, made to fail.
  private static func lines(_ hostile: String) throws -> String {
    let attempt = ["action": "sign-in", "provider": "google.com", "subject": hostile]
    let first: [String: Any] = [
      "id": "1" + hostile, "policy": "linking", "title": hostile, "proves": [hostile],
      "steps": [
        ["attempt": attempt, "expect": ["outcome": "refused", "error": hostile]] as [String: Any]
      ],
      "accounts": [["email": hostile]],
    ]
    let second: [String: Any] = [
      "id": "2" + hostile, "policy": "linking",
      "known": [["policy": "linking", "until": "2999-12-31", "reason": hostile + "."]],
      "steps": [["attempt": ["action": "delete"], "expect": ["outcome": "allowed"]]],
    ]
    return try [first, second].map { object in
      String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self) + "\n"
    }.joined()
  }

  private func report(_ text: String, _ format: ReportFormat) throws -> String {
    let run = try TestRun(try Self.lines(text), name: "x.jsonl", format: format)
    #expect(run.run.failed == 1 && run.run.known == 1, "\(text): \(run.run.problems)")
    return run.report
  }

  private func object(_ text: String) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(value as? [String: Any])
  }

  @Test("json is one object that gives every text back")
  func json() throws {
    for text in HostileNames.all {
      let report = try object(try report(text, .json))
      #expect(report["failed"] as? Int == 1 && report["known"] as? Int == 1)
      let failures = try #require(report["failures"] as? [[String: Any]])
      #expect(failures.map { $0["id"] as? String } == ["1" + text])
      let mismatches = try #require(failures[0]["mismatches"] as? [[String: Any]])
      #expect(mismatches.contains { $0["expected"] as? String == text }, "\(failures)")
    }
  }

  @Test("jsonl is an object a line")
  func jsonLines() throws {
    for text in HostileNames.all {
      let lines = try report(text, .jsonLines).split(separator: "\n")
      #expect(lines.count == 4)
      let objects = try lines.map { try object(String($0)) }
      #expect(objects[0]["format"] as? String == "linkpolicy-run/1")
      let verdicts = objects.compactMap { ($0["case"] as? [String: Any])?["verdict"] as? String }
      #expect(verdicts == ["failed", "known"])
      #expect((objects[3]["run"] as? [String: Any])?["failed"] as? Int == 1)
    }
  }

  @Test("junit is well-formed XML with an element for each case")
  func junit() throws {
    for text in HostileNames.all {
      let report = try report(text, .junit)
      let parser = XMLParser(data: Data(report.utf8))
      let counter = ElementCounter()
      parser.delegate = counter
      #expect(parser.parse(), "\(text): \(report)")
      #expect(counter.counts["testcase"] == 2 && counter.counts["failure"] == 1)
      #expect(counter.counts["skipped"] == 1 && counter.counts["testsuite"] == 1)
    }
    let nothing = XMLParser(data: Data(try TestRun([], format: .junit).report.utf8))
    let counter = ElementCounter()
    nothing.delegate = counter
    #expect(nothing.parse() && counter.counts["error"] == 1)
  }

  @Test("findings/review.md 6: junit lists those that passed, and totals are sums of what is below")
  func junitTotals() throws {
    let step = #"{"attempt":{"action":"delete"},"expect":{"outcome":"allowed"}}"#
    let passing =
      #"{"id":"ok","policy":"linking","steps":[{"attempt":{"action":"sign-in","#
      + #""provider":"google.com","subject":"g1"},"expect":{"outcome":"allowed"}}]}"#
    let lines =
      passing + "\n" + #"{"id":"bad","policy":"linking","steps":[\#(step)]}"# + "\n"
      + #"{"id":"odd","policy":"nowhere","steps":[\#(step)]}"# + "\n"
    let run = try TestRun(lines, name: "x.jsonl", format: .junit) { $0.tellsPassed = true }
    #expect(run.run.passed == 1 && run.run.failed == 1 && run.run.problems.count == 1)
    let parser = XMLParser(data: Data(run.report.utf8))
    let counter = ElementCounter()
    parser.delegate = counter
    #expect(parser.parse(), "\(run.report)")
    #expect(counter.counts["testcase"] == 3 && counter.counts["error"] == 1, "\(run.report)")
    #expect(counter.stated("testsuites", "tests") == 3, "\(run.report)")
    for key in ["tests", "failures", "errors", "skipped"] {
      #expect(counter.stated("testsuites", key) == counter.stated("testsuite", key), "\(key)")
    }
    #expect(counter.stated("testsuites", "failures") == counter.counts["failure"])
    #expect(!run.report.contains(" time="))
  }

  @Test("github has one command a line, whose text cannot start another")
  func github() throws {
    for text in HostileNames.all {
      let lines = try report(text, .github).split(
        separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count == 3 && lines[2].isEmpty, "\(lines)")
      #expect(lines[0].hasPrefix("::error file=x.jsonl,line=1,col="))
      #expect(lines[1].hasPrefix("::notice title=linkpolicy test::"))
    }
  }

  @Test("sarif is one line with a result for the failure, which gives its id back")
  func sarif() throws {
    for text in HostileNames.all {
      let report = try report(text, .sarif)
      #expect(report.count { $0 == "\n" } == 1 && report.hasSuffix("\n"))
      let runs = try #require(try object(report)["runs"] as? [[String: Any]])
      let results = try #require(runs.first?["results"] as? [[String: Any]])
      #expect(results.map { $0["ruleId"] as? String } == ["test/failure"], "\(report)")
      let message = (results.first?["message"] as? [String: Any])?["text"] as? String
      #expect(message?.hasPrefix("1") == true && message?.contains("\nagain: ") == true)
    }
  }

  @Test("sarif has at most as many failures as GitHub shows, and counts the others")
  func sarifLimit() throws {
    let lines = (0..<5003).map { number in
      #"{"id":"n\#(number)","policy":"linking","steps":[{"attempt":{"action":"delete"},"#
        + #""expect":{"outcome":"allowed"}}]}"# + "\n"
    }
    let report = try TestRun(lines.joined(), name: "n.jsonl", format: .sarif).report
    #expect(report.split(separator: #""ruleId":"test/failure""#).count == 5001)
    #expect(report.contains(#","unshown":3}"#))
  }

  @Test("the table of markdown has a row for each failure, and as many cells as it should")
  func markdown() throws {
    for text in HostileNames.all {
      let report = try report(text, .markdown)
      let rows = report.split(separator: "\n").filter { $0.hasPrefix("| `") }
      #expect(rows.count == 1, "\(report)")
      let ends = rows.first?.replacing("\\|", with: "").count { $0 == "|" }
      #expect(ends == 6, "\(report)")
      let outside = MarkdownReader.outsideCode(report)
      #expect(!outside.contains("<b>") && !outside.contains("@me"), "\(report)")
    }
  }

  @Test("however many fail, the reports that people read come to an end")
  func bounds() throws {
    var lines = ""
    for number in 0..<2000 {
      lines += #"{"id":"n\#(number)","policy":"linking","steps":[{"attempt":{"action":"delete"},"#
      lines += #""expect":{"outcome":"allowed"}}]}"# + "\n"
    }
    func report(_ format: ReportFormat) throws -> String {
      try TestRun(lines, name: "n.jsonl", format: format).report
    }
    #expect(try report(.pretty).contains("\n1900 more failures are not shown\n"))
    let github = try report(.github)
    #expect(github.count { $0 == "\n" } == 11 && github.contains("1990 more failures"))
    let unreadable = lines + String(repeating: "{\n", count: 20)
    let both = try TestRun(unreadable, name: "n.jsonl", format: .github).report.split(
      separator: "\n")
    #expect(both.count { $0.hasPrefix("::error ") } == 10 && both.count == 11)
    #expect(both.last?.hasPrefix("::notice title=linkpolicy test::") == true)
    #expect(both.last?.hasSuffix(" with the input not shown") == true, "\(both.last ?? "")")
    let markdown = try report(.markdown)
    #expect(markdown.utf8.count < 65_536 && markdown.contains("1975 more failures"))
    #expect(try report(.jsonLines).count { $0 == "\n" } == 2002)
    let junit = try report(.junit)
    #expect(junit.contains(#"tests="2000" failures="2000""#))
    #expect(try object(try report(.json))["failed"] as? Int == 2000)
  }
}

/// Counts the elements of an XML document.
private final class ElementCounter: NSObject, XMLParserDelegate {
  private(set) var counts: [String: Int] = [:]
  private var sums: [String: Int] = [:]

  /// The sum of an attribute over all elements of a name.
  func stated(_ element: String, _ attribute: String) -> Int? {
    sums[element + " " + attribute]
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    counts[name, default: 0] += 1
    for (key, value) in attributes {
      sums[name + " " + key, default: 0] += Int(value) ?? 0
    }
  }
}
