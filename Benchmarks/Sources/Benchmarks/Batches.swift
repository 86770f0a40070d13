import LinkPolicy
import LinkPolicyPresets

/// Deciding facts that are numbers already, a hundred thousand at once.
enum Batches {
  private static var count: Int { 100_000 }

  private static func columns(of table: DecisionTable) -> [[UInt16]] {
    var number: UInt64 = 1
    return table.columns.map { column in
      (0..<count).map { _ in
        number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt16(truncatingIfNeeded: number >> 33) % UInt16(column.values.count)
      }
    }
  }

  static func run() throws {
    let policy = Presets.firebase
    for (what, action) in [("sign-in", Action.signIn), ("link", .link)] {
      let table = try policy.decisionTable(for: action, kind: .federated)
      let columns = columns(of: table)
      let measured = try Measure(10) { _ in blackHole(try table.decide(columns, count: count)) }
      report(
        "decide from numbers, \(what), \(table.columns.count) facts",
        text(measured.nanoseconds / Double(count)) + " ns")
    }
  }
}
