internal import LinkPolicy

/// The report as the XML that build servers read: a suite for each suite of vectors.
///
/// The counts are those of all cases; only cases that did not pass are listed, a bounded number of
/// them, because a list of a hundred thousand successes helps nobody.
struct JUnitReport: Sendable {
  private static var limit: Int { 1000 }

  private var listed: [(group: String, result: CaseResult)] = []

  mutating func add(_ result: CaseResult) {
    if listed.count < Self.limit {
      listed.append((Self.group(result.implementation, result.suite), result))
    }
  }

  func finish(_ run: VectorRun) -> String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"linkpolicy test\""
    text += Self.attributes(run.counts) + ">\n"
    for tally in run.tallies {
      for (name, counts) in tally.suites {
        let group = Self.group(tally.implementation?.name, name)
        let cases = listed.filter { $0.group.hasSameBytes(as: group) }
        text += "  <testsuite name=\"" + Self.escaped(group) + "\"" + Self.attributes(counts)
        text += cases.isEmpty ? "/>\n" : ">\n"
        for (_, result) in cases {
          text += Self.testCase(result)
        }
        text += cases.isEmpty ? "" : "  </testsuite>\n"
      }
    }
    return text + problems(run) + "</testsuites>\n"
  }

  /// What could not be read, and that nothing was run, must not look like success.
  private func problems(_ run: VectorRun) -> String {
    var messages = run.problemList.map { finding, place in
      let words = place.map { "\($0.file):\($0.position.line):\($0.position.column): " } ?? ""
      return words + finding.message
    }
    if run.count == 0 {
      messages.append(VectorRun.emptyWords)
    }
    guard !messages.isEmpty else { return "" }
    var text = "  <testsuite name=\"run\" tests=\"\(messages.count)\" failures=\"0\""
    text += " errors=\"\(messages.count)\" skipped=\"0\">\n"
    for (index, message) in messages.enumerated() {
      text += "    <testcase classname=\"run\" name=\"problem \(index + 1)\">"
      text += "<error message=\"" + Self.escaped(message) + "\"/></testcase>\n"
    }
    return text + "  </testsuite>\n"
  }

  private static func group(_ implementation: String?, _ suite: String) -> String {
    (implementation.map { $0 + ": " } ?? "") + suite
  }

  private static func attributes(_ counts: RunCounts) -> String {
    let tests = counts.passed + counts.failed + counts.known + counts.skipped
    return " tests=\"\(tests)\" failures=\"\(counts.failed - counts.errored)\""
      + " errors=\"\(counts.errored)\" skipped=\"\(counts.known + counts.skipped)\""
  }

  private static func testCase(_ result: CaseResult) -> String {
    var text = "    <testcase classname=\"" + escaped(result.policy ?? "no policy")
    text += "\" name=\"" + escaped(result.vector.id)
    text += "\" file=\"" + escaped(result.vector.file) + "\" line=\"\(result.position.line)\">"
    switch result.verdict {
    case .passed: break
    case .failed: text += problem("failure", result)
    case .errored: text += problem("error", result)
    case .known(let known):
      text += "<skipped message=\"" + escaped("known to fail: " + known.reason) + "\"/>"
    case .skipped(let reason, _):
      text += "<skipped message=\"" + escaped(reason) + "\"/>"
    }
    return text + "</testcase>\n"
  }

  private static func problem(_ element: String, _ result: CaseResult) -> String {
    "<" + element + " message=\"" + escaped(result.summary) + "\">" + escaped(result.report)
      + "</" + element + ">"
  }

  /// The text for an attribute or element; what XML cannot hold becomes U+FFFD.
  static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      case "\n": result.append(contentsOf: "&#10;".unicodeScalars)
      case "\t": result.append(contentsOf: "&#9;".unicodeScalars)
      case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{FFFE}", "\u{FFFF}":
        result.append("\u{FFFD}")
      // Invisible ones, some of which reorder the text around them.
      case "\u{200B}"..."\u{200F}", "\u{2028}"..."\u{202E}", "\u{2060}"..."\u{206F}",
        "\u{FEFF}":
        let reference = "&#x" + String(scalar.value, radix: 16) + ";"
        result.append(contentsOf: reference.unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}

extension CaseResult {
  /// The failure in one line.
  var summary: String {
    if let reason {
      return reason
    }
    guard let first = mismatches.first else { return word }
    let step = first.step.map { "step \($0): " } ?? ""
    let more = mismatches.count > 1 ? " (and \(mismatches.count - 1) more)" : ""
    return step + first.key + ": expected " + first.expected + ", got " + first.got + more
  }
}
