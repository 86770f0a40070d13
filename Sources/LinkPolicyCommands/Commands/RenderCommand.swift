internal import LinkPolicy
internal import LinkPolicyReview

/// `render`: a policy as a page.
struct RenderCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "render", operands: "POLICY",
      summary: "Writes a policy as one HTML page: its tables, and who comes in by them.",
      options: [
        Option.value("--out", "FILE", "write the page there instead of standard output").or("-o")
      ],
      details: """
        The page needs no network and no script, has a light and a dark scheme, and can be printed.
        It shows what every arriving sign-in comes to for every state of the accounts it meets,
        worked out exactly from the policy's cells, then the guards, derived facts, tables and
        declarations, each row with a link to it.
        """,
      examples: ["linkpolicy render firebase -o page.html"])
  }

  private let source: PolicySource
  private let path: String?

  init(_ arguments: Arguments) throws(UsageError) {
    source = PolicySource(try arguments.operands(1...1)[0])
    path = arguments.value("--out")
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    let page = PolicyPage(try source.policy(terminal)).html
    guard let path else {
      terminal.output.write(page)
      return .clean
    }
    do throws(SystemCalls.Failure) {
      try WrittenFile.write(page, to: path)
    } catch {
      terminal.say("linkpolicy: cannot write `" + path + "`: " + error.reason)
      return .internalError
    }
    return .clean
  }
}
