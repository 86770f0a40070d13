package import LinkPolicy
package import LinkPolicyAuthoring

/// What of an answer its caller sees at once.
struct ShownAnswer: Hashable {
  private let shown: Reply.NamedRefusal?
  private let ask: Remedy?
  private let tell: [Disclosure]
  /// Whether the caller is in an account that was there before.
  let isIn: Bool
  /// Whether the caller is in an account that the attempt has created.
  ///
  /// Without a session the caller cannot see that it was created.
  private let isNew: Bool

  init(_ meaning: AnswerMeaning) {
    shown = meaning.reply.shown
    ask = meaning.reply.ask
    tell = meaning.reply.tell
    let hasSession = meaning.writes.contains { template in
      switch template {
      case .openSession, .renewSession: true
      case .insertAccount, .deleteAccount, .setEmail, .setProfile, .setState, .setLabel,
        .putMethod, .removeMethods, .supersedeOthers, .dropFactors, .endSession, .endSessions,
        .putCode, .cancelCodes, .tellOwner:
        false
      }
    }
    isNew = hasSession && meaning.writes.makeAccount
    isIn = hasSession && !meaning.writes.makeAccount
  }
}

extension ShownAnswer {
  /// What of an answer a client on one platform gets at once.
  struct Received: Hashable {
    /// The refusal's name on the platform; nil for allowed.
    fileprivate let refusal: Name?
    fileprivate let ask: Remedy?
    fileprivate let tell: [Disclosure]
    fileprivate let isIn: Bool
    fileprivate let isNew: Bool
  }

  /// What a client on a platform gets; without a platform, errors have their own names.
  func received(on platform: Name?) -> Received {
    let refusal = shown.map { shown in platform.map { shown.received(on: $0) } ?? shown.error }
    return Received(refusal: refusal, ask: ask, tell: tell, isIn: isIn, isNew: isNew)
  }
}

extension CompiledPolicy {
  /// The platforms that its errors have names for.
  package var platforms: Set<Name> {
    Set(storage.errors.flatMap { $0.names.map { $0.platform } })
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
/// From such a set follows what can be told: two of its pairs that were one answer and are two tell more. A client gets
/// answers on one platform, so each platform is compared by itself: an error without a name there has its own name.
package struct ShownPairs {
  private struct Pair: Hashable {
    var old: Int
    var new: Int
  }

  private let platforms: [Name?]
  private var answers: [ShownAnswer: Int] = [:]
  private var isIn: [Bool] = []
  /// For each answer and platform the number of what a client gets.
  private var received: [[Int]] = []
  private var receipts: [ShownAnswer.Received: Int] = [:]
  private var sets: [Set<Pair>] = [[]]
  private var numbers: [Set<Pair>: Int] = [[]: 0]
  private var unions: [Pair: Int] = [:]

  /// Starts with the platforms that either policy has names for; none where errors have only their own names.
  package init(platforms: Set<Name> = []) {
    self.platforms = platforms.isEmpty ? [nil] : platforms.sorted()
  }

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
      for platform in platforms.indices {
        let isSameOld = received[other.old][platform] == received[own.old][platform]
        let isSameNew = received[other.new][platform] == received[own.new][platform]
        // Who is in the account knew it before.
        telling.more = telling.more || !isIn[own.old] && isSameOld && !isSameNew
        telling.less = telling.less || !isIn[own.new] && isSameNew && !isSameOld
      }
    }
    return telling
  }

  /// Whether a client on some platform gets another answer of the new policy than of the old one.
  package mutating func differ(_ old: AnswerMeaning, _ new: AnswerMeaning) -> Bool {
    let pair = pair(old, new)
    return received[pair.old] != received[pair.new]
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
    received.append(
      platforms.map { platform in
        let receipt = answer.received(on: platform)
        let number = receipts[receipt] ?? receipts.count
        receipts[receipt] = number
        return number
      })
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
