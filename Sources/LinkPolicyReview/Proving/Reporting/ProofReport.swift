internal import LinkPolicy
internal import LinkPolicyJSON

/// A proof as people and machines read it.
package struct ProofReport: Sendable {
  private let proof: Proof
  private let name: String

  /// Reports a proof of a policy that was called so.
  package init(_ proof: Proof, named name: String) {
    self.proof = proof
    self.name = name
  }

  // MARK: Text

  /// The report for a terminal.
  package var text: String {
    var text = proof.policy.name + ", " + bounds + "\n"
    text += others + "\n\n"
    text += "explored, for an owner's address at each domain that makes a difference\n"
    for run in proof.runs {
      text += "  " + run.domain + ": \(run.states) states, \(run.transitions) moves, depth "
      text += "\(run.depth)" + (run.isStopped ? ", stopped with \(run.waiting) waiting" : "") + "\n"
    }
    text += "  " + total + "\n\nassuming\n"
    for line in assumptions {
      text += "  " + line + "\n"
    }
    text += "\n"
    for (invariant, verdict) in proof.verdicts {
      text += line(invariant, verdict)
    }
    for example in proof.counterexamples {
      text += "\n" + story(example)
    }
    return text + "\n" + summary + "\n"
  }

  private var bounds: String {
    func count(_ number: Int, _ what: String) -> String {
      "\(number) " + what + (number == 1 ? "" : "s")
    }
    return "followed up to " + count(proof.accounts, "account") + " of up to "
      + count(proof.options.methods, "method") + " and " + count(proof.options.codes, "unused code")
  }

  private var others: String {
    guard let row = proof.exception else {
      return "by the tables, other accounts can only refuse: one stands for any number"
    }
    return "row " + row.text + " can act on what another account holds: more may be seen with more"
  }

  private var total: String {
    let states = proof.runs.reduce(0) { $0 + $1.states }
    let moves = proof.runs.reduce(0) { $0 + $1.transitions }
    return "together: \(states) states, \(moves) moves"
  }

  /// What a verdict depends on.
  package var assumptions: [String] {
    let switches = proof.environment.switches.map { $0.name + " " + $0.value }
    return [
      "switches: " + switches.joined(separator: ", "),
      "A1 assertions are verified before they are handed in, and each provider's own",
      proof.environment.reassigned == .off
        ? "A2 addresses and numbers are not given to somebody else"
        : "A2 numbers are not given to somebody else",
      "A3 whoever reads the mail of an address is its owner",
      "A4 providers do what the assumptions say of them, whatever the policy believes",
      "A5 decisions are carried out with a check that nothing has changed",
      "A6 the service carries out every effect",
      "one attacker, one address of each side; a state is not followed beyond a broken invariant",
      "sessions stay recent, codes do not run out, sign-in links and resets are used at once",
    ]
  }

  private func line(_ invariant: Invariant, _ verdict: Proof.Verdict) -> String {
    let number = invariant.rawValue + String(repeating: " ", count: 4 - invariant.rawValue.count)
    switch verdict {
    case .proved:
      let note =
        switch invariant {
        case .total: " (by the tables)"
        case .enumeration: " (first sign-ins and sign-up aside)"
        default: ""
        }
      return number + "PROVED   " + invariant.statement + note + "\n"
    case .broken(let example):
      return number + "BROKEN   " + invariant.statement + ": \(example.steps.count) steps\n"
    case .undecided: return number + "not seen broken, not proved: " + invariant.statement + "\n"
    }
  }

  private func story(_ example: Counterexample) -> String {
    var text = example.invariant.rawValue + " broken, at " + example.domain + "\n"
    for (number, step) in example.steps.enumerated() {
      text += "  \(number + 1). " + step.sentence + "\n"
      let outcome = [step.result, step.row.map { "by " + $0 } ?? ""].filter { !$0.isEmpty }
      if !outcome.isEmpty {
        text += "     " + outcome.joined(separator: ", ") + "\n"
      }
    }
    text += "  so it is not so that " + example.invariant.statement + ":\n"
    return text + "     " + example.state + "\n"
  }

  private var summary: String {
    let broken = proof.counterexamples.count
    if broken > 0 {
      return "\(broken) of \(proof.verdicts.count) invariants broken"
    }
    return proof.isProved
      ? "proved: \(proof.verdicts.count) invariants"
      : "stopped before the end: nothing is proved; --states allows more"
  }

  // MARK: JSON

  /// The report as one line of JSON.
  package var json: [UInt8] {
    let switches = proof.environment.switches.map { JSONMember(Name($0.name), .string($0.value)) }
    let verdicts = proof.verdicts.map { invariant, verdict in
      JSONMember(Name(invariant.rawValue), json(of: invariant, verdict))
    }
    let value = JSONValue.object([
      "policy": .object([
        "name": .string(proof.policy.name), "digest": .string(proof.policy.digest.text),
      ]),
      "accounts": .int(proof.accounts), "methods": .int(proof.options.methods),
      "codes": .int(proof.options.codes),
      "otherAccounts": proof.exception.map { .string($0.text) } ?? .string("only refuse"),
      "switches": JSONValue(.object(switches)),
      "assumptions": .array(assumptions.dropFirst().map { .string($0) }),
      "runs": .array(
        proof.runs.map { run in
          .object([
            "domain": .string(run.domain), "providers": .array(run.providers.map { .string($0) }),
            "states": .int(run.states), "transitions": .int(run.transitions),
            "depth": .int(run.depth), "stopped": .bool(run.isStopped),
          ])
        }),
      "verdicts": JSONValue(.object(verdicts)),
      "proved": .bool(proof.isProved),
    ])
    return value.line + [UInt8(ascii: "\n")]
  }

  private func json(of invariant: Invariant, _ verdict: Proof.Verdict) -> JSONValue {
    let statement = JSONValue.string(invariant.statement)
    switch verdict {
    case .proved: return .object(["statement": statement, "verdict": .string("proved")])
    case .undecided: return .object(["statement": statement, "verdict": .string("undecided")])
    case .broken(let example):
      return .object([
        "statement": statement, "verdict": .string("broken"), "domain": .string(example.domain),
        "steps": .array(
          example.steps.map { step in
            .object([
              "move": .string(step.move), "sentence": .string(step.sentence),
              "row": step.row.map { .string($0) }, "result": .string(step.result),
            ])
          }),
        "state": .string(example.state),
        "vector": example.vector(under: proof.policy, named: name).json,
      ])
    }
  }

  // MARK: Vectors

  /// The counterexamples as a file of vectors, which `play` tells and `test` runs.
  package var vectors: [UInt8] {
    var bytes: [UInt8] = []
    for example in proof.counterexamples {
      bytes += example.vector(under: proof.policy, named: name).json.line + [UInt8(ascii: "\n")]
    }
    return bytes
  }
}
