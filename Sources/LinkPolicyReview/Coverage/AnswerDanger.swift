internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// A ranking of a policy's answers by the harm that a wrong answer can do.
///
/// The harm of an answer is the set of dangerous kinds of change that `diff` would report in two cases:
///
/// - The answer replaces a refusal that writes nothing. Every gain from the answer, such as a session, then counts as a
///   change.
/// - An allowed answer that writes nothing replaces the answer. Everything that the answer refused or removed then
///   counts as a change.
///
/// The ranking uses the kinds of ``ChangeKind`` in their order, so that coverage and `diff` agree about the danger of a
/// row.
struct AnswerDanger {
  /// An answer in a cell, with the facts about the account and the caller that determine the answer's harm.
  private struct RankedAnswer: Hashable {
    var meaning: AnswerMeaning
    var situation: ChangeSituation
  }

  private let policy: CompiledPolicy
  private let declared: EffectDeclarations
  private let stakes: HolderStakes
  private var known: [RankedAnswer: [ChangeKind]] = [:]

  init(_ policy: CompiledPolicy) {
    self.policy = policy
    declared = EffectDeclarations(policy)
    stakes = HolderStakes(of: policy)
  }

  /// Returns the harm of an answer in one cell, the most dangerous kind first.
  ///
  /// - Parameters:
  ///   - source: the row or guard that decides the cell.
  ///   - table: the table of the attempt.
  ///   - facts: the values of all facts for an attempt in the cell.
  /// - Returns: the kinds; empty if no row or guard decides.
  mutating func kinds(
    of source: Decision.Source, inTable table: Int, at facts: FactVector
  ) -> [ChangeKind] {
    guard let answer = answer(of: source, inTable: table) else { return [] }
    let isProven = policy.holdsProof(facts)
    let meaning = AnswerMeaning(
      answer, errors: policy.storage.errors, cell: EffectMeaning.EffectCell(facts, declared),
      isProven: isProven)
    let situation = ChangeSituation(
      isThere: JointPresence.isThere(facts),
      holdsCredential: Self.held.contains(facts[EngineFact.credential]),
      caller: ChangeSituation.CallerClass(table: table, of: policy),
      duties: ActionDuties(table: table, of: policy), stakes: stakes,
      believes: Sides(old: isProven, new: isProven))
    return kinds(of: RankedAnswer(meaning: meaning, situation: situation))
  }

  /// Returns the harm that an answer can do in any cell, the most dangerous kind first.
  ///
  /// - Parameters:
  ///   - source: the row or guard.
  ///   - table: the table of the row; nil for a guard, which can refuse in several tables.
  /// - Returns: the kinds of change, possibly including kinds that apply in no cell.
  mutating func kinds(of source: Decision.Source, inTable table: Int?) -> [ChangeKind] {
    guard let answer = answer(of: source, inTable: table) else { return [] }
    var meaning = AnswerMeaning(Reply(answer, policy.storage.errors))
    meaning.writes = answer.effects.flatMap { $0.templates }
    meaning.isProof = EffectMeaning.recordsProof(answer.effects)
    meaning.replacesPassword =
      meaning.writes.contains(.putMethod(.password)) && !meaning.writes.makeAccount
    var kinds: Set<ChangeKind> = []
    for isThere in [true, false] {
      let situation = ChangeSituation(
        isThere: isThere,
        caller: table.map { ChangeSituation.CallerClass(table: $0, of: policy) } ?? .anybody,
        duties: table.map { ActionDuties(table: $0, of: policy) } ?? .these([]), stakes: stakes)
      kinds.formUnion(self.kinds(of: RankedAnswer(meaning: meaning, situation: situation)))
    }
    return ChangeKind.ordered(kinds)
  }

  private static var held: ValueSet {
    ValueSet([FactValue.CredentialValue.own.rawValue, FactValue.CredentialValue.known.rawValue])
  }

  private func answer(of source: Decision.Source, inTable table: Int?) -> CompiledAnswer? {
    switch source {
    case .row(let index): table.map { policy.storage.tables[$0].rows[index].answer }
    case .guarding(let index), .would(let index, _): policy.storage.guards[index].answer
    case .impossible, .cannotOccur, .staleTicket: nil
    }
  }

  private mutating func kinds(of ranked: RankedAnswer) -> [ChangeKind] {
    if let kinds = known[ranked] {
      return kinds
    }
    let meaning = ranked.meaning
    let refusal = AnswerMeaning(
      meaning.reply.refusal.map { Reply($0) } ?? Reply(refusing: "refused"))
    let silence = AnswerMeaning(Reply(nil))
    let kinds =
      ChangeKind.kinds(from: refusal, to: meaning, in: ranked.situation)
      + ChangeKind.kinds(from: meaning, to: silence, in: ranked.situation)
    let harm = ChangeKind.ordered(Set(kinds.filter { $0.isDanger }))
    known[ranked] = harm
    return harm
  }
}
