internal import LinkPolicyJSON
internal import LinkPolicySystem

/// `explain`: why attempts are decided as they are, for people.
struct ExplainCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "explain", operands: "POLICY [FILE]",
      summary: "Says why attempts are decided as they are: the row, the facts, the other rows.",
      options: [.format(BriefFormat.self, "how explanations are written")],
      details: """
        The lines are those of decide and lookup. For each attempt: the outcome, the row that
        decided with its place and what it cites, the facts, and for every other row of the table
        the first of its conditions that failed. As JSON, the answers are those of decide with the
        explanation in them.
        """,
      examples: [
        "linkpolicy explain firebase requests.jsonl",
        "linkpolicy explain firebase requests.jsonl --format json",
      ])
  }

  private let run: RequestRun
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    run = try RequestRun(arguments)
    isJSON = arguments.format(BriefFormat.self) == .json
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    var isFirst = true
    return try run.run(&terminal) { line, terminal in
      guard !isJSON else {
        terminal.output.write(line.answer.line(isExplained: true))
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
