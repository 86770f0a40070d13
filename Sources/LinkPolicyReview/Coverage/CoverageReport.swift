package import LinkPolicy
internal import LinkPolicyAuthoring
package import LinkPolicyDiagnostics
package import LinkPolicyExploration
internal import LinkPolicyJSON
package import LinkPolicyTesting

/// The report of a policy's coverage by vectors: counts of reached rows, cells and transitions, and vectors for the
/// unreached parts that an exploration reached.
package struct CoverageReport: Sendable {
  /// The number of parts of one kind, such as cells, and the number of these parts that the vectors reach.
  package struct Tally: Sendable {
    /// The number of parts that the vectors reach.
    package var reached = 0
    /// The number of all parts of the kind.
    package var total = 0
    /// The number of unreached parts that the exploration reached.
    package var reachable = 0
    /// The number of unreached parts that are proved unreachable from the empty store.
    package var unreachable = 0
    /// The number of parts that neither the vectors nor the exploration reach, and that are not proved unreachable.
    package var notFound: Int { total - reached - reachable - unreachable }
  }

  /// The coverage of a row or guard.
  package struct CoverageRow: Sendable {
    package var name: RowName
    package var position: SourcePosition
    /// The number of attempts that the row or guard decided.
    package var count: Int
    /// The tally of the row's cells; nil for a guard, and for a row of a table that has too many cells.
    package var cells: Tally?
    /// The proved reason why the row is unreachable from the empty store; nil without a proof.
    package var unreachable: String?
  }

  /// A row, guard, cell or transition that no vector reaches.
  package struct Missing: Sendable {
    /// The kinds of unreached parts, such as rows and transitions.
    package enum What: String, CaseIterable, Sendable {
      case row, `guard`, cell, cells, transition
    }

    /// The kind of the unreached part, such as a row.
    package var what: What
    /// The unreached row or guard; for a transition, the first row or guard.
    package var name: RowName
    /// The second row or guard of a transition; nil for any other part.
    package var next: RowName?
    /// The facts that describe an unreached cell with their values, such as `credential` with `known`.
    package var facts: [(fact: String, values: [String])] = []
    /// The dangerous kinds of change that a wrong answer can cause, the most dangerous first; empty for a transition.
    package var danger: [ChangeKind] = []
    /// The vector that reaches the part; nil if the exploration found no vector.
    package var vector: SequenceVector?
    /// The proved reason why the part is unreachable from the empty store; nil without a proof.
    package var unreachable: String?
  }

  /// The coverage that the report describes.
  package let coverage: Coverage
  /// The number of explored stores.
  package let stores: Int
  /// Whether the exploration kept every reachable store, and made every kind of attempt.
  package let isComplete: Bool
  /// The groups of attempts that the exploration did not make, such as attempts that redeem a ticket.
  package let untried: [Explorer.UntriedAttempts]
  /// The guards and rows, in the order of the policy.
  package private(set) var rows: [CoverageRow] = []
  /// The tally of the policy's rows and guards.
  package private(set) var rowTally = Tally()
  package private(set) var cellTally = Tally()
  package private(set) var transitionTally = Tally()
  /// All unreached rows and guards, and the unreached cells and transitions up to the limit.
  ///
  /// Rows and guards come first, then cells, then transitions. Rows and guards are sorted by danger, and so are cells.
  /// In both groups, the parts that are proved unreachable come last.
  package private(set) var missing: [Missing] = []

  private let explorer: Explorer
  private let policyName: String
  private let reachable: ReachableCells
  private var dangers: AnswerDanger

  /// Compares coverage with an exploration of the same policy.
  ///
  /// `limit` is the maximum number of unreached cells to list for each row, and of unreached transitions to list.
  /// `policyName` is the name of the policy in the vectors.
  package init(_ coverage: Coverage, _ explorer: Explorer, named policyName: String, limit: Int) {
    self.coverage = coverage
    self.explorer = explorer
    self.policyName = policyName
    stores = explorer.expanded
    isComplete = explorer.isComplete
    untried = explorer.untried
    reachable = ReachableCells(in: explorer, map: coverage.cells, numbers: coverage.numbers)
    dangers = AnswerDanger(coverage.policy)
    takeRows()
    takeCells(limit)
    takeTransitions(limit)
  }

  /// The keys of the tables with too many cells to count, such as `sign-in.federated`.
  package var uncounted: [Name] {
    coverage.cells.uncounted.map { coverage.policy.storage.tables[$0].key }
  }

  private func vector(_ sequence: StepSequence) -> SequenceVector {
    SequenceVector(
      sequence, under: explorer.policy, named: policyName, prefix: "reach", answers: .outcome)
  }

  private func vector(_ end: ReachableCells.End?) -> SequenceVector? {
    end.map { vector(explorer.sequence(to: $0.basis, $0.combination)) }
  }

  /// Returns the harm that a wrong answer of a row or guard can do in the cells that the exploration reached.
  ///
  /// For a guard, and for a row without reached cells, the result is the harm in any cell.
  private mutating func danger(ofRow number: Int) -> [ChangeKind] {
    let guards = coverage.numbers.guardCount
    guard number >= guards else { return dangers.kinds(of: .guarding(number), inTable: nil) }
    let row = coverage.cells.rows[number - guards]
    let found = reachable.found[number - guards].values
    guard !found.isEmpty else { return dangers.kinds(of: .row(row.row), inTable: row.table) }
    var kinds: Set<ChangeKind> = []
    for end in found {
      kinds.formUnion(dangers.kinds(of: .row(row.row), inTable: row.table, at: end.facts))
    }
    return ChangeKind.ordered(kinds)
  }

  /// Adds unreached parts to ``missing``, the most dangerous first; parts that are proved unreachable come last.
  private mutating func take(_ parts: [Missing]) {
    func key(_ place: Int) -> [Int] {
      [parts[place].unreachable == nil ? 0 : 1] + ChangeKind.ranks(parts[place].danger) + [place]
    }
    let keys = parts.indices.map { key($0) }
    missing += parts.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
      .map { parts[$0] }
  }

  private mutating func takeRows() {
    let numbers = coverage.numbers
    var parts: [Missing] = []
    for number in 0..<numbers.count {
      let isGuard = number < numbers.guardCount
      var row = CoverageRow(
        name: numbers.names[number], position: numbers.positions[number],
        count: coverage.counts[number])
      rowTally.total += 1
      if isGuard {
        row.unreachable =
          coverage.cells.guardsReachable[number] ? nil : "no effect produces its cells"
      } else {
        row.unreachable = coverage.cells.rows[number - numbers.guardCount].reason
      }
      if isComplete, reachable.rows[number] == nil, row.unreachable == nil {
        row.unreachable = "no sequence reaches it"
      }
      if row.count > 0 {
        rowTally.reached += 1
      } else {
        rowTally.reachable += reachable.rows[number] == nil ? 0 : 1
        rowTally.unreachable += row.unreachable == nil ? 0 : 1
        let end = reachable.rows[number]
        parts.append(
          Missing(
            what: isGuard ? .guard : .row, name: row.name, danger: danger(ofRow: number),
            vector: vector(end), unreachable: row.unreachable))
      }
      rows.append(row)
    }
    take(parts)
  }

  private mutating func takeCells(_ limit: Int) {
    var cells = coverage.cells
    var parts: [Missing] = []
    let first = coverage.numbers.guardCount
    for (index, row) in cells.rows.enumerated() where !cells.uncounted.contains(row.table) {
      let reached = coverage.reached[index]
      let found = reachable.found[index]
      var tally = Tally(reached: reached.count, total: row.count)
      let left = found.keys.filter { !reached.contains($0) }
      tally.reachable = left.count
      tally.unreachable = row.unreachable - reached.count { !row.isReachable($0, in: cells) }
      if isComplete {
        tally.unreachable = tally.total - tally.reached - tally.reachable
      }
      rows[first + index].cells = tally
      cellTally.reached += tally.reached
      cellTally.total += tally.total
      cellTally.reachable += tally.reachable
      cellTally.unreachable += tally.unreachable
      let name = coverage.numbers.names[first + index]
      let sorted = limit == 0 ? [] : ranked(left, ofRow: index, found)
      for (cell, danger) in sorted.prefix(limit) {
        let box = cells.box(of: cell, inTable: row.table)
        parts.append(
          Missing(
            what: .cell, name: name, facts: cells.words(box, of: cell, inTable: row.table),
            danger: danger, vector: vector(found[cell])))
      }
      guard tally.notFound > 0, sorted.count < limit else { continue }
      let known = reached.union(found.keys)
      let rest = cells.missing(ofRow: index, besides: known, limit: limit - sorted.count)
      let danger = dangers.kinds(of: .row(row.row), inTable: row.table)
      for box in rest.boxes {
        parts.append(
          Missing(
            what: .cells, name: name, facts: cells.words(box, inTable: row.table), danger: danger))
      }
    }
    take(parts)
  }

  /// Returns the given cells of a row, each with the dangerous kinds of change that a wrong answer in the cell can
  /// cause.
  ///
  /// The most dangerous cells of the row come first. Among equally dangerous cells, the cells with the shortest
  /// sequences come first.
  private mutating func ranked(
    _ cells: [CellMap.Cell], ofRow index: Int, _ found: [CellMap.Cell: ReachableCells.End]
  ) -> [(cell: CellMap.Cell, danger: [ChangeKind])] {
    let row = coverage.cells.rows[index]
    var ranked: [(cell: CellMap.Cell, danger: [ChangeKind], key: [Int])] = []
    for cell in cells {
      guard let end = found[cell] else { continue }
      let danger = dangers.kinds(of: .row(row.row), inTable: row.table, at: end.facts)
      let length = explorer.length(of: end.basis)
      ranked.append((cell, danger, ChangeKind.ranks(danger) + [length] + cell.map { Int($0) }))
    }
    ranked.sort { $0.key.lexicographicallyPrecedes($1.key) }
    return ranked.map { ($0.cell, $0.danger) }
  }

  private mutating func takeTransitions(_ limit: Int) {
    let numbers = coverage.numbers
    let possible = ReachableTransitions(in: explorer, numbers: numbers)
    let left = possible.found.keys.filter { !coverage.transitions.contains($0) }.sorted { a, b in
      let (x, y) = (possible.depth(of: a, explorer), possible.depth(of: b, explorer))
      return x == y ? a < b : x < y
    }
    transitionTally = Tally(
      reached: coverage.transitions.count, total: coverage.transitions.count + left.count,
      reachable: left.count)
    let listed = Array(left.prefix(limit))
    let sequences = TransitionSearch(in: explorer, numbers: numbers, reachable: possible)
      .sequences(for: listed)
    for transition in listed {
      missing.append(
        Missing(
          what: .transition, name: numbers.names[transition.from],
          next: numbers.names[transition.to],
          vector: sequences[transition].map { vector($0) }))
    }
  }
}

extension CoverageReport {
  /// Returns the report as one line of JSON.
  ///
  /// `skipped` is the number of cases that were not played. `passedOver` is the number of cases about other policies.
  package func json(skipped: Int, passedOver: Int) -> [UInt8] {
    let value = JSONValue.object([
      "policy": .object([
        "name": .string(coverage.policy.name), "digest": .string(coverage.policy.digest.text),
      ]),
      "cases": .int(coverage.cases), "skipped": .int(skipped),
      "passedOver": .int(passedOver), "steps": .int(coverage.steps),
      "explored": .object([
        "stores": .int(stores), "complete": .bool(isComplete),
        "untried": untried.isEmpty ? nil : .array(untried.map { .string($0.rawValue) }),
      ]),
      "totals": .object([
        "rows": Self.tally(rowTally), "cells": Self.tally(cellTally),
        "transitions": Self.tally(transitionTally), "pairs": .int(coverage.pairs.count),
      ]),
      "uncounted": uncounted.isEmpty ? nil : .array(uncounted.map { .string($0.text) }),
      "rows": .array(rows.map { row($0) }),
      "missing": .array(missing.map { Self.missing($0) }),
    ])
    return value.line + [UInt8(ascii: "\n")]
  }

  private func row(_ row: CoverageRow) -> JSONValue {
    .object([
      "row": .string(row.name.text), "line": .int(row.position.line), "count": .int(row.count),
      "cells": row.cells.map { Self.tally($0) },
      "unreachable": row.unreachable.map { .string($0) },
    ])
  }

  private static func tally(_ tally: Tally) -> JSONValue {
    .object([
      "reached": .int(tally.reached), "total": .int(tally.total),
      "reachable": .int(tally.reachable), "unreachable": .int(tally.unreachable),
      "notFound": .int(tally.notFound),
    ])
  }

  private static func missing(_ missing: Missing) -> JSONValue {
    let facts = missing.facts.map { fact, values in
      JSONMember(Name(fact), .array(values.map { .string($0) }))
    }
    return .object([
      "what": .string(missing.what.rawValue), "row": .string(missing.name.text),
      "next": missing.next.map { .string($0.text) },
      "facts": facts.isEmpty ? nil : JSONValue(.object(facts)),
      "danger": missing.danger.isEmpty
        ? nil : .array(missing.danger.map { .string($0.rawValue) }),
      "vector": missing.vector?.json, "unreachable": missing.unreachable.map { .string($0) },
    ])
  }
}

extension CoverageReport {
  /// The report as text: totals, then the unreached parts, each with a vector that reaches the part.
  package var text: TerminalText {
    var text: TerminalText = "\(coverage.policy.name): \(coverage.cases, of: "case"), "
    text += "\(coverage.steps, of: "step")\n"
    text += "rows and guards  \(Self.line(rowTally))\n"
    text += "cells            \(Self.line(cellTally))\n"
    text += "transitions      \(Self.line(transitionTally))\n"
    text += "transition pairs \(coverage.pairs.count) reached\n"
    text += "explored \(stores, of: "store")"
    text += isComplete ? ", which are all reachable stores\n" : "\n"
    for attempts in untried {
      text += "not tried: \(attempts.words)\n"
    }
    for table in uncounted {
      text += "not counted: the cells of table \(table.text), which are too many\n"
    }
    for missing in missing {
      text += "\n\(Self.heading(missing))\n"
      if !missing.danger.isEmpty {
        text += "  if wrong: \(Self.danger(missing))\n"
      }
      if let vector = missing.vector {
        text += "  \(String(decoding: vector.json.line, as: UTF8.self))\n"
      } else {
        text += "  \(reason(for: missing))\n"
      }
    }
    return text
  }

  /// The report as Markdown: a table of rows, and the unreached parts.
  package var markdown: MarkdownText {
    var text: MarkdownText = "## Coverage of \(coverage.policy.name)\n\n"
    text += "| | reached | of | reachable | unreachable | not found |\n|---|--:|--:|--:|--:|--:|\n"
    let tallies: [(MarkdownText, Tally)] = [
      ("rows and guards", rowTally), ("cells", cellTally), ("transitions", transitionTally),
    ]
    for (name, tally) in tallies {
      let numbers = [
        tally.reached, tally.total, tally.reachable, tally.unreachable, tally.notFound,
      ]
      text += MarkdownText(row: [name] + numbers.map { "\($0)" })
    }
    text += "\nPairs of transitions reached: \(coverage.pairs.count)\n"
    for attempts in untried {
      text += "\nNot tried: \(attempts.words)\n"
    }
    text += "\n| row or guard | decided | cells | of |\n|---|--:|--:|--:|\n"
    for row in rows {
      let cells: [MarkdownText] = row.cells.map { ["\($0.reached)", "\($0.total)"] } ?? ["", ""]
      text += MarkdownText(row: [MarkdownText(row.name.text), "\(row.count)"] + cells)
    }
    guard !missing.isEmpty else { return text }
    text += "\n### Not reached\n"
    for missing in missing {
      text += "\n- \(Self.heading(missing))\n"
      if !missing.danger.isEmpty {
        text += "  if wrong: \(Self.danger(missing))\n"
      }
      if let vector = missing.vector {
        text += MarkdownText(json: vector.json.line, indent: "  ")
      } else {
        text += "  \(reason(for: missing))\n"
      }
    }
    return text
  }

  private static func line(_ tally: Tally) -> TerminalText {
    var text: TerminalText = "\(tally.reached) of \(tally.total) reached"
    if tally.reachable > 0 {
      text += ", \(tally.reachable) more can be"
    }
    if tally.unreachable > 0 {
      text += ", \(tally.unreachable) cannot be"
    }
    if tally.notFound > 0 {
      text += ", \(tally.notFound) not found"
    }
    return text
  }

  private static func heading<Format: OutputFormat>(_ missing: Missing) -> OutputText<Format> {
    var text: OutputText<Format> = "\(word: missing.what) \(missing.name.text)"
    if let next = missing.next {
      text += " then \(next.text)"
    }
    if !missing.facts.isEmpty {
      let facts = missing.facts.map { fact, values in
        fact + ": " + (values.count == 1 ? values[0] : "[" + values.joined(separator: ", ") + "]")
      }
      text += ": \(facts.joined(by: ", "))"
    }
    return text
  }

  /// Returns the dangerous kinds of change in words, the same words as in the reports of `diff`.
  private static func danger<Format: OutputFormat>(_ missing: Missing) -> OutputText<Format> {
    let kinds: [OutputText<Format>] = missing.danger.map { "\(word: $0)" }
    return kinds.joined(by: ", ")
  }

  /// Returns the reason why an unreached part has no vector.
  private func reason<Format: OutputFormat>(for missing: Missing) -> OutputText<Format> {
    if let reason = missing.unreachable {
      return "no sequence from the empty store leads to \(reason)"
    }
    return "not found in \(stores, of: "store")"
  }
}
