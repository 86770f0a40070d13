internal import LinkPolicy
internal import LinkPolicyAuthoring
package import LinkPolicyDiagnostics
internal import LinkPolicyJSON
internal import LinkPolicyReview
internal import LinkPolicyTesting

/// A proof as people and machines read it.
package struct ProofReport: Sendable {
  package let proof: Proof
  let name: String
  /// The rows of the assumptions that make a difference.
  let used: [AssumedRow]
  /// For each invariant that is broken the edit that would have stopped its counterexample, if one row's does.
  package let mitigations: [Invariant: Mitigation]

  /// Reports a proof of a policy that was called so.
  package init(_ proof: Proof, named name: String) {
    self.proof = proof
    self.name = name
    used = proof.assumptions.used(for: proof.policy, in: proof.environment)
    let search = MitigationSearch(proof.policy)
    mitigations = proof.counterexamples.reduce(into: [:]) { mitigations, example in
      mitigations[example.invariant] = search.mitigation(for: example)
    }
  }

  // MARK: Text

  /// The report for a terminal.
  package var text: TerminalText {
    var text: TerminalText = "\(proof.policy.name)\(heading)\n\n"
    text += closures
    text += "assuming\n"
    for line in assumptions {
      text += "  \(line)\n"
    }
    for idle in proof.idle {
      text += "  idle: \(idle.text)\n"
    }
    text += "\n"
    for (invariant, verdict) in proof.verdicts {
      text += line(invariant, verdict)
    }
    for example in proof.counterexamples {
      text += "\n" + story(example)
    }
    return text + "\n\(summary)\n"
  }

  /// What is said of the invariants that closures of accounts decide.
  private var closures: TerminalText {
    guard !proof.access.isEmpty else { return "" }
    let ids = proof.verdicts.map { $0.invariant }.filter { AccessProof.decided.contains($0) }
      .map { $0.id }
    var text: TerminalText =
      "\(ids.joined(separator: ", ")): any number of accounts, methods, sessions and codes\n"
    for proof in proof.access {
      let closure = proof.closure
      text += "  \(closure.model.domain): \(closure.states.count) sorts of account, "
      text += "\(closure.moves) attempts\n"
    }
    text += "  \(settings)\n  excluded\n" + exclusions
    for words in proof.notPlayed {
      text += "  not considered: \(words)\n"
    }
    return proof.options.countsCells
      ? text + "  \(cells)\n\(unreached)\n" : text + "  cells are not counted\n\n"
  }

  /// Which settings attempts are made under.
  private var settings: String {
    let fixed = proof.options.settings.map { $0.name + "=" + $0.value }
    let free = proof.policy.document.settings.map { $0.name.value.text }.filter { name in
      !proof.options.settings.contains { $0.name.hasSameBytes(as: name) }
    }
    var words: [String] = []
    if !fixed.isEmpty {
      words.append("under " + fixed.joined(separator: ", "))
    }
    if !free.isEmpty {
      words.append("under every combination of " + free.joined(separator: ", "))
    }
    return words.isEmpty ? "the policy has no settings" : words.joined(separator: ", and ")
  }

  /// What a verdict depends on.
  package var assumptions: [String] {
    let exclusions = Exclusion.allCases.map { $0.name }
    let switches = proof.environment.switches.filter { !exclusions.contains($0.name) }
      .map { $0.name + " " + $0.value }
    var lines = [
      "switches: " + switches.joined(separator: ", "),
      "A1 assertions are verified before they are handed in, and each provider's own",
      proof.environment.reassigned == .off
        ? "A2 addresses and numbers are not given to somebody else"
        : "A2 numbers are not given to somebody else",
      "A3 whoever reads the mail of an address is its owner",
    ]
    lines += rows.ofMailboxes
    lines.append(
      "A4 providers do what \(proof.assumptions.name) says of them, whatever the policy believes: the first row that fits, and anybody obtains what none fits"
    )
    lines += rows.ofProviders
    lines += [
      "A5 decisions are carried out with a check that nothing has changed",
      "A6 the service carries out every effect",
    ]
    return lines + [administration].compactMap { $0 } + added
  }

  private func line(_ invariant: Invariant, _ verdict: Proof.Verdict) -> TerminalText {
    let id = invariant.id
    var text = TerminalText(id + String(repeating: " ", count: max(1, 4 - id.utf8.count)))
    switch verdict {
    case .proved:
      text += "PROVED   \(invariant.statement)"
      if let note = note(invariant) {
        text += " (\(note))"
      }
    case .broken(let example):
      text += "BROKEN   \(invariant.statement): \(example.steps.count, of: "step")"
    case .undecided:
      text += "not seen broken, not proved: \(invariant.statement)\(reason(invariant))"
    case .vacuous(let reason): text += "VACUOUS  \(invariant.statement) (\(reason))"
    }
    return text + "\n"
  }

  /// What a proof of an invariant goes by, or leaves out.
  package func note(_ invariant: Invariant) -> String? {
    switch invariant {
    case .total: "by the tables"
    case .declared:
      proof.holdsOfNothing(invariant)
        ? "warning: of nothing, for no cell of any table has these values" : "by the tables"
    case .enumeration: "by the tables, " + protection + "first sign-ins and sign-up aside"
    case .tenants: "by the tables"
    case .reachable where proof.arrives:
      "by the tables, for any accounts; by a mailed link, under the settings' first values"
    case .repeatable:
      proof.isDecidedByTables(.repeatable)
        ? "by the tables, for any accounts and settings"
        : "by the accounts that can come about: no attempt comes to a row that may break it"
    case .ownMethods, .ownSessions, .oneProver, .aMethod, .oneHolder, .refusalsChangeNothing,
      .safeLanding, .reachable, .ownVerification, .allowedLinks:
      nil
    }
  }

  /// The settings under which nothing is told, and what is switched off by them; empty for the first values.
  private var protection: String {
    let changes = proof.enumeration?.protecting ?? []
    guard !changes.isEmpty else { return "" }
    let off = (proof.enumeration?.switchedOff ?? []).map { $0.text }
    return "under " + changes.map { $0.name + "=" + $0.value }.joined(separator: ", ")
      + (off.isEmpty ? "" : ", where nothing is let through by " + off.joined(separator: ", "))
      + "; "
  }

  /// Why an invariant is undecided, for the end of a line.
  package func reason(_ invariant: Invariant) -> String {
    switch invariant {
    case .declared(let declared):
      switch proof.forbidden[declared.place] {
      case .nowhere, .nothingMeant: ""
      case .row(let row): "; row " + row.text + " does it in some situation"
      case .unknown(let table): "; table " + table.text + " is too intricate to be asked"
      }
    case .ownMethods, .ownSessions, .oneProver, .aMethod, .oneHolder, .refusalsChangeNothing,
      .safeLanding, .ownVerification, .allowedLinks, .reachable, .repeatable:
      undecided(invariant)
    case .tenants, .enumeration, .total: suspecting(proof.suspects(of: invariant))
    }
  }

  /// Why an invariant is open that closures may decide, or whose attempts they give.
  private func undecided(_ invariant: Invariant) -> String {
    guard proof.notPlayed.isEmpty else { return "; " + proof.notPlayed.joined(separator: "; ") }
    return suspecting(proof.suspects(of: invariant))
      + (proof.closest(to: invariant).map { "; the closest that is known: " + $0 } ?? "")
  }

  /// That rows may do something, and were not seen to.
  private func suspecting(_ rows: [RowName]) -> String {
    guard !rows.isEmpty else {
      return "; the tables do not rule it out, and no sequence was found that brings it about"
    }
    let listed = rows.prefix(4).map { $0.text }.joined(separator: ", ")
    let more = rows.count > 4 ? " and " + (rows.count - 4).of("more row") : ""
    return (rows.count == 1 ? "; row " : "; rows ") + listed + more
      + " may do it, and no sequence was found that brings it about"
  }

  /// A counterexample step by step, with what it comes to.
  package func story(_ example: Counterexample) -> TerminalText {
    var text: TerminalText =
      "\(example.invariant.id) broken, at \(example.domain); a shorter sequence may break it too\n"
    text += steps(example.steps)
    text += example.invariant == .enumeration ? shownSettings : ""
    text += "  so it is not so that \(example.invariant.statement):\n"
    text += "     \(example.outcome)\n"
    if let mitigation = mitigations[example.invariant] {
      text +=
        "  try: \(mitigation.text) in \(mitigation.row.text): \(mitigation.consequence)\n"
    }
    return text
  }

  // MARK: Vectors

  /// The counterexamples as a file of vectors, which `play` tells and `test` runs.
  ///
  /// One that shows itself before anything is attempted, as an owner who cannot even begin, is no vector: those have steps.
  package var vectors: [UInt8] {
    var bytes: [UInt8] = []
    for example in proof.counterexamples where example.hasSteps {
      bytes += example.vector(under: proof.policy, named: name).json.line + [UInt8(ascii: "\n")]
    }
    return bytes
  }

  /// The ids of the broken invariants of which there is no vector.
  package var untold: [String] {
    proof.counterexamples.filter { !$0.hasSteps }.map { $0.invariant.id }
  }
}
