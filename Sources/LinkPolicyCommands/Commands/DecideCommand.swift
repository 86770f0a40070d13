internal import LinkPolicyJSON
internal import LinkPolicySystem

/// `decide`: reads one request on each line and prints one answer for each.
struct DecideCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "decide", operands: "POLICY [FILE]",
      summary: "Decides attempts given as JSON lines, and prints an answer a line.",
      options: RequestRun.options,
      details: """
        Each line is {"id": ..., "decide": {"attempt": {...}, "answers": {...}}}, with the store's
        answer to each question of the look-up; null is for nothing, and a missing answer is an
        error. It is answered with {"id": ..., "decision": {...}}, or with {"id": ...,
        "error": {"code", "message"}}: exactly one answer for every line that is not blank, in
        order, written before more is read. The id is any string or number, returned as it is
        written. Lines for lookup are answered too. If a line cannot be read, or there is none,
        the run ends with 3; if one cannot be decided, with 4. A line with "record": {"time",
        "correlation"} in its "decide" has the record of the decision for an audit log beside its
        answer, without addresses, subjects and names.
        """,
      examples: [
        "linkpolicy decide firebase requests.jsonl",
        #"echo '{"id":1,"decide":{"attempt":{"action":"sign-in","provider":"google.com",' \"#
          + "\n    "
          + #"'"subject":"g1"},"answers":{"credential":null,"method":"enabled"}}}' \"#
          + "\n    | linkpolicy decide firebase",
      ])
  }

  private let run: RequestRun

  init(_ arguments: Arguments) throws(UsageError) {
    run = try RequestRun(arguments)
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    try run.run(&terminal) { line, terminal in
      terminal.output.write(line.answer.line())
    }
  }
}

/// `lookup`: the same as `decide`, with the help for lookups.
struct LookupCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "lookup", operands: "POLICY [FILE]",
      summary: "Says what to fetch before attempts are decided, an answer a line.",
      options: RequestRun.options,
      details: """
        Each line is {"id": ..., "lookup": {"attempt": {...}, "caller": {...}}}, where the caller
        may name its session, target and code. The answer, {"id": ..., "lookup": {...}}, has the
        key of the credential, the canonical addresses with their possible holders and the pool to
        search, the session, target and code to fetch, and the method if it must be switched on.
        All else is as with decide, whose lines are answered too, so that one process does for
        both.
        """,
      examples: [
        #"echo '{"id":1,"lookup":{"attempt":{"action":"sign-in","provider":"google.com","#
          + #""subject":"g1"}}}' \"# + "\n    | linkpolicy lookup firebase"
      ])
  }

  private let run: RequestRun

  init(_ arguments: Arguments) throws(UsageError) {
    run = try RequestRun(arguments)
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    try run.run(&terminal) { line, terminal in
      terminal.output.write(line.answer.line())
    }
  }
}

/// `explain`: explains decisions to people.
struct ExplainCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "explain", operands: "POLICY [FILE]",
      summary: "Says why attempts are decided as they are: the row, the facts, the other rows.",
      options: [.format(BriefFormat.self, "how explanations are written")],
      details: """
        The lines are those of decide and lookup. For each attempt: the outcome, the row that
        decided with its place and sources, the facts, and for every other row of the table the
        first of its conditions that failed. As JSON, the answers are those of decide with the
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
