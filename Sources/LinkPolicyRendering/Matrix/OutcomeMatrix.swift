package import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyExploration

/// The outcomes of an action as a matrix, with one line for each group of arriving sign-ins and one column for each
/// state of the accounts.
///
/// A cell of the matrix lists every row and guard that decides at least one of the policy's cells inside it. A fact
/// that is not part of the matrix, such as a setting, has one usual value, which ``assumptions`` lists. The tables on
/// the page show the other values.
package struct OutcomeMatrix: Sendable {
  /// A row or guard that decides at least some attempts of a cell, with the outcome.
  package struct MatrixResult: Sendable, Equatable {
    /// The class of the outcome, which selects the color and sign of the cell.
    package var outcome: MatrixOutcome
    /// The row or guard that decides.
    package var row: RowName
    /// The error of a refusal, such as `wrong-password`; nil if the attempt is allowed.
    package var error: Name?
    /// The outcome that the client sees, if it differs from the actual outcome.
    package var shown: Name?
  }

  /// A condition on the arriving sign-in, such as `provider google.com`.
  package struct Arriving: Sendable, Equatable {
    /// The fact that the condition tests, such as `provider`.
    package var fact: Name
    /// The values, or the excluded values if ``isNegated`` is true.
    package var values: [Name]
    /// Whether the condition excludes the values, as in `domain not gmail.com`.
    package var isNegated: Bool

    /// The fact and its values in one line, such as `domain not gmail.com`.
    var words: String {
      fact.text + (isNegated ? " not " : " ") + values.map { $0.text }.joined(separator: ", ")
    }
  }

  /// A line of the matrix: arriving sign-ins that have the same results in every column.
  package struct MatrixLine: Sendable {
    /// The conditions on the arriving sign-in; empty if the line covers every sign-in.
    package var arriving: [Arriving]
    /// The derived facts that have the same value for all sign-ins of the line.
    package var derived: [(fact: Name, value: Name)]
    /// The results for each column; empty if the combination cannot occur.
    package var cells: [[MatrixResult]]
  }

  /// The lines of the matrix that describe one table.
  package struct MatrixGroup: Sendable {
    /// The key of the table, such as `sign-in.federated`.
    package var table: Name
    /// The lines of the table.
    package var lines: [MatrixLine]
    /// If the page cannot display all kinds of arriving sign-ins, an upper bound for their number; otherwise nil.
    package var uncounted: Int?
  }

  /// The action of the matrix, such as `sign-in`.
  package let action: Name
  /// The columns, one for each possible state of the accounts.
  package private(set) var columns: [MatrixColumn]
  /// The lines of the matrix, grouped by table.
  package private(set) var groups: [MatrixGroup]
  /// The facts that have a fixed, usual value, each with its preferred values in order.
  package private(set) var assumptions: [(fact: Name, values: [Name])]

  /// The maximum number of kinds of arriving sign-ins that a matrix displays; a larger matrix is unreadable.
  package static var arrivalLimit: Int { 4_096 }

  /// Computes the matrix of a sign-in action, which finds its account by credential or address.
  package init(_ policy: CompiledPolicy, action index: Int) {
    let vocabulary = policy.vocabulary
    action = vocabulary.actions[index].name
    let columns = MatrixColumn.all
    var groups: [MatrixGroup] = []
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

  /// Returns the matrices of a policy: one for each sign-in action.
  package static func all(_ policy: CompiledPolicy) -> [OutcomeMatrix] {
    policy.vocabulary.actions.enumerated().filter { index, action in
      action.pointsTo == .credential && !(action.kinds == MethodKindSet())
        && policy.storage.tables.contains { $0.action == index }
    }.map { OutcomeMatrix(policy, action: $0.offset) }
  }
}

/// A column of the matrix: one state of the accounts, such as an account that has the credential.
package struct MatrixColumn: Sendable {
  /// The name of the column in the anchors of its cells, such as `by-method`.
  let key: Name
  /// The heading of the column, such as `verified`.
  package let title: String
  /// The sentence that explains the heading on the page.
  package let meaning: String
  /// The value of the fact `credential` in this column.
  let credential: FactValue.CredentialValue
  /// The values of the fact `address` in this column; empty for any value.
  let addresses: [FactValue.Address]
  /// The values of the fact `account` in this column; empty for any value.
  let accounts: [FactValue.AccountVerification]

  /// Whether the credential is new although an account holds the asserted address.
  var isAddressHeld: Bool {
    credential == .new && (addresses == [.taken] || addresses == [.several])
  }

  /// Returns the conditions on facts that select the column's states.
  func conditions(at position: SourcePosition) -> [ResolvedCondition] {
    var conditions = [
      ResolvedCondition(
        fact: EngineFact.credential.rawValue, values: ValueSet([credential.rawValue]),
        position: position)
    ]
    if !addresses.isEmpty {
      conditions.append(
        ResolvedCondition(
          fact: EngineFact.address.rawValue, values: ValueSet(addresses.map { $0.rawValue }),
          position: position))
    }
    if !accounts.isEmpty {
      conditions.append(
        ResolvedCondition(
          fact: EngineFact.account.rawValue, values: ValueSet(accounts.map { $0.rawValue }),
          position: position))
    }
    return conditions
  }

  /// The columns, with existing accounts first; every possible state belongs to a column.
  package static var all: [MatrixColumn] {
    [
      MatrixColumn(
        key: "verified", title: "verified",
        meaning: "an account holds the address, verified; nobody holds the credential",
        credential: .new, addresses: [.taken], accounts: [.verified]),
      MatrixColumn(
        key: "unverified", title: "unverified",
        meaning: "an account holds the address, not verified; nobody holds the credential",
        credential: .new, addresses: [.taken], accounts: [.unverified]),
      MatrixColumn(
        key: "by-method", title: "by a method",
        meaning: "an account without this address holds it by one of its methods",
        credential: .new, addresses: [.taken], accounts: [.none, .noAddress]),
      MatrixColumn(
        key: "several", title: "several",
        meaning: "several accounts hold the address; nobody holds the credential",
        credential: .new, addresses: [.several], accounts: []),
      MatrixColumn(
        key: "own", title: "its own",
        meaning: "an account holds the credential: somebody returns",
        credential: .known, addresses: [], accounts: []),
      MatrixColumn(
        key: "free", title: "none, address free",
        meaning: "nobody holds the credential or the address",
        credential: .new, addresses: [.free], accounts: []),
      MatrixColumn(
        key: "no-address", title: "none, no address",
        meaning: "nobody holds the credential; no address is asserted",
        credential: .new, addresses: [.absent], accounts: []),
      MatrixColumn(
        key: "gone", title: "gone",
        meaning: "the account that held the credential is gone",
        credential: .broken, addresses: [], accounts: []),
    ]
  }
}

/// The usual values of facts that are not part of a matrix.
///
/// Each fact has values in the order of preference; the first possible value applies.
struct UsualValues {
  /// The facts, each with its preferred values, such as the default of a setting.
  let facts: [(fact: Int, values: [Int])]

  init(_ schema: FactSchema) {
    var facts = FactDescription.all.filter { !$0.ordinary.isEmpty }.map { description in
      (fact: description.fact.rawValue, values: description.ordinary)
    }
    // The first value of a setting or input is its default. New accounts and methods have the first value of a label.
    facts += schema.settings.map { (fact: $0, values: [0]) }
    facts += schema.inputs.map { (fact: $0, values: [0]) }
    facts += schema.identifiers.map { (fact: $0, values: [0]) }
    facts += schema.labels.map { (fact: $0, values: [0]) }
    self.facts = facts
  }
}
