internal import LinkPolicy
package import LinkPolicyAuthoring

extension EditedPart {
  /// The parts that two policies write otherwise, in the order of the new one; a row that has only another id is none.
  package static func all(_ policies: Sides<CompiledPolicy>) -> [EditedPart] {
    let entries = Sides { PolicyParts(policies[$0].document).entries }
    let places = Sides { side in
      Dictionary(
        entries[side].enumerated().map { ($1.subject, $0) }, uniquingKeysWith: { first, _ in first }
      )
    }
    var parts: [EditedPart] = []
    var alone = Sides<[PartEntry]> { _ in [] }
    for entry in entries.new {
      guard let place = places.old[entry.subject] else {
        alone.new.append(entry)
        continue
      }
      let old = entries.old[place]
      if old.words != entry.words {
        parts.append(
          EditedPart(
            subject: entry.subject, words: Sides(old: old.words, new: entry.words),
            positions: Sides(old: old.position, new: entry.position)))
      }
    }
    alone.old = entries.old.filter { places.new[$0.subject] == nil }
    let names = renamed(&alone)
    parts.removeAll { part in
      part.subject.isOrder && isSameOrder(part.words, names, alone)
    }
    parts += alone.new.map { entry in
      EditedPart(
        subject: entry.subject, words: Sides(old: "-", new: entry.words),
        positions: Sides(old: nil, new: entry.position))
    }
    parts += alone.old.map { entry in
      EditedPart(
        subject: entry.subject, words: Sides(old: entry.words, new: "-"),
        positions: Sides(
          old: entry.position, new: removal(of: entry.subject, in: policies.new.document)))
    }
    return parts
  }

  /// Where an overlay removes a row or guard; nil where none does.
  private static func removal(of subject: Subject, in document: PolicyDocument) -> SourcePosition? {
    guard let id = subject.id else { return nil }
    return document.removed.last { row in
      switch subject {
      case .row(let table, _): row.table == table && row.id == id
      case .guardRow: row.table == Name("guards") && row.id == id
      case .factRow, .order, .factOrder, .fact, .domain, .claim, .provider, .setting, .label,
        .purpose, .action, .actionGroup, .error, .invariant, .impossible, .proof, .addresses,
        .methods, .pool, .pin:
        false
      }
    }?.position
  }

  /// Takes out what stands in both under other ids; returns the new ids by the old ones.
  private static func renamed(_ alone: inout Sides<[PartEntry]>) -> [String: String] {
    var names: [String: String] = [:]
    for old in alone.old {
      let match = alone.new.firstIndex { new in
        new.words == old.words && Self.areOfOneTable(old.subject, new.subject)
      }
      guard let match, let before = old.subject.id, let after = alone.new[match].subject.id else {
        continue
      }
      names[before.text] = after.text
      alone.new.remove(at: match)
      alone.old.removeAll { $0.subject == old.subject }
    }
    return names
  }

  /// Whether an order is the same but for ids that are others, and rows that only one policy has.
  private static func isSameOrder(
    _ words: Sides<String>, _ names: [String: String], _ alone: Sides<[PartEntry]>
  ) -> Bool {
    func ids(_ side: Side) -> [String] {
      let lacking = alone[side].compactMap { $0.subject.id?.text }
      return words[side].split(separator: ", ").map { String($0) }.filter { !lacking.contains($0) }
    }
    return ids(.old).map { names[$0] ?? $0 } == ids(.new)
  }

  private static func areOfOneTable(_ a: Subject, _ b: Subject) -> Bool {
    let first = table(of: a)
    return first != nil && first == table(of: b)
  }

  /// What rows stand in, as the part that it is itself; nil for what is no row.
  private static func table(of subject: Subject) -> Subject? {
    switch subject {
    case .row(let table, _): .order(table)
    case .guardRow: .order("guards")
    case .factRow(let fact, _): .fact(fact)
    case .order, .factOrder, .fact, .domain, .claim, .provider, .setting, .label, .purpose, .action,
      .actionGroup, .error, .invariant, .impossible, .proof, .addresses, .methods, .pool, .pin:
      nil
    }
  }
}

extension EditedPart.Subject {
  /// Whether it is the order of rows that stand in the part of their own.
  fileprivate var isOrder: Bool {
    switch self {
    case .order, .factOrder: true
    case .row, .guardRow, .factRow, .fact, .domain, .claim, .provider, .setting, .label, .purpose,
      .action, .actionGroup, .error, .invariant, .impossible, .proof, .addresses, .methods, .pool,
      .pin:
      false
    }
  }

  /// The id of a row or guard.
  fileprivate var id: Name? {
    switch self {
    case .row(_, let id), .guardRow(let id), .factRow(_, let id): id
    case .order, .factOrder, .fact, .domain, .claim, .provider, .setting, .label, .purpose, .action,
      .actionGroup, .error, .invariant, .impossible, .proof, .addresses, .methods, .pool, .pin:
      nil
    }
  }
}
