internal import LinkPolicy

/// How often each row and guard decided, counted without rendering a name twice.
struct RowCounts: Sendable {
  /// The rows and guards of one policy.
  private struct PolicyCounts: Sendable {
    var policy: Name
    /// The guards, then the rows of each table; those that decided have a name.
    var groups: [[(name: Name?, count: Int)]] = []

    /// Adds to one count and returns it.
    @discardableResult
    mutating func add(_ count: Int, _ group: Int, _ index: Int) -> Int {
      while groups.count <= group {
        groups.append([])
      }
      while groups[group].count <= index {
        groups[group].append((nil, 0))
      }
      groups[group][index].count += count
      return groups[group][index].count
    }
  }

  private var policies: [PolicyCounts] = []

  /// Counts what decided; nothing where no row did.
  mutating func add(_ decision: Decision) {
    let place: (group: Int, index: Int)
    switch decision.source {
    case .row(let row): place = (decision.table + 1, row)
    case .guarding(let row), .would(let row, _): place = (0, row)
    case .impossible, .cannotOccur, .staleTicket: return
    }
    let policy = index(of: decision.policyID)
    let count = policies[policy].add(1, place.group, place.index)
    if count == 1, let row = decision.row {
      policies[policy].groups[place.group][place.index].name = Name(row.table + "/" + row.id)
    }
  }

  /// Counts what others counted.
  mutating func add(_ other: RowCounts) {
    for counts in other.policies {
      let policy = index(of: counts.policy)
      for (group, entries) in counts.groups.enumerated() {
        for (index, entry) in entries.enumerated() where entry.count > 0 {
          policies[policy].add(entry.count, group, index)
          policies[policy].groups[group][index].name = entry.name
        }
      }
    }
  }

  private mutating func index(of policy: Name) -> Int {
    if let index = policies.lastIndex(where: { $0.policy == policy }) {
      return index
    }
    policies.append(PolicyCounts(policy: policy))
    return policies.count - 1
  }

  /// The counts by `table/row` and `guards/id`, in the order of the names.
  ///
  /// Rows of one name in several policies are counted together.
  var sorted: [(name: String, count: Int)] {
    var sums: [Name: Int] = [:]
    for counts in policies {
      for entry in counts.groups.joined() where entry.count > 0 {
        if let name = entry.name {
          sums[name, default: 0] += entry.count
        }
      }
    }
    return sums.sorted { $0.key < $1.key }.map { (name: $0.key.text, count: $0.value) }
  }
}
