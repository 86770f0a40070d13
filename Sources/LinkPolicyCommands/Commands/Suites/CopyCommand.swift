internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicySystem
internal import LinkPolicyTesting

/// `vectors copy`: copies selected cases of a suite into a new suite.
struct CopyCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "vectors copy", operands: "FROM TO",
      summary: "Copies the selected cases of a suite into a new folder, with a separate manifest.",
      options: CaseSelection.options + [
        Option.value("--policy", "NAME", summary: "only the cases about the policy of this name")
          .repeatable,
        .format(BriefFormat.self, "the format of the report"),
      ],
      details: """
        `copy` verifies that each shard of FROM matches the manifest. TO must not exist, or must be
        an empty folder. `copy` keeps ids, bodies, tiers and flags, and writes every shard as JSON
        Lines. The exit code is 3 if no case is selected, because a suite is never empty.
        """,
      examples: [
        "linkpolicy vectors copy suite copied",
        "linkpolicy vectors copy suite part --proves R3 --format json",
      ])
  }

  private let from: String
  private let to: String
  private let selection: VectorSelection
  private let names: [String]
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    let operands = try arguments.operands(2...2)
    from = operands[0]
    to = operands[1]
    selection = CaseSelection.selection(arguments)
    names = arguments.values("--policy")
    isJSON = arguments.format(BriefFormat.self) == .json
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    let suite = try SuiteFolder(from, noting: terminal.files)
    do throws(OutputProblem) {
      try SuiteWriter.makeFolder(to)
      let copy: SuiteCopy
      do throws(InvalidInput) {
        copy = try SuiteCopy(
          suite, selection, named: names, policies: CasePolicies(nil, terminal, suite: from))
      } catch {
        Folder.remove(to)
        terminal.say(error)
        return .invalidInput
      }
      try SuiteWriter.write(copy.files, into: to, terminal.files)
      report(copy, &terminal)
      return .clean
    } catch {
      return terminal.say(error)
    }
  }

  private func report(_ copy: SuiteCopy, _ terminal: inout Terminal) {
    guard isJSON else {
      let shards = copy.manifest.shards.count
      terminal.print(
        "\(copy.manifest.suite): \(copy.cases, of: "case") in \(shards, of: "shard")")
      return
    }
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("suite")
    writer.string(copy.manifest.suite)
    writer.key("path")
    writer.string(to)
    for (name, count) in [("shards", copy.manifest.shards.count), ("cases", copy.cases)] {
      writer.key(Name(name))
      writer.int(count)
    }
    writer.endObject()
    writer.endLine()
    terminal.output.write(writer.take())
  }
}
