internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview

/// A table of a policy, asked what it can answer where facts have some values.
struct AnswerTable: Sendable {
  /// Its place among the policy's tables.
  let index: Int
  let action: ActionDefinition
  /// The kinds of sign-in that it decides; nil for attempts that carry none.
  let kinds: [MethodKind?]
  /// Whether the table has more cells than the allowance of a review holds, so that it says nothing.
  let isSpent: Bool
  private let graph: AnswerGraph
  private let book: AnswerBook
  private var known: [FactLimits: Asked] = [:]
  /// The numbers of the answers that were given so far.
  private(set) var reached = ValueSet()

  init(_ index: Int, of policy: CompiledPolicy) {
    self.index = index
    let table = policy.storage.tables[index]
    action = policy.vocabulary.actions[table.action]
    kinds = table.kinds.isEmpty ? [nil] : table.kinds.map { $0 }
    var book = AnswerBook()
    let cells = policy.cells(
      ofTable: index, distinguishing: AnswerGraph.distinguishing(index, of: policy))
    let graph = AnswerGraph(table: index, of: policy, cells, tellsRows: true, &book)
    self.graph = graph
    self.book = book
    isSpent = graph.isSpent
  }

  /// What came of a question, and what the attempts that it was asked for point to.
  private struct Asked {
    var answers: [Int]
    var pointed = PointedSet()
  }

  /// The numbers of the answers that can come to an attempt where facts have such values.
  ///
  /// What cannot occur, by the core's own account of what can, is no answer.
  mutating func answers(
    where limits: FactLimits, _ pointed: AbstractAttempt.Pointed
  ) -> [Int] {
    if let place = known.index(forKey: limits) {
      known.values[place].pointed.insert(pointed)
      return known.values[place].answers
    }
    let answers = answers(where: limits)
    known[limits]?.pointed.insert(pointed)
    return answers
  }

  /// The numbers of the answers that could come where facts had such values.
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
    known[limits] = Asked(answers: answers)
    reached = reached.union(found)
    return answers
  }

  /// Whether an attempt where facts have such values can get an answer that is looked for.
  ///
  /// Nothing is remembered of the question. A table that is too intricate to be asked may have it.
  func hasAnswer(where limits: FactLimits, _ isMeant: (AnswerMeaning) -> Bool) -> Bool {
    !limits.isEmpty
      && graph.contains(where: limits.values) { number in
        book.meaning(number).map(isMeant) ?? false
      }
  }

  /// What the answer of a number comes to.
  func meaning(_ number: Int) -> AnswerMeaning {
    guard let meaning = book.meaning(number) else {
      preconditionFailure("an answer that was given has a meaning")
    }
    return meaning
  }

  /// Values of facts in some cell that has an answer, the usual ones where there is a choice.
  func example(of answer: Int, where limits: FactLimits) -> [(fact: Int, value: Int)]? {
    graph.example(of: answer, where: limits.values) { fact, values in
      let usual = fact < Self.usual.count ? Self.usual[fact] : [0]
      return usual.first { values.contains($0) } ?? values[0]
    }
  }

  /// By engine fact its usual values, the most usual first.
  private static let usual = FactDescription.all.map { described in
    described.ordinary + [described.unset ?? 0]
  }

  /// How many boxes of facts were asked about.
  var askedCount: Int { known.count }

  /// The boxes of facts of the attempts that were asked about.
  var asked: AttemptBoxes {
    var boxes = AttemptBoxes()
    for (limits, asked) in known {
      for pointed in AbstractAttempt.Pointed.allCases where asked.pointed.contains(pointed) {
        boxes.insert(limits, pointed)
      }
    }
    return boxes
  }
}
