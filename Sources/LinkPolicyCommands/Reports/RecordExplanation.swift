internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON
internal import LinkPolicyReview
internal import LinkPolicySystem

/// The explanation of one decision record, without the attempt.
struct RecordExplanation {
  /// The reason why a record cannot be explained, for example because another policy wrote it.
  private struct RecordRefusal {
    var code: ExitCode
    var message: String
  }

  private let place: String
  private let record: ReplayRecord?
  private let decision: RecordedDecision?
  private let refusal: RecordRefusal?
  private let correlation: String?

  /// Explains the decision record in a line, with the policy that wrote the record.
  init(_ bytes: [UInt8], file: String, line: Int, _ policy: Policy) {
    place = file + ":" + String(line) + ": "
    let root: JSONValue
    do throws(InvalidInput) {
      root = try JSONDocument(bytes, name: file).root
    } catch {
      (record, decision, correlation) = (nil, nil, nil)
      let message = error.diagnostics.first?.message ?? "cannot be read"
      refusal = RecordRefusal(code: .invalidInput, message: "not JSON: " + message)
      return
    }
    correlation = root["correlation"]?.text
    let record: ReplayRecord
    do throws(ReplayRecord.RecordError) {
      record = try ReplayRecord(root)
    } catch {
      (self.record, decision) = (nil, nil)
      refusal = RecordRefusal(code: .invalidInput, message: error.message)
      return
    }
    self.record = record
    guard record.digest == policy.digest else {
      decision = nil
      refusal = RecordRefusal(
        code: .undecided,
        message: "the policy `" + record.policyName + "` with the digest " + record.digest.text
          + " wrote the record, and this policy has the digest " + policy.digest.text)
      return
    }
    guard record.outcome != .fault else {
      (decision, refusal) = (nil, nil)
      return
    }
    do throws(RecordedDecision.RecordProblem) {
      decision = try RecordedDecision(
        action: record.action ?? "", record.facts, tableKey: record.decisionTable,
        guardID: record.guardID, by: policy)
      refusal = nil
    } catch {
      decision = nil
      refusal = RecordRefusal(code: .invalidInput, message: Self.message(error))
    }
  }

  private static func message(_ problem: RecordedDecision.RecordProblem) -> String {
    switch problem {
    case .notOffered: "the policy does not decide such attempts"
    case .unknownFact(let name): "the policy has no fact `" + name + "`"
    case .unknownValue(let value, of: let name):
      "the fact `" + name + "` has no value `" + value + "`"
    case .missing(let name): "the record lacks the fact `" + name + "`"
    }
  }

  /// The exit code of a run with this record.
  var code: ExitCode { refusal?.code ?? .clean }

  private var outcome: String {
    guard let record else { return "" }
    return switch record.outcome {
    case .allowed: "allowed"
    case .refused: "refused with " + (record.error ?? "-")
    case .fault: "not decided: " + (record.error ?? "-")
    }
  }

  /// The explanation in lines for people.
  var lines: [String] {
    let id = correlation.map { Name($0).quoted + ": " } ?? ""
    if let refusal {
      return [place + id + "cannot be explained: " + refusal.message]
    }
    guard let record else { return [] }
    var lines = [place + id + (record.action.map { $0 + " " } ?? "") + outcome]
    guard let decision else {
      lines.append("  an input error has no facts; the service's log has its message")
      return lines
    }
    lines.append("  by:        " + decision.explanation)
    if record.row?.id != decision.row?.id {
      lines.append(
        "  recorded:  " + (record.row.map { "row " + $0.id } ?? "no row")
          + ", which is another row: the ticket was stale, or the record was altered")
    }
    if let ask = decision.answer.ask {
      lines.append("  asks for:  " + ask.name.text)
    }
    if !decision.answer.tell.isEmpty {
      lines.append(
        "  may tell:  " + decision.answer.tell.map { $0.name.text }.joined(separator: ", "))
    }
    let width = record.facts.reduce(0) { max($0, $1.name.unicodeScalars.count) }
    lines.append("  facts:")
    for (name, value) in record.facts {
      lines.append("    " + Columns.pad(name, to: width) + "  " + value)
    }
    return lines + neighbours(decision)
  }

  private func neighbours(_ decision: RecordedDecision) -> [String] {
    let neighbours = decision.neighbours
    guard let table = neighbours.first?.row.table else { return [] }
    let width = neighbours.reduce(0) { max($0, $1.row.id.unicodeScalars.count) }
    var lines = ["  other rows of " + table + ":"]
    for neighbour in neighbours {
      var reason = "was not evaluated, because an earlier row or guard decided"
      if let fact = neighbour.fact, let value = neighbour.value {
        reason = "does not match, because " + fact + " is " + value
      }
      lines.append("    " + Columns.pad(neighbour.row.id, to: width) + "  " + reason)
    }
    return lines
  }

  /// The explanation as one line of JSON.
  var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    if let correlation {
      writer.key("correlation")
      writer.string(correlation)
    }
    if let refusal {
      writer.key("error")
      writer.string(refusal.message)
    } else if let record {
      writer.key("outcome")
      writer.string(record.outcome.rawValue)
      if let error = record.error {
        writer.key("error")
        writer.string(error)
      }
      if let decision {
        writer.key("explanation")
        writer.string(decision.explanation)
        writer.key("others")
        writer.beginArray()
        for neighbour in decision.neighbours {
          writer.beginObject()
          writer.key("row")
          writer.string(neighbour.row.id)
          if let fact = neighbour.fact, let value = neighbour.value {
            writer.key("fact")
            writer.string(fact)
            writer.key("value")
            writer.string(value)
          }
          writer.endObject()
        }
        writer.endArray()
      }
    }
    writer.endObject()
    writer.endLine()
    return writer.take()
  }
}
