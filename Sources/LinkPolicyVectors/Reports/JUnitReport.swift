internal import LinkPolicy
internal import LinkPolicyReports

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

  func finish(_ run: VectorRun) -> XMLText {
    var text: XMLText = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"linkpolicy test\"\(Self.attributes(run.counts))>\n"
    for tally in run.tallies {
      for (name, counts) in tally.suites {
        let group = Self.group(tally.implementation?.name, name)
        let cases = listed.filter { $0.group.hasSameBytes(as: group) }
        text += "  <testsuite name=\"\(group)\"\(Self.attributes(counts))"
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
  private func problems(_ run: VectorRun) -> XMLText {
    var messages = run.problemList.map { finding, place in
      (place.map { $0.text + ": " } ?? "") + finding.message
    }
    if run.count == 0 {
      messages.append(VectorRun.emptyWords)
    }
    guard !messages.isEmpty else { return "" }
    var text: XMLText = "  <testsuite name=\"run\" tests=\"\(messages.count)\" failures=\"0\""
    text += " errors=\"\(messages.count)\" skipped=\"0\">\n"
    for (index, message) in messages.enumerated() {
      text += "    <testcase classname=\"run\" name=\"problem \(index + 1)\">"
      text += "<error message=\"\(message)\"/></testcase>\n"
    }
    return text + "  </testsuite>\n"
  }

  private static func group(_ implementation: String?, _ suite: String) -> String {
    (implementation.map { $0 + ": " } ?? "") + suite
  }

  private static func attributes(_ counts: RunCounts) -> XMLText {
    let tests = counts.passed + counts.failed + counts.known + counts.skipped
    let failures = counts.failed - counts.errored
    return " tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(counts.errored)\""
      + " skipped=\"\(counts.known + counts.skipped)\""
  }

  private static func testCase(_ result: CaseResult) -> XMLText {
    var text: XMLText = "    <testcase classname=\"\(result.policy ?? "no policy")\""
    text += " name=\"\(result.vector.id)\" file=\"\(result.vector.file)\""
    text += " line=\"\(result.position.line)\">"
    switch result.verdict {
    case .passed: break
    case .failed:
      text += "<failure message=\"\(result.summary)\">\(result.report.text)</failure>"
    case .errored:
      text += "<error message=\"\(result.summary)\">\(result.report.text)</error>"
    case .known(let known): text += "<skipped message=\"known to fail: \(known.reason)\"/>"
    case .skipped(let reason, _): text += "<skipped message=\"\(reason)\"/>"
    }
    return text + "</testcase>\n"
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
