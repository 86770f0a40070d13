/// A decision that a policy makes again from the facts of a record, without the attempt.
///
/// You can read the row, the answer and the explanation of the recorded decision. The changes are unavailable, because
/// a record contains neither an address nor an account.
package struct RecordedDecision: Sendable {
  /// The reason why a policy cannot decide a record again.
  package enum RecordProblem: Error, Sendable, Equatable {
    /// The policy does not decide the record's action, or decides the action only for other kinds of method.
    case notOffered
    /// The policy has no fact with this name.
    case unknownFact(String)
    /// The fact `of` has no value with this name.
    case unknownValue(String, of: String)
    /// The record lacks this fact, on which the decision depends.
    case missing(String)
  }

  private let image: PolicyImage
  /// The row, guard or other source that decides the record.
  package let source: Decision.Source
  private let table: Int
  /// Whether the record determines the table; false if a guard decides the same way in several tables.
  private let isTableKnown: Bool
  /// The facts of the record; a fact that no condition tests has an arbitrary value.
  private let facts: FactVector

  /// Decides the facts of a record again.
  ///
  /// - Parameters:
  ///   - action: the action of the record.
  ///   - recorded: the facts of the record, with their values.
  ///   - tableKey: the table that the record names; nil for a record that names no table, such as a record with a
  ///     guard.
  ///   - guardID: the guard that the record names; nil for a record without a guard. If several tables could have
  ///     decided the record, the tables that lead to the guard must agree.
  ///   - policy: the policy that wrote the record.
  /// - Throws: a ``RecordProblem`` if the record lacks a fact that the policy tests, or has a fact or a value that the
  ///   policy lacks. The initializer also throws if the policy does not decide the record's action and kind, or if
  ///   the record lacks the kind and the tables of the action decide differently.
  package init(
    action: String, _ recorded: [(name: String, value: String)], tableKey: String?,
    guardID: String?, by policy: Policy
  ) throws(RecordProblem) {
    let image = policy.image
    let vocabulary = image.vocabulary
    guard let number = vocabulary.actionTable.number(of: action) else { throw .notOffered }
    var facts = FactVector(every: 0)
    var known = ValueSet()
    for (name, value) in recorded {
      guard let fact = vocabulary.schema.index(of: Name(name)) else { throw .unknownFact(name) }
      guard let word = vocabulary.schema.facts[fact].value(named: Name(value)) else {
        throw .unknownValue(value, of: name)
      }
      facts[fact] = word
      known.insert(fact)
    }
    facts[.action] = number
    known.insert(EngineFact.action.rawValue)
    for fact in vocabulary.usedFacts.values
    where !known.contains(fact) && !vocabulary.schema.derived.contains(fact) {
      throw .missing(vocabulary.schema.facts[fact].name.text)
    }
    let isPossible = policy.derive(&facts)
    let tables: [Int]
    if known.contains(EngineFact.kind.rawValue) {
      guard let table = image.table(action: number, kind: facts[.kind]) else { throw .notOffered }
      tables = [table]
    } else {
      tables = image.tables.indices.filter { index in
        image.action(ofTable: index) == number
          && (tableKey.map { $0.hasSameBytes(as: image.key(ofTable: index)) } ?? true)
      }
    }
    let results = tables.map { table in
      Result(
        table: table, source: isPossible ? image.source(facts, table) : .cannotOccur, in: image)
    }
    let recorded = results.filter { $0.isDecided(by: guardID) }
    let matching = recorded.isEmpty ? results : recorded
    guard let result = matching.first, matching.allSatisfy({ $0.isSame(as: result) }) else {
      throw .missing(EngineFact.kind.name.text)
    }
    source = result.source
    table = result.table
    isTableKnown = matching.count == 1
    self.image = image
    self.facts = facts
  }

  /// The result of one of the tables that could have decided a record.
  private struct Result {
    let table: Int
    let source: Decision.Source
    let row: Decision.RowReference?
    let explanation: String

    init(table: Int, source: Decision.Source, in image: PolicyImage) {
      self.table = table
      self.source = source
      row = PolicyAnswer(image: image, source: source, table: table).row
      explanation = image.explanation(of: source, row)
    }

    /// Returns whether the guard with an ID decided; for nil, whether neither a row nor a guard decided.
    func isDecided(by guardID: String?) -> Bool {
      guard let row else { return guardID == nil }
      return row.table.hasSameBytes(as: "guards") && guardID.hasSameBytes(as: row.id)
    }

    /// Returns whether both tables lead to the same row or guard, or to none for the same reason.
    func isSame(as other: Result) -> Bool {
      (row?.table).hasSameBytes(as: other.row?.table) && (row?.id).hasSameBytes(as: other.row?.id)
        && explanation.hasSameBytes(as: other.explanation)
    }
  }

  /// The answer of the deciding row or guard.
  package var answer: PolicyAnswer { PolicyAnswer(image: image, source: source, table: table) }

  /// The deciding row or guard; nil if neither a row nor a guard decided.
  package var row: Decision.RowReference? { answer.row }

  /// The explanation of the decision in one line: the deciding row with its position and references, or why no row
  /// decided.
  package var explanation: String { image.explanation(of: source, row) }

  /// The rows of the deciding table that did not decide, each with its first failed condition; empty if the record does
  /// not determine the table.
  package var neighbours: [Decision.Neighbour] {
    isTableKnown ? image.neighbours(of: source, facts, inTable: table) : []
  }
}
