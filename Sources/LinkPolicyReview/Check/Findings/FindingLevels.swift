internal import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyDiagnostics

/// The levels that a policy's own file gives to findings about it.
///
/// An entry that names one thing wins over one that names a part, and that over one for every
/// finding of the code; of equals the last wins, so that an overlay has the last word.
package struct FindingLevels {
  private let entries: [FindingDeclaration]
  private let places: FindingPlaces
  /// What findings are about whose place does not say so.
  private var named: [FindingIdentity: String] = [:]

  /// Reads the levels of a policy.
  ///
  /// - Parameters:
  ///   - document: the policy.
  ///   - reviewed: the findings that are about something else than their place says.
  package init(_ document: PolicyDocument, naming reviewed: [ReviewFinding] = []) {
    entries = document.findings
    places = FindingPlaces(document)
    for finding in reviewed {
      if let subject = finding.subject {
        named[FindingIdentity(finding.diagnostic)] = subject
      }
    }
  }

  /// What a finding is about, such as `sign-in.federated/first`; nil for what has no name.
  package func subject(of finding: Diagnostic) -> String? {
    named[FindingIdentity(finding)] ?? places.subject(of: finding)
  }

  /// How many policies, one extending the other, have entries for codes at lower levels than these have; the policy
  /// itself does not count.
  ///
  /// Such an entry is about findings of the policy that has it, so those of its extensions are compared with them.
  package var mutingBases: Int {
    entries.filter { entry in
      let usual = FindingCatalog.explanation(of: entry.code.value)?.level
      return entry.level == nil || usual.map { entry.level ?? .note < $0 } ?? false
    }.map { $0.code.position.file }.max() ?? 0
  }

  /// The findings at the levels they are to have, with what is wrong about the entries themselves.
  ///
  /// Errors keep their level. With `isComplete` everything was looked for, and an entry of the
  /// file itself that no finding goes by is a finding.
  package func applied(to findings: [ReviewFinding], isComplete: Bool) -> [Diagnostic] {
    var used: Set<Int> = []
    var result = findings.compactMap { leveled($0, &used) }
    result += invalidEntries
    guard isComplete else { return result }
    for index in entries.indices where !used.contains(index) && isStale(index) {
      let stale = Diagnostic(
        .staleFinding, .warning,
        "nothing is found that this entry for `" + entries[index].code.value.text
          + "` is about", at: entries[index].code.position, help: "remove the entry")
      if let stale = leveled(ReviewFinding(stale), &used) {
        result.append(stale)
      }
    }
    return result
  }

  private func leveled(_ reviewed: ReviewFinding, _ used: inout Set<Int>) -> Diagnostic? {
    let finding = reviewed.diagnostic
    guard finding.level < .error else { return finding }
    // A finding is about what it names, and about the row that it is shown at.
    let subjects = [
      reviewed.subject ?? subject(of: finding), places.subject(of: finding),
      reviewed.about.flatMap { places.subject(at: $0) },
    ]
    var best: (index: Int, weight: Int)?
    for (index, entry) in entries.enumerated() where entry.code.value == finding.code.name {
      let weights = subjects.compactMap { Self.weight(entry.subject?.value.text, $0) }
      guard let weight = weights.max(), reaches(entry, reviewed) else { continue }
      // An entry that another one wins over is not stale: it is about something that is there.
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

  /// Whether an entry holds for a finding: one that lowers the level, for findings of the policy that has the entry alone.
  private func reaches(_ entry: FindingDeclaration, _ finding: ReviewFinding) -> Bool {
    if let level = entry.level, level >= finding.diagnostic.level {
      return true
    }
    return finding.depth.map { entry.code.position.file <= $0 } ?? true
  }

  /// How closely an entry names a subject; nil where it means something else.
  private static func weight(_ named: String?, _ subject: String?) -> Int? {
    guard let named else { return 0 }
    guard let subject else { return nil }
    if named == subject {
      return 2
    }
    return named.hasSuffix("/*") && subject.hasPrefix(named.dropLast()) ? 1 : nil
  }

  // What is wrong with an inherited entry is for the file to say that it stands in.
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
          .invalidDeclaration, "`" + entry.code.value.text + "` is an error and stays one",
          at: entry.code.position,
          help: "a policy with an error does not load; `linkpolicy check --explain "
            + entry.code.value.text + "` tells more")
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
