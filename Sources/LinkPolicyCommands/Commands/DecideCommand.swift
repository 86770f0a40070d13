internal import LinkPolicy
internal import LinkPolicyJSON

/// `decide`: a decision a line for an attempt a line.
struct DecideCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "decide", operands: "POLICY [FILE]",
      summary: "Decides attempts given as JSON lines, and prints a decision a line.",
      options: [],
      details: """
        Each line is {"attempt": {...}, "situation": {...}}; a key left out means absent. A line
        that cannot be read is reported and left out, and the run ends with 3; for input that
        cannot be decided the answer is {"error": ...}, and the run ends with 4.
        """,
      examples: [
        "linkpolicy decide firebase requests.jsonl",
        #"echo '{"attempt":{"action":"sign-in","provider":"google.com","subject":"g1"}}' \"#
          + "\n    | linkpolicy decide firebase",
      ])
  }

  private let run: RequestRun

  init(_ arguments: Arguments) throws(UsageError) {
    run = try RequestRun(arguments)
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    try run.run(&terminal) { answer, terminal in
      terminal.output.write(answer.json(isExplained: false))
    }
  }
}

extension RequestRun.Answer {
  /// The answer as a line of JSON.
  func json(isExplained: Bool) -> [UInt8] {
    switch result {
    case .success(let decision): decision.json(isExplained: isExplained) + [UInt8(ascii: "\n")]
    case .failure(let error): error.json + [UInt8(ascii: "\n")]
    }
  }
}
