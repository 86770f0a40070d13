internal import LinkPolicy
package import LinkPolicyAuthoring

/// Two systems side by side: which sequences of sign-ins end differently.
///
/// Unlike ``PolicyDifference`` nothing is proved: sequences that either policy can be led along
/// are played under both from the empty store, each with its own accounts and in its own words, and their ends
/// are compared. What one of them cannot be asked at all is left out, and counted.
package struct SequenceComparison: Sendable {
  private struct Key: Hashable {
    var difference: EndingDifference
    var rows: Sides<[Int]>
  }

  /// The two policies.
  package let policies: Sides<CompiledPolicy>
  /// What differs, by cause, those with the most sequences first.
  package private(set) var causes: [Cause] = []
  /// How many sequences were played under both.
  package private(set) var played = 0
  /// How many of them ended in refusals whose errors were not compared.
  package private(set) var uncomparedErrors = 0
  /// Why sequences of one system were not played under the other, and how many.
  package private(set) var leftOut: [LeftOut: Int] = [:]
  /// What neither was asked, having no counterpart.
  package let uncompared: Sides<Uncompared>
  /// The systems that were explored without what only the other one tells apart, since its policy cannot be had in their
  /// names: fewer of their sequences were tried.
  package internal(set) var exploredAlone: [Side] = []
  private let translation: SystemTranslation
  private var places: [Key: Int] = [:]

  /// What differs, by cause and by what it comes to.
  package var findings: [Finding] { causes.flatMap { $0.findings } }
  /// How many sequences end differently.
  package var differing: Int { causes.reduce(0) { $0 + $1.count } }

  /// The actions that sequences end with.
  private static let actions: [Name] = ["sign-in", "sign-up"]
  /// How many stores or situations are looked at before progress is told.
  private static let step = 5

  /// Plays what exploring both within some limits comes to.
  ///
  /// A map must have been checked against the policies. `progress` is told how far it has come.
  package init(
    _ policies: Sides<CompiledPolicy>, by map: SystemMap? = nil,
    limits: Explorer.Limits = Explorer.Limits(), seed: UInt64 = 0,
    progress: (Progress) -> Void = { _ in }
  ) {
    self.policies = policies
    let translation = SystemTranslation(map, policies)
    self.translation = translation
    uncompared = Sides { Uncompared(translation, of: $0) }
    for side in Side.allCases {
      let other = RenamedPolicy.compiled(translation, of: side.other)
      if other == nil {
        exploredAlone.append(side)
      }
      var explorer = Explorer(
        policies[side], distinguishedBy: other.map { [$0] } ?? [], limits: limits, seed: seed)
      while !explorer.isDone {
        let next = explorer.expanded + Self.step
        explorer.explore { $0.expanded < next }
        progress(
          Progress(side: side, done: explorer.expanded, all: limits.stores, isPlaying: false))
      }
      play(explorer, of: side, progress)
    }
    sort()
  }

  private mutating func sort() {
    let order = ChangeKind.allCases
    func rank(_ finding: Finding) -> Int { order.firstIndex(of: finding.kind) ?? 0 }
    for index in causes.indices {
      causes[index].findings.sort { rank($0) < rank($1) }
    }
    let differences = EndingDifference.allCases
    func place(_ cause: Cause) -> Int { differences.firstIndex(of: cause.difference) ?? 0 }
    let sorted = causes.indices.sorted { a, b in
      (place(causes[a]), -causes[a].count, a) < (place(causes[b]), -causes[b].count, b)
    }
    causes = sorted.map { causes[$0] }
  }

  private mutating func play(
    _ explorer: Explorer, of side: Side, _ progress: (Progress) -> Void
  ) {
    let numbers = explorer.situationsByLength.filter { number in
      Self.actions.contains(explorer.patterns[explorer.situations[number].pattern].action.name)
    }
    for (done, number) in numbers.enumerated() {
      for outcome in explorer.situations[number].outcomes {
        compare(explorer.sequence(to: number, outcome.combination), of: side)
      }
      if done % Self.step == Self.step - 1 {
        progress(Progress(side: side, done: done + 1, all: numbers.count, isPlaying: true))
      }
    }
  }

  private mutating func compare(_ sequence: StepSequence, of side: Side) {
    let pair: SequencePair
    do throws(LeftOut) {
      pair = try SequencePair(sequence, of: side, translation)
    } catch {
      leftOut[error, default: 0] += 1
      return
    }
    played += 1
    guard let end = pair.ends else { return }
    if end.old.leavesErrorsApart(end.new) {
      uncomparedErrors += 1
    }
    guard let kind = end.old.change(to: end.new), let parting = pair.parting else { return }
    func witness() -> Witness { pair.witness(partingLast: parting.isLast) }
    let key = Key(
      difference: parting.difference,
      rows: Sides { [parting.decisions[$0].table] + parting.decisions[$0].source.plain.key })
    guard let place = places[key] else {
      places[key] = causes.count
      causes.append(
        Cause(
          difference: parting.difference,
          answers: Sides { side in
            let decision = parting.decisions[side]
            return DescribedAnswer(decision.source, table: decision.table, of: policies[side])
          },
          findings: [Finding(kind: kind, count: 1, witness: witness())]))
      return
    }
    guard let known = causes[place].findings.firstIndex(where: { $0.kind == kind }) else {
      causes[place].findings.append(Finding(kind: kind, count: 1, witness: witness()))
      return
    }
    causes[place].findings[known].count += 1
    if sequence.steps.count < causes[place].findings[known].witness.steps.count {
      causes[place].findings[known].witness = witness()
    }
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
