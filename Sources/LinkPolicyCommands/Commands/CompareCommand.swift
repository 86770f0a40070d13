internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyExploration
internal import LinkPolicyReview
internal import LinkPolicySystem

/// `compare`: compares two systems by sequences of attempts.
struct CompareCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "compare", operands: "A B",
      summary: "Plays sequences of attempts under two policies and shows which end differently.",
      options: [
        .value(
          "--map", "FILE",
          summary: "translate names of A to names of B; the file begins with `map: 1`"),
        SettingOption.option("compare under one value of a setting; all values by default"),
        .format(SequenceComparisonReport.SequenceReportFormat.self, "the format of the report"),
        .report,
        .value(
          "--stores", "N",
          summary: "explore at most N states of the account store per policy; 50 by default"),
        ExplorationOptions.seed,
        .flag("--all", summary: "show every cause, with every result of its sequences"),
      ],
      details: """
        Compares two systems, even if their policies have different tables and names. `compare`
        explores both policies, and plays each sequence under A and under B, each time with new
        accounts. `compare` then compares the results: who is signed in to which account, who is
        refused, and which methods, second factors, sessions and codes remain. Differences are
        counted by cause. A cause is a pair of rows, one of each policy, where the answers first
        differ. If the results become equal when a setting has its default value, the setting is the
        cause instead. The most dangerous causes come first. A map translates the providers, claims,
        settings and errors of A to those of B; all other names must be equal. Sequences that only
        one of the policies can play are counted by reason, and not compared. The exit code is 1 if
        a sequence ends differently, and 4 if no sequence can be played under both policies. Equal
        results prove nothing about other sequences; only `diff` can prove that two policies are
        equal.
        """,
      examples: [
        "linkpolicy compare firebase firebase-emulator",
        "linkpolicy compare firebase hardened --setting client-create=allowed",
        "linkpolicy compare firebase supabase.yaml --map map.yaml",
      ])
  }

  private let sources: Sides<PolicySource>
  private let map: String?
  private let setting: SettingOption
  private let reports: ReportRequests<SequenceComparisonReport.SequenceReportFormat>
  private let exploration: ExplorationOptions
  private let showsAll: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    let names = try arguments.operands(2...2)
    sources = Sides(old: PolicySource(names[0]), new: PolicySource(names[1]))
    map = arguments.value("--map")
    if (names + [map].compactMap { $0 }).count(where: { $0 == "-" }) > 1 {
      throw arguments.error(
        map == "-"
          ? "a policy and the map cannot both be standard input"
          : "both policies cannot be standard input")
    }
    setting = try SettingOption(arguments)
    reports = try ReportRequests(arguments)
    exploration = try ExplorationOptions(arguments, stores: 50)
    showsAll = arguments.has("--all")
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    let policies = Sides(
      old: try sources.old.compiled(terminal), new: try sources.new.compiled(terminal))
    let map = try readMap(of: policies, terminal)
    let settings: ComparedSettings
    do throws(ComparedSettings.ComparisonSettingError) {
      settings = try ComparedSettings(setting.values, of: policies, by: map)
    } catch {
      terminal.say("error: \(error.message)")
      return .usage
    }
    let outputs: OpenReports<SequenceComparisonReport.SequenceReportFormat>
    do throws(OutputProblem) {
      outputs = try reports.open(terminal)
    } catch {
      return terminal.say(error)
    }
    var line = PhaseLine()
    let comparison = SequenceComparison(
      policies, by: map, under: settings, limits: exploration.limits, seed: exploration.seed
    ) { progress in
      let what = progress.isPlaying ? "playing sequences" : "exploring"
      line.show(
        "\(what) under \(progress.side.rawValue)", done: progress.done, of: progress.all,
        unit: progress.isPlaying ? "situations" : "stores", &terminal)
    }
    terminal.clearProgress()
    let report = SequenceComparisonReport(
      comparison, named: Sides(old: sources.old.name, new: sources.new.name), by: self.map,
      showsAll: showsAll)
    var code = outputs.write(&terminal) { report.bytes($0) }
    if !comparison.causes.isEmpty {
      code.join(.findings)
    } else if comparison.played == 0 {
      // A comparison that could play no sequence must not report "no difference".
      terminal.say(
        "error: no sequence can be played under both policies; with `--map`, map the providers of the old policy to providers of the new policy"
      )
      code.join(.undecided)
    }
    return code
  }

  /// Reads the file of `--map`, and checks that both policies declare the names in the map.
  private func readMap(
    of policies: Sides<CompiledPolicy>, _ terminal: Terminal
  ) throws(InvalidInput) -> SystemMap? {
    guard let path = map else { return nil }
    let name = path == "-" ? InputBytes.standardInputName : path
    let map = try SystemMap(InputBytes.read(path, terminal), name: name)
    try map.check(against: policies)
    return map
  }
}
