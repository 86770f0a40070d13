internal import LinkPolicyDiagnostics
internal import LinkPolicySystem

/// The command line: arguments in, exit code out.
public enum CommandLineTool {
  /// The version of the package, which `linkpolicy --version` prints; it is written here alone.
  public static var version: String { "0.9.0" }

  /// Runs the process's command and ends the process.
  public static func main() -> Never {
    var terminal = Terminal.ofProcess()
    StandardStreams.end(run(Array(CommandLine.arguments.dropFirst()), &terminal).rawValue)
  }

  /// Runs one command, everything written when it returns.
  static func run(_ arguments: [String], _ terminal: inout Terminal) -> ExitCode {
    var code: ExitCode
    do throws(UsageError) {
      code = try Dispatch.run(arguments, &terminal)
    } catch {
      code = .usage
      terminal.say("linkpolicy: \(error.message)")
      terminal.say("usage: \(error.usage)")
    }
    terminal.output.flush()
    // A reader that has seen enough, such as `head`, is no failure.
    if let failure = terminal.output.failure, !failure.isBrokenPipe {
      terminal.say("linkpolicy: cannot write to standard output: \(failure.reason)")
      code.join(.internalError)
    }
    return code
  }
}
