internal import LinkPolicyJSON
internal import LinkPolicySystem

/// `decide`: an answer a line for a request a line.
struct DecideCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "decide", operands: "POLICY [FILE]",
      summary: "Decides attempts given as JSON lines, and prints an answer a line.",
      options: RequestRun.options,
      details: """
        Each line is {"id": ..., "decide": {"attempt": {...}, "answers": {...}}}, with what the
        store has for each question of the look-up; null is for nothing, and a question left open
        is an error. It is answered with {"id": ..., "decision": {...}}, or with {"id": ...,
        "error": {"code", "message"}}: exactly one answer for every line that is not blank, in
        order, written before more is read. The id is any string or number, handed back as it is
        written. Lines for lookup are answered too. Where a line cannot be read, or there is none,
        the run ends with 3; where one cannot be decided, with 4. A line with "record": {"time",
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
