package import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyReview

/// What an action comes to, for every arriving sign-in and every state of the accounts it meets.
///
/// Computed from the cells of the policy's tables, so that it is exact: a cell of the matrix lists
/// everything that decides anywhere in it. Facts that are neither rows nor columns stand at one
/// usual value, which ``assumptions`` names; the tables tell about the others.
package struct OutcomeMatrix: Sendable {
  /// What decides somewhere in a cell, and what that comes to.
  package struct Result: Sendable, Equatable {
    /// How a reviewer sorts it.
    package var outcome: MatrixOutcome
    /// The row or guard.
    package var row: RowName
    /// The error, where it refuses.
    package var error: Name?
    /// What the outside sees where that is not the outcome.
    package var shown: Name?
  }

  /// A fact that narrows down what arrives.
  package struct Arriving: Sendable, Equatable {
    /// The fact.
    package var fact: Name
    /// The values that are meant, or those that are not.
    package var values: [Name]
    /// Whether every other value that can occur is meant.
    package var isNegated: Bool

    /// The fact and its values in a line.
    var words: String {
      fact.text + (isNegated ? " not " : " ") + values.map { $0.text }.joined(separator: ", ")
    }
  }

  /// Sign-ins that no column tells apart: a line of the matrix.
  package struct Line: Sendable {
    /// What arrives, by the facts that narrow it down.
    package var arriving: [Arriving]
    /// The derived facts that have one value for all of them.
    package var derived: [(fact: Name, value: Name)]
    /// For each column what decides; empty where the combination cannot occur.
    package var cells: [[Result]]
  }

  /// The lines of one table.
  package struct Group: Sendable {
    /// The table's key.
    package var table: Name
    /// The lines.
    package var lines: [Line]
    /// How many kinds of arrival there are, where they are too many to be shown.
    package var uncounted: Int?
  }

  /// The action.
  package let action: Name
  /// The states of accounts that can be met.
  package private(set) var columns: [MatrixColumn]
  /// The lines, by table.
  package private(set) var groups: [Group]
  /// The facts that stand at a usual value, with the values in the order of preference.
  package private(set) var assumptions: [(fact: Name, values: [Name])]

  /// More kinds of arrival than this are nothing that anybody would read.
  package static var arrivalLimit: Int { 4_096 }

  /// Works out the matrix of an action that finds its account by credential or address.
  package init(_ policy: CompiledPolicy, action index: Int) {
    let vocabulary = policy.vocabulary
    action = vocabulary.actions[index].name
    let columns = MatrixColumn.all
    var groups: [Group] = []
    var isMet = [Bool](repeating: false, count: columns.count)
    var assumed = ValueSet()
    for (number, table) in policy.storage.tables.enumerated() where table.action == index {
      var cells = MatrixCells(policy, table: number)
      assumed = assumed.union(cells.assumed)
      var group = cells.group(columns)
      if group.uncounted != nil {
        var fewer = MatrixCells(policy, table: number, tellsClaims: false)
        group = fewer.group(columns)
      }
      groups.append(group)
      for line in groups[groups.count - 1].lines {
        for (column, results) in line.cells.enumerated() where !results.isEmpty {
          isMet[column] = true
        }
      }
    }
    self.columns = columns.indices.filter { isMet[$0] }.map { columns[$0] }
    for group in groups.indices {
      for line in groups[group].lines.indices {
        let cells = groups[group].lines[line].cells
        groups[group].lines[line].cells = cells.indices.filter { isMet[$0] }.map { cells[$0] }
      }
    }
    self.groups = groups
    assumptions = UsualValues(vocabulary.schema).facts.filter { assumed.contains($0.fact) }
      .map { usual in
        let fact = vocabulary.schema.facts[usual.fact]
        return (fact.name, usual.values.map { fact.values[$0] })
      }
  }

  /// The matrices of a policy: one for each action by which people come in.
  package static func all(_ policy: CompiledPolicy) -> [OutcomeMatrix] {
    policy.vocabulary.actions.enumerated().filter { index, action in
      action.pointsTo == .credential && !(action.kinds == MethodKindSet())
        && policy.storage.tables.contains { $0.action == index }
    }.map { OutcomeMatrix(policy, action: $0.offset) }
  }
}
