internal import LinkPolicyDiagnostics
internal import LinkPolicySystem

/// `lsp`: serves editors by the Language Server Protocol.
struct EditorCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "lsp", operands: "",
      summary: "Serves an editor over the Language Server Protocol.",
      options: [],
      details: """
        Speaks version 3.17 of the protocol on standard input and output. While you type, the editor
        shows the findings of check. The editor also explains rows, facts, values and names, jumps
        to their declarations, and renames row ids. The editor completes words, even in text that is
        not yet YAML. The server answers an invalid message with an error of the protocol. Editors
        start the server themselves; Docs/Editor.md lists the settings for each editor. The exit
        code is 1 if the editor ends a session without shutting it down, and 0 otherwise.
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
      terminal.say("linkpolicy: the system cannot start a thread that reads standard input")
      return .internalError
    }
  }
}
