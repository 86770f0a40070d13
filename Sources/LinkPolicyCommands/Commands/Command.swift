internal import LinkPolicyDiagnostics

/// One verb of the command line.
protocol Command {
  /// What the command says about itself.
  static var help: CommandHelp { get }

  /// Understands the arguments.
  init(_ arguments: Arguments) throws(UsageError)

  /// Does the work; an input file that makes it pointless is thrown and reported by the caller.
  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode
}
