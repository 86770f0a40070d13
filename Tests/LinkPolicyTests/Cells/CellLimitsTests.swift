import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring

/// Limits are those of a small policy, or grow with the rows of a large one up to a bound.
@Suite struct CellLimitsTests {
  @Test func smallPoliciesShareOneLimit() {
    for rows in [0, 1, 500, 1023] {
      #expect(CellLimits(rows: rows).table == 1 << 19)
      #expect(CellLimits(rows: rows).policy == 1 << 22)
    }
  }

  @Test func limitsGrowWithRowsUpToABound() {
    var last = CellLimits(rows: 0)
    for rows in stride(from: 0, through: 20_000, by: 100) {
      let limits = CellLimits(rows: rows)
      #expect(limits.table >= last.table && limits.comparison >= last.comparison)
      // A row has at least this many steps, as long as limits grow.
      #expect(limits.table >= min(rows, 8192) * 512)
      #expect(limits.table <= 1 << 23 && limits.review <= 1 << 24)
      #expect(limits.comparison <= 1 << 24 && limits.policy <= 1 << 26)
      last = limits
    }
    #expect(CellLimits(rows: .max).table == 1 << 23)
  }

  @Test func everyRowCounts() throws {
    // A thousand guards, entries of `impossible`, or rows of a fact or a table.
    let policies = [
      LargePolicy(count: 1100).ofGuards, LargePolicy(count: 1100).ofImpossible,
      LargePolicy(count: 1100).underOne, LargePolicy(count: 560).believing,
    ]
    for text in policies {
      let limits = try compiled(text).storage.limits
      #expect(limits.table == 2 << 19)
    }
  }
}
