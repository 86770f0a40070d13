internal import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyExploration
internal import LinkPolicyJSON

/// A comparison of two systems that finds sequences of attempts with different ends.
///
/// Unlike ``PolicyDifference``, the comparison is not a proof. The comparison explores each policy, and plays the
/// sequences under both policies from the empty store. Each system plays with its own names and accounts. The
/// comparison skips and counts the sequences that one system cannot process. If neither policy tests second factors,
/// the owner of each account enrolls a second factor, so that a sequence shows a system that drops the factor.
package struct SequenceComparison: Sendable {
  private struct CauseKey: Hashable {
    var difference: EndingDifference
    var rows: Sides<[Int]>
    var setting: DecisiveSetting?
  }

  /// The policies of the two systems.
  package let policies: Sides<CompiledPolicy>
  /// The causes of the differences, the most dangerous first.
  ///
  /// Among equally dangerous causes, the cause with the most sequences comes first.
  package private(set) var causes: [Divergence] = []
  /// The number of sequences played under both policies.
  package private(set) var played = 0
  /// The number of sequences that the comparison ignores, because both systems refuse them with errors that have no
  /// counterpart.
  package private(set) var uncomparedErrors = 0
  /// The reasons for skipping sequences, with the number of sequences.
  package private(set) var leftOut: [SkipReason: Int] = [:]
  /// For each system, the names that the comparison ignores, because they have no counterpart.
  package let uncompared: Sides<Uncompared>
  /// The systems whose exploration ignored the distinctions of the other policy, because the renamed policy did not
  /// compile.
  ///
  /// If a system is explored alone, the comparison tries fewer of its sequences.
  package internal(set) var exploredAlone: [Side] = []
  /// For each system, the attempts that no sequence of the system makes.
  package private(set) var untried: Sides<[Explorer.UntriedAttempts]>
  /// The settings that every attempt states.
  package let settings: ComparedSettings
  private let translation: SystemTranslation
  private var places: [CauseKey: Int] = [:]

  /// The findings of all causes.
  package var findings: [SequenceFinding] { causes.flatMap { $0.findings } }
  /// The number of sequences that end differently.
  package var differing: Int { causes.reduce(0) { $0 + $1.count } }

  /// The number of stores or situations between two progress reports.
  private static let step = 5

  /// Explores both policies and compares the sequences.
  ///
  /// - Parameters:
  ///   - policies: the policies of the old and the new system.
  ///   - map: the map of names, already checked against the policies; nil if the comparison has no map.
  ///   - settings: the settings that every attempt states; the exploration varies only other settings.
  ///   - limits: the bounds of each exploration, such as the maximum number of stores.
  ///   - seed: the seed of each exploration; a seed other than 0 selects other representatives, in another order.
  ///   - progress: a function that receives the progress, such as the number of explored stores.
  package init(
    _ policies: Sides<CompiledPolicy>, by map: SystemMap? = nil,
    under settings: ComparedSettings = ComparedSettings(),
    limits: Explorer.Limits = Explorer.Limits(), seed: UInt64 = 0,
    progress: (Progress) -> Void = { _ in }
  ) {
    self.policies = policies
    self.settings = settings
    let translation = SystemTranslation(map, policies)
    self.translation = translation
    uncompared = Sides { Uncompared(translation, of: $0) }
    untried = Sides { _ in [] }
    for side in Side.allCases {
      let other = RenamedPolicy.compiled(translation, of: side.other)
      if other == nil {
        exploredAlone.append(side)
      }
      var explorer = Explorer(
        policies[side], distinguishedBy: other.map { [$0] } ?? [], limits: limits, seed: seed,
        under: settings.sides[side])
      untried[side] = explorer.untried
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

  /// Joins the causes that have the same decisive setting, and sorts the result.
  private mutating func sort() {
    let order = ChangeKind.allCases
    func rank(_ finding: SequenceFinding) -> Int { order.firstIndex(of: finding.kind) ?? 0 }
    func rank(_ cause: Divergence) -> Int { cause.findings.map { rank($0) }.min() ?? 0 }
    func orderCauses() {
      for index in causes.indices {
        causes[index].findings.sort { rank($0) < rank($1) }
      }
      let sorted = causes.indices.sorted { a, b in
        (rank(causes[a]), -causes[a].count, a) < (rank(causes[b]), -causes[b].count, b)
      }
      causes = sorted.map { causes[$0] }
    }
    // The joined cause shows the answers of its most dangerous part, so this part must come first.
    orderCauses()
    var joined: [Divergence] = []
    for cause in causes {
      if cause.setting != nil, let place = joined.firstIndex(where: { $0.setting == cause.setting })
      {
        joined[place].add(cause)
      } else {
        joined.append(cause)
      }
    }
    causes = joined
    orderCauses()
  }

  private mutating func play(
    _ explorer: Explorer, of side: Side, _ progress: (Progress) -> Void
  ) {
    let numbers = explorer.situationsByLength
    let decided = Set(Uncompared.actions(policies[side.other]))
    for (done, number) in numbers.enumerated() {
      let pattern = explorer.patterns[explorer.situations[number].pattern]
      let action = Uncompared.name(of: pattern.action.name, pattern.kind)
      guard decided.contains(action) else {
        // The other system does not decide the last step, so playing the sequence would only cost time.
        let reason = SkipReason(side.other, "does not decide \(action)")
        leftOut[reason, default: 0] += explorer.situations[number].outcomes.count
        continue
      }
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
    do throws(SkipReason) {
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
    let answers = Sides { side in
      let decision = parting.decisions[side]
      return DescribedAnswer(decision.source, table: decision.table, of: policies[side])
    }
    func finding() -> SequenceFinding {
      SequenceFinding(
        kind: kind, count: 1, answers: answers,
        witness: pair.witness(partingLast: parting.isLast))
    }
    let setting = SequencePair.decisiveSetting(
      of: sequence, of: side, translation, under: settings, parting: parting)
    let key = CauseKey(
      difference: parting.difference,
      rows: Sides { [parting.decisions[$0].table] + parting.decisions[$0].source.plain.key },
      setting: setting)
    guard let place = places[key] else {
      places[key] = causes.count
      causes.append(
        Divergence(
          difference: parting.difference, setting: setting,
          answers: answers, findings: [finding()]))
      return
    }
    guard let known = causes[place].findings.firstIndex(where: { $0.kind == kind }) else {
      causes[place].findings.append(finding())
      return
    }
    causes[place].findings[known].count += 1
    if sequence.steps.count < causes[place].findings[known].witness.steps.count {
      causes[place].findings[known].witness = pair.witness(partingLast: parting.isLast)
    }
  }
}

extension SequenceComparison {
  /// The sequences of one cause that end with one kind of change.
  package struct SequenceFinding: Sendable {
    /// The kind of change from the old ending to the new ending.
    package var kind: ChangeKind
    /// The number of sequences with this change.
    package var count: Int
    /// The answer of each policy at the step at which the runs diverge.
    package var answers: Sides<DescribedAnswer>
    /// The shortest sequence with this change and these answers.
    package var witness: Witness
  }

  /// A pair of rows, one of each system, at which sequences begin to differ.
  package struct Divergence: Sendable {
    /// The difference at the step of divergence.
    package var difference: EndingDifference
    /// The setting that causes the difference; nil if no single setting is the cause.
    package var setting: DecisiveSetting?
    /// The number of pairs of rows at which the setting causes a difference; 1 if no setting is the cause.
    ///
    /// The report shows only the most dangerous pair.
    package var rowPairs = 1
    /// The answer of each policy at the step at which the runs diverge.
    package var answers: Sides<DescribedAnswer>
    /// The findings at the ends of the sequences, the most severe first.
    package var findings: [SequenceFinding]

    /// Merges another cause with the same decisive setting into this cause.
    mutating func add(_ cause: Divergence) {
      rowPairs += cause.rowPairs
      for finding in cause.findings {
        guard let place = findings.firstIndex(where: { $0.kind == finding.kind }) else {
          findings.append(finding)
          continue
        }
        findings[place].count += finding.count
      }
    }

    /// The number of sequences with this cause.
    package var count: Int { findings.reduce(0) { $0 + $1.count } }
    /// The shortest sequence of the cause.
    ///
    /// If a setting is the cause, the sequence instead shows the most dangerous kind of change.
    package var shortest: Witness {
      guard setting == nil else { return findings[0].witness }
      return findings.dropFirst().reduce(findings[0].witness) { shortest, finding in
        finding.witness.steps.count < shortest.steps.count ? finding.witness : shortest
      }
    }
  }

  /// The progress of a comparison that explores a policy or plays the policy's sequences.
  package struct Progress: Sendable {
    /// The side whose policy the comparison explores, or whose sequences the comparison plays.
    package var side: Side
    /// The number of explored stores, or of played situations.
    package var done: Int
    package var all: Int
    package var isPlaying: Bool
  }
}

/// The names of one system that have no counterpart in the other system.
package struct Uncompared: Sendable {
  /// The names of one kind of declaration, such as settings.
  package struct UncomparedNames: Sendable {
    package var sort: String
    package var names: [String]
  }

  /// The names without a counterpart, by kind of declaration; only kinds with at least one name are listed.
  package let parts: [UncomparedNames]

  init(_ translation: SystemTranslation, of side: Side) {
    let policies = translation.policies
    var parts = [
      UncomparedNames(
        sort: "providers",
        names: translation.providers.alone(on: side).map { provider in
          let declared = policies[side].document.providers.first { $0.id.value == provider.id }
          guard declared?.kinds.count != provider.kinds.count else { return provider.id.text }
          // The provider's other kinds have a counterpart in the other system.
          let kinds = provider.kinds.map { $0.name.text }.joined(separator: ", ")
          return "\(provider.id.text) (\(kinds))"
        }),
      UncomparedNames(sort: "claims", names: translation.claims.alone(on: side).map { $0.text }),
      UncomparedNames(sort: "words of claims", names: Self.values(translation.claimWords, side)),
      UncomparedNames(
        sort: "settings", names: translation.settings.alone(on: side).map { $0.text }),
      UncomparedNames(
        sort: "values of settings", names: Self.values(translation.settingValues, side)),
    ]
    if translation.hasMap {
      // If there is no map, the comparison matches all errors by name.
      parts.append(
        UncomparedNames(
          sort: "errors", names: translation.errors.alone(on: side).map { $0.text }))
    }
    let actions = Sides { Self.actions(policies[$0]) }
    let names = actions[side].filter { !actions[side.other].contains($0) }
    parts.append(UncomparedNames(sort: "actions", names: names))
    self.parts = parts.filter { !$0.names.isEmpty }
  }

  /// Returns the actions that a policy decides, each with the kind of method if its attempts carry a method.
  static func actions(_ policy: CompiledPolicy) -> [String] {
    policy.storage.tables.flatMap { table in
      let action = policy.vocabulary.actions[table.action].name
      return table.kinds.isEmpty
        ? [name(of: action, nil)] : table.kinds.map { name(of: action, $0) }
    }
  }

  /// Returns the name of an action with a kind of method, such as `link.phone`.
  static func name(of action: Name, _ kind: MethodKind?) -> String {
    kind.map { action.text + "." + $0.name.text } ?? action.text
  }

  /// Returns the values of claims or settings that have no counterpart, as `name: value` with the old name of the claim
  /// or setting.
  private static func values(_ pairs: [Name: WordPairs], _ side: Side) -> [String] {
    pairs.sorted { $0.key.text < $1.key.text }.flatMap { name, words in
      words.alone(on: side).map { "\(name.text): \($0.text)" }
    }
  }
}

/// The reason for skipping a sequence of one system under the other system.
package struct SkipReason: Error, Hashable, Sendable {
  /// The system that cannot process the sequence.
  package var side: Side
  /// The end of a sentence that begins with the policy, such as `does not decide link.phone`.
  package var reason: String

  init(_ side: Side, _ reason: String) {
    self.side = side
    self.reason = reason
  }

  init(_ obstacle: SystemTranslation.Obstacle, under side: Side) {
    switch obstacle {
    case .provider(let id, let kind):
      let words = kind.map { " with kind \($0.name.text)" } ?? ""
      self.init(side, "has no counterpart of the provider `\(id)`\(words)")
    case .settingValue(let name, let value):
      self.init(side, "has no counterpart of `\(value)` of the setting `\(name)`")
    case .claimValue(let name, let value):
      self.init(side, "has no counterpart of `\(value)` of the claim `\(name)`")
    }
  }

  init(_ error: InputError, under side: Side) {
    self.init(side, "rejects an attempt as malformed: \(error.reason.word.text)")
  }
}

extension Decision.Source {
  /// A dictionary key, which is equal for all decisions of one row or guard.
  fileprivate var key: [Int] {
    switch self {
    case .row(let index): [0, index]
    case .guarding(let index), .would(let index, _): [1, index]
    case .impossible, .cannotOccur, .staleTicket: [2]
    }
  }
}
