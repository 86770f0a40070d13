package import LinkPolicy
package import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
package import LinkPolicyExploration

/// A part of a policy that differs between two versions: a row, a guard, a fact, a domain set or another
/// declaration.
package struct EditedPart: Sendable {
  /// The kind of the part, with the name that identifies the part, such as a guard's id.
  package enum PartSubject: Sendable, Hashable {
    case row(table: Name, id: Name)
    case guardRow(Name)
    /// A row of a derived fact, such as the row `github` of the fact `trust`.
    case factRow(fact: Name, id: Name)
    /// The order of the guards, or of the rows of a table with the hit policy `first`.
    case order(Name)
    /// The order of the rows of a derived fact with the hit policy `first`.
    case factOrder(Name)
    case fact(Name)
    case domain(Name)
    case claim(Name)
    case provider(Name)
    case setting(Name)
    case input(Name)
    case identifier(Name)
    case search(Name)
    case label(Name)
    case purpose(Name)
    case action(Name)
    case actionGroup(Name)
    case error(Name)
    case invariant(Name)
    case impossible(Name)
    case proof
    case addresses
    case methods
    case pool(Name)
    case pin(DigestPin.PinKey)

    /// Whether the part is a pinned digest, on which no decision depends.
    var isPin: Bool {
      if case .pin = self { true } else { false }
    }

    /// The name of the part in reports, such as `fact trust, row github`.
    package var words: String {
      switch self {
      case .row(let table, let id): "row " + table.text + "/" + id.text
      case .guardRow(let id): "guard " + id.text
      case .factRow(let fact, let id): "fact " + fact.text + ", row " + id.text
      case .order(let name): "order of " + name.text
      case .factOrder(let name): "order of fact " + name.text
      case .fact(let name): "fact " + name.text
      case .domain(let name): "domains " + name.text
      case .claim(let name): "claim " + name.text
      case .provider(let name): "provider " + name.text
      case .setting(let name): "setting " + name.text
      case .input(let name): "input " + name.text
      case .identifier(let name): "identifier " + name.text
      case .search(let name): "find " + name.text
      case .label(let name): "label " + name.text
      case .purpose(let name): "purpose " + name.text
      case .action(let name): "action " + name.text
      case .actionGroup(let name): "action group " + name.text
      case .error(let name): "error " + name.text
      case .invariant(let name): "invariant " + name.text
      case .impossible(let name): "impossible " + name.text
      case .proof: "proof"
      case .addresses: "addresses"
      case .methods: "methods"
      case .pool(let name): "pool " + name.text
      case .pin(let key): key.words
      }
    }
  }

  /// The kind and the name of the part.
  package var subject: PartSubject
  /// The content of the part in each policy, such as `credential: known; do sign-in`; `-` if a policy lacks the part.
  package var words: Sides<String>
  /// The position of the part in each policy; nil if the policy lacks the part or does not give the part a separate
  /// position.
  package var positions: Sides<SourcePosition?>
}

/// A part of one policy in words, for comparison with the same part of the other policy.
struct PartEntry {
  var subject: EditedPart.PartSubject
  var position: SourcePosition?
  var words: String
}

extension EditedPart {
  /// Returns the parts that differ between two policies: edited parts first, then added parts, then removed parts.
  ///
  /// The result omits a row that has a new id but the same content.
  package static func all(_ policies: Sides<CompiledPolicy>) -> [EditedPart] {
    let entries = Sides { PolicyParts(policies[$0].document).entries }
    let places = Sides { side in
      var places: [PartSubject: Int] = [:]
      places.addMissing(entries[side].enumerated().map { (key: $1.subject, value: $0) })
      return places
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
      part.subject.isOrder && isSameOrder(part.words, renaming: names, without: alone)
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

  /// Returns the position at which an overlay removes a row or guard; nil if no overlay removes the part.
  private static func removal(
    of subject: PartSubject, in document: PolicyDocument
  ) -> SourcePosition? {
    guard let id = subject.id else { return nil }
    return document.removed.last { row in
      switch subject {
      case .row(let table, _): row.table == table && row.id == id
      case .guardRow: row.table == Name("guards") && row.id == id
      case .factRow, .order, .factOrder, .fact, .domain, .claim, .provider, .setting, .input,
        .identifier, .search,
        .label,
        .purpose, .action, .actionGroup, .error, .invariant, .impossible, .proof, .addresses,
        .methods, .pool, .pin:
        false
      }
    }?.position
  }

  /// Removes, from both lists, the rows and guards that differ only in their ids.
  ///
  /// Returns the new id for each old id.
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

  /// Returns whether two orders are equal, apart from renamed rows and rows that only one policy has.
  private static func isSameOrder(
    _ words: Sides<String>, renaming names: [String: String], without alone: Sides<[PartEntry]>
  ) -> Bool {
    func ids(_ side: Side) -> [String] {
      let lacking = alone[side].compactMap { $0.subject.id?.text }
      return words[side].parts(separatedBy: ", ").filter { !$0.isEmpty && !lacking.contains($0) }
    }
    return ids(.old).map { names[$0] ?? $0 } == ids(.new)
  }

  private static func areOfOneTable(_ a: PartSubject, _ b: PartSubject) -> Bool {
    let first = table(of: a)
    return first != nil && first == table(of: b)
  }

  /// Returns a subject that identifies the list to which a row belongs, such as `.order("guards")`; nil for other
  /// parts.
  private static func table(of subject: PartSubject) -> PartSubject? {
    switch subject {
    case .row(let table, _): .order(table)
    case .guardRow: .order("guards")
    case .factRow(let fact, _): .fact(fact)
    case .order, .factOrder, .fact, .domain, .claim, .provider, .setting, .input, .identifier,
      .search, .label, .purpose,
      .action,
      .actionGroup, .error, .invariant, .impossible, .proof, .addresses, .methods, .pool, .pin:
      nil
    }
  }
}

extension EditedPart.PartSubject {
  /// Whether the part is an order of rows or guards.
  fileprivate var isOrder: Bool {
    switch self {
    case .order, .factOrder: true
    case .row, .guardRow, .factRow, .fact, .domain, .claim, .provider, .setting, .input,
      .identifier, .search, .label,
      .purpose,
      .action, .actionGroup, .error, .invariant, .impossible, .proof, .addresses, .methods, .pool,
      .pin:
      false
    }
  }

  /// The id of a row or guard, such as `first`; nil for other parts.
  fileprivate var id: Name? {
    switch self {
    case .row(_, let id), .guardRow(let id), .factRow(_, let id): id
    case .order, .factOrder, .fact, .domain, .claim, .provider, .setting, .input, .identifier,
      .search, .label, .purpose,
      .action,
      .actionGroup, .error, .invariant, .impossible, .proof, .addresses, .methods, .pool, .pin:
      nil
    }
  }
}
