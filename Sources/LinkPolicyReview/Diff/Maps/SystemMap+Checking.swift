internal import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyDiagnostics
internal import LinkPolicyJSON

extension SystemMap {
  /// Refuses what the policies do not have, what is mapped twice, and what can never be compared.
  ///
  /// Throws an ``InvalidInput`` with every finding, in the order of the file.
  package func check(against policies: Sides<CompiledPolicy>) throws(InvalidInput) {
    var checker = SystemMapChecker(policies)
    for pair in providers {
      checker.check(provider: pair)
    }
    checker.checkProvidersAreOneToOne(providers)
    checker.check(
      claims, sort: "claim",
      Sides { side in
        policies[side].document.claims.map { ($0.name.value, $0.words.map { $0.name.value }) }
      })
    checker.check(
      settings, sort: "setting",
      Sides { side in
        policies[side].document.settings.map { ($0.name.value, $0.values.map { $0.value }) }
      })
    for pair in settings {
      checker.checkDefaults(of: pair)
    }
    checker.check(
      errors, sort: "error", of: nil,
      Sides { policies[$0].document.errors.map { $0.name.value } })
    guard !checker.findings.isEmpty else { return }
    var sorted = checker.findings.sorted { a, b in
      guard let a = a.position, let b = b.position else { return a.position != nil }
      return (a.line, a.column) < (b.line, b.column)
    }
    if checker.omitted > 0 {
      sorted.append(
        Diagnostic(
          .jsonMoreFindings, .note, "\(checker.omitted) more findings are not listed", at: nil))
    }
    throw InvalidInput(sorted, in: sources)
  }
}
