internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicySystem
internal import LinkPolicyTesting
internal import LinkPolicyYAML

/// `vectors lint`: checks that suites match their manifests and are fit for distribution.
struct LintCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "vectors lint", operands: "PATH...",
      summary: "Finds faults in suites, such as a reused id, an edited case or an undeclared flag.",
      options: [.format(BriefFormat.self, "the format of the findings")],
      details: """
        A PATH is the folder of a suite, or a folder that contains suites. `lint` verifies that
        shards, cases and policies match the manifest and the index. `lint` also finds undeclared
        flags, cases that state neither proofs nor a source, and ids that are duplicate, retired or
        unsorted, or that lack a required hash. The exit code is 1 if there are errors or warnings.
        """,
      examples: ["linkpolicy vectors lint suite", "linkpolicy vectors lint suite --format json"])
  }

  private let paths: [String]
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    paths = try arguments.operands(1...Int.max)
    isJSON = arguments.format(BriefFormat.self) == .json
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    let policies = try CasePolicies(nil, terminal)
    var reports: [SuiteLint] = []
    var code = ExitCode.clean
    for path in paths {
      let listing = try VectorFiles.suites(at: path)
      if let notice = listing.notice {
        terminal.say("note: \(notice)")
      }
      guard !listing.found.isEmpty else {
        throw FileProblem.finding(
          about: path, "no folder here has a `suite.json`, so there is no suite")
      }
      for suite in listing.found {
        do throws(InvalidInput) {
          let report = try SuiteLint(suite, policies: policies, noting: terminal.files)
          reports.append(report)
          if !isJSON {
            terminal.print(report.findings, in: report.sources)
            terminal.print(Self.summary(report))
          }
        } catch {
          terminal.say(error)
          code.join(.invalidInput)
        }
      }
    }
    if isJSON {
      terminal.output.write(Self.json(reports))
    }
    if reports.contains(where: { !$0.isClean }) {
      code.join(.findings)
    }
    return code
  }

  private static func summary(_ report: SuiteLint) -> TerminalText {
    let manifest = report.suite.manifest
    var text: TerminalText = "\(manifest.suite): \(report.cases, of: "case")"
    text += " in \(manifest.shards.count, of: "shard"): "
    let count = report.findings.count + report.omitted
    text += count == 0 ? "no findings" : "\(count, of: "finding")"
    return report.omitted > 0 ? text + ", \(report.omitted) of them not shown" : text
  }

  private static func json(_ reports: [SuiteLint]) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("suites")
    writer.beginArray()
    for report in reports {
      writer.beginObject()
      writer.key("suite")
      writer.string(report.suite.manifest.suite)
      writer.key("path")
      writer.string(report.suite.path)
      for (name, count) in [
        ("shards", report.suite.manifest.shards.count), ("cases", report.cases),
        ("omitted", report.omitted),
      ] {
        writer.key(Name(name))
        writer.int(count)
      }
      writer.key("findings")
      writer.findings(report.findings, in: report.sources)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    return writer.take()
  }
}
