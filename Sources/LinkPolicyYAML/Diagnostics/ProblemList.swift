internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// The findings of one reading, up to a limit.
struct ProblemList {
  private(set) var items: [Diagnostic] = []
  private(set) var left = 0
  /// The lines on which a character was refused; syntax errors there are only its echo.
  private(set) var brokenLines: Set<Int> = []
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  mutating func add(_ problem: Diagnostic) {
    if items.count < limit {
      items.append(problem)
    } else {
      left += 1
    }
  }

  /// Adds a finding about a character; every byte of a file may be one, so it is made only if kept.
  mutating func addBroken(line: Int, _ problem: @autoclosure () -> Diagnostic) {
    if items.count < limit {
      brokenLines.insert(line)
      items.append(problem())
    } else {
      left += 1
    }
  }

  /// The findings by position, and a note if some were left out.
  func finished() -> [Diagnostic] {
    // The sort has to be stable, which the standard library does not promise.
    var sorted = items.enumerated().sorted { a, b in
      let first = Self.order(a.element)
      let second = Self.order(b.element)
      return first == second ? a.offset < b.offset : first < second
    }.map(\.element)
    if left > 0 {
      let count = left == 1 ? "1 further problem is" : "\(left) further problems are"
      sorted.append(
        Diagnostic(
          .yamlMoreProblems, .note, "\(count) not shown", at: nil,
          help: "fix the ones above and run again"))
    }
    return sorted
  }

  private static func order(_ problem: Diagnostic) -> (Int, Int) {
    (problem.position?.line ?? 0, problem.position?.column ?? 0)
  }
}
