internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// A table of a policy, such as `sign-in.federated`; a search returns the answers that attempts within given fact
/// limits can get.
struct AnswerTable: Sendable {
  /// The index of the table among the policy's tables.
  let index: Int
  let action: ActionDefinition
  /// The kinds of method that attempts of this table have, such as `federated`.
  ///
  /// If the table's attempts have no kind, nil is the only element.
  let kinds: [MethodKind?]
  /// The indices of the declared identifiers by which the action searches its account, in order.
  let searched: [Int]
  /// Whether the table has more cells than a review's budget allows; if so, the table reports no answers.
  let isSpent: Bool
  private let graph: AnswerGraph
  private let book: AnswerBook
  private var known: [FactLimits: QueryResult] = [:]
  /// The numbers of the answers returned so far.
  private(set) var reached = ValueSet()

  init(_ index: Int, of policy: CompiledPolicy) {
    self.index = index
    let table = policy.storage.tables[index]
    action = policy.vocabulary.actions[table.action]
    kinds = table.attemptKinds
    searched = policy.vocabulary.identifiers.searched(byAction: table.action)
    var book = AnswerBook()
    let cells = policy.cells(
      ofTable: index, distinguishing: AnswerGraph.distinguishing(index, of: policy))
    let graph = AnswerGraph(table: index, of: policy, cells, tellsRows: true, &book)
    self.book = book
    isSpent = graph.isSpent
    self.graph = isSpent ? graph : graph.compacted()
  }

  /// The answers to one query, and the targets of the attempts for which the query was made.
  private struct QueryResult {
    var answers: [Int]
    var pointed = PointedSet()
  }

  /// Returns the possible answers, each by its number, to an attempt whose facts lie within the given limits.
  ///
  /// Combinations of facts that cannot occur together contribute no answer.
  mutating func answers(
    where limits: FactLimits, _ pointed: AbstractAttempt.AttemptTarget
  ) -> [Int] {
    if let place = known.index(forKey: limits) {
      if !known.values[place].pointed.contains(pointed) {
        known.values[place].pointed.insert(pointed)
      }
      return known.values[place].answers
    }
    let answers = answers(where: limits)
    known[limits]?.pointed.insert(pointed)
    return answers
  }

  /// Returns the numbers of the possible answers to attempts whose facts are within limits.
  mutating func answers(where limits: FactLimits) -> [Int] {
    if let asked = known[limits] {
      return asked.answers
    }
    var found = ValueSet()
    if !limits.isEmpty {
      _ = graph.contains(where: limits.values) { number in
        found.insert(number)
        return false
      }
    }
    let answers = found.values
    known[limits] = QueryResult(answers: answers)
    reached = reached.union(found)
    return answers
  }

  /// Returns whether an attempt whose facts are within limits can get an answer that a predicate accepts.
  ///
  /// The function does not cache the result. For a table with more cells than the budget allows, the result is always
  /// true.
  func hasAnswer(where limits: FactLimits, _ isMeant: (AnswerMeaning) -> Bool) -> Bool {
    !limits.isEmpty
      && graph.contains(where: limits.values) { number in
        book.meaning(number).map(isMeant) ?? false
      }
  }

  /// Returns the meaning of the answer with a number.
  func meaning(_ number: Int) -> AnswerMeaning {
    guard let meaning = book.meaning(number) else {
      preconditionFailure("every returned answer has a meaning")
    }
    return meaning
  }

  /// Returns, as an example, the fact values of one cell that has the answer.
  ///
  /// If several cells have the answer, the function prefers the usual value of each fact.
  func example(of answer: Int, where limits: FactLimits) -> [(fact: Int, value: Int)]? {
    graph.example(of: answer, where: limits.values) { fact, values in
      let usual = fact < Self.usual.count ? Self.usual[fact] : [0]
      return usual.first { values.contains($0) } ?? values[0]
    }
  }

  /// The usual values of each engine fact, in order of preference.
  private static let usual = FactDescription.all.map { described in
    described.ordinary + [described.unset ?? 0]
  }

  /// The number of distinct fact limits queried so far.
  var askedCount: Int { known.count }

  /// The fact limits queried so far, grouped by the targets of their attempts.
  var asked: AttemptBoxes {
    var boxes = AttemptBoxes()
    for (limits, asked) in known {
      for pointed in AbstractAttempt.AttemptTarget.allCases where asked.pointed.contains(pointed) {
        boxes.insert(limits, pointed)
      }
    }
    return boxes
  }
}
