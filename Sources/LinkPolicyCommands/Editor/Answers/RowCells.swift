internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Which cells of its table a row decides.
struct RowCells {
  // A part of what a check may take, so that whoever asks has the answer at once.
  private static var share: Int { 20 }

  private let policy: CompiledPolicy
  private let table: Name
  private let id: Name

  init(_ policy: CompiledPolicy, table: Name, id: Name) {
    self.policy = policy
    self.table = table
    self.id = id
  }

  /// What is to be said of its cells; nothing where there is no such row.
  var lines: [String] {
    let storage = policy.storage
    var maker = CellMaker(policy)
    let allowance = storage.limits.review / Self.share
    if let index = storage.tables.firstIndex(where: { $0.key == table }) {
      guard let row = storage.tables[index].rows.firstIndex(where: { $0.id == id }) else {
        return []
      }
      let boxes = maker.boxes(ofTable: index)
      var cells = maker.cells(
        ofTable: index, within: boxes, distinguishing: [], allowance: allowance)
      return lines(&cells) { $0.decided[row] }
    }
    if let index = storage.facts.firstIndex(where: { name(of: $0) == table }) {
      guard let row = storage.facts[index].rows.firstIndex(where: { $0.id == id }) else {
        return []
      }
      var cells = maker.cells(ofFact: index, allowance: allowance)
      return lines(&cells) { $0.decided[row] }
    }
    guard table == "guards", let guarding = storage.guards.firstIndex(where: { $0.id == id }),
      !storage.guards[guarding].hasWould
    else { return [] }
    return ofGuard(guarding, &maker, allowance)
  }

  private func name(of fact: CompiledFact) -> Name {
    Name("facts." + policy.vocabulary.schema.facts[fact.fact].name.text)
  }

  private func lines(
    _ cells: inout TableCells, _ set: (TableCells) -> CellGraph
  ) -> [String] {
    guard !cells.isSpent else { return ["the table has too many cells to count them here"] }
    let own = set(cells)
    let count = cells.algebra.count(own)
    let all = cells.algebra.count(cells.open)
    guard count > 0 else { return ["decides no cell"] }
    let cell = all == 1 ? "cell" : "cells"
    return [
      "decides \(count) of \(all) \(cell) that the table has",
      "for example " + cells.example(of: own),
    ]
  }

  /// A guard takes cells from every table that it applies to.
  private func ofGuard(_ index: Int, _ maker: inout CellMaker, _ allowance: Int) -> [String] {
    var taken: [Name] = []
    for table in policy.storage.tables.indices where policy.guards(ofTable: table).contains(index) {
      let boxes = maker.boxes(ofTable: table)
      let cells = maker.cells(
        ofTable: table, within: boxes, distinguishing: [], allowance: allowance)
      guard !cells.isSpent else { continue }
      if let own = cells.guarded.first(where: { $0.index == index }), !own.cells.isEmpty {
        taken.append(policy.storage.tables[table].key)
      }
    }
    return taken.isEmpty ? [] : ["takes cells from " + NameList.text(taken)]
  }
}
