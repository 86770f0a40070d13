internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics

/// The review of the rows of one table or derived fact, which finds rows and conditions that change nothing.
struct RowReview {
  let rows: [CompiledRow]
  let declared: [RowDeclaration]
  let hit: HitPolicy
  /// For each row, a graph of the row's answers in the cells that the row decides.
  let answers: [CellGraph]
  var cells: TableCells

  mutating func findings() -> [Diagnostic] {
    var findings: [Diagnostic] = []
    var redundant: [Int] = []
    // `below` combines the answers of all later rows, so that the review does not compare every
    // pair of rows. In a `unique` table, only the row without conditions, if any, can take over the
    // cells of another row.
    let hasHeirs = hit == .first || rows.last?.conditions.isEmpty ?? false
    var below = CellGraph.empty
    for index in hasHeirs ? Array(rows.indices.reversed()) : [] {
      let without = cells.algebra.choose(cells.decided[index], below, else: .empty)
      let own = cells.algebra.choose(cells.decided[index], answers[index], else: .empty)
      if without == own, let finding = redundancy(of: index) {
        findings.append(finding)
        redundant.append(index)
      }
      below = cells.algebra.choose(cells.matched[index], answers[index], else: below)
    }
    // A redundant row gets no finding about its conditions.
    return findings + idleConditions(besides: redundant)
  }

  // MARK: Rows

  /// Returns the finding about a row if the other rows would give the same answers in all its cells; otherwise nil.
  private mutating func redundancy(of index: Int) -> Diagnostic? {
    let own = cells.decided[index]
    guard !own.isEmpty else { return nil }
    var left = own
    var heirs: [Int] = []
    // In a `unique` table, only the row without conditions can match these cells.
    let isRest = rows.last?.conditions.isEmpty ?? false
    let later = hit == .first ? index + 1 : max(index + 1, rows.count - (isRest ? 1 : 0))
    for heir in rows.indices.dropFirst(later) {
      let matched = hit == .first ? cells.matched[heir] : cells.open
      let part = cells.algebra.intersection(left, matched)
      guard !part.isEmpty else { continue }
      // Another finding reports a row that never decides.
      guard !cells.decided[heir].isEmpty, answersAlike(index, heir, in: part) else { return nil }
      heirs.append(heir)
      left = cells.algebra.difference(left, part)
      if left.isEmpty { break }
    }
    guard left.isEmpty else { return nil }
    return redundancy(of: index, heirs, own)
  }

  /// Returns whether another row would give the same answers as a row in the cells of `part`, with effects that are
  /// possible in these cells.
  ///
  /// The effects are known to be possible if the row that now decides these cells has equal effects.
  private mutating func answersAlike(_ index: Int, _ other: Int, in part: CellGraph) -> Bool {
    guard
      rows[other].answer.effects.isEmpty || rows[other].answer.effects == rows[index].answer.effects
    else { return false }
    return cells.algebra.choose(part, answers[index], else: .empty)
      == cells.algebra.choose(part, answers[other], else: .empty)
  }

  private mutating func redundancy(
    of index: Int, _ heirs: [Int], _ own: CellGraph
  ) -> Diagnostic {
    let row = rows[index]
    let names = Self.list(heirs.map { rows[$0].id })
    let overriding = declared.filter { other in
      other.overrides.contains { $0.value == row.id }
    }
    var help = "remove the row"
    if !overriding.isEmpty {
      help += ", and remove its id from `overrides` of " + Self.list(overriding.map { $0.id.value })
    }
    return Diagnostic(
      .redundantRow, .warning,
      "row `" + row.id.text + "` changes nothing, because without it " + names
        + (heirs.count == 1 ? " gives" : " give") + " the same answers, for example where "
        + cells.example(of: own), at: row.position,
      help: help + "; the check proved that no answer changes",
      related: heirs.map {
        Diagnostic.Related("row `" + rows[$0].id.text + "` is here", at: rows[$0].position)
      })
  }

  static func list(_ names: [Name]) -> String {
    names.map { "`" + $0.text + "`" }.joined(separator: ", ")
  }

  // MARK: Conditions

  /// Returns a finding for each row or `given` with conditions that change nothing; all conditions of one finding can
  /// be removed at once.
  private mutating func idleConditions(besides redundant: [Int]) -> [Diagnostic] {
    var left = rows.map { $0.conditions }
    var places: [SourcePosition] = []
    var rowsOfPlace: [SourcePosition: [Int]] = [:]
    for (index, row) in rows.enumerated() where !cells.decided[index].isEmpty {
      for condition in row.conditions {
        if rowsOfPlace[condition.position] == nil {
          places.append(condition.position)
        }
        rowsOfPlace[condition.position, default: []].append(index)
      }
    }
    var found: [(row: Int, fact: Int, place: SourcePosition, isShared: Bool)] = []
    for place in places.reversed() {
      guard let concerned = rowsOfPlace[place],
        !concerned.contains(where: { redundant.contains($0) }),
        concerned.allSatisfy({ isIdle(place, of: $0, left[$0]) }),
        let fact = left[concerned[0]].first(where: { $0.position == place })?.fact
      else { continue }
      for index in concerned {
        left[index].removeAll { $0.position == place }
      }
      found.append((concerned[0], fact, place, concerned.count > 1))
    }
    return findings(found.reversed())
  }

  /// Returns whether a row matches the same cells without the condition at a position.
  private mutating func isIdle(
    _ place: SourcePosition, of index: Int, _ conditions: [ResolvedCondition]
  ) -> Bool {
    // A row without conditions decides all remaining cells, so a row keeps its last condition.
    guard conditions.count > 1 else { return false }
    let wider = cells.cells(matching: conditions.filter { $0.position != place })
    return cells.algebra.intersection(wider, cells.open) == cells.matched[index]
  }

  private func findings(
    _ found: [(row: Int, fact: Int, place: SourcePosition, isShared: Bool)]
  ) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    var rest = found[...]
    while let first = rest.popFirst() {
      var names = [cells.name(ofFact: first.fact)]
      while let next = rest.first, next.row == first.row, next.isShared == first.isShared {
        names.append(cells.name(ofFact: next.fact))
        rest.removeFirst()
      }
      findings.append(
        Self.idleCondition(
          names,
          in: first.isShared
            ? "for the rows that share it" : "in row `" + rows[first.row].id.text + "`",
          at: first.place))
    }
    return findings
  }

  /// Returns the finding about conditions that can be dropped together.
  static func idleCondition(
    _ names: [Name], in row: String, at place: SourcePosition
  ) -> Diagnostic {
    let isOne = names.count == 1
    return Diagnostic(
      .idleCondition, .note,
      (isOne ? "the condition on " : "the conditions on ") + list(names)
        + (isOne ? " changes" : " change") + " nothing " + row
        + ", because the other conditions imply "
        + (isOne ? "it" : "them"), at: place,
      help: "remove " + (isOne ? "the condition" : "the conditions")
        + "; the check proved that the matching cells stay the same")
  }
}

/// The review of the rows of derived facts, over every cell that any table can have.
enum FactReview {
  /// Returns the findings about derived facts, and subtracts the steps of the review from `stepsLeft`.
  static func findings(
    of policy: CompiledPolicy, maker: inout CellMaker, stepsLeft: inout Int
  ) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    for (index, fact) in policy.storage.facts.enumerated() {
      var review = RowReview(
        rows: fact.rows, declared: policy.document.facts[index].rows, hit: fact.hit,
        // The number zero marks a cell that no row decides.
        answers: fact.rows.map { .terminal($0.value + 1) },
        cells: maker.cells(
          ofFact: index, allowance: min(policy.storage.limits.review, stepsLeft)))
      let found = review.findings()
      stepsLeft = max(0, stepsLeft - review.cells.steps)
      let name = policy.document.facts[index].name.value
      findings +=
        review.cells.isSpent
        ? [PolicyCheck.notReviewed("fact", name, at: fact.position)] : found
    }
    return findings
  }
}
