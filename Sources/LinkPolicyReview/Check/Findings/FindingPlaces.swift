internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics

/// What findings are about, by where they stand: a row, or a name that is declared.
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
    add(document.labels.map { $0.name }, in: "labels")
    add(document.purposes.map { $0.name }, in: "purposes")
    add(document.actions.map { $0.name }, in: "actions")
    add(document.actionGroups.map { $0.name }, in: "action-groups")
    add(document.facts.map { $0.name }, in: "facts")
    add(document.invariants.map { $0.id }, in: "invariants")
    add(document.errors.map { $0.name }, in: "errors")
  }

  /// Names such as `sign-in.federated/first` for everything that stands in a row.
  private mutating func add(_ rows: [RowDeclaration], in table: String) {
    for row in rows {
      let name = table + "/" + row.id.value.text
      subjects[row.id.position] = name
      // What is shared through `given` goes by the first of its rows.
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

  /// What a finding is about; nil for what is neither a row nor a name.
  func subject(of finding: Diagnostic) -> String? {
    finding.position.flatMap { subject(at: $0) }
  }

  /// What stands at a place.
  func subject(at position: SourcePosition) -> String? { subjects[position] }
}
