internal import LinkPolicy

/// What of an answer its caller sees at once.
struct ShownAnswer: Hashable {
  private let shown: Reply.Refusal?
  private let ask: Remedy?
  private let tell: [Disclosure]
  /// Whether the caller is in an account that was there before.
  let isIn: Bool
  private let isNew: Bool

  init(_ meaning: AnswerMeaning) {
    shown = meaning.reply.shown
    ask = meaning.reply.ask
    tell = meaning.reply.tell
    isNew = meaning.writes.makeAccount
    isIn =
      !isNew
      && meaning.writes.contains { template in
        switch template {
        case .openSession, .renewSession: true
        case .insertAccount, .deleteAccount, .setEmail, .setProfile, .setState, .setLabel,
          .putMethod, .removeMethods, .supersedeOthers, .dropFactors, .endSession, .endSessions,
          .putCode, .cancelCodes, .tellOwner:
          false
        }
      }
  }
}

extension AnswerMeaning {
  /// What its caller sees at once.
  var shown: ShownAnswer { ShownAnswer(self) }

  /// Whether it is the answer to what is declared impossible.
  var isImpossible: Bool {
    var plain = self
    plain.source = nil
    return plain == .impossible
  }
}

/// What two policies show in cells that differ only in what the caller does not know, as numbered sets of pairs.
///
/// From such a set follows what can be told: two of its pairs that were one answer and are two tell more.
package struct ShownPairs {
  private struct Pair: Hashable {
    var old: Int
    var new: Int
  }

  private var answers: [ShownAnswer: Int] = [:]
  private var isIn: [Bool] = []
  private var sets: [Set<Pair>] = [[]]
  private var numbers: [Set<Pair>: Int] = [[]: 0]
  private var unions: [Pair: Int] = [:]

  package init() {}

  /// The number of the set of one pair.
  package mutating func number(_ old: AnswerMeaning, _ new: AnswerMeaning) -> Int {
    let pair = pair(old, new)
    return number([pair])
  }

  /// The number of the set that holds what two sets hold.
  package mutating func union(_ a: Int, _ b: Int) -> Int {
    if a == b || b == 0 {
      return a
    }
    if a == 0 {
      return b
    }
    let key = Pair(old: min(a, b), new: max(a, b))
    if let known = unions[key] {
      return known
    }
    let result = number(sets[a].union(sets[b]))
    unions[key] = result
    return result
  }

  /// What a pair tells beside the others of a set.
  package mutating func telling(
    _ old: AnswerMeaning, _ new: AnswerMeaning, in set: Int
  ) -> ChangeSituation.Telling {
    let own = pair(old, new)
    var telling = ChangeSituation.Telling()
    for other in sets[set] {
      // Who is in the account knew it before.
      telling.more =
        telling.more || !isIn[own.old] && other.old == own.old && other.new != own.new
      telling.less =
        telling.less || !isIn[own.new] && other.new == own.new && other.old != own.old
    }
    return telling
  }

  private mutating func pair(_ old: AnswerMeaning, _ new: AnswerMeaning) -> Pair {
    let first = number(old.shown)
    return Pair(old: first, new: number(new.shown))
  }

  private mutating func number(_ answer: ShownAnswer) -> Int {
    if let known = answers[answer] {
      return known
    }
    answers[answer] = isIn.count
    isIn.append(answer.isIn)
    return isIn.count - 1
  }

  private mutating func number(_ set: Set<Pair>) -> Int {
    if let known = numbers[set] {
      return known
    }
    numbers[set] = sets.count
    sets.append(set)
    return sets.count - 1
  }
}
