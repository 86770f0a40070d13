package import LinkPolicy

/// A resolved table, with the graph that finds the matching row.
package struct CompiledTable: Sendable {
  package var key: Name
  package var action: Int
  package var kinds: [MethodKind]
  package var hit: HitPolicy
  package var rows: [CompiledRow]
  var graph = DecisionGraph()
  package var position: SourcePosition

  /// The kinds of the attempts that the table decides; `[nil]` if the attempts carry no method.
  package var attemptKinds: [MethodKind?] {
    kinds.isEmpty ? [nil] : kinds.map { .some($0) }
  }
}

/// A row or guard with resolved conditions and a resolved answer.
package struct CompiledRow: Sendable {
  package var id: Name
  package var conditions: [ResolvedCondition]
  package var answer: CompiledAnswer
  /// The value that the row gives to a derived fact; 0 for guards and for rows of decision tables.
  package var value = 0
  /// The guards with `would` that can match the effects of this row, in order.
  package var wouldGuards: [Int] = []
  /// The effect words that a guard with `would` tests; empty for any other guard or row.
  package var would: [Name] = []
  package var hasWould = false
  package var because: [Name]
  package var position: SourcePosition
}

/// A resolved derived fact with the graph that computes its value.
package struct CompiledFact: Sendable {
  package var fact: Int
  package var hit: HitPolicy
  package var rows: [CompiledRow]
  var graph = DecisionGraph()
  package var position: SourcePosition
}

/// A declared error with its resolved remedy and disclosures.
package struct CompiledError: Sendable {
  package var name: Name
  package var ask: Remedy?
  package var tell: [Disclosure]
  package var names: [(platform: Name, name: Name)]
}

/// An invariant of the policy with resolved conditions and forbidden outcomes.
package struct CompiledInvariant: Sendable {
  package var id: Name
  package var conditions: [ResolvedCondition]
  /// Whether the invariant forbids every success of a matching attempt.
  package var neverAllowed = false
  /// Whether the invariant forbids every refusal of a matching attempt.
  package var neverRefused = false
  /// The errors with which a matching attempt must not be refused.
  package var errors: [Int] = []
  /// The words of the forbidden effects.
  ///
  /// An effect with several words is forbidden if the list contains any of its words.
  package var effects: [Name] = []
  package var position: SourcePosition

  /// Returns whether the invariant forbids an answer.
  ///
  /// A nil answer means that the policy declares the cell impossible, so the engine refuses the
  /// attempt.
  package func forbids(_ answer: CompiledAnswer?) -> Bool {
    guard let answer else { return neverRefused }
    let hasForbiddenEffect = answer.effects.contains { effect in
      effect.synonyms.contains { effects.contains($0) }
    }
    if let error = answer.error {
      return neverRefused || errors.contains(error) || hasForbiddenEffect
    }
    return neverAllowed || hasForbiddenEffect
  }
}

extension Effect {
  /// Every word by which a policy names the effect.
  ///
  /// For example, `remember-undo` and `send-code: undo` are the same effect, which has both words.
  var synonyms: [Name] {
    switch self {
    case .rememberUndo: [word, Effect.sendCode(.undo).word]
    case .sendCode(let purpose) where purpose == .undo: [word, Effect.rememberUndo.word]
    case .create, .createWithoutAddress, .signIn, .link, .addSubject, .replaceSubject,
      .supersedeSubject,
      .seizeCredential, .refreshMethod, .unlink, .dropUnproven, .drop, .dropFactors, .enrollFactor,
      .removeFactor, .setPassword,
      .verifyEmail, .unverifyEmail, .setEmail, .adoptEmail, .clearEmail, .fillProfile,
      .overwriteProfile, .revokeSessions, .cancelPending, .sendCode, .issueToken, .endSession,
      .disable, .enable, .setLabel, .setIdentifier, .clearIdentifier, .notifyOwner, .delete:
      [word]
    }
  }
}

extension Decision {
  /// Returns whether the decision violates an invariant of its policy.
  package func breaks(_ invariant: CompiledInvariant) -> Bool {
    for condition in invariant.conditions where !condition.holds(facts) {
      return false
    }
    return invariant.forbids(compiledAnswer)
  }
}

/// A decision graph over fact values, in the layout of images.
///
/// A walk from the root to a result takes at most one step for each fact, and needs no hashing.
///
/// A node consists of a word with a fact and its number of values, followed by one edge for each value. An edge is the
/// index of an earlier node, or a result: a number with the bit ``ImageFormat/terminal``. A walk reaches only earlier
/// nodes, so every walk ends, even for invalid values.
struct DecisionGraph: Sendable {
  /// The edge to the root node.
  private(set) var root = ImageFormat.terminal
  /// The nodes, stored consecutively.
  private(set) var words: [UInt32] = []

  /// Creates a graph that maps every fact vector to 0.
  init() {}

  /// Copies a graph of an algebra into words.
  ///
  /// Copying costs steps of the algebra, so the algebra's allowance also bounds the size of the copy.
  ///
  /// If the allowance is spent, the layout is incomplete, and you must not use the graph.
  init(_ graph: CellGraph, of algebra: inout CellAlgebra) {
    var placed: [CellGraph: UInt32] = [:]
    root = place(graph, of: &algebra, placed: &placed)
  }

  private mutating func place(
    _ graph: CellGraph, of algebra: inout CellAlgebra, placed: inout [CellGraph: UInt32]
  ) -> UInt32 {
    guard !graph.isTerminal else { return Self.terminal(graph) }
    if let known = placed[graph] {
      return known
    }
    let index = algebra.axis(of: graph)
    let axis = algebra.axes[index]
    let steps = 1 + axis.classOfValue.count / Self.wordsOfStep
    guard algebra.takesSteps(steps) else { return Self.terminal(.empty) }
    var next: [UInt32] = []
    for number in 0..<axis.classCount {
      next.append(
        place(algebra.branch(graph, axis: index, class: number), of: &algebra, placed: &placed))
    }
    let node = UInt32(words.count)
    words.append(ImageFormat.pair(axis.fact, axis.classOfValue.count))
    for number in axis.classOfValue {
      words.append(next[number])
    }
    placed[graph] = node
    return node
  }

  /// The number of words that need as much memory as one step of an algebra.
  private static var wordsOfStep: Int { 8 }

  private static func terminal(_ graph: CellGraph) -> UInt32 {
    ImageFormat.terminal | UInt32(-1 - graph.handle)
  }
}
