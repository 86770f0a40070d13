internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview

/// What an action comes to under two policies: their matrices laid side by side.
///
/// Exact as each of them is: a cell counts as changed where the comparison has a changed cell
/// anywhere in it, also where its facts do not stand at their usual values.
struct ComparedMatrix: Sendable {
  /// What both policies answer in a cell.
  struct Cell: Sendable, Equatable {
    /// The results; nil where a policy does not declare what arrives, empty where it cannot occur.
    var results: Sides<[OutcomeMatrix.Result]?>
    /// The changes that it shows by their places in the difference, each with its boxes there.
    var changes: [Change]

    /// Whether something is answered otherwise.
    var isChanged: Bool { !changes.isEmpty || !isAlike }
    /// Whether both sides say the same, but for the names of rows.
    var isAlike: Bool {
      func said(_ side: Side) -> [String]? {
        results[side]?.map { result in
          [result.outcome.word, result.error?.text ?? "", result.shown?.text ?? ""]
            .joined(separator: "\n")
        }
      }
      return said(.old) == said(.new)
    }
  }

  /// A change that a cell shows.
  struct Change: Sendable, Equatable {
    var place: Int
    var boxes: [Int]
  }

  /// Sign-ins that no column tells apart under either policy.
  struct Line: Sendable {
    var arriving: [OutcomeMatrix.Arriving]
    /// The derived facts that have one value for all of them.
    var derived: Sides<[(fact: Name, value: Name)]>
    var cells: [Cell]

    var isChanged: Bool { cells.contains { $0.isChanged } }
  }

  /// The lines of two tables.
  struct Group: Sendable {
    /// The tables' keys.
    var tables: Sides<Name>
    var lines: [Line] = []
    /// How many kinds of arrival there are, where they are too many to be shown.
    var uncounted: Int?
  }

  /// The action.
  let action: Name
  /// The states of accounts that can be met.
  let columns: [MatrixColumn]
  /// The lines, by table.
  let groups: [Group]

  /// Lays the matrices of an action side by side; nil where the policies share no table of it.
  init?(_ difference: PolicyDifference, action: Name) {
    let policies = difference.policies
    let pairs = PolicyDifference.pairs(policies).filter { tables in
      let table = policies.old.storage.tables[tables.old]
      return policies.old.vocabulary.actions[table.action].name == action
    }
    guard !pairs.isEmpty else { return nil }
    let columns = MatrixColumn.all
    var groups = pairs.map { tables in
      var cells = ComparedCells(difference, tables)
      let group = cells.group(columns)
      guard group.uncounted != nil else { return group }
      var fewer = ComparedCells(difference, tables, tellsClaims: false)
      return fewer.group(columns)
    }
    let isMet = columns.indices.map { column in
      groups.contains { group in
        group.lines.contains { line in
          Side.allCases.contains { line.cells[column].results[$0]?.isEmpty == false }
        }
      }
    }
    for group in groups.indices {
      for line in groups[group].lines.indices {
        let cells = groups[group].lines[line].cells
        groups[group].lines[line].cells = cells.indices.filter { isMet[$0] }.map { cells[$0] }
      }
    }
    self.action = action
    self.columns = columns.indices.filter { isMet[$0] }.map { columns[$0] }
    self.groups = groups
  }

  /// Whether some cell is changed.
  var isChanged: Bool { groups.contains { group in group.lines.contains { $0.isChanged } } }

  /// The matrices of two policies: one for each action by which people come in under both.
  static func all(_ difference: PolicyDifference) -> [ComparedMatrix] {
    let vocabulary = difference.policies.new.vocabulary
    return vocabulary.actions.filter {
      $0.pointsTo == .credential && !($0.kinds == MethodKindSet())
    }.compactMap { ComparedMatrix(difference, action: $0.name) }
  }
}
