internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyProof
internal import LinkPolicySystem
internal import LinkPolicyTesting

/// `prove`: proves that no sequence of attempts takes over an account, shows such a sequence, or reports that it cannot
/// decide.
struct ProveCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "prove", operands: "POLICY",
      summary:
        "Proves that no sequence of attempts takes over an account, or shows such a sequence.",
      options: [
        Option.value(
          "--invariant", "ID",
          summary: "prove only this invariant, such as I1 or an invariant of POLICY"
        ).repeatable,
        AssumptionOptions.assume,
        SettingOption.option("prove under one value of a setting; all values by default"),
        .flag("--quick", summary: "do not count cells, and do not search for shorter sequences"),
        .value(
          "--explain", "ROW", summary: "show how attempts reach one row, such as guards/closed"),
        .value(
          "--attempts", "N",
          summary: "stop the search for accounts after N attempts; 5000000 by default"
        ),
        .value(
          "--worlds", "N",
          summary: "search at most N states of the store for sequences; 150000 by default"),
        .format(ProofFormat.self, "the format of the report"),
        .value("--vectors", "PATH", summary: "write the counterexamples as vectors"),
        .value("--certificate", "PATH", summary: "write the proofs for an independent checker"),
      ] + withoutEffect.map { Option.value($0, "VALUE", summary: "has no effect") },
      details: """
        Proves each invariant for any number of accounts, methods, sessions and codes, or shows a
        sequence of attempts that breaks it; otherwise the invariant is undecided. Some proofs need
        only the tables; other proofs examine all reachable accounts. `prove` plays all attempts
        except those that the numbered exclusions leave out, and prints its assumptions. The exit
        code is 1 if an invariant is broken, and 4 if an invariant is undecided or vacuous.
        Switches, each with its default:
        \(AssumptionOptions.switches[..<5].joined(separator: ", ")),
        \(AssumptionOptions.switches[5..<10].joined(separator: ", ")),
        and exclusion-1 to exclusion-9 (on). With exclusion-N=off, `prove` plays the attempts that
        exclusion N leaves out. A file of assumptions states who can obtain which assertion. An
        assumptions file can also set switches, add exclusions with their reasons, and declare that
        several addresses share a mailbox: see `linkpolicy schema assumptions`. With --quick, the
        verdicts are the same and come sooner, but the sequences may not be the shortest. A
        certificate lists every reachable account, and covers the proved invariants among I1 to I6,
        I8, I14 and I15. Tests/Oracle/check-certificate checks a certificate without the prover.
        `prove` writes a certificate only if it proved an invariant that a certificate can cover,
        and only if the list of accounts is complete. The formats are pretty, json, github and
        sarif.
        """,
      examples: [
        "linkpolicy prove policy.yaml --invariant I6",
        "linkpolicy prove policy.yaml --assume clicks=off --vectors counterexamples.jsonl",
      ])
  }

  /// Options that bounded the exploration of earlier versions and have no effect now.
  private static let withoutEffect = [
    "--accounts", "--methods", "--codes", "--states", "--transitions",
  ]

  private let source: PolicySource
  private let assumed: AssumptionOptions
  private let options: Proof.Options
  private let setting: SettingOption
  private let explained: String?
  private let format: ProofFormat
  private let vectorsPath: String?
  /// The options without effect that the user gave, such as `--states`; `run` prints a note about each.
  private let ignored: [String]
  private let certificatePath: String?

  init(_ arguments: Arguments) throws(UsageError) {
    source = PolicySource(try arguments.operands(1...1)[0])
    format = arguments.format(ProofFormat.self)
    vectorsPath = try arguments.sideOutput("--vectors")
    ignored = Self.withoutEffect.filter { arguments.value($0) != nil }
    certificatePath = try arguments.sideOutput("--certificate")
    var options = Proof.Options()
    options.invariants = arguments.values("--invariant")
    if arguments.has("--quick") {
      options.countsCells = false
      options.seeksShorter = false
    }
    explained = arguments.value("--explain")
    if explained != nil {
      let others = ["--certificate", "--invariant", "--vectors", "--format"]
      if let other = others.first(where: { arguments.value($0) != nil }) {
        throw arguments.error("`\(other)` is about a complete proof, and `--explain` about one row")
      }
      guard options.countsCells else {
        throw arguments.error(
          "`--explain` reports cells, which `--quick` does not count; use only one of the two")
      }
      // `--explain` needs only the account closures, which the proof of any one invariant computes.
      options.invariants = ["I6"]
    }
    options.attempts =
      try ExplorationOptions.number(of: "--attempts", from: arguments, in: 1...1_000_000_000)
      ?? options.attempts
    options.worlds =
      try ExplorationOptions.number(of: "--worlds", from: arguments, in: 1...10_000_000)
      ?? options.worlds
    setting = try SettingOption(arguments)
    options.settings = setting.values
    self.options = options
    assumed = try AssumptionOptions(arguments)
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    let usage = ResourceUsage()
    for option in ignored {
      terminal.say(
        "note: `\(option)` has no effect, because `prove` needs no limit of this kind")
    }
    let policy = try source.compiled(terminal)
    let (assumptions, environment) = try assumed.assumptions(
      about: policy, from: source, terminal)
    let known = Invariant.all(of: policy).map { $0.id }
    for id in options.invariants where !known.contains(id) {
      terminal.say(
        error:
          "there is no invariant `\(id)`; the invariants are \(known.joined(by: ", "))")
      return .usage
    }
    if let refusal = setting.refusal(under: policy) {
      terminal.say(error: "\(refusal)")
      return .usage
    }
    let vectors: OutputFile?
    let certificate: OutputFile?
    do throws(OutputProblem) {
      vectors = try terminal.output(to: vectorsPath)
      certificate = try terminal.output(to: certificatePath)
    } catch {
      return terminal.say(error)
    }
    let proof = Proof(policy, under: assumptions, in: environment, options) { done, count in
      terminal.show(progress: "\(done) of \(count) domains")
    }
    terminal.clearProgress()
    let report = ProofReport(proof, named: source.name)
    if let explained {
      guard let explanation = proof.explanation(of: explained) else {
        terminal.say(
          error:
            "the policy has no row or guard `\(explained)`; write the name as in reports, such as `sign-in.password/known` or `guards/closed`"
        )
        return .usage
      }
      terminal.write(report.text(of: explanation))
      return .clean
    }
    let certified = certificate.map { write(proof, under: assumptions, to: $0, &terminal) }
    switch format {
    case .pretty: terminal.write(report.text)
    case .json: terminal.output.write(report.json)
    case .github: terminal.write(report.hosted.mostSevereFirst, as: .github)
    case .sarif: terminal.write(report.hosted, as: .sarif)
    }
    usage.tell(&terminal)
    var code = ExitCode.clean
    if let vectors {
      code.join(terminal.finish(vectors, with: report.vectors))
      for id in report.untold {
        terminal.say(
          "note: no vector was written for \(id): it is broken before the first attempt, and a vector needs a step"
        )
      }
    }
    if !proof.counterexamples.isEmpty {
      code.join(.findings)
    } else if !proof.isProved {
      code.join(.undecided)
    }
    // After a broken invariant, the exit code need not report the missing certificate.
    if let certified, !(code == .findings && certified == .undecided) {
      code.join(certified)
    }
    return code
  }

  /// Writes the certificate of a proof, or reports why there is no certificate.
  private func write(
    _ proof: Proof, under assumptions: Assumptions, to file: OutputFile, _ terminal: inout Terminal
  ) -> ExitCode {
    do throws(CertificateRefusal) {
      let certificate = try Certificate(
        of: proof, under: assumptions, version: CommandLineTool.version)
      let code = terminal.finish(file, with: certificate.json)
      if code == .clean {
        terminal.say("certificate for \(certificate.invariants.map { $0.id }.joined(by: ", "))")
      }
      return code
    } catch {
      terminal.say(error: "\(error.message)")
      return .undecided
    }
  }
}
