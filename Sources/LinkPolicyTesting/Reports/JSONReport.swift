internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON

/// A report as one JSON object on one line.
struct JSONReport: Sendable {
  private var failures: [CaseResult] = []

  mutating func add(_ result: CaseResult) {
    if result.verdict.isFailure, failures.count < VectorRun.failureLimit {
      failures.append(result)
    }
  }

  func finish(_ run: VectorRun) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.summary(run)
    writer.key("failures")
    writer.beginArray()
    for failure in failures {
      writer.result(failure)
    }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    return writer.take()
  }
}

/// A report as JSON Lines: a header, a line for each case that did not pass, and a footer.
struct JSONLinesReport: Sendable {
  private static var format: String { "linkpolicy-run/1" }

  func begin(_ implementations: [Implementation]) -> [UInt8] {
    line { writer in
      writer.key("format")
      writer.string(Self.format)
      guard !implementations.isEmpty else { return }
      writer.key("implementations")
      writer.beginArray()
      for implementation in implementations {
        writer.beginObject()
        writer.implementation(implementation)
        writer.endObject()
      }
      writer.endArray()
    }
  }

  func add(_ result: CaseResult) -> [UInt8] {
    line { writer in
      writer.key("case")
      writer.result(result)
    }
  }

  func finish(_ run: VectorRun) -> [UInt8] {
    line { writer in
      writer.key("run")
      writer.beginObject()
      writer.summary(run)
      writer.endObject()
    }
  }

  private func line(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    body(&writer)
    writer.endObject()
    writer.endLine()
    return writer.take()
  }
}

/// The JSON members that the report formats `json` and `jsonl` share.
extension JSONWriter {
  /// Writes a case that did not pass.
  mutating func result(_ result: CaseResult) {
    let vector = result.vector
    beginObject()
    text("id", vector.id)
    text("verdict", result.word)
    text("implementation", result.implementation)
    key("policy")
    if let policy = result.policy {
      string(policy)
    } else {
      null()
    }
    text("reason", result.reason)
    if case .skipped(_, let issue) = result.verdict {
      text("issue", issue)
    }
    key("proves")
    beginArray()
    for statement in vector.proves {
      string(statement)
    }
    endArray()
    text("file", vector.file)
    place(vector.position)
    key("mismatches")
    beginArray()
    for mismatch in result.mismatches {
      self.mismatch(mismatch, result.decision(of: mismatch))
    }
    endArray()
    if result.verdict.isFailure {
      text("again", result.command)
    }
    endObject()
  }

  /// Writes the self-description of an implementation, such as its name and version.
  mutating func implementation(_ implementation: Implementation) {
    text("implementation", implementation.name)
    text("version", implementation.version)
    text("language", implementation.language)
    text("issues", implementation.issues)
  }

  /// Writes each count of a run, such as `passed`, as a member of the open object.
  mutating func counts(_ counts: RunCounts) {
    for (name, count) in counts.named {
      key(Name(name))
      int(count)
    }
  }

  /// Writes the number of decisions that each policy row made.
  mutating func rows(_ rows: [(name: String, count: Int)]) {
    key("rows")
    beginObject()
    for (row, count) in rows {
      key(Name(row))
      int(count)
    }
    endObject()
  }

  /// Writes a list of named counts, such as the counts of each suite.
  mutating func breakdown(_ name: Name, _ list: [(name: String, counts: RunCounts)]) {
    key(name)
    beginArray()
    for (name, counts) in list {
      beginObject()
      text("name", name)
      self.counts(counts)
      endObject()
    }
    endArray()
  }

  /// Writes the total counts of a run and, if other implementations ran the cases, the counts of each implementation.
  mutating func summary(_ run: VectorRun) {
    counts(run.counts)
    problems(run)
    if let tally = run.tallies.first, run.tallies.count == 1 {
      rows(tally.rows)
      breakdown("suites", tally.suites)
      breakdown("policies", tally.policies)
      if !tally.levels.isEmpty {
        levels(tally.levels)
      }
    }
    guard run.tallies.contains(where: { $0.implementation != nil }) else { return }
    key("implementations")
    beginArray()
    for tally in run.tallies {
      beginObject()
      if let implementation = tally.implementation {
        self.implementation(implementation)
      }
      counts(tally.counts)
      key("errored")
      int(tally.counts.errored)
      breakdown("suites", tally.suites)
      breakdown("policies", tally.policies)
      if !tally.levels.isEmpty {
        levels(tally.levels)
      }
      endObject()
    }
    endArray()
    disagreements(run)
  }

  /// Writes the problems that prevented the run from reading or playing its input.
  private mutating func problems(_ run: VectorRun) {
    key("problems")
    beginArray()
    for (problem, place) in run.problemList {
      beginObject()
      text("code", problem.code.name.text)
      text("message", problem.message)
      if let place {
        text("file", place.file)
        self.place(place.position)
      }
      endObject()
    }
    endArray()
  }

  private mutating func disagreements(_ run: VectorRun) {
    key("disagreements")
    int(run.disagreementCount)
    key("disagree")
    beginArray()
    for disagreement in run.disagreements {
      beginObject()
      text("id", disagreement.id)
      key("answers")
      beginArray()
      for (implementation, answer) in disagreement.answers {
        beginObject()
        text("implementation", implementation)
        text("answer", answer)
        endObject()
      }
      endArray()
      endObject()
    }
    endArray()
  }

  private mutating func mismatch(_ mismatch: Mismatch, _ decision: String?) {
    beginObject()
    key("step")
    if let step = mismatch.step {
      int(step)
    } else {
      null()
    }
    text("key", mismatch.key)
    text("expected", mismatch.expected)
    text("got", mismatch.got)
    place(mismatch.position)
    text("decided", decision)
    endObject()
  }

  private mutating func place(_ position: SourcePosition) {
    key("line")
    int(position.line)
    key("column")
    int(position.column)
  }

  private mutating func text(_ name: Name, _ value: String?) {
    guard let value else { return }
    key(name)
    string(value)
  }
}
