package import LinkPolicy
package import LinkPolicyAnalysis

/// Two systems side by side: which sequences of sign-ins end differently.
///
/// Unlike ``PolicyDifference`` nothing is proved: sequences that either policy can be led along
/// are played under both from the empty store, each with its own accounts, and their ends are
/// compared. What one of them cannot be asked at all is left out.
package struct SequenceComparison: Sendable {
  /// Sequences whose ends differ in one way, decided by one pair of rows.
  package struct Finding: Sendable {
    package var kind: ChangeKind
    package var answers: Sides<DescribedAnswer>
    /// How many of the sequences played end so.
    package var count: Int
    /// The shortest of them.
    package var witness: Witness
  }

  private struct Key: Hashable {
    var kind: ChangeKind
    var rows: Sides<[Int]>
  }

  /// The two policies.
  package let policies: Sides<CompiledPolicy>
  /// What differs, by kind.
  package private(set) var findings: [Finding] = []
  /// How many sequences were played under both.
  package private(set) var played = 0
  private var places: [Key: Int] = [:]

  /// The actions that sequences end with.
  private static let actions: [Name] = ["sign-in", "sign-up"]

  /// Plays what exploring both within some limits comes to.
  ///
  /// `progress` is told what is being done.
  package init(
    _ policies: Sides<CompiledPolicy>, limits: Explorer.Limits = Explorer.Limits(),
    seed: UInt64 = 0,
    progress: (String) -> Void = { _ in }
  ) {
    self.policies = policies
    for side in Side.allCases {
      var explorer = Explorer(
        policies[side], distinguishedBy: [policies[side.other]], limits: limits, seed: seed)
      while !explorer.isDone {
        let next = explorer.expanded + 20
        explorer.explore { $0.expanded < next }
        progress("\(explorer.expanded) stores under the \(side.rawValue) policy")
      }
      play(explorer)
    }
    let order = ChangeKind.allCases
    func rank(_ finding: Finding) -> Int { order.firstIndex(of: finding.kind) ?? 0 }
    let sorted = findings.indices.sorted { a, b in
      (rank(findings[a]), findings[a].witness.steps.count, a)
        < (rank(findings[b]), findings[b].witness.steps.count, b)
    }
    findings = sorted.map { findings[$0] }
  }

  private mutating func play(_ explorer: Explorer) {
    for number in explorer.situationsByLength {
      let basis = explorer.situations[number]
      guard Self.actions.contains(explorer.patterns[basis.pattern].action.name) else { continue }
      for outcome in basis.outcomes {
        compare(explorer.sequence(to: number, outcome.combination))
      }
    }
  }

  private mutating func compare(_ sequence: StepSequence) {
    let runs = Sides { sequence.adapted(to: policies[$0]).play(policies[$0]) }
    guard Side.allCases.allSatisfy({ runs[$0].count == sequence.steps.count }),
      !Side.allCases.contains(where: { runs[$0].contains { $0.inputError != nil } })
    else { return }
    played += 1
    let decisions = Sides { runs[$0].last?.decision }
    guard let old = decisions.old, let new = decisions.new,
      let before = SequenceEnding(runs.old), let after = SequenceEnding(runs.new),
      let kind = before.change(to: after)
    else { return }
    let made = Sides(old: old, new: new)
    let key = Key(
      kind: kind,
      rows: Sides { [made[$0].table] + made[$0].source.plain.key })
    if let known = places[key] {
      findings[known].count += 1
      guard sequence.steps.count < findings[known].witness.steps.count else { return }
      findings[known].witness = witness(sequence, made)
      return
    }
    places[key] = findings.count
    findings.append(
      Finding(
        kind: kind,
        answers: Sides { side in
          DescribedAnswer(made[side].source, table: made[side].table, of: policies[side])
        }, count: 1, witness: witness(sequence, made)))
  }

  private func witness(_ sequence: StepSequence, _ decisions: Sides<Decision>) -> Witness {
    let sources = Sides { decisions[$0].source.plain }
    guard let trial = WitnessTrial(sequence, policies, by: sources) else {
      preconditionFailure("the same sequence is played alike")
    }
    return Witness(sequence, trial, policies)
  }
}

/// How a sequence ends: what became of its last attempt, and of the accounts.
struct SequenceEnding {
  private enum Result: Equatable {
    case refused(String)
    case entered(account: Int)
    case made
    case allowed
  }

  private let result: Result
  private let names: [String]
  /// The methods of each account, in the order in which the accounts were made.
  private let methods: [Set<String>]

  init?(_ played: [StepSequence.Played]) {
    guard let last = played.last, let decision = last.decision else { return nil }
    let accounts = last.accounts.accounts
    methods = accounts.map { account in
      Set(
        account.methods.map {
          $0.provider + " " + $0.closedKind.name.text + " " + ($0.subject ?? "")
        })
    }
    if case .refused(let refusal) = decision.outcome {
      result = .refused(refusal.code)
      names = refusal.names.flatMap { [$0.platform, $0.name] }
      return
    }
    names = []
    guard let applied = last.applied else { return nil }
    if applied.isNewAccount {
      result = .made
    } else if applied.session != nil, let id = applied.account,
      let index = accounts.firstIndex(where: { id.hasSameBytes(as: $0.id) })
    {
      result = .entered(account: index)
    } else {
      result = .allowed
    }
  }

  /// What kind of change another end of the same sequence is; nil where they are alike.
  func change(to other: SequenceEnding) -> ChangeKind? {
    if result != other.result {
      switch (result, other.result) {
      case (.refused, .refused): return .renames
      case (.entered, .made): return .splits
      // Another account's.
      case (.entered, .entered), (.refused, .entered), (.made, .entered), (.allowed, .entered):
        return .reachesMore
      case (.entered, .refused), (.entered, .allowed): return .reachesLess
      case (.refused, .made), (.refused, .allowed): return .guardsLess
      case (.made, .refused), (.allowed, .refused): return .guardsMore
      case (.made, .allowed): return .createsLess
      case (.allowed, .made): return .createsMore
      case (.made, .made), (.allowed, .allowed): return .unclassified
      }
    }
    if methods.count != other.methods.count {
      return methods.count < other.methods.count ? .splits : .createsLess
    }
    let lost = zip(methods, other.methods).contains { !$0.subtracting($1).isEmpty }
    let kept = zip(methods, other.methods).contains { !$1.subtracting($0).isEmpty }
    if kept {
      return .dropsLess
    }
    return lost ? .dropsMore : nil
  }
}

extension Decision.Source {
  /// The source as numbers.
  fileprivate var key: [Int] {
    switch self {
    case .row(let index): [0, index]
    case .guarding(let index), .would(let index, _): [1, index]
    case .impossible, .cannotOccur, .staleTicket: [2]
    }
  }
}
