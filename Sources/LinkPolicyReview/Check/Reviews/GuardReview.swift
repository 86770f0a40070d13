internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyExploration

/// The review of a policy's guards, which examines the tables one by one.
struct GuardReview {
  private let policy: CompiledPolicy
  private var guards: [CompiledRow] { policy.storage.guards }
  /// For each guard, whether the guard decides at least one cell.
  private var takes: [Bool]
  /// For each guard, whether the guard changes no answer.
  private var isRedundant: [Bool]
  /// For each guard, the conditions that had no effect in any table reviewed so far.
  private var idle: [ValueSet]
  /// For each guard, the earlier guards that match some of the guard's cells but refuse with another answer, in the
  /// order of discovery.
  private var rivals: [[Int]]
  /// For each guard, an example of a cell that the first guard in `rivals` matches too; empty for a guard without
  /// rivals.
  private var examples: [String]

  init(_ policy: CompiledPolicy) {
    self.policy = policy
    let guards = policy.storage.guards
    takes = guards.map { _ in false }
    isRedundant = guards.map { _ in true }
    // The condition on the action is never idle, because a guard without this condition would apply to every table.
    idle = guards.map { row in
      row.conditions.count < 2
        ? ValueSet()
        : ValueSet(
          row.conditions.indices.filter { row.conditions[$0].fact != EngineFact.action.rawValue })
    }
    rivals = guards.map { _ in [] }
    examples = guards.map { _ in "" }
  }

  /// Returns the guards that apply to the action of a table, for any kind of method.
  private func asked(inTable index: Int) -> [Int] {
    let action = policy.storage.tables[index].action
    return guards.indices.filter { number in
      guards[number].conditions.allSatisfy {
        $0.fact != EngineFact.action.rawValue || $0.values.contains(action)
      }
    }
  }

  /// Returns the conditions that the cells of a table must distinguish for this review.
  func conditions(ofTable index: Int) -> [ResolvedCondition] {
    asked(inTable: index).flatMap { guards[$0].conditions }
  }

  /// Reviews the guards in one table, given the answers of the table's rows.
  mutating func review(
    table index: Int, in cells: inout TableCells, answers: [CellGraph], maker: inout AnswerMaker
  ) {
    let rows = policy.storage.tables[index].rows
    let asked = asked(inTable: index)
    review(
      asked.filter { !guards[$0].hasWould }, before: rows, in: &cells, answers: answers,
      maker: &maker)
    reviewWould(asked.filter { guards[$0].hasWould }, rows: rows, in: &cells)
  }

  /// Skips a table, and assumes that each of its guards, and each condition of these guards, changes an answer.
  mutating func leaveOut(table index: Int) {
    for number in asked(inTable: index) {
      takes[number] = true
      isRedundant[number] = false
      idle[number] = ValueSet()
    }
  }

  // MARK: Guards asked before the rows

  private mutating func review(
    _ asked: [Int], before rows: [CompiledRow], in cells: inout TableCells, answers: [CellGraph],
    maker: inout AnswerMaker
  ) {
    guard !asked.isEmpty else { return }
    var open = cells.space
    var taken: [CellGraph] = []
    for (place, number) in asked.enumerated() {
      let own = cells.cells(matching: guards[number].conditions)
      let here = cells.algebra.intersection(open, own)
      dropIdle(of: number, asked: open, took: here, in: &cells)
      let all = cells.algebra.intersection(cells.space, own)
      if all != here {
        findRivals(of: number, matching: all, among: asked[..<place], in: &cells)
      }
      taken.append(here)
      open = cells.algebra.difference(open, here)
    }
    guard zip(asked, taken).contains(where: { isRedundant[$0] && !$1.isEmpty }) else { return }
    reviewRedundancy(
      of: asked, taking: taken, before: rows, in: &cells, answers: answers, maker: &maker)
  }

  /// Compares the answer of each guard with the answer without the guard.
  private mutating func reviewRedundancy(
    of asked: [Int], taking taken: [CellGraph], before rows: [CompiledRow],
    in cells: inout TableCells, answers: [CellGraph], maker: inout AnswerMaker
  ) {
    var below = CellGraph.empty
    for index in rows.indices.reversed() {
      // The compiler did not check that a row's effects are possible in cells that a guard decides.
      guard rows[index].answer.effects.isEmpty else { continue }
      let matched = cells.cells(matching: rows[index].conditions)
      below = cells.algebra.choose(matched, answers[index], else: below)
    }
    for index in rows.indices where !rows[index].answer.effects.isEmpty {
      let matched = cells.cells(matching: rows[index].conditions)
      below = cells.algebra.choose(matched, .empty, else: below)
    }
    for (place, number) in asked.enumerated().reversed() {
      let answer = maker.answer(ofGuard: number, &cells)
      if !taken[place].isEmpty {
        takes[number] = true
        let with = cells.algebra.choose(taken[place], answer, else: .empty)
        let without = cells.algebra.choose(taken[place], below, else: .empty)
        isRedundant[number] = isRedundant[number] && with == without
      }
      let own = cells.cells(matching: guards[number].conditions)
      below = cells.algebra.choose(own, answer, else: below)
    }
  }

  // MARK: Guards asked of the chosen row

  private mutating func reviewWould(
    _ asked: [Int], rows: [CompiledRow], in cells: inout TableCells
  ) {
    guard !asked.isEmpty else { return }
    for (index, row) in rows.enumerated() {
      var open = cells.decided[index]
      let own = asked.filter { row.wouldGuards.contains($0) }
      for (place, number) in own.enumerated() where !open.isEmpty {
        let matched = cells.cells(matching: guards[number].conditions)
        let here = cells.algebra.intersection(open, matched)
        dropIdle(of: number, asked: open, took: here, in: &cells)
        let all = cells.algebra.intersection(cells.decided[index], matched)
        if all != here {
          findRivals(of: number, matching: all, among: own[..<place], in: &cells)
        }
        if !here.isEmpty {
          // If the guard did not refuse, the row would perform its effects.
          takes[number] = true
          isRedundant[number] = false
        }
        open = cells.algebra.difference(open, here)
      }
    }
  }

  // MARK: Results

  private mutating func dropIdle(
    of number: Int, asked open: CellGraph, took: CellGraph, in cells: inout TableCells
  ) {
    let conditions = guards[number].conditions
    for index in idle[number].values {
      var rest = conditions
      rest.remove(at: index)
      let wider = cells.cells(matching: rest)
      if cells.algebra.intersection(open, wider) != took {
        idle[number].remove(index)
      }
    }
  }

  private mutating func findRivals(
    of number: Int, matching all: CellGraph, among earlier: ArraySlice<Int>,
    in cells: inout TableCells
  ) {
    for other in earlier
    where guards[other].answer != guards[number].answer
      && !rivals[number].contains(other)
    {
      let theirs = cells.cells(matching: guards[other].conditions)
      let common = cells.algebra.intersection(all, theirs)
      guard !common.isEmpty else { continue }
      if rivals[number].isEmpty {
        examples[number] = cells.example(of: common)
      }
      rivals[number].append(other)
    }
  }

  /// The findings about the guards.
  ///
  /// Read the findings after the review of all tables.
  var findings: [Diagnostic] {
    var findings: [Diagnostic] = []
    for (number, row) in guards.enumerated() {
      if takes[number], isRedundant[number] {
        findings.append(redundancy(of: row))
      } else if takes[number], let index = idle[number].values.last {
        let condition = row.conditions[index]
        findings.append(
          RowReview.idleCondition(
            [policy.vocabulary.schema.facts[condition.fact].name],
            in: "in guard `" + row.id.text + "`", at: condition.position))
      }
      if !rivals[number].isEmpty {
        findings.append(coincidence(of: number))
      }
    }
    return findings
  }

  private func redundancy(of row: CompiledRow) -> Diagnostic {
    Diagnostic(
      .redundantGuard, .warning,
      "guard `" + row.id.text
        + "` changes nothing, because without it every attempt gets the same answer",
      at: row.position, help: "remove the guard; the check proved that no answer changes")
  }

  private func coincidence(of number: Int) -> Diagnostic {
    let row = guards[number]
    let others = rivals[number]
    let names = RowReview.list(others.map { guards[$0].id })
    return Diagnostic(
      .coincidingGuards, .note,
      "guard `" + row.id.text + "` and the earlier " + names
        + " can match the same attempt, for example where " + examples[number],
      at: row.position,
      help:
        "the order of guards decides which refusal is reported; check that this order is intended",
      related: others.prefix(1).map {
        Diagnostic.Related(
          "guard `" + guards[$0].id.text + "` is here", at: guards[$0].position)
      })
  }
}
