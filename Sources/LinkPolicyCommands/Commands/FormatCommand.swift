internal import LinkPolicy
internal import LinkPolicyYAML

/// `fmt`: policies and vectors in their one canonical layout.
struct FormatCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "fmt", operands: "FILE...",
      summary: "Lays YAML files out in the one canonical way, without changing what they mean.",
      options: [.flag("--check", "change nothing; print the files that would change")],
      details: """
        Files are rewritten in place, each at once or not at all; one that is laid out already is
        not touched. `-` formats standard input to standard output. With --check the names of
        files that would change are the output, and there being any ends with 1.
        """,
      examples: ["linkpolicy fmt --check policy.yaml", "linkpolicy fmt - < policy.yaml"])
  }

  private let paths: [String]
  private let isCheck: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    paths = try arguments.operands(1...Int.max)
    isCheck = arguments.has("--check")
    guard paths.count(where: { $0 == "-" }) <= 1 else {
      throw arguments.error("standard input can be read once")
    }
  }

  func run(_ terminal: inout Terminal) -> ExitCode {
    var code = ExitCode.clean
    for path in paths {
      do throws(InvalidInput) {
        code.join(try format(path, &terminal))
      } catch {
        terminal.say(error)
        code.join(.invalidInput)
      }
    }
    return code
  }

  private func format(
    _ path: String, _ terminal: inout Terminal
  ) throws(InvalidInput) -> ExitCode {
    let bytes = try InputBytes.read(path, terminal)
    let name = path == "-" ? InputBytes.standardInputName : path
    let formatted = try PolicyFormatter.format(bytes, name: name)
    if isCheck {
      guard formatted != bytes else { return .clean }
      terminal.print("\(name)")
      return .findings
    }
    if path == "-" {
      terminal.output.write(formatted)
    } else if formatted != bytes {
      do throws(SystemCalls.Failure) {
        try ReplacedFile.write(formatted, to: path)
      } catch {
        terminal.say("linkpolicy: cannot write `\(path)`: \(error.reason)")
        return .internalError
      }
    }
    return .clean
  }
}
