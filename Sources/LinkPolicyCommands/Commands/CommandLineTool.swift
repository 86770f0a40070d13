internal import LinkPolicyCatalog
internal import LinkPolicyDiagnostics
internal import LinkPolicyPresets
internal import LinkPolicySystem
internal import LinkPolicyTesting

/// The command line tool: takes arguments and returns an exit code.
public enum CommandLineTool {
  /// The version of the package, which `linkpolicy --version` prints.
  public static var version: String { ToolVersion.current }

  /// Runs the command that the process's arguments name, and then ends the process.
  public static func main() -> Never {
    var terminal = Terminal.ofProcess()
    StandardStreams.end(run(Array(CommandLine.arguments.dropFirst()), &terminal).rawValue)
  }

  /// Runs one command and flushes all output.
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
    // A closed pipe is not a failure, because a reader such as `head` may stop early.
    if let failure = terminal.output.failure, !failure.isBrokenPipe {
      terminal.say("linkpolicy: cannot write to standard output: \(failure.reason)")
      code.join(.internalError)
    }
    return code
  }
}

/// Finds and runs the command that the arguments name.
enum Dispatch {
  /// The usage line of the tool.
  static var usage: String { "linkpolicy VERB ARGUMENT... | linkpolicy help VERB" }

  static func run(
    _ arguments: [String], _ terminal: inout Terminal
  ) throws(UsageError) -> ExitCode {
    guard let first = arguments.first else {
      throw UsageError(
        "no verb is given; the verbs are " + verbs.joined(separator: ", "), usage: usage)
    }
    let rest = Array(arguments.dropFirst())
    switch first {
    case "--help", "-h", "help": return try help(rest, &terminal)
    case "--version":
      terminal.print("linkpolicy \(CommandLineTool.version)")
      return .clean
    default: return try verb(first).run(rest, &terminal)
    }
  }

  /// Runs one command, or prints its help for `--help`; reports an error that prevents the run.
  static func run<C: Command>(
    _ command: C.Type, with words: [String], _ terminal: inout Terminal
  ) throws(UsageError) -> ExitCode {
    if words.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      terminal.write(C.help.text)
      return .clean
    }
    let arguments = try Arguments(words, of: C.help)
    let command = try C(arguments)
    var code: ExitCode
    do throws(InvalidInput) {
      code = try command.run(&terminal)
    } catch {
      terminal.say(error)
      code = .invalidInput
    }
    // A code host needs a report of every run, because it reads an empty file as an error of its own, or as no finding.
    if let format = arguments.value("--format").flatMap({ HostedFormat(rawValue: $0) }),
      terminal.output.isUntouched
    {
      let summary: TerminalText =
        code == .clean ? "nothing to report" : "the run ended before its report"
      terminal.write(HostedReport(of: C.help.name, rules: [], summary: summary), as: format)
    }
    return code
  }

  private static var verbs: [String] { Verb.allCases.map { $0.rawValue } }

  private static func verb(_ word: String) throws(UsageError) -> Verb {
    guard let verb = Verb(rawValue: word) else {
      let what = word.hasPrefix("-") ? "option" : "verb"
      throw .unknown(
        what, word, among: verbs + ["help", "--help", "--version"], usage: usage)
    }
    return verb
  }

  private static func help(
    _ words: [String], _ terminal: inout Terminal
  ) throws(UsageError) -> ExitCode {
    if words.count > 1, words[0] == VectorsVerb.verb.rawValue {
      terminal.write(try VectorsVerb.named(words[1]).help.text)
    } else if words.count > 1, words[0] == ImageVerb.verb.rawValue {
      terminal.write(try ImageVerb.named(words[1]).help.text)
    } else if let word = words.first {
      terminal.write(try verb(word).help.text)
    } else {
      terminal.write(Overview.text)
    }
    return .clean
  }
}

/// The help that lists all verbs of the command line.
enum Overview {
  static var text: TerminalText { TerminalText(ownLines: lines) }

  private static var lines: String {
    let width = Verb.allCases.reduce(0) { max($0, $1.rawValue.count) }
    var text = """
      Decides sign-ins and account changes by a policy, and checks policies.

      usage: \(Dispatch.usage)

      verbs:

      """
    for verb in Verb.allCases {
      text += "  " + Columns.pad(verb.rawValue, to: width) + "  " + verb.help.summary + "\n"
    }
    text += """

      A POLICY is a path, the name of a shipped policy
      (\(Presets.names.joined(separator: ", "))),
      or the name of a system
      (\(Catalog.names.joined(separator: ", "))).
      Every verb also accepts an image, which compile writes, as a POLICY.
      An input file `-` is standard input. `--` ends the options.

      exit codes:
        0   no problem; decide, lookup, explain and play exit with 0 even if attempts are refused
        1   errors or warnings, differences, failed vectors, or files that fmt would change
        2   the command line is wrong
        3   an input file cannot be read, or is invalid
        4   a decision, proof or comparison was not possible
        70  an output cannot be written, or the tool has an internal error

      example:
        linkpolicy check firebase

      """
    return text
  }
}
