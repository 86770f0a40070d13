internal import LinkPolicy
internal import LinkPolicyExploration
internal import LinkPolicyProof
internal import LinkPolicyRendering
internal import LinkPolicyReview
internal import LinkPolicySystem
internal import LinkPolicyYAML

/// `render`: writes a policy, or the difference between two policies, as an HTML page.
struct RenderCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "render", operands: "POLICY | --diff OLD NEW",
      summary: "Renders a policy, or its change, as a page with tables and sign-in outcomes.",
      options: [
        .flag("--diff", summary: "show how NEW differs from OLD"),
        .flag("--proof", summary: "show the verdicts of prove for the policy, or for NEW"),
        AssumptionOptions.assume,
        .value(
          "--mutants", "FILE",
          summary: "show which invariants need each row; FILE is from mutate --prove"),
        Option.value("--out", "FILE", summary: "write the page to FILE instead of standard output")
          .or("-o"),
        .value("--limit", "N", summary: "show at most N boxes of a pair of rows; 6 by default"),
        .value(
          "--stores", "N", summary: "explore at most N states of the account store; 100 by default"),
        ExplorationOptions.budget, ExplorationOptions.seed,
      ],
      details: """
        Writes one HTML file that needs no network and no script, has a light and a dark scheme, and
        can be printed. If scripts may run, the page also has a search box and filters. The page of
        a policy shows the outcome of every kind of sign-in for every state of the existing account,
        computed exactly from the policy's cells. The page also shows the guards, derived facts,
        tables and declarations, with a link to each row and cell. With --proof, the page starts
        with the verdicts and draws each counterexample. The option --assume changes the
        assumptions, as for prove.

        With --diff, the page starts with the verdict, the edited lines and a sequence for each
        danger. The page shows the sign-in outcomes of both policies side by side, with unchanged
        rows folded. Point at a changed cell, or focus it, to see a sequence that shows the change.
        With --mutants, which reads the output of `mutate POLICY --prove --format json`, the page
        lists beside each row the invariants that depend on the row. The exit code is 4 if the
        policies cannot be compared; otherwise it is 0, whatever the page shows.
        """,
      examples: [
        "linkpolicy render firebase -o page.html",
        "linkpolicy render hardened --proof -o proof.html",
        "linkpolicy render policy.yaml --mutants proofs.jsonl -o relied-on.html",
        "linkpolicy render --diff firebase identity-platform -o change.html",
      ])
  }

  private let sources: [PolicySource]
  private let path: String?
  private let proves: Bool
  private let assumed: AssumptionOptions
  private let mutants: String?
  private let limit: Int
  private let exploration: ExplorationOptions

  init(_ arguments: Arguments) throws(UsageError) {
    let count = arguments.has("--diff") ? 2 : 1
    sources = try arguments.operands(count...count).map { PolicySource($0) }
    if sources.allSatisfy({ $0.isStandardInput }), count == 2 {
      throw arguments.error("both policies cannot be standard input")
    }
    path = arguments.output("--out")
    proves = arguments.has("--proof")
    assumed = try AssumptionOptions(arguments)
    if !assumed.isEmpty, !proves {
      throw arguments.error("`--assume` is for `--proof`; add `--proof`")
    }
    mutants = arguments.value("--mutants")
    if mutants != nil, count == 2 {
      throw arguments.error("`--mutants` is about one policy, and `--diff` about two")
    }
    limit = try ExplorationOptions.number(of: "--limit", from: arguments, in: 1...1_000_000) ?? 6
    exploration = try ExplorationOptions(arguments, stores: 100)
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    var texts: [PolicyText] = []
    for source in sources {
      texts.append(try source.text(terminal))
    }
    let output: OutputFile?
    do throws(OutputProblem) {
      output = try terminal.output(to: path)
    } catch {
      return terminal.say(error)
    }
    let page: [UInt8]
    if texts.count == 1 {
      let policy = try CompiledPolicy(texts[0].document)
      var shown = PolicyPage(policy)
      if let report = try proof(of: policy, sources[0], &terminal) {
        (shown.verdicts, shown.groundwork) = (report.shown, report.groundwork)
      }
      if let mutants {
        let proofs = try MutantProofFile(
          mutants, about: policy, under: Assumptions.shipped(),
          help: "for `--mutants`, write the file with `linkpolicy mutate --prove --format json`",
          terminal)
        (shown.reliances, shown.relianceExtent) = proofs.reliances(in: policy)
      }
      page = shown.html
    } else {
      guard let difference = try differencePage(Sides(old: texts[0], new: texts[1]), &terminal)
      else { return .undecided }
      page = difference
    }
    guard let output else {
      terminal.output.write(page)
      return .clean
    }
    return terminal.finish(output, with: page)
  }

  /// Returns the page of a changed policy, or reports the reason and returns nil if the policies cannot be compared.
  private func differencePage(
    _ texts: Sides<PolicyText>, _ terminal: inout Terminal
  ) throws(InvalidInput) -> [UInt8]? {
    let pair = try CompiledPair(texts)
    let policies = pair.policies
    var difference: PolicyDifference
    do throws(ComparisonRefusal) {
      difference = try PolicyDifference(old: policies.old, new: policies.new, cells: pair.cells)
    } catch {
      terminal.say(error, policies)
      return nil
    }
    difference.addWitnesses(
      limits: exploration.limits, seed: exploration.seed, until: exploration.isSpent()
    ) {
      terminal.show(progress: "\($0)")
    }
    terminal.clearProgress()
    let paths = ShownPaths(old: sources[0].name, new: sources[1].name)
    let report = DifferenceReport(difference, named: paths.names, limit: limit)
      .renamed { paths.name($0) }
    var page = DifferencePage(report)
    if let report = try proof(of: policies.new, sources[1], &terminal) {
      (page.verdicts, page.groundwork) = (report.shown, report.groundwork)
    }
    return page.html
  }

  /// Returns the proof of a policy under the given assumptions, or nil if no proof is requested.
  private func proof(
    of policy: CompiledPolicy, _ source: PolicySource, _ terminal: inout Terminal
  ) throws(InvalidInput) -> ProofReport? {
    guard proves else { return nil }
    let (assumptions, environment) = try assumed.assumptions(
      about: policy, from: source, terminal)
    let proof = Proof(policy, under: assumptions, in: environment, Proof.Options()) { done, count in
      terminal.show(progress: "\(done) of \(count) domains")
    }
    terminal.clearProgress()
    return ProofReport(proof, named: source.name)
  }
}

/// The names that a page shows for two policies and their files; a page never contains an absolute path.
private struct ShownPaths {
  private let given: Sides<String>
  /// The names of the policies: a relative path is unchanged, and an absolute path is shortened to its last components,
  /// such as `old/policy.yaml`.
  let names: Sides<String>

  init(old: String, new: String) {
    given = Sides(old: old, new: new)
    let parts = Sides(old: Self.parts(of: old), new: Self.parts(of: new))
    var count = 1
    while count < max(parts.old.count, parts.new.count),
      parts.old.suffix(count) == parts.new.suffix(count)
    {
      count += 1
    }
    names = Sides { [given, count] side in
      given[side].hasPrefix("/")
        ? parts[side].suffix(count).joined(separator: "/") : given[side]
    }
  }

  /// Returns the name under which the page shows a file.
  func name(_ path: String) -> String {
    for side in Side.allCases where given[side].hasSameBytes(as: path) {
      return names[side]
    }
    return path.hasPrefix("/") ? Self.parts(of: path).last ?? path : path
  }

  private static func parts(of path: String) -> [String] {
    path.split(separator: "/", omittingEmptySubsequences: true).map { String($0) }
  }
}
