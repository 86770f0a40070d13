import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyPresets
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

@Suite("Cells of rows")
struct CellMapTests {
  @Test("are counted as by going through them one by one", arguments: Sketches.all)
  func counts(name: String) throws {
    let policy = try Sketches.policy(name)
    let map = CellMap(policy)
    let brute = BruteCells(policy, map)
    for (index, row) in map.rows.enumerated() {
      let id = policy.storage.tables[row.table].rows[row.row].id.text
      #expect(row.count == brute.cells[index].count, "\(name) \(id)")
      #expect(row.unreachable <= row.count)
      #expect((row.reason == nil) || row.unreachable == row.count)
    }
    #expect(brute.vectors > 100)
  }

  @Test("no sequence reaches what is proved out of reach", arguments: Sketches.all)
  func unreachable(name: String) throws {
    let policy = try Sketches.policy(name)
    let map = CellMap(policy)
    var limits = Explorer.Limits()
    limits.stores = 60
    var explorer = Explorer(policy, limits: limits)
    explorer.explore()
    let reachable = ReachableCells(in: explorer, map: map, numbers: RowNumbers(policy))
    var count = 0
    for (index, row) in map.rows.enumerated() {
      for cell in reachable.found[index].keys {
        #expect(row.isReachable(cell, in: map))
        #expect(map.tables[row.table].algebra.contains(row.cells, cell.map { Int($0) }))
        count += 1
      }
      #expect(reachable.found[index].count + row.unreachable <= row.count)
    }
    #expect(count >= 10)
  }

  @Test("guards that cannot refuse in a table do not multiply its cells")
  func essential() throws {
    let policy = try Presets.compiled(named: "firebase")
    let table = try #require(
      policy.storage.tables.firstIndex { $0.key == "sign-in.password" })
    let facts = policy.essentialCells(ofTable: table).algebra.axes.map { axis in
      policy.vocabulary.schema.facts[axis.fact].name.text
    }
    #expect(!facts.contains("setting.apple-flow"))
    #expect(!facts.contains("setting.one-account-per-email"))
    #expect(facts.contains("secret"))
  }
}

/// Goes through every vector that can occur, one value of each class, and asks the policy.
private struct BruteCells {
  private(set) var cells: [Set<CellMap.Cell>]
  private(set) var vectors = 0

  init(_ policy: CompiledPolicy, _ map: CellMap) {
    cells = [Set<CellMap.Cell>](repeating: [], count: map.rows.count)
    var space = SituationSpace(
      policy.vocabulary, hasSupersededMethods: policy.storage.hasSupersededMethods)
    let basic = policy.vocabulary.schema.derived.lowerBound
    for (number, table) in policy.storage.tables.enumerated() {
      let kinds: [MethodKind?] = table.kinds.isEmpty ? [nil] : table.kinds
      let axes = map.tables[number].algebra.axes.filter { $0.fact < basic }
      var seen: Set<FactBox> = []
      for box in kinds.flatMap({ space.boxes(action: table.action, kind: $0) })
      where seen.insert(box).inserted {
        var facts = FactVector(every: 0)
        for fact in box.values.indices {
          facts[fact] = box.values[fact].values[0]
        }
        each(axes[...], box, facts) { vector in
          var vector = vector
          vectors += 1
          guard case .row(let row)? = policy.source(of: &vector) else { return }
          cells[map.index(table: number, row: row)].insert(
            map.cell(of: vector, inTable: number))
        }
      }
    }
  }

  private func each(
    _ axes: ArraySlice<CellAxis>, _ box: FactBox, _ facts: FactVector, _ body: (FactVector) -> Void
  ) {
    guard let axis = axes.first else { return body(facts) }
    for members in axis.members {
      guard let value = members.first(where: { box.values[axis.fact].contains($0) }) else {
        continue
      }
      var next = facts
      next[axis.fact] = value
      each(axes.dropFirst(), box, next, body)
    }
  }
}
