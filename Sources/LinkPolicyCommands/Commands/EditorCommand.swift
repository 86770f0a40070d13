internal import LinkPolicyDiagnostics
internal import LinkPolicySystem

/// `lsp`: serves editors.
struct EditorCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "lsp", operands: "",
      summary: "Serves an editor over the Language Server Protocol.",
      options: [],
      details: """
        Speaks the protocol's version 3.17 on standard input and output: findings while somebody
        writes, the same as those of check; the meaning of a row, fact, value or name; its
        declaration; completions, also in a text that is not YAML yet; and other ids for rows.
        Invalid messages are answered with the protocol's error. Editors start it themselves:
        Docs/Editor.md has the settings. Ends with 0 if the editor has shut the session down first
        or has begun none, with 1 otherwise.
        """,
      examples: ["linkpolicy lsp </dev/null"])
  }

  init(_ arguments: Arguments) throws(UsageError) {
    _ = try arguments.operands(0...0)
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    var output = terminal.output
    defer { terminal.output = output }
    let ending = EditorSession.run(
      terminal.input, &output, version: CommandLineTool.version)
    switch ending {
    case .orderly: return .clean
    case .abrupt: return .findings
    case .unreadable(let failure):
      throw FileProblem.finding(
        about: InputBytes.standardInputName, "cannot be read: " + failure.reason)
    case .withoutThreads:
      terminal.say("linkpolicy: the system has no thread to read on")
      return .internalError
    }
  }
}
