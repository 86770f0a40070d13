internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyJSON
internal import LinkPolicySystem

/// `doctor`: reports problems of stored accounts under the current policy, and under another policy if `--then` names
/// one.
struct DoctorCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "doctor", operands: "POLICY EXPORT",
      summary: "Finds problems in stored accounts, and problems that another policy would cause.",
      options: [
        .value(
          "--then", "POLICY",
          summary: "also find problems that a switch to this policy would cause"),
        .flag("--notes", summary: "list each method that did not prove the address of its account"),
        .format(BriefFormat.self, "the format of the findings"),
      ],
      details: """
        EXPORT lists every account of the store, one per line, in the format in which `decide` reads
        accounts; `-` is standard input. `doctor` finds accounts that no decision can use, accounts
        without a method, and accounts that share an id, a credential, an identifier or an address.
        With --then, `doctor` also finds addresses and identifiers that the other policy would look
        up under a different key. Under the other policy, several accounts could share an address
        (because of folding, aliases or pools) or an identifier (because of folding); `doctor` finds
        these accounts too. `doctor` cannot find collisions with accounts that are not in the file.
        The exit code is 1 if there are errors or warnings.
        """,
      examples: [
        "linkpolicy doctor firebase accounts.jsonl",
        "linkpolicy doctor old.yaml accounts.jsonl --then new.yaml",
      ])
  }

  private let policy: PolicySource
  private let export: String
  private let other: PolicySource?
  private let listsNotes: Bool
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    let operands = try arguments.operands(2...2)
    policy = PolicySource(operands[0])
    export = operands[1]
    other = arguments.value("--then").map { PolicySource($0) }
    listsNotes = arguments.has("--notes")
    isJSON = arguments.format(BriefFormat.self) == .json
    guard
      [operands[0], operands[1], arguments.value("--then") ?? ""].count(where: { $0 == "-" }) < 2
    else {
      throw arguments.error("only one of the files can be standard input")
    }
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    let policy = try policy.compiled(terminal)
    let other = try other?.compiled(terminal)
    let bytes = try InputBytes.read(export, terminal)
    let file = try AccountExport(bytes, name: export == "-" ? InputBytes.standardInputName : export)
    let found = ExportExamination(file.accounts, under: policy, then: other)
    let shown = found.findings.filter { listsNotes || $0.level != .note }
    if isJSON {
      terminal.output.write(
        Self.report(of: found, shown: shown, file: file, policy: policy, other: other))
    } else {
      terminal.print(shown, in: file.sources)
      terminal.print(Self.summary(of: found, file: file, policy: policy))
    }
    return found.findings.contains { $0.level != .note } ? .findings : .clean
  }

  private static func summary(
    of found: ExportExamination, file: AccountExport, policy: CompiledPolicy
  ) -> TerminalText {
    let count = found.findings.count { $0.level != .note }
    var text: TerminalText =
      "\(file.accounts.count, of: "account"), \(found.methods, of: "method"): "
    text += count == 0 ? "no findings" : "\(count, of: "finding")"
    if found.unproven > 0 {
      text += "; \(found.unproven, of: "method") did not prove the address of the account"
    }
    return text
  }

  private static func report(
    of found: ExportExamination, shown: [Diagnostic], file: AccountExport, policy: CompiledPolicy,
    other: CompiledPolicy?
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("policy")
    writer.string(policy.digest.text)
    writer.key("then")
    if let other {
      writer.string(other.digest.text)
    } else {
      writer.null()
    }
    for (key, count) in [
      ("accounts", file.accounts.count), ("methods", found.methods), ("unproven", found.unproven),
    ] as [(Name, Int)] {
      writer.key(key)
      writer.int(count)
    }
    writer.key("findings")
    writer.findings(shown, in: file.sources)
    writer.endObject()
    writer.endLine()
    return writer.take()
  }
}
