internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyProof
internal import LinkPolicySystem

/// The assumptions from the command line for a proof: at most one file, and any number of switches.
struct AssumptionOptions {
  private let file: String?
  private let switches: [(one: ProofSwitch, value: String)]

  /// The option that names a file or sets a switch.
  static var assume: Option {
    Option.value(
      "--assume", "FILE|SWITCH=WORD",
      summary: "a file of assumptions, or a switch such as reassigned=before"
    ).repeatable
  }

  /// The names of the switches, each with its default value in parentheses.
  static var switches: [String] {
    ProofSwitch.all.map { $0.name + " (" + ProofEnvironment()[$0] + ")" }
  }

  /// Whether neither a file nor a switch is given.
  var isEmpty: Bool { file == nil && switches.isEmpty }

  /// Reads the values of ``assume``.
  ///
  /// - Throws: `UsageError` for a second file, for an unknown switch or word, or for a switch or exclusion that is set
  ///   twice.
  init(_ arguments: Arguments) throws(UsageError) {
    var file: String?
    var switches: [(one: ProofSwitch, value: String)] = []
    for given in arguments.values("--assume") {
      let parts = given.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        if let one = ProofSwitch(named: given) {
          let words = one.values.joined(separator: ", ")
          throw arguments.error(
            "the switch `\(given)` needs a word: `\(given)=` and one of \(words)")
        }
        guard file == nil else {
          throw arguments.error("`--assume` names two files, `\(file ?? "")` and `\(given)`")
        }
        file = given
        continue
      }
      let (name, value) = (String(parts[0]), String(parts[1]))
      guard let one = ProofSwitch(named: name) else {
        let known = Self.switches.joined(separator: ", ")
        throw arguments.error("there is no switch `\(name)`; the switches are \(known)")
      }
      guard one.values.contains(value) else {
        throw arguments.error(
          "the switch `\(name)` has no value `\(value)`; its values are \(one.values.joined(separator: ", "))"
        )
      }
      guard !switches.contains(where: { $0.0 == one }) else {
        throw arguments.error("`--assume` sets the switch `\(name)` twice; set it once")
      }
      if let exclusion = one.exclusion,
        let other = switches.first(where: { $0.one.exclusion == exclusion })
      {
        throw arguments.error(
          "`--assume` sets the switches `\(other.one.name)` and `\(name)`, which both say whether exclusion \(exclusion.rawValue) applies; set one"
        )
      }
      switches.append((one, value))
    }
    self.file = file
    self.switches = switches
  }

  /// Returns the assumptions about a policy, and the environment with the switches.
  ///
  /// Without a file, returns the assumptions of the system that the source names, or the shipped assumptions if the
  /// source names no system.
  ///
  /// - Throws: `InvalidInput` if the file cannot be read, or if its names do not exist in the policy.
  func assumptions(
    about policy: CompiledPolicy, from source: PolicySource? = nil, _ terminal: Terminal
  ) throws(InvalidInput) -> (Assumptions, ProofEnvironment) {
    let assumptions: Assumptions
    if let file {
      assumptions = try Assumptions(InputBytes.read(file, terminal), name: file, isStrict: true)
    } else {
      assumptions = try .shipped(for: source)
    }
    try assumptions.check(against: policy)
    var environment = assumptions.environment
    for (one, value) in switches {
      _ = environment.set(one, value)
    }
    return (assumptions, environment)
  }
}
