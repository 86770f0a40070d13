internal import LinkPolicy
internal import LinkPolicyPresets
internal import LinkPolicySystem
internal import LinkPolicyTesting
internal import LinkPolicyYAML

/// `play`: prints the cases of vector files step by step, with the answer and the deciding row of each step.
struct PlayCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "play", operands: "FILE...",
      summary: "Shows the cases of vector files step by step.",
      options: [
        CasePolicies.option, CaseSelection.idOption,
        .flag("--accounts", summary: "show the accounts after every step, not only at the end"),
      ],
      details: """
        Prints each step of a case with its answer, deciding row and changes, and then the accounts
        at the end. `play` ignores the expected answers; `linkpolicy test` compares them. The exit
        code is 4 if a step could not be decided, although the case expects a decision.
        """,
      examples: ["linkpolicy play cases.yaml", "linkpolicy play cases.yaml --id example-1"])
  }

  private let cases: CaseStream
  private let source: PolicySource?
  private let showsEveryAccount: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    cases = try CaseStream(arguments)
    source = try CasePolicies.source(arguments, cases.paths)
    showsEveryAccount = arguments.has("--accounts")
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    let policies = try CasePolicies(source, terminal, takesImages: true)
    var players: [Name: Player] = [:]
    var code = ExitCode.clean
    var isFirst = true
    var cases = cases
    let isColoured = terminal.outputStyle.coloured
    let reading = cases.read(&terminal) { (vector, terminal) throws(InvalidInput) in
      guard !terminal.output.isClosed else { return }
      let played: PlayedCase
      if vector.needsPolicy {
        let name = Name(try policies.name(for: vector))
        let player: Player
        if let known = players[name] {
          player = known
        } else {
          player = Player(try policies.decider(named: name.text))
          players[name] = player
        }
        try vector.check(under: player.policy)
        played = player.play(vector)
      } else {
        played = Player.play(policyTextOf: vector, finder: Presets.finder)
      }
      if !isFirst {
        terminal.print("")
      }
      let story = Story(
        played, showsEveryAccount: showsEveryAccount, isColoured: isColoured)
      terminal.write(story.terminalText)
      isFirst = false
      if played.hasUndecidedStep {
        code.join(.undecided)
      }
    }
    code.join(reading)
    if cases.selected == 0, reading == .clean {
      terminal.say("error: \(cases.explanation ?? "there are no cases to play")")
      code.join(.findings)
    }
    return code
  }
}

extension PlayedCase {
  /// Whether a step was not decided although the case expects a decision.
  fileprivate var hasUndecidedStep: Bool {
    steps.contains { played in
      guard case .attempt(let attempt) = played.step.content else { return false }
      return played.decision == nil && attempt.expectation.inputError == nil
    }
  }
}
