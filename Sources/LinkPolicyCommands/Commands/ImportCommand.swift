internal import LinkPolicyAuthoring
internal import LinkPolicyJSON
internal import LinkPolicySystem

/// `import`: converts an export of another system, such as Firebase, to rows of a store.
struct ImportCommand: Command {
  /// The systems whose exports are supported.
  enum ImportSource: String, CaseIterable {
    case firebase
  }

  static var help: CommandHelp {
    CommandHelp(
      name: "import", operands: "POLICY EXPORT",
      summary:
        "Maps another system's export to accounts, and reports accounts that could lose methods.",
      options: [
        Option.value(
          "--from", "firebase", summary: "the format of the export: `firebase auth:export` in JSON"
        )
        .required,
        Option.value(
          "--out", "FILE", summary: "write the accounts to FILE instead of standard output"
        )
        .or("-o"),
        .flag("--notes", summary: "list the omitted data, and each unproven method"),
      ],
      details: """
        An export does not record which method proved an address. `import` marks every method as
        unproven. A row with `drop-unproven` therefore removes every imported method of an account,
        even if the owner signs in. `firebase auth:export` omits second factors, tenants, passwords
        that another system hashed, and the methods of all providers except Google, Facebook,
        Twitter and GitHub. An account may therefore have methods that the export omits. `import`
        reads the omitted data too, if another program wrote it to the file. `import` also looks for
        the problems that doctor finds. If the policy does not declare a provider of the export,
        `import` writes nothing, because anybody could claim the address of an account that `import`
        leaves out. The exit code is 1 if there are errors or warnings, even if the accounts were
        written.
        """,
      examples: ["linkpolicy import firebase users.json --from firebase --out accounts.jsonl"])
  }

  private let policy: PolicySource
  private let export: String
  private let path: String?
  private let listsNotes: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    let operands = try arguments.operands(2...2)
    policy = PolicySource(operands[0])
    export = operands[1]
    path = arguments.output("--out")
    listsNotes = arguments.has("--notes")
    guard let word = arguments.value("--from") else {
      throw arguments.error("--from is missing: name the format of the export, such as `firebase`")
    }
    guard ImportSource(rawValue: word) != nil else {
      throw arguments.error(
        "--from has no value `\(word)`; known: "
          + ImportSource.allCases.map { $0.rawValue }.joined(separator: ", "))
    }
    guard !(operands[0] == "-" && export == "-") else {
      throw arguments.error("only one of the files can be standard input")
    }
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    let policy = try policy.compiled(terminal)
    let bytes = try InputBytes.read(export, terminal)
    let output: OutputFile?
    do throws(OutputProblem) {
      output = try terminal.output(to: path)
    } catch {
      return terminal.say(error)
    }
    let read = try FirebaseExport(
      bytes, name: export == "-" ? InputBytes.standardInputName : export, for: policy)
    let found = ExportExamination(read.accounts, under: policy, then: nil)
    let findings = read.notes + found.findings
    let shown = findings.filter { listsNotes || $0.level != .note }
    if !shown.isEmpty {
      terminal.say(InvalidInput(shown, in: read.sources))
    }
    terminal.say(Self.summary(of: read, found: found, policy: policy))
    var lines: [UInt8] = []
    for stored in read.accounts {
      var writer = JSONWriter()
      writer.account(stored.account, as: .rows)
      writer.endLine()
      lines += writer.take()
    }
    var code: ExitCode = findings.contains { $0.level != .note } ? .findings : .clean
    if let output {
      code.join(terminal.finish(output, with: lines))
    } else {
      terminal.output.write(lines)
    }
    return code
  }

  private static func summary(
    of read: FirebaseExport, found: ExportExamination, policy: CompiledPolicy
  ) -> TerminalText {
    var text: TerminalText = "\(read.accounts.count, of: "account"), \(found.methods, of: "method")"
    if found.unproven > 0 {
      text += "; \(found.unproven, of: "method") without a proof in the export"
      let losing = read.accounts.count { policy.canDropUnproven(of: $0.account) }
      text +=
        losing == 0
        ? ", and no row drops these methods"
        : ", and a row can drop such methods of \(losing, of: "account") when another person proves the address"
    }
    text +=
      "\nan export of this format omits methods of providers other than google.com, facebook.com, twitter.com and "
    text +=
      "github.com, e-mail links, passwords that other systems hashed, second factors and tenants"
    return text
  }
}
