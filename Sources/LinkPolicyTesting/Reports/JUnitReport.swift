internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// A report as JUnit XML for build servers: a `testsuite` for each suite of vectors, with a
/// `testcase` for each reported case.
///
/// An attribute such as `failures` counts the cases inside the element that has the attribute. The report has no `time`
/// attributes, because the runner does not measure durations.
struct JUnitReport: Sendable {
  /// The maximum number of failures that list all mismatches; later failures list only the first mismatch.
  private static var limit: Int { 1000 }

  private struct Suite: Sendable {
    var name: String
    var counts = SuiteCounts()
    var cases = XMLText()
  }

  private struct SuiteCounts: Sendable {
    var tests = 0
    var failures = 0
    var errors = 0
    var skipped = 0
  }

  private var suites: [Suite] = []
  private var places: [Name: Int] = [:]
  private var failures = 0

  mutating func add(_ result: CaseResult) {
    let name = (result.implementation.map { $0 + ": " } ?? "") + result.suite
    let place = places[Name(name)] ?? suites.count
    if place == suites.count {
      places[Name(name)] = place
      suites.append(Suite(name: name))
    }
    suites[place].counts.tests += 1
    switch result.verdict {
    case .passed: break
    case .failed: suites[place].counts.failures += 1
    case .errored: suites[place].counts.errors += 1
    case .known, .skipped: suites[place].counts.skipped += 1
    }
    if result.verdict.isFailure {
      failures += 1
    }
    suites[place].cases += Self.testCase(result, inFull: failures <= Self.limit)
  }

  func finish(_ run: VectorRun) -> XMLText {
    let all = suites + problems(run)
    var counts = SuiteCounts()
    for suite in all {
      counts.tests += suite.counts.tests
      counts.failures += suite.counts.failures
      counts.errors += suite.counts.errors
      counts.skipped += suite.counts.skipped
    }
    var text: XMLText = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"linkpolicy test\"\(Self.attributes(counts))>\n"
    for suite in all {
      text += "  <testsuite name=\"\(suite.name)\"\(Self.attributes(suite.counts))>\n"
      text += suite.cases
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  /// Returns the problems as a suite, because unreadable input or an empty run must not look like a success.
  private func problems(_ run: VectorRun) -> [Suite] {
    var messages = run.problemList.map { finding, place in
      (place.map { $0.text + ": " } ?? "") + finding.message
    }
    if run.count == 0 {
      messages.append(VectorRun.emptyWords)
    }
    guard !messages.isEmpty else { return [] }
    var suite = Suite(name: "run")
    suite.counts.tests = messages.count
    suite.counts.errors = messages.count
    for (index, message) in messages.enumerated() {
      suite.cases += "    <testcase classname=\"run\" name=\"problem \(index + 1)\">"
      suite.cases += "<error message=\"\(message)\"/></testcase>\n"
    }
    return [suite]
  }

  private static func attributes(_ counts: SuiteCounts) -> XMLText {
    " tests=\"\(counts.tests)\" failures=\"\(counts.failures)\" errors=\"\(counts.errors)\""
      + " skipped=\"\(counts.skipped)\""
  }

  private static func testCase(_ result: CaseResult, inFull: Bool) -> XMLText {
    var text: XMLText = "    <testcase classname=\"\(result.policy ?? "no policy")\""
    text += " name=\"\(result.vector.id)\" file=\"\(result.vector.file)\""
    text += " line=\"\(result.position.line)\""
    if case .passed = result.verdict {
      return text + "/>\n"
    }
    text += ">"
    let told = inFull ? result.report.text : ""
    switch result.verdict {
    case .passed: break
    case .failed:
      text += "<failure message=\"\(result.summary)\">\(told)</failure>"
    case .errored:
      text += "<error message=\"\(result.summary)\">\(told)</error>"
    case .known(let known): text += "<skipped message=\"known to fail: \(known.reason)\"/>"
    case .skipped(let reason, _): text += "<skipped message=\"\(reason)\"/>"
    }
    return text + "</testcase>\n"
  }
}

extension CaseResult {
  /// The failure in one line: the reason, or the first mismatch and the number of further mismatches.
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
