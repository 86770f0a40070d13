internal import LinkPolicy

/// How often each row and guard decided, counted without rendering a name twice.
struct RowCounts: Sendable {
  /// A row or guard of one policy.
  private struct Key: Hashable, Sendable {
    var policy: Name
    /// The table's index; -1 for a guard.
    var table: Int
    var index: Int

    init?(_ decision: Decision) {
      policy = Name(decision.policyName)
      switch decision.source {
      case .row(let row):
        table = decision.table
        index = row
      case .guarding(let row), .would(let row, _):
        table = -1
        index = row
      case .impossible, .cannotOccur: return nil
      }
    }
  }

  private var counts: [Key: (name: Name, count: Int)] = [:]

  /// Counts what decided; nothing where no row did.
  mutating func add(_ decision: Decision) {
    guard let key = Key(decision) else { return }
    if let index = counts.index(forKey: key) {
      counts.values[index].count += 1
    } else if let row = decision.row {
      counts[key] = (Name(row.table + "/" + row.id), 1)
    }
  }

  /// Counts what others counted.
  mutating func add(_ other: RowCounts) {
    for (key, value) in other.counts {
      counts[key, default: (value.name, 0)].count += value.count
    }
  }

  /// The counts by `table/row` and `guards/id`, in the order of the names.
  ///
  /// Rows of one name in several policies are counted together.
  var sorted: [(name: String, count: Int)] {
    var sums: [Name: Int] = [:]
    for (name, count) in counts.values {
      sums[name, default: 0] += count
    }
    return sums.sorted { $0.key < $1.key }.map { (name: $0.key.text, count: $0.value) }
  }
}
