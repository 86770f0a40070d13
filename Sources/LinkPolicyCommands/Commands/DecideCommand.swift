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
        answer to each question of the lookup: null if there is no row. If an answer is missing, the
        output line is an error. Each line that is not blank gets one output line, before the next
        line is read: {"id": ..., "decision": {...}}, or {"id": ..., "error": {"code", "message"}}.
        The id is any string or number, which `decide` returns unchanged. If "decide" contains
        "record": {"time", "correlation"}, the answer also contains the record of the decision for
        an audit log, without addresses, subjects and names. `decide` also accepts requests for
        lookup, so one process can look up and decide. The exit code is 3 if a line cannot be read
        or the input has no line, and 4 if a line cannot be decided.
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
      line.write(to: &terminal.output)
    }
  }
}

/// `lookup`: prints the rows to fetch before attempts are decided; the command differs from `decide` only in its help.
struct LookupCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "lookup", operands: "POLICY [FILE]",
      summary: "Prints which stored rows each attempt needs, one answer per line.",
      options: RequestRun.options,
      details: """
        Each line is {"id": ..., "lookup": {"attempt": {...}, "caller": {...}}}; "caller" may
        contain the ids of the caller's session, target and code. The answer, {"id": ..., "lookup":
        {...}}, lists the rows to fetch: the holder of the credential, the holders of the canonical
        addresses in a pool, the session, target and code, and whether the method is enabled.
        `lookup` also accepts requests for decide, so one process can look up and decide.
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
      line.write(to: &terminal.output)
    }
  }
}
