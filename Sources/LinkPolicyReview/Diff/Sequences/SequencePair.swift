internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// A sequence that was played under both policies, with each system's own names.
struct SequencePair {
  /// The step at which the runs under the two policies diverge.
  struct Parting {
    var difference: EndingDifference
    /// Whether the runs diverge only at the last step.
    var isLast: Bool
    var decisions: Sides<Decision>

    /// Returns whether the row or guard that decides in one system tests a setting of the system.
    func tests(_ setting: DecisiveSetting, under policy: CompiledPolicy, _ side: Side) -> Bool {
      let decision = decisions[side]
      let conditions: [ResolvedCondition]
      switch decision.source {
      case .row(let index):
        conditions = policy.storage.tables[decision.table].rows[index].conditions
      case .guarding(let index), .would(let index, _):
        conditions = policy.storage.guards[index].conditions
      case .impossible, .cannotOccur, .staleTicket: return false
      }
      let fact = policy.vocabulary.schema.index(of: Name(setting.name))
      return conditions.contains { $0.fact == fact }
    }
  }

  private let policies: Sides<CompiledPolicy>
  private let translation: SystemTranslation
  private let sequences: Sides<StepSequence>
  private let runs: Sides<[StepSequence.Played]>

  /// Plays a sequence of one system under both policies.
  ///
  /// - Throws: `SkipReason` if the other system cannot process the sequence.
  init(
    _ sequence: StepSequence, of side: Side, _ translation: SystemTranslation
  ) throws(SkipReason) {
    self.translation = translation
    policies = translation.policies
    var sequences = Sides(old: sequence, new: sequence)
    do throws(SystemTranslation.Obstacle) {
      sequences[side.other] = try translation.translated(sequence, from: side)
    } catch {
      throw SkipReason(error, under: side.other)
    }
    self.sequences = sequences
    // Without second factors, no sequence would show that a system drops second factors. If a policy tests second
    // factors, the rows of the policies enroll them.
    let isOwn = [policies.old, policies.new].contains { $0.vocabulary.isUsed(.factors) }
    runs = Sides { [policies] in sequences[$0].play(policies[$0], enrollsFactors: !isOwn) }
    for side in Side.allCases {
      if let error = runs[side].lazy.compactMap({ $0.inputError }).first {
        throw SkipReason(error, under: side)
      }
      guard runs[side].count == sequence.steps.count else {
        throw SkipReason(side, "did not create a session, account or code that a later step uses")
      }
    }
  }

  /// The endings of both runs; nil if one run ends without a decision.
  var ends: Sides<SequenceEnding>? { ends(after: runs.old.count) }

  private func ends(after count: Int) -> Sides<SequenceEnding>? {
    guard let old = SequenceEnding(runs.old.prefix(count), translation, of: .old),
      let new = SequenceEnding(runs.new.prefix(count), translation, of: .new)
    else { return nil }
    return Sides(old: old, new: new)
  }

  /// The first step after which the runs differ; nil if both runs end alike.
  ///
  /// A difference between errors counts only if the ends of both runs have no other difference, because an error does
  /// not affect later steps.
  var parting: Parting? {
    guard let last = ends.flatMap({ $0.old.difference(to: $0.new) }) else { return nil }
    for count in 1...runs.old.count {
      guard let ends = ends(after: count), let difference = ends.old.difference(to: ends.new)?.what,
        difference != .error || last.what == .error,
        let old = runs.old[count - 1].decision, let new = runs.new[count - 1].decision
      else { continue }
      return Parting(
        difference: difference, isLast: count == runs.old.count,
        decisions: Sides(old: old, new: new))
    }
    return nil
  }

  /// Returns the sequence as a witness, with the outcomes of both policies and the names of the old system.
  func witness(partingLast isExact: Bool) -> Witness {
    let words = Witness.words(of: sequences.old, under: policies.old)
    var witness = Witness(
      sequence: sequences.new, words: zip(words, sequences.new.steps).map { $0 + additions($1) },
      played: runs, isVisible: true, isExact: isExact
    ) { method, side in
      let other = translation.providers.counterpart(
        of: method.provider, method.closedKind, on: side)
      return side == .new ? other ?? method.provider : method.provider
    }
    guard let last = witness.steps.last, last.outcomes.old == last.outcomes.new,
      witness.accounts == nil, let ends
    else { return witness }
    let left = Sides { ends[$0].remainder.words }
    if left.old != left.new {
      witness.accounts = left
    }
    return witness
  }

  /// Returns the setting that causes the difference between the ends of the sequence; nil if no setting does.
  ///
  /// If several settings cause the difference, the result is the first setting that a deciding row tests. If no
  /// deciding row tests one of these settings, the result is the first of them.
  ///
  /// - Parameters:
  ///   - sequence: the sequence of one system that the comparison has played.
  ///   - side: the side of the system that has the sequence.
  ///   - translation: the translation of the names.
  ///   - given: the settings of every attempt, which the function never resets to their defaults.
  ///   - parting: the step at which the runs diverge.
  /// - Returns: the setting, by its old name if the old system has the setting.
  static func decisiveSetting(
    of sequence: StepSequence, of side: Side, _ translation: SystemTranslation,
    under given: ComparedSettings, parting: Parting
  ) -> DecisiveSetting? {
    var first: DecisiveSetting?
    for setting in sequence.statedSettings {
      if case .setting(let name) = setting, given.isGiven(name.text, on: side) { continue }
      let plain: SequencePair
      do throws(SkipReason) {
        plain = try SequencePair(sequence.leaving(setting), of: side, translation)
      } catch {
        continue
      }
      guard let ends = plain.ends, ends.old.change(to: ends.new) == nil else { continue }
      let isTested = Side.allCases.contains { one in
        let own = one == side ? setting : translation.counterpart(of: setting, on: side)
        return own.map { parting.tests($0, under: translation.policies[one], one) } ?? false
      }
      let named = side == .old ? setting : translation.counterpart(of: setting, on: .new) ?? setting
      if isTested {
        return named
      }
      first = first ?? named
    }
    return first
  }

  /// Returns the step's claims and settings that have no counterpart in the old system, as text such as
  /// ` (in new with NAME=VALUE)`; empty if there are none.
  private func additions(_ step: StepSequence.Step) -> String {
    guard case .attempt(let attempt) = step.content else { return "" }
    let claims = (attempt.attempt.assertion?.addresses ?? []).flatMap { $0.claims }.filter {
      translation.claims.counterpart(of: Name($0.name), on: .new) == nil
    }
    let settings = attempt.caller.settings.values.filter {
      translation.settings.counterpart(of: Name($0.name), on: .new) == nil
    }
    let words =
      claims.map { "the claim \($0.name)=\($0.value.word)" }
      + settings.map { $0.name + "=" + $0.value }
    return words.isEmpty ? "" : " (in new with " + words.joined(separator: ", ") + ")"
  }
}

/// The ending of a sequence: the outcome of the last attempt and the resulting accounts, with the names of the old
/// system.
struct SequenceEnding {
  /// The error of a refusal, in a form that is comparable between the systems.
  enum RefusalEnding: Equatable {
    /// An error that both systems have, by its old name.
    case shared(Name)
    /// An error that has no counterpart in the other system.
    case own

    /// Returns whether two errors differ.
    ///
    /// Two errors without a counterpart count as equal.
    func isOther(than other: RefusalEnding) -> Bool { self != other }
  }

  private enum EndingResult {
    case refused(RefusalEnding)
    case entered(account: Int)
    case made
    case allowed
  }

  private let result: EndingResult
  /// The methods of each account, in the order of account creation.
  private let methods: [Set<String>]
  /// The sessions, codes and second factors that remain after the sequence.
  let remainder: StoreRemainder

  /// Creates the ending of a run under the policy of one side; nil if the last step has no decision.
  ///
  /// If `translation` is nil, the ending keeps the names of the run.
  init?(
    _ played: some BidirectionalCollection<StepSequence.Played>,
    _ translation: SystemTranslation? = nil, of side: Side = .old
  ) {
    guard let last = played.last, let decision = last.decision else { return nil }
    remainder = StoreRemainder(played, under: translation?.policies[side])
    let accounts = last.accounts.accounts
    methods = accounts.map { account in
      Set(
        account.methods.map { method in
          let kind = method.closedKind
          var provider = method.provider
          if side == .new, let translation {
            // A provider that only the new system has must not match a provider of the old system.
            provider =
              translation.providers.counterpart(of: provider, kind, on: .new)
              ?? provider + " of the new system"
          }
          return provider + " " + kind.name.text + " " + (method.subject ?? "")
            + (method.isSuperseded ? " superseded" : "")
        })
    }
    if case .refused(let refusal) = decision.outcome {
      result = .refused(Self.refusal(Name(refusal.code), translatedBy: translation, on: side))
      return
    }
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

  private static func refusal(
    _ code: Name, translatedBy translation: SystemTranslation?, on side: Side
  ) -> RefusalEnding {
    guard let translation, translation.hasMap else { return .shared(code) }
    guard let other = translation.errors.counterpart(of: code, on: side) else { return .own }
    return .shared(side == .old ? code : other)
  }

  /// Returns whether both endings are refusals with errors that have no counterpart; the comparison ignores such
  /// errors.
  func leavesErrorsApart(_ other: SequenceEnding) -> Bool {
    guard case .refused(.own) = result, case .refused(.own) = other.result else { return false }
    return true
  }

  /// Returns the difference to another ending of the same sequence, with the kind of change; nil if the endings are
  /// alike.
  func difference(to other: SequenceEnding) -> (what: EndingDifference, kind: ChangeKind)? {
    switch (result, other.result) {
    case (.refused(let error), .refused(let another)):
      if error.isOther(than: another) { return (.error, .renames) }
    case (.entered(let account), .entered(let another)):
      if account != another { return (.account, .reachesMore) }
    case (.made, .made), (.allowed, .allowed): break
    case (.entered, .made): return (.account, .splits)
    case (.made, .entered): return (.account, .reachesMore)
    case (.refused, .entered): return (.oldRefuses, .reachesMore)
    case (.refused, .made), (.refused, .allowed): return (.oldRefuses, .guardsLess)
    case (.entered, .refused): return (.newRefuses, .reachesLess)
    case (.made, .refused), (.allowed, .refused): return (.newRefuses, .guardsMore)
    case (.allowed, .entered): return (.session, .reachesMore)
    case (.entered, .allowed): return (.session, .reachesLess)
    case (.made, .allowed): return (.account, .createsLess)
    case (.allowed, .made): return (.account, .createsMore)
    }
    if methods.count != other.methods.count {
      return (.account, methods.count < other.methods.count ? .splits : .createsLess)
    }
    if zip(methods, other.methods).contains(where: { !$1.subtracting($0).isEmpty }) {
      return (.methods, .dropsLess)
    }
    let hasLost = zip(methods, other.methods).contains { !$0.subtracting($1).isEmpty }
    return hasLost ? (.methods, .dropsMore) : remainder.difference(to: other.remainder)
  }

  /// Returns the kind of change to another ending of the same sequence; nil if the endings are alike.
  func change(to other: SequenceEnding) -> ChangeKind? { difference(to: other)?.kind }
}

/// The difference between two systems after the same steps; the most severe case comes first.
package enum EndingDifference: String, Sendable, CaseIterable {
  /// The caller enters different accounts, or only one system creates an account.
  case account = "other-account"
  /// Only the old system refuses the attempt.
  case oldRefuses = "old-refuses"
  /// Only the new system refuses the attempt.
  case newRefuses = "new-refuses"
  /// Only one system opens a session.
  case session = "other-session"
  /// An account has different methods in the two systems.
  case methods = "other-methods"
  /// An account has different numbers of second factors in the two systems.
  case factors = "other-factors"
  /// An account has different numbers of usable sessions in the two systems.
  case sessions = "other-sessions"
  /// The systems leave different codes pending.
  case codes = "other-codes"
  /// Both systems refuse the attempt, but with different errors.
  case error = "other-error"

  /// The difference in words, such as `only old refuses`.
  package var words: String {
    switch self {
    case .account: "different accounts"
    case .oldRefuses: "only old refuses"
    case .newRefuses: "only new refuses"
    case .session: "only one system opens a session"
    case .methods: "different methods remain"
    case .factors: "different second factors remain"
    case .sessions: "different sessions remain"
    case .codes: "different codes remain"
    case .error: "different errors"
    }
  }
}

extension ClaimValue {
  /// The value in the syntax of JSON, for the words of a step.
  fileprivate var word: String {
    switch self {
    case .boolean(let value): value ? "true" : "false"
    case .string(let value): "\"" + value.text + "\""
    case .number(let value): value.text
    case .null: "null"
    }
  }
}
