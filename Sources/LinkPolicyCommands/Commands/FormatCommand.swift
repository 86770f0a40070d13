internal import LinkPolicy
internal import LinkPolicySystem
internal import LinkPolicyTesting
internal import LinkPolicyYAML

/// `fmt`: writes policies and vectors in the canonical layout.
struct FormatCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "fmt", operands: "FILE...",
      summary: "Formats YAML files canonically, without changing their meaning.",
      options: [
        .flag("--check", summary: "change nothing; print the files that would change"),
        .flag("--pin", summary: "write each policy's digest into its file"),
        .flag("--upgrade", summary: "add the provider family `*`, which older policies omit"),
      ],
      details: """
        Rewrites each file in place, completely or not at all; a canonical file is not touched. `-`
        formats standard input to standard output. With --check, `fmt` prints the names of files
        that would change, and exits with 1 if there are any. With --pin, `fmt` writes or corrects
        `digest:`, the second key of each policy. The digest covers the policy's meaning, including
        everything that the policy extends. A policy with a wrong digest does not load. With
        --upgrade, `fmt` adds the provider family `"*"` to a policy that lacks this family, so that
        undeclared providers remain federated. A policy that extends another policy does not get the
        family.
        """,
      examples: [
        "linkpolicy fmt --check policy.yaml", "linkpolicy fmt - < policy.yaml",
        "linkpolicy fmt --pin --check policy.yaml", "linkpolicy fmt --upgrade --check policy.yaml",
      ])
  }

  private let paths: [String]
  private let isCheck: Bool
  private let pins: Bool
  private let upgrades: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    paths = try arguments.operands(1...Int.max)
    isCheck = arguments.has("--check")
    pins = arguments.has("--pin")
    upgrades = arguments.has("--upgrade")
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

  /// Returns the text in canonical layout, with the digest of the policy if `--pin` is given.
  private func formatted(
    _ bytes: [UInt8], name: String, _ terminal: Terminal
  ) throws(InvalidInput) -> [UInt8] {
    let bytes = upgrades ? try PolicyFormatter.format(upgrading: bytes, name: name) : bytes
    guard pins else { return try PolicyFormatter.format(bytes, name: name) }
    let digest = try PolicyText.digest(
      of: bytes, name: name, finder: PolicySource.finder(for: name, terminal))
    return try PolicyFormatter.format(bytes, name: name, stating: digest)
  }

  /// Throws for a file without a canonical layout; with `--pin` or `--upgrade`, throws for every
  /// file other than a policy.
  private func refuse(_ bytes: [UInt8], name: String) throws(InvalidInput) {
    let refusal =
      pins || upgrades
      ? FileKind.refusal(wanting: .policy, bytes, name: name)
      : FileKind.refusal(of: bytes, name: name, wanting: "YAML") { $0.hasLayout }
    if let refusal {
      throw refusal
    }
    switch VectorReader.Format(ofFile: name) {
    case .json, .jsonLines:
      throw InvalidInput(
        [
          Diagnostic(
            .wrongFile, .error, "the file has the name of a JSON file, and `fmt` formats only YAML",
            at: SourcePosition(line: 1, column: 1), help: "rename the file if it contains YAML")
        ], in: SourceMap(files: [SourceMap.File(name: name, bytes: bytes)]))
    case .yaml, nil: break
    }
    _ = try InputBytes.text(bytes, named: name)
  }

  private func format(
    _ path: String, _ terminal: inout Terminal
  ) throws(InvalidInput) -> ExitCode {
    let bytes = try InputBytes.readAny(path, terminal)
    let name = path == "-" ? InputBytes.standardInputName : path
    try refuse(bytes, name: name)
    let formatted = try formatted(bytes, name: name, terminal)
    if isCheck {
      guard formatted != bytes else { return .clean }
      terminal.print("\(name)")
      return .findings
    }
    if path == "-" {
      terminal.output.write(formatted)
    } else if formatted != bytes {
      do throws(OutputProblem) {
        return terminal.finish(
          try OutputFile(path, terminal.files, rewrites: true), with: formatted)
      } catch {
        return terminal.say(error)
      }
    }
    return .clean
  }
}

/// `expand`: prints a policy merged with all policies that it extends.
struct ExpandCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "expand", operands: "POLICY",
      summary: "Prints a policy merged with the policies that it extends.",
      options: [],
      details: """
        The text is in canonical layout, without comments, and has the meaning and the digest of the
        policy.
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
