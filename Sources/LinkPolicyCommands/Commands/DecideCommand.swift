internal import LinkPolicyJSON
internal import LinkPolicySystem

/// `decide`: reads one request on each line and prints one answer to each request.
struct DecideCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "decide", operands: "POLICY [FILE]",
      summary: "Decides attempts given as JSON lines, and prints one answer per line.",
      options: RequestRun.options,
      details: """
        Each line is {"id": ..., "decide": {"attempt": {...}, "answers": {...}}}, with the store's
        answer to each question of the lookup: null if there is no row. A missing answer is an
        error. The output has one line for each line that is not blank, in order, written before
        more is read: {"id": ..., "decision": {...}}, or {"id": ..., "error": {"code", "message"}}.
        The id is any string or number, and is returned unchanged. If "decide" contains "record":
        {"time", "correlation"}, the answer also contains the record of the decision for an audit
        log, without addresses, subjects and names. Lines for lookup are accepted too. The exit
        code is 3 if a line cannot be read or there is none, and 4 if a line cannot be decided.
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
      terminal.output.write(line.line())
    }
  }
}

/// `lookup`: works like `decide`, but has the help for lookups.
struct LookupCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "lookup", operands: "POLICY [FILE]",
      summary: "Prints the rows to fetch before attempts are decided, one answer per line.",
      options: RequestRun.options,
      details: """
        Each line is {"id": ..., "lookup": {"attempt": {...}, "caller": {...}}}; the caller may
        name its session, target and code. The answer, {"id": ..., "lookup": {...}}, contains the
        key of the credential, the canonical addresses with their possible holders and the pool to
        search, the session, target and code to fetch, and the method if it must be enabled. In all
        other respects lookup is the same as decide, whose lines it accepts too: one process can do
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
      terminal.output.write(line.line())
    }
  }
}
