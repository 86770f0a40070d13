internal import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyDiagnostics

/// The levels that a policy sets for findings about itself, in its list `findings:`.
///
/// An entry can name one subject (`sign-in.federated/first`), a group of subjects (`sign-in.federated/*`), or only a
/// code. If several entries apply to a finding, the most specific entry sets its level. Among equally specific entries,
/// the last entry sets the level, so an overlay overrides its base.
package struct FindingLevels {
  private let entries: [FindingDeclaration]
  private let places: FindingPlaces
  /// For each finding whose position does not identify its subject, the subject.
  private var named: [FindingIdentity: String] = [:]

  /// Reads the levels that a policy sets in `findings:`.
  ///
  /// - Parameters:
  ///   - document: the policy.
  ///   - reviewed: findings whose subject is not the row or name at their position.
  package init(_ document: PolicyDocument, naming reviewed: [ReviewFinding] = []) {
    entries = document.findings
    places = FindingPlaces(document)
    for finding in reviewed {
      if let subject = finding.subject {
        named[FindingIdentity(finding.diagnostic)] = subject
      }
    }
  }

  /// Returns the subject of a finding, such as `sign-in.federated/first`; nil if the subject has no name.
  package func subject(of finding: Diagnostic) -> String? {
    named[FindingIdentity(finding)] ?? places.subject(of: finding)
  }

  /// The number of extended policies to compare, counted up to the most distant policy that lowers the level of a code.
  ///
  /// An entry that lowers a level applies only to findings of the policy that contains the entry. The review must
  /// therefore compare the findings of a policy with the findings of the policies that it extends.
  package var mutingBases: Int {
    entries.filter { entry in
      let usual = FindingCatalog.explanation(of: entry.code.value)?.level
      return entry.level == nil || usual.map { entry.level ?? .note < $0 } ?? false
    }.map { $0.code.position.file }.max() ?? 0
  }

  /// Changes the levels of findings as `findings:` specifies, and adds the findings about the entries of `findings:`.
  ///
  /// A finding that is an error keeps its level. If `isComplete`, the review found all findings, and each unused entry
  /// of the policy's own file becomes a finding.
  package func applied(to findings: [ReviewFinding], isComplete: Bool) -> [Diagnostic] {
    var used: Set<Int> = []
    var result = findings.compactMap { leveled($0, &used) }
    result += invalidEntries
    guard isComplete else { return result }
    for index in entries.indices where !used.contains(index) && isStale(index) {
      let stale = Diagnostic(
        .staleFinding, .warning,
        "this entry for `" + entries[index].code.value.text
          + "` applies to no finding", at: entries[index].code.position, help: "remove the entry")
      if let stale = leveled(ReviewFinding(stale), &used) {
        result.append(stale)
      }
    }
    return result
  }

  private func leveled(_ reviewed: ReviewFinding, _ used: inout Set<Int>) -> Diagnostic? {
    let finding = reviewed.diagnostic
    guard finding.level < .error else { return finding }
    // A finding can have several subjects: a named subject, the row at its position, and the row that the finding
    // concerns.
    let subjects = [
      reviewed.subject ?? subject(of: finding), places.subject(of: finding),
      reviewed.about.flatMap { places.subject(at: $0) },
    ]
    var best: (index: Int, weight: Int)?
    for (index, entry) in entries.enumerated() where entry.code.value == finding.code.name {
      let weights = subjects.compactMap { Self.weight(entry.subject?.value.text, $0) }
      guard let weight = weights.max(), reaches(entry, reviewed) else { continue }
      // An overridden entry is not stale, because its finding exists.
      used.insert(index)
      if best.map({ weight >= $0.weight }) ?? true {
        best = (index, weight)
      }
    }
    guard let best else { return finding }
    guard let level = entries[best.index].level else { return nil }
    var leveled = finding
    leveled.level = level
    return leveled
  }

  /// Returns whether an entry applies to a finding.
  ///
  /// An entry that lowers the level applies only to findings of the policy that contains the entry.
  private func reaches(_ entry: FindingDeclaration, _ finding: ReviewFinding) -> Bool {
    if let level = entry.level, level >= finding.diagnostic.level {
      return true
    }
    return finding.depth.map { entry.code.position.file <= $0 } ?? true
  }

  /// Returns 2 for an entry with exactly this subject, 1 for an entry with a group (`/*`), 0 for an entry without a
  /// subject, and nil for an entry with another subject.
  private static func weight(_ named: String?, _ subject: String?) -> Int? {
    guard let named else { return 0 }
    guard let subject else { return nil }
    if named == subject {
      return 2
    }
    return named.hasSuffix("/*") && subject.hasPrefix(named.dropLast()) ? 1 : nil
  }

  // The review of an extended policy reports the stale entries of that policy's file.
  private func isStale(_ index: Int) -> Bool {
    let entry = entries[index]
    return entry.code.position.file == 0 && entry.code.value != DiagnosticCode.staleFinding.name
      && FindingCatalog.explanation(of: entry.code.value).map { $0.level < .error } ?? false
  }

  private var invalidEntries: [Diagnostic] {
    var findings = Findings()
    for (index, entry) in entries.enumerated() {
      guard let explanation = FindingCatalog.explanation(of: entry.code.value) else {
        findings.unknown("code", entry.code, among: FindingCatalog.codes)
        continue
      }
      if explanation.level == .error, entry.level != .error {
        findings.error(
          .invalidDeclaration,
          "`" + entry.code.value.text + "` is an error, and its level cannot be changed",
          at: entry.code.position,
          help: "a policy with an error does not load; `linkpolicy check --explain "
            + entry.code.value.text + "` explains the error")
      }
      if let first = entries[..<index].first(where: { Self.isSame($0, entry) }) {
        findings.duplicate("entry for", entry.code, first: first.code.position)
      }
    }
    return findings.diagnostics
  }

  private static func isSame(_ a: FindingDeclaration, _ b: FindingDeclaration) -> Bool {
    a.code.value == b.code.value && a.subject?.value == b.subject?.value
      && a.code.position.file == b.code.position.file
  }
}

/// The subjects of findings, found by position: rows and declared names.
struct FindingPlaces {
  private var subjects: [SourcePosition: String] = [:]

  init(_ document: PolicyDocument) {
    add(document.guards, in: "guards")
    for fact in document.facts {
      add(fact.rows, in: "facts." + fact.name.value.text)
    }
    for table in document.decisions {
      add(table.rows, in: table.key.value.text)
    }
    add(document.domains.map { $0.name }, in: "domains")
    add(document.providers.map { $0.id }, in: "providers")
    add(document.claims.map { $0.name }, in: "claims")
    add(document.settings.map { $0.name }, in: "settings")
    add(document.inputs.map { $0.name }, in: "inputs")
    add(document.identifiers.map { $0.name }, in: "identifiers")
    add(document.labels.map { $0.name }, in: "labels")
    add(document.purposes.map { $0.name }, in: "purposes")
    add(document.actions.map { $0.name }, in: "actions")
    add(document.actionGroups.map { $0.name }, in: "action-groups")
    add(document.facts.map { $0.name }, in: "facts")
    add(document.invariants.map { $0.id }, in: "invariants")
    add(document.errors.map { $0.name }, in: "errors")
  }

  /// Adds names such as `sign-in.federated/first` for all positions in a row.
  private mutating func add(_ rows: [RowDeclaration], in table: String) {
    for row in rows {
      let name = table + "/" + row.id.value.text
      subjects[row.id.position] = name
      // If several rows share a condition through `given`, a finding about the condition names the first of these rows.
      for condition in row.conditions where subjects[condition.fact.position] == nil {
        subjects[condition.fact.position] = name
      }
    }
  }

  private mutating func add(_ names: [Located<Name>], in section: String) {
    for name in names {
      subjects[name.position] = section + "/" + name.value.text
    }
  }

  /// Returns the subject of a finding; nil if the finding is about neither a row nor a name.
  func subject(of finding: Diagnostic) -> String? {
    finding.position.flatMap { subject(at: $0) }
  }

  /// Returns the subject at a position; nil if no row or declared name is there.
  func subject(at position: SourcePosition) -> String? { subjects[position] }
}

/// The codes of the findings that a review of a policy reports.
///
/// A policy with only these findings loads, but may not do what its author intended.
extension DiagnosticCode {
  /// A row whose removal changes no answer.
  package static var redundantRow: Self { Self("redundant-row") }
  /// A guard whose removal changes no answer.
  package static var redundantGuard: Self { Self("redundant-guard") }
  /// A condition that the other conditions of its row or guard imply.
  package static var idleCondition: Self { Self("idle-condition") }
  /// A row without a reason in a policy that gives reasons.
  package static var missingReason: Self { Self("missing-reason") }
  /// A claim whose absence results in a better answer than a value that denies the claim, such as `false`.
  package static var kinderAbsence: Self { Self("kinder-absence") }
  /// An input whose check the policy does not enforce: the policy accepts a value that any caller can supply, as if the
  /// check had passed.
  package static var untestedInput: Self { Self("untested-input") }
  /// A subject that a row superseded, but that can still sign in, although no list of methods shows the subject.
  package static var supersededEnters: Self { Self("superseded-enters") }
  /// A refusal that asks for a remedy that is unavailable or does not help.
  package static var vainRemedy: Self { Self("vain-remedy") }
  /// Two guards that match the same cell and refuse differently, so that the result depends on
  /// their order.
  package static var coincidingGuards: Self { Self("coinciding-guards") }
  /// A declared name that nothing uses, such as a claim that no condition tests.
  package static var unusedName: Self { Self("unused-name") }
  /// A setting whose values describe an attempt, as the values of an input do.
  package static var settingAsInput: Self { Self("setting-as-input") }
  /// A declared invariant whose conditions match no cell of any table, so that the invariant holds under any rows.
  package static var emptyInvariant: Self { Self("empty-invariant") }
  /// A table or derived fact that the review skipped, because there are too many cells.
  package static var notReviewed: Self { Self("not-reviewed") }
  /// An entry of `findings:` that matches no finding now, but would hide a matching finding later.
  package static var staleFinding: Self { Self("stale-finding") }
}
