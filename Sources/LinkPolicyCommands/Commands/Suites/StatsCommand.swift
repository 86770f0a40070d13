internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicySystem
internal import LinkPolicyTesting

/// `vectors stats`: counts cases by suite, shard, tier, kind, policy and flag.
struct StatsCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "vectors stats", operands: "PATH [OTHER]",
      summary: "Counts cases, steps and bytes by suite, shard, tier, kind, policy and flag.",
      options: [
        .format(BriefFormat.self, "the format of the counts"),
        .flag(
          "--alone",
          summary: "list what only one file covers, and vectors that add nothing"),
      ],
      details: """
        A PATH is a vector file, a folder or a suite. While counting, `stats` compares the shards of
        a suite with the manifest. With two paths, `stats` prints each count that differs, with both
        values. `stats` also counts the ids that the second path adds, removes and changes.

        With --alone, `stats` edits each policy of the cases in every small way, as `mutate` does.
        For each file, `stats` divides the vectors into three groups. Vectors of the first group add
        a transition (a row that decides after another row), or a pair of transitions, that no
        earlier vector has. Vectors of the second group notice a mutant that fewer than three
        earlier vectors notice. Vectors of the third group add nothing. For each file, `stats` also
        counts the transitions and mutants that no other file covers. The exit code is 1 if a file
        adds nothing.
        """,
      examples: [
        "linkpolicy vectors stats suite", "linkpolicy vectors stats suite cases.yaml",
        "linkpolicy vectors stats suite --alone",
      ])
  }

  private let paths: [String]
  private let isJSON: Bool
  private let isAlone: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    paths = try arguments.operands(1...2)
    isJSON = arguments.format(BriefFormat.self) == .json
    isAlone = arguments.has("--alone")
    if isAlone, paths.count > 1 {
      throw arguments.error("`--alone` examines one path; give the folder that contains both paths")
    }
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    if isAlone {
      return try purposes(&terminal)
    }
    var sets: [SuiteStatistics] = []
    for path in paths {
      let set = try SuiteStatistics(path, keepsBodies: paths.count > 1)
      if let notice = set.notice {
        terminal.say("note: \(notice)")
      }
      sets.append(set)
    }
    if isJSON {
      terminal.output.write(json(sets))
    } else {
      print(sets, &terminal)
    }
    return .clean
  }

  /// Reports, for `--alone`, the contribution of each vector file to the tests of the policies.
  private func purposes(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    let report = try PurposeReport(paths[0], &terminal)
    guard !report.policies.isEmpty || !report.refusals.isEmpty else {
      terminal.say("error: there is no case at `\(paths[0])`")
      return .findings
    }
    if isJSON {
      terminal.output.write(report.json)
    } else {
      terminal.write(report.text)
    }
    return report.needless.isEmpty ? .clean : .findings
  }

  private func print(_ sets: [SuiteStatistics], _ terminal: inout Terminal) {
    let total = sets.map { $0.total }
    var line: TerminalText = "cases \(Self.words(total.map { $0.cases }))"
    line += ", steps \(Self.words(total.map { $0.steps }))"
    terminal.print(line + ", bytes \(Self.words(sets.map { $0.bytes }))")
    if sets.count > 1 {
      let change = sets[1].change(from: sets[0])
      terminal.print(
        "\(change.added) added, \(change.removed) removed, \(change.changed) changed")
    }
    for dimension in SuiteStatistics.Dimension.allCases {
      let names = Self.names(of: dimension, in: sets)
      guard !names.isEmpty else { continue }
      terminal.print("\(word: dimension)")
      let width = names.reduce(0) { max($0, $1.text.unicodeScalars.count) }
      for name in names {
        let counts = sets.map { $0.counts[dimension]?[name] ?? SuiteStatistics.Count() }
        var line: TerminalText = "  \(Columns.pad(name.text, to: width))"
        line += "  cases \(Self.words(counts.map { $0.cases }))"
        line += ", steps \(Self.words(counts.map { $0.steps }))"
        if dimension == .shard {
          line += ", bytes \(Self.words(sets.map { $0.shardBytes[name] ?? 0 }))"
        }
        terminal.print(line)
      }
    }
  }

  /// Returns one number, or `OLD -> NEW` if two compared numbers differ.
  private static func words(_ numbers: [Int]) -> String {
    numbers.count > 1 && numbers[0] == numbers[1]
      ? String(numbers[0]) : numbers.map { String($0) }.joined(separator: " -> ")
  }

  private static func names(
    of dimension: SuiteStatistics.Dimension, in sets: [SuiteStatistics]
  ) -> [Name] {
    var names: Set<Name> = []
    for set in sets {
      names.formUnion((set.counts[dimension] ?? [:]).keys)
    }
    return names.sorted()
  }

  private func json(_ sets: [SuiteStatistics]) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("sets")
    writer.beginArray()
    for (path, set) in zip(paths, sets) {
      writer.statistics(set, of: path)
    }
    writer.endArray()
    if sets.count > 1 {
      let change = sets[1].change(from: sets[0])
      for (name, count) in [
        ("added", change.added), ("removed", change.removed), ("changed", change.changed),
      ] {
        writer.key(Name(name))
        writer.int(count)
      }
    }
    writer.endObject()
    writer.endLine()
    return writer.take()
  }
}

extension JSONWriter {
  fileprivate mutating func statistics(_ set: SuiteStatistics, of path: String) {
    beginObject()
    key("path")
    string(path)
    for (name, count) in [
      ("cases", set.total.cases), ("steps", set.total.steps), ("bytes", set.bytes),
    ] {
      key(Name(name))
      int(count)
    }
    for dimension in SuiteStatistics.Dimension.allCases {
      key(Name(dimension.rawValue))
      beginObject()
      for (name, count) in (set.counts[dimension] ?? [:]).sorted(by: { $0.key < $1.key }) {
        key(name)
        beginObject()
        key("cases")
        int(count.cases)
        key("steps")
        int(count.steps)
        if dimension == .shard {
          key("bytes")
          int(set.shardBytes[name] ?? 0)
        }
        endObject()
      }
      endObject()
    }
    endObject()
  }
}
