internal import LinkPolicy
internal import LinkPolicyAuthoring
package import LinkPolicyDiagnostics
internal import LinkPolicyExploration
internal import LinkPolicyJSON
internal import LinkPolicyTesting

/// The report of a proof: as text, as JSON, and with its counterexamples as vectors.
package struct ProofReport: Sendable {
  package let proof: Proof
  let name: String
  /// The rows of the assumptions that affect the proof.
  let used: [AssumedRow]
  /// For each broken invariant, the edit of one row that stops the counterexample, if the search found an edit.
  package let mitigations: [Invariant: Mitigation]

  /// Creates the report of a proof.
  ///
  /// The vectors in the report name the policy `name`.
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
      text += "  without effect: \(idle.text)\n"
    }
    text += "\n"
    for (invariant, verdict) in proof.verdicts {
      text += line(invariant, verdict)
    }
    let factors = FactorEntrances(proof.policy).lines
    if !factors.isEmpty {
      text +=
        "\nthese rows let a person sign in to an account with a second factor, or remove the factor\n"
      for line in factors {
        text += "  \(line)\n"
      }
    }
    for example in proof.counterexamples {
      text += "\n" + story(example)
    }
    return text + "\n\(summary)\n"
  }

  /// The report of the invariants that account closures decide.
  private var closures: TerminalText {
    guard !proof.access.isEmpty else { return "" }
    let ids = proof.verdicts.map { $0.invariant }.filter { AccessProof.decided.contains($0) }
      .map { $0.id }
    var text: TerminalText =
      "checking \(ids.joined(separator: ", ")) for any number of accounts, methods, sessions and codes\n"
    for proof in proof.access {
      let closure = proof.closure
      text += "  \(closure.model.domain): \(closure.states.count) account states, "
      text += "\(closure.moves) attempts\n"
    }
    text += "  \(settings)\n  excluded\n" + exclusions
    for words in proof.notConsidered {
      text += "  incomplete: \(words)\n"
    }
    return proof.options.countsCells
      ? text + "  \(cells)\n\(unreached)\n" : text + "  cells are not counted\n\n"
  }

  /// A line that lists the settings with a given value, and the settings that take every combination of values.
  private var settings: String {
    let fixed = proof.options.settings.map { $0.name + "=" + $0.value }
    let free = proof.policy.document.settings.map { $0.name.value.text }.filter { name in
      !proof.options.settings.contains { $0.name.hasSameBytes(as: name) }
    }
    var words: [String] = []
    if !fixed.isEmpty {
      words += fixed
    }
    if !free.isEmpty {
      let values = free.count == 1 ? "value of " : "combination of "
      words.append("every " + values + free.joined(separator: ", "))
    }
    return words.isEmpty
      ? "the policy has no settings" : "settings: " + words.joined(separator: ", ")
  }

  /// The assumptions and switches on which a verdict depends.
  package var assumptions: [String] {
    let exclusions = Exclusion.allCases.map { $0.name }
    let switches = proof.environment.switches.filter { !exclusions.contains($0.name) }
      .map { $0.name + " " + $0.value }
    var lines = [
      "switches: " + switches.joined(separator: ", "),
      "A1 each assertion is verified by its provider's rules before the engine receives the assertion",
      proof.environment.reassigned == .off
        ? "A2 no address or telephone number passes to another person"
        : "A2 no telephone number passes to another person",
      "A3 only the owner of an address reads its mail",
    ]
    lines += rows.ofMailboxes
    lines.append(
      "A4 each provider asserts only what the first matching row of \(proof.assumptions.name) states, even if the policy trusts the provider more; if no row matches, anybody can obtain the assertion"
    )
    lines += rows.ofProviders
    lines += [
      "A5 the service commits a decision only if the rows from the lookup have not changed",
      "A6 the service carries out every effect of a decision",
    ]
    return lines + [untriedSettings, administration].compactMap { $0 } + added
  }

  private func line(_ invariant: Invariant, _ verdict: Proof.ProofVerdict) -> TerminalText {
    let id = invariant.id
    var text = TerminalText(id + String(repeating: " ", count: max(1, 4 - id.utf8.count)))
    switch verdict {
    case .proved:
      text += "PROVED: \(invariant.statement)"
      if let note = note(invariant) {
        text += " (\(note))"
      }
    case .broken(let example):
      text += "BROKEN "
      text += example.steps.isEmpty ? "before any attempt" : "by \(example.steps.count, of: "step")"
      text += "; the rule: \(invariant.statement)"
    case .undecided:
      text += "UNDECIDED: \(invariant.statement)"
      for reason in reasons(invariant) {
        text += "\n    \(reason)"
      }
    case .vacuous(let reason): text += "VACUOUS: \(invariant.statement) (\(reason))"
    }
    return text + "\n"
  }

  /// Returns a note on the proof of an invariant, such as `from the tables alone`; nil if the proof needs no note.
  package func note(_ invariant: Invariant) -> String? {
    switch invariant {
    case .total: "from the tables alone"
    case .declared:
      proof.holdsOfNothing(invariant)
        ? "warning: proves nothing, because the invariant applies to no attempt"
        : "from the tables alone"
    case .enumeration:
      "from the tables alone" + protection
        + "; first sign-ins and sign-up may still reveal the account"
    case .tenants: "from the tables alone"
    case .reachable where proof.arrival.isShown:
      "from the tables alone; the owner uses a mailed link, and each setting has the value of `--setting`, otherwise its first value"
        + joinedMailbox
    case .repeatable:
      proof.isDecidedByTables(.repeatable)
        ? "from the tables alone, for any settings"
        : "from the reachable accounts: no attempt reaches a row that may break the rule"
    case .ownMethods, .ownSessions, .oneProver, .aMethod, .oneHolder, .refusalsChangeNothing,
      .safeLanding, .reachable, .ownVerification, .allowedLinks:
      nil
    }
  }

  /// A note that the proof of I9 leaves out the owner of one address.
  ///
  /// The policy treats this address as equal to an address of another mailbox. The note is empty if the proof covers
  /// every owner.
  private var joinedMailbox: String {
    guard case .shown(let joined?) = proof.arrival else { return "" }
    return "; not for \(joined.address), whose mail goes to \(joined.canonical)"
  }

  /// A note about the settings that prevent enumeration, and about the tables whose attempts these settings refuse.
  ///
  /// The note is empty if no setting must be changed from its first value.
  private var protection: String {
    let changes = proof.enumeration?.protecting ?? []
    guard !changes.isEmpty else { return "" }
    let off = (proof.enumeration?.switchedOff ?? []).map { $0.text }
    return ", under " + changes.map { $0.name + "=" + $0.value }.joined(separator: ", ")
      + (off.isEmpty ? "" : ", which refuses every attempt of " + off.joined(separator: ", "))
  }

  /// Returns the reasons why an invariant is undecided, each as a sentence without a period.
  ///
  /// The last entry can be the account that is closest to a break, instead of a reason.
  package func reasons(_ invariant: Invariant) -> [String] {
    switch invariant {
    case .declared(let declared):
      switch proof.forbidden[declared.place] {
      case .nowhere, .nothingMeant: []
      case .row(let row): ["row " + row.text + " has this result in some situation"]
      case .unknown(let table): ["table " + table.text + " is too complex to check"]
      }
    case .ownMethods, .ownSessions, .oneProver, .aMethod, .oneHolder, .refusalsChangeNothing,
      .safeLanding, .ownVerification, .allowedLinks, .repeatable:
      undecided(invariant)
    case .reachable:
      switch proof.arrival {
      case .open, .shown:
        undecided(invariant) + proof.untriedArrivals
      case .keepsFactors:
        [
          "a sign-in by a mailed link keeps the account's second factors, which another person may have enrolled"
        ]
      }
    case .enumeration: [untriedSettings].compactMap { $0 } + [suspecting(invariant)]
    case .tenants, .total: [suspecting(invariant)]
    }
  }

  /// The settings that the check of I11 keeps at their first values, because there are too many combinations.
  ///
  /// Nil if the check tries all combinations.
  private var untriedSettings: String? {
    let names = proof.enumeration?.combinations.untried ?? []
    guard !names.isEmpty else { return nil }
    return
      "the settings have too many combinations, so the check of I11 tries only the first value of "
      + names.joined(separator: ", ")
  }

  /// Returns the attempts and addresses that the closures omit; if nothing is omitted, the suspected rows and the
  /// account closest to a break.
  private func undecided(_ invariant: Invariant) -> [String] {
    guard proof.notPlayed.isEmpty else { return proof.notPlayed }
    return [suspecting(invariant)]
      + (proof.closest(to: invariant).map { ["closest to a break: " + $0] } ?? [])
  }

  /// Returns a sentence about the rows that may break an invariant for which no counterexample is known.
  private func suspecting(_ invariant: Invariant) -> String {
    guard !proof.leavesOutIdentifiers(invariant) else {
      return "the check of this invariant leaves out accounts that identifiers find"
    }
    let rows = proof.suspects(of: invariant)
    guard !rows.isEmpty else {
      return "the tables do not rule out that an attempt breaks the rule, but no sequence was found"
    }
    let listed = rows.prefix(4).map { $0.text }.joined(separator: ", ")
    let more = rows.count > 4 ? " and " + (rows.count - 4).of("more row") : ""
    return (rows.count == 1 ? "row " : "rows ") + listed + more
      + " may break the rule, but no sequence was found"
  }

  /// Returns a description of a counterexample, step by step, with its result.
  package func story(_ example: Counterexample) -> TerminalText {
    var text: TerminalText =
      example.steps.isEmpty
      ? "\(example.invariant.id) is broken before any attempt, if the owner's address is at \(example.domain)\n"
      : "\(example.invariant.id) is broken by these steps, if the owner's address is at \(example.domain); a shorter sequence may exist\n"
    text += steps(example.steps)
    text += example.invariant == .enumeration ? shownSettings : ""
    text += "  the broken rule: \(example.invariant.statement)\n"
    text += "     \(example.outcome)\n"
    if let mitigation = mitigations[example.invariant] {
      text +=
        "  try `\(mitigation.text)` in row \(mitigation.row.text); \(mitigation.consequence)\n"
    }
    return text
  }

  // MARK: Vectors

  /// The counterexamples as a vector file for `play` and `test`.
  ///
  /// A counterexample without steps has no vector. For example, a policy under which the owner cannot request a link
  /// breaks I9 without any step.
  package var vectors: [UInt8] {
    var bytes: [UInt8] = []
    for example in proof.counterexamples where example.hasSteps {
      bytes += example.vector(under: proof.policy, named: name).json.line + [UInt8(ascii: "\n")]
    }
    return bytes
  }

  /// The ids of the broken invariants whose counterexample has no steps, and therefore no vector.
  package var untold: [String] {
    proof.counterexamples.filter { !$0.hasSteps }.map { $0.invariant.id }
  }
}

extension ProofReport {
  /// The report as one line of JSON.
  package var json: [UInt8] {
    let switches = proof.environment.switches.map { JSONMember(Name($0.name), .string($0.value)) }
    let verdicts = proof.verdicts.map { invariant, verdict in
      JSONMember(Name(invariant.id), json(of: invariant, verdict))
    }
    let value = JSONValue.object([
      "policy": .object([
        "name": .string(proof.policy.name), "digest": .string(proof.policy.digest.text),
      ]),
      "notConsidered": .array(proof.notConsidered.map { .string($0) }),
      "switches": JSONValue(.object(switches)),
      "assumptions": .array(assumptions.dropFirst().map { .string($0) }),
      "closures": .array(
        proof.access.map { proof in
          .object([
            "domain": .string(proof.closure.model.domain),
            "accounts": .int(proof.closure.states.count),
            "attempts": .int(proof.closure.moves),
          ])
        }),
      "settings": JSONValue(
        .object(proof.options.settings.map { JSONMember(Name($0.name), .string($0.value)) })),
      "assumed": assumedJSON,
      "ownAdministration": .array(proof.ownAdministration.map { .string($0) }),
      "exclusions": exclusionsJSON,
      "furtherExclusions": .int(proof.assumptions.excluded.count),
      "idle": idleJSON,
      "tables": proof.options.countsCells
        ? .array(proof.coverage.map { json(of: $0) }) : nil,
      "verdicts": JSONValue(.object(verdicts)),
      "proved": .bool(proof.isProved),
    ])
    return value.line + [UInt8(ascii: "\n")]
  }

  private func json(of invariant: Invariant, _ verdict: Proof.ProofVerdict) -> JSONValue {
    let statement = JSONValue.string(invariant.statement)
    switch verdict {
    case .proved:
      return .object([
        "statement": statement, "verdict": .string("proved"),
        "holdsOfNothing": proof.holdsOfNothing(invariant) ? .bool(true) : nil,
      ])
    case .undecided:
      return .object([
        "statement": statement, "verdict": .string("undecided"),
        "reason": .string(reasons(invariant).joined(separator: "; ")),
        "rows": .array(proof.suspects(of: invariant).map { .string($0.text) }),
        "closest": proof.closest(to: invariant).map { .string($0) },
      ])
    case .vacuous(let reason):
      return .object([
        "statement": statement, "verdict": .string("vacuous"), "reason": .string(reason),
      ])
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
        "state": .string(example.outcome), "outcome": .string(example.outcome),
        "try": mitigations[invariant].map { mitigation in
          .object([
            "row": .string(mitigation.row.text), "edit": .string(mitigation.text),
            "stopsAll": .bool(mitigation.stopsAll),
          ])
        },
        "vector": example.vector(under: proof.policy, named: name).json,
      ])
    }
  }

  private func json(of table: TableCoverage) -> JSONValue {
    .object([
      "table": .string(table.table.text), "impossible": .int(table.impossible),
      "cells": json(of: table.cells),
      "rows": JSONValue(
        .object(table.rows.map { JSONMember(Name($0.name.text), json(of: $0.cells)) })),
      "unplayed": .array(
        table.values.filter { $0.isUnplayed }.map { value in
          .object([
            "fact": .string(value.fact.text), "value": .string(value.values[0].text),
            "exclusion": value.exclusion.map { .int($0) },
          ])
        }),
      "values": .array(table.values.map { json(of: $0) }),
    ])
  }

  /// Returns the coverage of some values, divided by the target of the attempts.
  private func json(of value: TableCoverage.ValueCoverage) -> JSONValue {
    let fates = zip(AbstractAttempt.AttemptTarget.allCases, value.fates).map { pointed, fate in
      JSONMember(Name(pointed.word), .string(fate.word))
    }
    let members = [
      JSONMember("fact", .string(value.fact.text)),
      JSONMember("values", .array(value.values.map { .string($0.text) })),
    ]
    return JSONValue(.object(members + fates))
  }

  private func json(of cells: TableCoverage.Cells) -> JSONValue {
    let excluded = cells.excluded.sorted { $0.key < $1.key }.map { exclusion, count in
      JSONMember(Name(String(exclusion)), .int(count))
    }
    return .object([
      "count": .int(cells.count), "reached": .int(cells.reached),
      "excluded": JSONValue(.object(excluded)), "excludedTogether": .int(cells.excludedTogether),
      "unmet": .int(cells.unmet),
    ])
  }
}

extension AbstractAttempt.AttemptTarget {
  /// The name of the target in a report: `account`, `other` or `nobody`.
  fileprivate var word: String {
    switch self {
    case .here: "account"
    case .elsewhere: "other"
    case .nobody: "nobody"
    }
  }
}

extension TableCoverage.Fate {
  /// The name of the result in a report, such as `played` or `unmet`.
  fileprivate var word: String {
    switch self {
    case .played: "played"
    case .excluded(let number): "exclusion-" + String(number)
    case .excludedTogether: "several-exclusions"
    case .unmet: "unmet"
    case .impossible: "impossible"
    }
  }
}
