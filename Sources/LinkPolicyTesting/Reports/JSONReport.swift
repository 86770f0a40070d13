internal import LinkPolicy
internal import LinkPolicyJSON

/// The report as one JSON object on one line.
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

/// The report as JSON lines: a header, each case that did not pass as it is met, a footer.
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
