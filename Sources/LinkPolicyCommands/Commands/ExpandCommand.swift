internal import LinkPolicySystem
internal import LinkPolicyYAML

/// `expand`: a policy with everything it extends merged in.
struct ExpandCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "expand", operands: "POLICY",
      summary: "Prints a policy with what it extends merged in, in one file.",
      options: [],
      details: """
        The text is in canonical layout, without comments. It means what the policy means: its
        digest is the same.
        """,
      examples: ["linkpolicy expand firebase", "linkpolicy expand policy.yaml"])
  }

  private let source: PolicySource

  init(_ arguments: Arguments) throws(UsageError) {
    source = PolicySource(try arguments.operands(1...1)[0])
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    terminal.output.write(try source.text(terminal).expanded)
    return .clean
  }
}
