internal import LinkPolicyJSON
internal import LinkPolicySystem

/// `lookup`: the program of `decide` by the name of its other question.
struct LookupCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "lookup", operands: "POLICY [FILE]",
      summary: "Says what to fetch before attempts are decided, an answer a line.",
      options: RequestRun.options,
      details: """
        Each line is {"id": ..., "lookup": {"attempt": {...}, "caller": {...}}}, where the caller
        may name its session, target and code. The answer, {"id": ..., "lookup": {...}}, has the
        key of the credential, the canonical addresses with what holds them and the pool that is
        searched, the session, target and code to fetch, and the method if it has to be switched
        on. All else is as with decide, whose lines are answered too, so that one process does for
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
