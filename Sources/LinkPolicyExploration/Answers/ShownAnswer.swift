package import LinkPolicy
package import LinkPolicyAuthoring

/// The part of an answer that its caller sees immediately.
package struct ShownAnswer: Hashable {
  private let shown: Reply.NamedRefusal?
  private let ask: Remedy?
  private let tell: [Disclosure]
  /// Whether the caller enters an existing account.
  package let isIn: Bool
  /// Whether the caller enters an account that the attempt has created.
  ///
  /// Without a session, the caller cannot see that the account was created.
  private let isNew: Bool

  package init(_ meaning: AnswerMeaning) {
    shown = meaning.reply.shown
    ask = meaning.reply.ask
    tell = meaning.reply.tell
    let hasSession = meaning.writes.contains { template in
      switch template {
      case .openSession, .renewSession: true
      case .insertAccount, .deleteAccount, .setEmail, .setProfile, .setState, .setLabel,
        .setIdentifier, .clearIdentifier,
        .putMethod, .removeMethods, .supersedeOthers, .dropFactors, .setFactors, .endSession,
        .endSessions,
        .putCode, .cancelCodes, .tellOwner:
        false
      }
    }
    isNew = hasSession && meaning.writes.makeAccount
    isIn = hasSession && !meaning.writes.makeAccount
  }
}

extension ShownAnswer {
  /// The answer in words, as its caller sees it, such as `refused taken; tell methods`.
  package var words: String {
    var words = shown.map { "refused " + $0.error.text } ?? "allowed"
    if !tell.isEmpty {
      words += "; tell " + tell.map { $0.name.text }.joined(separator: ", ")
    }
    return isNew ? words + ", with a new account" : words
  }

  /// The part of an answer that a client on one platform receives immediately.
  package struct Received: Hashable {
    /// The refusal's name on the platform; nil if the client sees an allowed attempt.
    fileprivate let refusal: Name?
    fileprivate let ask: Remedy?
    fileprivate let tell: [Disclosure]
    fileprivate let isIn: Bool
    fileprivate let isNew: Bool
  }

  /// Returns the answer that a client on a platform receives.
  ///
  /// If `platform` is nil, errors have their declared names.
  package func received(on platform: Name?) -> Received {
    let refusal = shown.map { shown in platform.map { shown.received(on: $0) } ?? shown.error }
    return Received(refusal: refusal, ask: ask, tell: tell, isIn: isIn, isNew: isNew)
  }
}

extension CompiledPolicy {
  /// The platforms for which the policy's errors have names.
  package var platforms: Set<Name> {
    Set(storage.errors.flatMap { $0.names.map { $0.platform } })
  }
}

extension AnswerMeaning {
  /// The part of the answer that its caller sees immediately.
  package var shown: ShownAnswer { ShownAnswer(self) }

  /// Whether the answer belongs to a combination of facts that the policy declares impossible.
  var isImpossible: Bool {
    var plain = self
    plain.source = nil
    return plain == .impossible
  }
}

/// Numbered sets of answer pairs; a pair holds the old and the new policy's answer.
///
/// A set contains the pairs of all cells that look alike to the caller before the attempt. If two pairs of a set have
/// the same old answer but different new answers, the new policy reveals more about the account. The comparison treats
/// each platform separately, because a client sees only the answers of one platform. An error without a name on a
/// platform keeps its declared name.
package struct ShownPairs {
  private struct Pair: Hashable {
    var old: Int
    var new: Int
  }

  private let platforms: [Name?]
  private var answers: [ShownAnswer: Int] = [:]
  private var isIn: [Bool] = []
  /// The answers, indexed by their numbers.
  private var listed: [ShownAnswer] = []
  /// For each answer and platform, the number of the answer that a client receives.
  private var received: [[Int]] = []
  private var receipts: [ShownAnswer.Received: Int] = [:]
  private var sets: [Set<Pair>] = [[]]
  private var numbers: [Set<Pair>: Int] = [[]: 0]
  private var unions: [Pair: Int] = [:]

  /// Creates a numbering with one empty set.
  ///
  /// Pass the platforms for which either policy names errors. Pass no platform if errors have only their declared
  /// names.
  package init(platforms: Set<Name> = []) {
    self.platforms = platforms.isEmpty ? [nil] : platforms.sorted().map { .some($0) }
  }

  /// Returns the number of the set that contains only the pair of the given answers; equal sets have equal numbers.
  package mutating func number(_ old: AnswerMeaning, _ new: AnswerMeaning) -> Int {
    let pair = pair(old, new)
    return number([pair])
  }

  /// Returns the number of the union of two sets, each given by its number; the empty set has number 0.
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

  /// Returns the information that a caller gains or loses by comparing a pair of answers with the rest of a set.
  package mutating func telling(
    _ old: AnswerMeaning, _ new: AnswerMeaning, in set: Int
  ) -> ChangeSituation.InformationChange {
    let own = pair(old, new)
    var telling = ChangeSituation.InformationChange()
    for other in sets[set] {
      for platform in platforms.indices {
        let isSameOld = received[other.old][platform] == received[own.old][platform]
        let isSameNew = received[other.new][platform] == received[own.new][platform]
        // A caller who enters the account can see the account's content anyway.
        telling.more = telling.more || !isIn[own.old] && isSameOld && !isSameNew
        telling.less = telling.less || !isIn[own.new] && isSameNew && !isSameOld
      }
    }
    return telling
  }

  /// Returns an answer of the new policy that the caller can tell apart from the pair's new answer, although the old
  /// answers were equal.
  ///
  /// The result is nil if the new policy makes no further answer distinguishable.
  package mutating func toldApart(_ old: AnswerMeaning, _ new: AnswerMeaning, in set: Int)
    -> ShownAnswer?
  {
    let own = pair(old, new)
    let others = sets[set].filter { other in
      platforms.indices.contains { platform in
        received[other.old][platform] == received[own.old][platform]
          && received[other.new][platform] != received[own.new][platform]
      }
    }
    return others.map { $0.new }.min().map { listed[$0] }
  }

  /// Returns whether a client on at least one platform receives a different answer under the new policy.
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
    listed.append(answer)
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

/// One of two compared policies: the policy before or after a change.
package enum Side: String, Sendable, CaseIterable {
  /// The policy before the change.
  case old
  /// The policy after the change.
  case new

  /// The opposite side: `new` for `old`, and `old` for `new`.
  package var other: Side { self == .old ? .new : .old }
}

/// A pair of values: one for the old policy and one for the new policy.
package struct Sides<Value> {
  package var old: Value
  package var new: Value

  package init(old: Value, new: Value) {
    self.old = old
    self.new = new
  }

  /// Creates both values with a function that receives the side.
  package init(_ make: (Side) -> Value) {
    self.init(old: make(.old), new: make(.new))
  }

  package subscript(side: Side) -> Value {
    get { side == .old ? old : new }
    set {
      if side == .old {
        old = newValue
      } else {
        new = newValue
      }
    }
  }
}

extension Sides: Sendable where Value: Sendable {}
extension Sides: Equatable where Value: Equatable {}
extension Sides: Hashable where Value: Hashable {}

/// A graph that gives the set of possible answer pairs for the facts that the caller knows.
///
/// The graph shares no nodes with the old and the new answer graph, because these two graphs divide fact values into
/// different classes. Each node has one branch for each value, in the order of ``JointBranching``.
struct ShownGraph {
  private struct GraphNode: Hashable {
    var fact: Int
    var branches: [Int]
  }

  private struct NodePair: Hashable {
    var left: Int
    var right: Int
  }

  private let branching: JointBranching
  private let book: AnswerBook
  private let hidden: ValueSet
  private var pairs: ShownPairs
  /// The nodes of the graph.
  ///
  /// A node with a negative fact is a leaf; the only branch of a leaf is the number of a set.
  private var nodes: [GraphNode] = []
  private var numbers: [GraphNode: Int] = [:]
  private var known: [[CellGraph]: Int] = [:]
  private var unions: [NodePair: Int] = [:]
  private static let end = -1

  init(
    _ branching: JointBranching, _ book: AnswerBook, hidden: ValueSet, platforms: Set<Name>
  ) {
    pairs = ShownPairs(platforms: platforms)
    self.branching = branching
    self.book = book
    self.hidden = hidden
  }

  /// Returns the node that combines a node of the old graph with a node of the new graph.
  mutating func graph(_ a: CellGraph, _ b: CellGraph) -> Int {
    if a == .empty || b == .empty {
      return number(GraphNode(fact: Self.end, branches: [0]))
    }
    if a.isTerminal, b.isTerminal {
      guard let old = book.meaning(a.number), let new = book.meaning(b.number) else {
        return number(GraphNode(fact: Self.end, branches: [0]))
      }
      return number(GraphNode(fact: Self.end, branches: [pairs.number(old, new)]))
    }
    if let result = known[[a, b]] {
      return result
    }
    var fact = Self.end
    var branches: [Int] = []
    branching.visit(a, b) { branch in
      fact = branch.fact
      branches.append(graph(branch.left, branch.right))
      return false
    }
    let result: Int
    if hidden.contains(fact) {
      var joined = branches[0]
      for branch in branches.dropFirst() {
        joined = union(joined, branch)
      }
      result = joined
    } else {
      result = number(GraphNode(fact: fact, branches: branches))
    }
    known[[a, b]] = result
    return result
  }

  /// Returns the child of a node for one value of a fact, given by the index of the value.
  ///
  /// If the node does not test the fact, the result is the node itself.
  func branch(_ place: Int, on fact: Int, _ number: Int) -> Int {
    nodes[place].fact == fact ? nodes[place].branches[number] : place
  }

  /// Returns the information that a pair of answers can reveal in the cells below a node.
  mutating func tellings(
    _ old: AnswerMeaning, _ new: AnswerMeaning, below place: Int
  ) -> Set<ChangeSituation.InformationChange> {
    var found: Set<ChangeSituation.InformationChange> = []
    var open = [place]
    var seen: Set<Int> = []
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      if nodes[next].fact == Self.end {
        found.insert(pairs.telling(old, new, in: nodes[next].branches[0]))
      } else {
        open += nodes[next].branches
      }
    }
    return found
  }

  private mutating func union(_ a: Int, _ b: Int) -> Int {
    guard a != b else { return a }
    let pair = NodePair(left: min(a, b), right: max(a, b))
    if let result = unions[pair] {
      return result
    }
    let (left, right) = (nodes[a], nodes[b])
    let result: Int
    if left.fact == Self.end, right.fact == Self.end {
      let set = pairs.union(left.branches[0], right.branches[0])
      result = number(GraphNode(fact: Self.end, branches: [set]))
    } else {
      let fact = first(left.fact, right.fact)
      let count = left.fact == fact ? left.branches.count : right.branches.count
      var branches: [Int] = []
      for index in 0..<count {
        branches.append(union(branch(a, on: fact, index), branch(b, on: fact, index)))
      }
      result = number(GraphNode(fact: fact, branches: branches))
    }
    unions[pair] = result
    return result
  }

  private func first(_ a: Int, _ b: Int) -> Int {
    branching.first(a == Self.end ? .max : a, b == Self.end ? .max : b)
  }

  private mutating func number(_ node: GraphNode) -> Int {
    if node.fact != Self.end, let only = node.branches.first,
      !node.branches.contains(where: { $0 != only })
    {
      return only
    }
    if let known = numbers[node] {
      return known
    }
    numbers[node] = nodes.count
    nodes.append(node)
    return nodes.count - 1
  }
}
