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
  /// The facts of the record; a fact that no condition tests has an arbitrary value.
  private let facts: FactVector

  /// Decides the facts of a record again.
  ///
  /// - Parameters:
  ///   - action: the action of the record.
  ///   - recorded: the facts of the record, with their values.
  ///   - tableKey: the table that the record names; nil for a record that names no table, such as a record with a
  ///     guard.
  ///   - policy: the policy that wrote the record.
  /// - Throws: a ``RecordProblem`` if the record lacks a fact that the policy tests, or has a fact or a value that the
  ///   policy lacks. The initializer also throws if the policy does not decide the record's action and kind.
  package init(
    action: String, _ recorded: [(name: String, value: String)], tableKey: String?,
    by policy: Policy
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
    let found =
      known.contains(EngineFact.kind.rawValue)
      ? image.table(action: number, kind: facts[.kind])
      : Self.table(of: number, named: tableKey, in: image)
    guard let found else {
      if known.contains(EngineFact.kind.rawValue) { throw .notOffered }
      throw .missing(EngineFact.kind.name.text)
    }
    source = policy.derive(&facts) ? image.source(facts, found) : .cannotOccur
    self.image = image
    self.facts = facts
    table = found
  }

  /// Returns the table of an action with the given key; nil if no table or several tables match.
  ///
  /// If the key is nil, every table of the action matches.
  private static func table(of action: Int, named key: String?, in image: PolicyImage) -> Int? {
    let own = image.tables.indices.filter { index in
      image.action(ofTable: index) == action
        && (key.map { $0.hasSameBytes(as: image.key(ofTable: index)) } ?? true)
    }
    return own.count == 1 ? own[0] : nil
  }

  /// The answer of the deciding row or guard.
  package var answer: PolicyAnswer { PolicyAnswer(image: image, source: source, table: table) }

  /// The deciding row or guard; nil if neither a row nor a guard decided.
  package var row: Decision.RowReference? { answer.row }

  /// The explanation of the decision in one line: the deciding row with its position and references, or why no row
  /// decided.
  package var explanation: String { image.explanation(of: source, row) }

  /// The rows of the deciding table that did not decide, each with its first failed condition.
  package var neighbours: [Decision.Neighbour] {
    image.neighbours(of: source, facts, inTable: table)
  }
}
