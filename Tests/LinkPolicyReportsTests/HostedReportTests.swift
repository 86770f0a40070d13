import Foundation
import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyTesting

@Suite("Reports for code hosts")
struct HostedReportTests {
  private static func finding(
    _ level: Diagnostic.Level, _ name: String = "n", in file: String = "a.yaml"
  ) -> HostedFinding {
    var finding = HostedFinding(
      level, rule: "check/" + name, title: .subject(name), "\(name)",
      at: ReportPlace(file: file, position: SourcePosition(line: 2, column: 3)),
      key: (name: "names/v1", parts: [name, file]))
    finding.story = [name, name]
    return finding
  }

  private static func report(_ findings: [HostedFinding]) -> HostedReport {
    var report = HostedReport(
      of: "check", rules: [(id: "check/n", meaning: "A name.")], summary: "done")
    report.findings = findings
    return report
  }

  private static func commands(_ report: HostedReport) -> [Substring] {
    report.github.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  }

  private static func results(_ report: HostedReport) throws -> [[String: Any]] {
    let log = try JSONSerialization.jsonObject(with: Data(report.sarif)) as? [String: Any]
    #expect(log?["version"] as? String == "2.1.0")
    let runs = try #require(log?["runs"] as? [[String: Any]])
    return try #require(runs.first?["results"] as? [[String: Any]])
  }

  @Test("each level has a word in each format")
  func levels() throws {
    let report = Self.report([.note, .warning, .error].map { Self.finding($0) })
    let words = Self.commands(report).map { $0.prefix { $0 != " " } }
    #expect(words == ["::notice", "::warning", "::error", "::notice"])
    #expect(
      try Self.results(report).map { $0["level"] as? String } == ["note", "warning", "error"])
    let ordered = report.mostSevereFirst.findings.map { $0.level }
    #expect(ordered == [.error, .warning, .note])
  }

  @Test(
    "one finding that is not shown has a singular noun",
    arguments: [
      (HostedFinding.HostedNoun.finding, "1 finding not shown here"),
      (.edit, "1 more edit is not shown here"), (.failure, "1 more failure is not shown"),
      (.problem, "1 problem with the input not shown"),
    ])
  func singular(noun: HostedFinding.HostedNoun, words: String) {
    var finding = Self.finding(.error)
    finding.noun = noun
    let commands = Self.commands(Self.report([HostedFinding](repeating: finding, count: 11)))
    #expect(commands.last == "::notice title=linkpolicy check::done; \(words)")
  }

  @Test("GitHub gets ten commands of a level, always with the summary, which counts the others")
  func limit() {
    for (level, shown) in [(Diagnostic.Level.error, 10), (.warning, 10), (.note, 9)] {
      for count in [0, 1, shown, shown + 1, 40] {
        let commands = Self.commands(
          Self.report([HostedFinding](repeating: Self.finding(level), count: count)))
        #expect(commands.count == min(count, shown) + 1)
        let left = count - shown
        let words = left > 0 ? "; \(left) finding\(left == 1 ? "" : "s") not shown here" : ""
        #expect(commands.last == "::notice title=linkpolicy check::done\(words)")
      }
    }
    var report = Self.report([HostedFinding](repeating: Self.finding(.error), count: 10))
    report.verdict = HostedReport.HostedVerdict(.warning, title: "DANGER", "why")
    let commands = Self.commands(report)
    #expect(commands.first == "::warning title=DANGER::why" && commands.count == 11)
    #expect(commands.last?.hasSuffix("done; 1 finding not shown here") == true)
  }

  @Test("the subject is in the title of a command, and in the message of a result; kinds are not")
  func titles() throws {
    var finding = Self.finding(.error, "I6")
    finding.story = ["1. one"]
    #expect(Self.commands(Self.report([finding]))[0].hasSuffix(",title=I6::I6%0A1. one"))
    func message(_ finding: HostedFinding) throws -> String? {
      (try Self.results(Self.report([finding])).first?["message"] as? [String: Any])?["text"]
        as? String
    }
    #expect(try message(finding) == "I6: I6\n1. one")
    finding.title = .kinds("I6")
    #expect(try message(finding) == "I6\n1. one")
  }

  @Test("whatever a finding has in it, each command is one line, and the log is one value")
  func hostile() throws {
    let invalid = String(decoding: [0x61, 0xFF, 0xC3, 0x28, 0x80], as: UTF8.self)
    let long = String(repeating: "long::error::\n%0A](x)", count: 20_000)
    for text in HostileNames.all + [invalid, long, "", "[a](b)", "::stop-commands::x"] {
      let finding = Self.finding(.warning, text, in: text + ".yaml")
      var report = Self.report([finding])
      report.verdict = HostedReport.HostedVerdict(.error, title: text, "\(text)")
      report.summary = "\(text)"
      let commands = Self.commands(report)
      #expect(commands.count == 3)
      let starts = ["::error title=", "::warning file=", "::notice title="]
      #expect(zip(commands, starts).allSatisfy { $0.hasPrefix($1) })
      // Only the first two colons and those before the message are GitHub's own: the properties have no others.
      for command in commands {
        let properties = command.dropFirst(2).split(separator: "::", maxSplits: 1)[0]
        #expect(!properties.contains(":") && !properties.contains("\r"))
        #expect(command.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 })
      }
      let results = try Self.results(report)
      #expect(results.count == 1 && report.sarif.count { $0 == UInt8(ascii: "\n") } == 1)
      let message = try #require((results[0]["message"] as? [String: Any])?["text"] as? String)
      #expect(!message.contains("](") && message.split(separator: "\n").count <= 3)
      let locations = try #require(results[0]["locations"] as? [[String: Any]])
      let place = try #require(locations.first?["physicalLocation"] as? [String: Any])
      let uri = try #require((place["artifactLocation"] as? [String: Any])?["uri"] as? String)
      #expect(uri.utf8.allSatisfy { 33...126 ~= $0 } && uri.hasSuffix(".yaml"))
      let keys = try #require(results[0]["partialFingerprints"] as? [String: String])
      #expect(keys.keys.sorted() == ["names/v1"] && keys.values.allSatisfy { $0.utf8.count == 64 })
    }
  }

  @Test("findings with one key have different fingerprints, which later findings do not change")
  func fingerprints() throws {
    func digests(_ count: Int) throws -> [String] {
      let findings = [HostedFinding](repeating: Self.finding(.error), count: count)
      return try Self.results(Self.report(findings)).compactMap {
        ($0["partialFingerprints"] as? [String: String])?["names/v1"]
      }
    }
    let four = try digests(4)
    #expect(Set(four).count == 4)
    for count in 1...3 {
      #expect(try digests(count) == Array(four.prefix(count)))
    }
  }

  @Test("what could not be examined comes first, with a rule of its own")
  func problems() throws {
    var report = Self.report([Self.finding(.note)])
    report.add(problems: [])
    #expect(report.rules.count == 1)
    report.add(problems: [HostedFinding(problem: "nothing was read")])
    #expect(Self.commands(report)[0] == "::error title=problem::nothing was read")
    let results = try Self.results(report)
    #expect(results.map { $0["ruleId"] as? String } == ["check/problem", "check/n"])
    #expect(results[0]["level"] as? String == "error")
    #expect(report.rules.map { $0.id } == ["check/n", "check/problem"])
  }
}
