internal import LinkPolicyExploration
internal import LinkPolicyJSON
internal import LinkPolicyReview
internal import LinkPolicySystem

/// `generate`: writes vectors that reach a policy's rows, cells or transitions, or that notice its
/// mutants.
struct GenerateCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "generate", operands: "POLICY",
      summary: "Creates vectors that reach every row, cell or transition, or notice every mutant.",
      options: [
        .choice(
          "--goal", goals, summary: "the goal that the vectors reach together, such as cells"),
        ExplorationOptions.seed, ExplorationOptions.stores,
        .value("--count", "N", summary: "write only the N shortest vectors"),
        .choice(
          "--answers", ["none", "policy"],
          summary: "expect nothing, or the answers of POLICY; none by default"),
        .value("--prefix", "WORD", summary: "the prefix of the ids; gen by default"),
        .value("--named", "NAME", summary: "the policy's name in the vectors; POLICY by default"),
        .value("--out", "FILE", summary: "write the vectors to FILE instead of standard output"),
      ],
      details: """
        Explores sequences of attempts from the empty store, and writes a small set of short
        sequences that together reach the goal, as JSON Lines. The same policy and seed always give
        the same bytes.

        By default, the steps expect nothing: take the expected answers from documents or from
        another implementation. With --answers policy, each step expects the answer of POLICY
        itself, and the vector's `source` says so. Vectors with these answers notice a change of
        POLICY, but cannot show that POLICY is right.
        """,
      examples: [
        "linkpolicy generate policy.yaml --goal cells --out cells.jsonl",
        "linkpolicy generate policy.yaml --goal rows --answers policy --count 1",
      ])
  }

  private static var goals: [String] { Goal.allCases.map { $0.rawValue } + ["mutants"] }

  private let source: PolicySource
  /// The elements to reach, such as all rows; nil if the vectors must detect mutants instead.
  private let goal: Goal?
  private let exploration: ExplorationOptions
  private let count: Int
  private let answers: SequenceVector.Answers
  private let prefix: String
  private let policyName: String
  private let file: String?

  init(_ arguments: Arguments) throws(UsageError) {
    source = PolicySource(try arguments.operands(1...1)[0])
    let word = arguments.value("--goal") ?? Goal.rows.rawValue
    goal = Goal(rawValue: word)
    exploration = try ExplorationOptions(arguments)
    count = try ExplorationOptions.number(of: "--count", from: arguments, in: 1...Int.max) ?? .max
    answers = arguments.value("--answers") == "policy" ? .policy : .none
    prefix = arguments.value("--prefix") ?? "gen"
    policyName = arguments.value("--named") ?? source.name
    file = arguments.output("--out")
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    let policy = try source.compiled(terminal)
    let output: OutputFile?
    do throws(OutputProblem) {
      output = try terminal.output(to: file)
    } catch {
      return terminal.say(error)
    }
    let explorer = exploration.explore(policy, &terminal)
    let sequences = sequences(explorer, &terminal)
    var bytes: [UInt8] = []
    var steps = 0
    for sequence in sequences {
      let vector = SequenceVector(
        sequence, under: policy, named: policyName, prefix: prefix, answers: answers)
      bytes += vector.json.line + [UInt8(ascii: "\n")]
      steps += sequence.steps.count
    }
    var code = ExitCode.clean
    if let output {
      code = terminal.finish(output, with: bytes)
    } else {
      terminal.output.write(bytes)
    }
    terminal.say(
      "\(sequences.count, of: "vector"), \(steps, of: "step"); "
        + "explored \(explorer.expanded, of: "store")")
    if !explorer.untried.isEmpty {
      let generator = SequenceGenerator(explorer)
      if generator.unreachedRows > 0 {
        let untried = explorer.untried.map { $0.words }.joined(separator: ", ")
        terminal.say(
          "note: not generated: \(untried); \(generator.unreachedRows) of "
            + "\(generator.rowCount) rows and guards are not reached")
      }
    }
    if sequences.isEmpty {
      code.join(.findings)
    }
    return code
  }

  private func sequences(_ explorer: Explorer, _ terminal: inout Terminal) -> [StepSequence] {
    if let goal {
      return SequenceGenerator(explorer).sequences(for: goal, limit: count)
    }
    let made = MutantSequences(explorer, threads: 2) { terminal.show(progress: "\($0)") }
    terminal.clearProgress()
    for mutant in made.unnoticed {
      terminal.say("note: found no vector that notices `\(mutant.id)`")
    }
    terminal.say("\(made.noticed) mutants are noticed, \(made.unnoticed.count) are not")
    return Array(made.sequences.prefix(count))
  }
}
