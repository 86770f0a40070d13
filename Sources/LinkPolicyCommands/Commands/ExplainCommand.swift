internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON
internal import LinkPolicySystem

/// `explain`: explains decisions by the deciding row, the facts, and the first failed condition of every other row.
struct ExplainCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "explain", operands: "POLICY [FILE]",
      summary: "Explains each decision: which row decided, and why every other row did not.",
      options: [
        .flag("--record", summary: "explain decision records instead of requests"),
        .format(BriefFormat.self, "the format of the explanations"),
      ],
      details: """
        Reads the same lines as decide and lookup. For each attempt, `explain` prints the outcome,
        the deciding row with its position and sources, the facts, and the first failed condition of
        every other row of the table. With --format json, `explain` prints the answers of decide,
        and each decision contains its explanation.

        With --record, each line is a record of a decision under POLICY, and no other data is
        needed. The exit code is 3 if a line is not a record, and 4 if a record is of a decision
        under another policy.
        """,
      examples: [
        "linkpolicy explain firebase requests.jsonl",
        "linkpolicy explain firebase requests.jsonl --format json",
        "linkpolicy explain firebase decisions.jsonl --record",
      ])
  }

  private let run: RequestRun
  private let isJSON: Bool
  private let readsRecords: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    readsRecords = arguments.has("--record")
    run = try RequestRun(arguments, needsRecords: false)
    isJSON = arguments.format(BriefFormat.self) == .json
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    if readsRecords {
      return try RecordExplanationRun(run.source, run.path, isJSON: isJSON).run(&terminal)
    }
    var isFirst = true
    return try run.run(&terminal) { line, terminal in
      guard !isJSON else {
        line.write(to: &terminal.output, isExplained: true)
        return
      }
      if !isFirst {
        terminal.print("")
      }
      isFirst = false
      for line in ExplanationText(line).lines {
        terminal.print("\(line)")
      }
    }
  }
}

/// Explains the decision records of a file or of standard input.
struct RecordExplanationRun {
  private let source: PolicySource
  private let path: String
  private let isJSON: Bool

  init(_ source: PolicySource, _ path: String, isJSON: Bool) {
    self.source = source
    self.path = path
    self.isJSON = isJSON
  }

  /// Writes an explanation for every line that is not blank.
  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    let policy = try source.policy(terminal)
    var input = terminal.input
    let name = path == "-" ? InputBytes.standardInputName : path
    if path != "-" {
      do throws(SystemFailure) {
        input = ByteInput(.file(try ReadableFile(stream: path)))
      } catch {
        throw FileProblem.finding(about: path, error.reason)
      }
    }
    var lines = LineReader(input, limit: RequestLine.limits.documentBytes)
    var code = ExitCode.clean
    var isFirst = true
    while !terminal.output.isClosed {
      let line: LineReader.Line?
      do throws(SystemFailure) {
        line = try lines.next { terminal.output.flush() }
      } catch {
        throw FileProblem.finding(about: name, "cannot be read: " + error.reason)
      }
      guard let line else { break }
      let bytes: [UInt8] =
        switch line {
        case .bytes(let content): content
        case .tooLong: [UInt8(ascii: "{")]
        }
      guard !RequestLine.isBlank(bytes.span) else { continue }
      let explanation = RecordExplanation(bytes, file: name, line: lines.number, policy)
      code.join(explanation.code)
      if isJSON {
        terminal.output.write(explanation.json)
        continue
      }
      if !isFirst {
        terminal.print("")
      }
      isFirst = false
      for line in explanation.lines {
        terminal.print("\(line)")
      }
    }
    guard !isFirst || isJSON || terminal.output.isClosed else {
      throw FileProblem.finding(about: name, "there are no records")
    }
    return code
  }
}
