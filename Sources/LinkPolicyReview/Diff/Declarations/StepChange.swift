internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The results of one step under two policies, each of which has its own accounts.
struct StepChange {
  private let played: Sides<StepSequence.Played>
  private let policies: Sides<CompiledPolicy>

  init(_ played: Sides<StepSequence.Played>, _ policies: Sides<CompiledPolicy>) {
    self.played = played
    self.policies = policies
  }

  /// The kinds of change that the step shows in the answers, the entered accounts and the resulting accounts.
  ///
  /// The set is empty if the results look the same to users.
  var kinds: Set<ChangeKind> {
    guard Visible(played.old) != Visible(played.new) || codes.old != codes.new else { return [] }
    let meanings = Sides { meaning($0) }
    guard let old = meanings.old, let new = meanings.new else { return [.unclassified] }
    var situation = situation
    // One step does not show the answers in other situations, so any difference between the answers may reveal
    // information.
    var shown = ShownPairs(platforms: policies.old.platforms.union(policies.new.platforms))
    // An input error reveals nothing, because the error is the same for every account.
    situation.telling.more = played.new.inputError == nil && shown.differ(old, new)
    var kinds = Set(ChangeKind.kinds(from: old, to: new, in: situation))
    if let before = entered(.old), let after = entered(.new), before != after {
      kinds.formUnion([.reachesMore, .reachesLess])
      if situation.holdsCredential ?? true {
        kinds.insert(.locksOut)
      }
    }
    if kinds.isEmpty {
      kinds = leftovers.union(disclosures)
    }
    return kinds.isEmpty ? [.unclassified] : kinds
  }

  private func meaning(_ side: Side) -> AnswerMeaning? {
    // A malformed attempt counts as an attempt that the policy does not offer.
    if played[side].inputError != nil {
      var meaning = AnswerMeaning.notOffered
      meaning.source = nil
      return meaning
    }
    guard let decision = played[side].decision else { return nil }
    let storage = policies[side].storage
    let answer: CompiledAnswer
    switch decision.source {
    case .row(let index): answer = storage.tables[decision.table].rows[index].answer
    case .guarding(let index), .would(let index, _): answer = storage.guards[index].answer
    case .impossible: return .impossible
    case .cannotOccur, .staleTicket: return nil
    }
    return AnswerMeaning(
      answer, errors: storage.errors,
      cell: EffectMeaning.EffectCell(decision.facts, EffectDeclarations(policies[side])),
      isProven: decision.isProven)
  }

  private var situation: ChangeSituation {
    let facts = Sides { played[$0].decision?.facts }
    let isThere = Side.allCases.contains { side in
      guard let facts = facts[side] else { return false }
      return JointPresence.isThere(facts)
    }
    let held = [FactValue.CredentialValue.own.rawValue, FactValue.CredentialValue.known.rawValue]
    let side: Side = facts.old == nil ? .new : .old
    let table = played[side].decision?.table
    let believes = Sides { played[$0].decision?.isProven ?? false }
    return ChangeSituation(
      isThere: isThere,
      holdsCredential: facts[side].map { held.contains($0[EngineFact.credential]) } ?? false,
      caller: table.map { ChangeSituation.CallerClass(table: $0, of: policies[side]) } ?? .anybody,
      duties: table.map { ActionDuties(table: $0, of: policies[side]) } ?? .these([]),
      stakes: HolderStakes(of: policies.old), believes: believes)
  }

  /// Returns the index, in the order of creation, of the existing account that the step entered; nil if the step
  /// entered no existing account.
  private func entered(_ side: Side) -> Int? {
    guard let applied = played[side].applied, !applied.isNewAccount,
      let decision = played[side].decision, decision.isAllowed, let id = applied.account
    else { return nil }
    return played[side].accounts.accounts.firstIndex { $0.id.hasSameBytes(as: id) }
  }

  private var codes: Sides<Int> { Sides { played[$0].accounts.codes.count } }

  /// The kinds of change that the resulting accounts and codes show; they count only if the answers show no change.
  private var leftovers: Set<ChangeKind> {
    var kinds: Set<ChangeKind> = []
    let accounts = Sides { played[$0].accounts.accounts }
    if accounts.old.count != accounts.new.count {
      kinds.insert(accounts.old.count < accounts.new.count ? .splits : .createsLess)
    }
    for (old, new) in zip(accounts.old, accounts.new) {
      kinds.formUnion(Self.kinds(from: old, to: new))
    }
    if codes.old != codes.new {
      kinds.insert(codes.old < codes.new ? .mailsMore : .mailsLess)
    }
    return kinds
  }

  private static func kinds(from old: Account, to new: Account) -> Set<ChangeKind> {
    var kinds: Set<ChangeKind> = []
    func add(_ kind: ChangeKind, _ holds: Bool) {
      if holds {
        kinds.insert(kind)
      }
    }
    add(.movesAddress, !old.email.hasSameBytes(as: new.email))
    add(
      .movesIdentifier,
      old.identifiers.count != new.identifiers.count
        || old.identifiers.contains { !new.holds($0) })
    let addresses = (old: Set(old.methods.map(address)), new: Set(new.methods.map(address)))
    add(.movesAddress, addresses.old != addresses.new)
    add(.provesMore, new.isEmailVerified && !old.isEmailVerified)
    add(.provesLess, old.isEmailVerified && !new.isEmailVerified)
    let keys = (old: Set(old.methods.map(key)), new: Set(new.methods.map(key)))
    add(.dropsLess, !keys.new.subtracting(keys.old).isEmpty)
    add(.dropsMore, !keys.old.subtracting(keys.new).isEmpty)
    let proved = (old: Set(old.methods.compactMap(proof)), new: Set(new.methods.compactMap(proof)))
    add(.provesMore, !proved.new.subtracting(proved.old).isEmpty)
    add(.provesLess, !proved.old.subtracting(proved.new).isEmpty)
    add(.relabels, labels(old) != labels(new))
    add(.reachesMore, old.state == .disabled && new.state != .disabled)
    add(.locksOut, old.state != .disabled && new.state == .disabled)
    add(
      .fills,
      !old.profile.name.hasSameBytes(as: new.profile.name)
        || !old.profile.photo.hasSameBytes(as: new.profile.photo))
    return kinds
  }

  private static func key(_ method: Method) -> [String] {
    [method.provider, method.closedKind.name.text, method.subject ?? ""]
  }

  private static func proof(_ method: Method) -> [String]? {
    method.provedAddress.map { key(method) + [$0] }
  }

  private static func address(_ method: Method) -> [String] {
    [method.provider, method.closedKind.name.text, method.address ?? ""]
  }

  /// Returns the labels of an account and of its methods, as an unordered set.
  private static func labels(_ account: Account) -> Set<[String]> {
    Set(account.labels.map { [$0.name, $0.value] })
      .union(
        account.methods.flatMap { method in
          method.labels.map { key(method) + [$0.name, $0.value] }
        })
  }

  /// The kinds of change that the disclosures show; they count only if the answers show no change.
  private var disclosures: Set<ChangeKind> {
    let told = Sides { side in
      let disclosed = played[side].decision?.disclosed
      return (disclosed?.methods ?? []) + (disclosed?.providers ?? [])
        + (disclosed?.addressMethods ?? [])
    }
    var kinds: Set<ChangeKind> = []
    if !Set(told.new).isSubset(of: told.old) {
      kinds.insert(.tellsMore)
    }
    if !Set(told.old).isSubset(of: told.new) {
      kinds.insert(.tellsLess)
    }
    if kinds.isEmpty, told.old != told.new {
      kinds.insert(.renames)
    }
    return kinds
  }
}
