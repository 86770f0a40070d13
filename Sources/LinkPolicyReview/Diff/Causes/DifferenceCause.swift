internal import LinkPolicy
internal import LinkPolicyAuthoring
package import LinkPolicyExploration

/// An edit of one part of a policy, with the changes that the edit causes.
package struct DifferenceCause: Sendable {
  /// The edited part; nil for changes that several edits cause together.
  package var part: EditedPart?
  /// The lines that the edit changed in each policy; nil if the text of the policy does not contain the part.
  package var lines = Sides<EditedLines?> { _ in nil }
  /// The indices of the changes in the rows and guards that the edit itself touches.
  package var direct: [Int] = []
  /// The indices of the changes that the edit causes in other rows and guards.
  package var following: [Int] = []
  /// The indices of the differences in ``PolicyDifference/declarations`` that the edit causes.
  package var declarations: [Int] = []
  /// The kinds of all changes, the most dangerous first; empty for an edit without changes.
  package var kinds: [ChangeKind] = []

  /// Returns the causes of a difference, the most dangerous first, without edits that change nothing.
  package static func all(of difference: PolicyDifference) -> [DifferenceCause] {
    guard !difference.changes.isEmpty || !difference.declarations.isEmpty else { return [] }
    let attribution = CauseAttribution(difference)
    return attribution.causes
  }
}

/// For each change of a difference, the edits that cause the change.
private struct CauseAttribution {
  private let difference: PolicyDifference
  private let parts: [EditedPart]
  private(set) var causes: [DifferenceCause] = []

  init(_ difference: PolicyDifference) {
    self.difference = difference
    parts = EditedPart.all(difference.policies)
    causes = parts.map { DifferenceCause(part: $0) }
    let deciding = parts.indices.filter { !parts[$0].subject.isPin }
    var together = DifferenceCause()
    for index in difference.changes.indices {
      let direct = parts.indices.filter { isDirect(parts[$0], difference.changes[index]) }
      for place in direct {
        causes[place].direct.append(index)
      }
      guard direct.isEmpty else { continue }
      let behind =
        deciding.count == 1
        ? deciding : deciding.filter { isBehind(parts[$0], difference.changes[index]) }
      for place in behind {
        causes[place].following.append(index)
      }
      if behind.isEmpty {
        together.following.append(index)
      }
    }
    for index in difference.declarations.indices {
      let part = difference.declarations[index].part
      let own = parts.indices.filter { declares(parts[$0], part) }
      for place in own {
        causes[place].declarations.append(index)
      }
      if own.isEmpty {
        together.declarations.append(index)
      }
    }
    causes.append(together)
    for place in causes.indices {
      let changes = (causes[place].direct + causes[place].following).flatMap {
        difference.changes[$0].kinds
      }
      let declared = causes[place].declarations.flatMap { difference.declarations[$0].kinds }
      causes[place].kinds = ChangeKind.ordered(Set(changes + declared))
    }
    let kept = causes.indices.filter { !causes[$0].kinds.isEmpty }
    let ranks = causes.map { ChangeKind.rank($0.kinds.filter { $0 != .unreachable }) }
    causes = kept.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { causes[$0] }
    let lines = Sides { SourceLines(difference.policies[$0].sources) }
    for place in causes.indices {
      guard let part = causes[place].part else { continue }
      causes[place].lines = EditedLines.both(of: part.positions, in: lines)
    }
  }

  /// Returns whether an edit concerns the row or guard of a change, or the error or action group that the row or guard
  /// names.
  private func isDirect(_ part: EditedPart, _ change: PolicyDifference.Change) -> Bool {
    Side.allCases.contains { side in
      guard let row = change.answers[side].row else { return false }
      switch part.subject {
      case .row(let table, let id): return row.table == table && row.id == id
      case .guardRow(let id): return row.table == "guards" && row.id == id
      case .actionGroup(let name):
        guard row.table == "guards" else { return false }
        return difference.policies[side].document.guards.contains { guarding in
          guarding.id.value == row.id
            && guarding.conditions.contains { $0.values.contains { $0.value == name } }
        }
      case .error(let name):
        return declared(row, on: side).map { names(of: $0).contains(name) } ?? false
      case .factRow, .order, .factOrder, .fact, .domain, .claim, .provider, .setting, .input,
        .identifier, .search,
        .label,
        .purpose, .action,
        .invariant, .impossible, .proof, .addresses, .methods, .pool, .pin:
        return false
      }
    }
  }

  /// Returns whether an edit can cause a change outside the rows that it edits.
  ///
  /// The result depends on the facts that the changed rows test, and on the kinds of change.
  private func isBehind(_ part: EditedPart, _ change: PolicyDifference.Change) -> Bool {
    switch part.subject {
    case .row(let table, _):
      // An edit of a row can give cells to other rows of the table, or take cells from other rows.
      return Side.allCases.contains { change.answers[$0].table == table }
    case .guardRow, .actionGroup:
      // An attempt that an edited guard no longer refuses reaches later guards and rows.
      return Side.allCases.contains { change.answers[$0].row?.table == "guards" }
    case .factRow(let fact, _), .factOrder(let fact), .fact(let fact): return tests(fact, change)
    case .order(let name):
      return Side.allCases.contains { side in
        change.answers[side].row?.table == name || change.answers[side].table == name
      }
    case .domain: return tests("domain", change) || tests("relay", change)
    case .claim(let name): return tests(Name("claim." + name.text), change)
    case .provider:
      let isOffered = Side.allCases.allSatisfy { !change.answers[$0].isNotOffered }
      return !isOffered || tests("provider", change) || tests("relay", change)
    case .setting(let name): return tests(Name("setting." + name.text), change)
    case .input(let name): return tests(Name("input." + name.text), change)
    case .identifier(let name): return tests(Name("identifier." + name.text), change)
    case .label(let name): return tests(Name("label." + name.text), change)
    case .impossible: return change.kinds.contains { $0 == .excludesMore || $0 == .excludesLess }
    case .proof: return change.kinds.contains { $0 == .provesMore || $0 == .provesLess }
    case .methods: return tests("methods", change) || tests("other-methods", change)
    case .error, .purpose, .action, .search, .invariant, .addresses, .pool, .pin: return false
    }
  }

  /// Returns whether the old or the new row of a change tests a fact, directly or through derived facts.
  ///
  /// If the change concerns the proof of an address, the function also examines the conditions of `proof`.
  private func tests(_ fact: Name, _ change: PolicyDifference.Change) -> Bool {
    let comparison = difference.comparisons[change.comparison]
    return Side.allCases.contains { side in
      let policy = difference.policies[side]
      let source = comparison.groups[change.group].sources[side]
      let row: CompiledRow
      switch source {
      case .row(let index): row = policy.storage.tables[comparison.tables[side]].rows[index]
      case .guarding(let index), .would(let index, _): row = policy.storage.guards[index]
      case .impossible, .cannotOccur, .staleTicket: return false
      }
      guard let own = policy.vocabulary.schema.index(of: fact) else { return false }
      let isProof = change.kinds.contains { $0 == .provesMore || $0 == .provesLess }
      let conditions = row.conditions + (isProof ? policy.storage.proof : [])
      return (policy.withDerived(conditions) + conditions).contains { $0.fact == own }
    }
  }

  private func declared(
    _ row: RowName, on side: Side
  ) -> RowDeclaration? {
    let document = difference.policies[side].document
    let rows =
      row.table == "guards"
      ? document.guards
      : document.decisions.first { $0.key.value == row.table }?.rows ?? []
    return rows.first { $0.id.value == row.id }
  }

  /// Returns the edited row or guard in the policy of a side; nil for another part, or if this policy lacks the row.
  private func row(_ subject: EditedPart.PartSubject, _ side: Side) -> RowDeclaration? {
    let document = difference.policies[side].document
    switch subject {
    case .row(let table, let id):
      let rows = document.decisions.first { $0.key.value == table }?.rows ?? []
      return rows.first { $0.id.value == id }
    case .guardRow(let id): return document.guards.first { $0.id.value == id }
    case .factRow(let fact, let id):
      let rows = document.facts.first { $0.name.value == fact }?.rows ?? []
      return rows.first { $0.id.value == id }
    case .order, .factOrder, .fact, .domain, .claim, .provider, .setting, .input, .identifier,
      .search, .label, .purpose,
      .action,
      .actionGroup, .error, .invariant, .impossible, .proof, .addresses, .methods, .pool, .pin:
      return nil
    }
  }

  private func names(of row: RowDeclaration) -> [Name] {
    [row.refusal, row.show].compactMap { $0?.value }
  }

  /// Returns whether an edited part contains a declaration.
  private func declares(_ edited: EditedPart, _ part: DeclaredPart) -> Bool {
    let subject = edited.subject
    return switch part {
    case .provider(let name), .subjects(let name): subject == .provider(name)
    case .setting(let name): subject == .setting(name)
    case .input(let name): subject == .input(name)
    case .party(let name):
      if case .action(let action) = subject {
        name.text == "action " + action.text
      } else if case .input(let input) = subject {
        name.text == "input " + input.text
      } else {
        false
      }
    case .identifier(let name): subject == .identifier(name)
    case .search(let name): subject == .search(name)
    case .label(let name): subject == .label(name)
    case .purpose(let name): subject == .purpose(name)
    case .action(let name): subject == .action(name)
    case .invariant(let name): subject == .invariant(name)
    case .pin(let key): subject == .pin(key)
    case .staleTickets: subject == .error(Name(Refusal.startAgain))
    case .tenants:
      Side.allCases.contains { side in
        row(edited.subject, side)?.conditions.contains { $0.fact.value == Name("tenant") } ?? false
      }
    case .addresses: subject == .addresses
    case .listing: subject == .methods
    case .proof: decidesProof(subject)
    case .pools: if case .pool = subject { true } else { false }
    case .attempts(let name):
      if case .row(let table, _) = subject {
        name.text.hasPrefix(table.text) || table.text.hasPrefix(name.text)
      } else {
        false
      }
    }
  }

  /// Returns whether the conditions of `proof` depend on an edited part, directly or through derived facts.
  private func decidesProof(_ subject: EditedPart.PartSubject) -> Bool {
    let fact: Name
    switch subject {
    case .proof: return true
    case .factRow(let name, _), .factOrder(let name), .fact(let name): fact = name
    case .domain: fact = EngineFact.domain.name
    case .claim(let name): fact = Name("claim." + name.text)
    case .setting(let name): fact = Name("setting." + name.text)
    case .input(let name): fact = Name("input." + name.text)
    case .row, .guardRow, .order, .provider, .identifier, .search, .label, .purpose, .action,
      .actionGroup, .error, .invariant, .impossible, .addresses, .methods, .pool, .pin:
      return false
    }
    return Side.allCases.contains { side in
      let policy = difference.policies[side]
      guard let own = policy.vocabulary.schema.index(of: fact) else { return false }
      return policy.withDerived(policy.storage.proof).contains { $0.fact == own }
    }
  }
}
