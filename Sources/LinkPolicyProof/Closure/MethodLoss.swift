internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview

/// Whether an answer can leave an account without a sign-in method.
///
/// What an account may have says nothing of what it has, so the question is asked of an account that has
/// nothing but methods which the answer takes away: whether a method goes depends on that method and on the
/// attempt, so an account that has any other keeps it.
///
/// An anonymous method opens one session and none after it: an account that had any other, and is left with nothing but
/// anonymous ones, has lost its way in too, whatever the policy counts.
struct MethodLoss {
  let model: AdversaryModel
  let holdings: HoldingTable
  let account: AbstractAccount?
  let relation: Relation

  private var policy: CompiledPolicy { model.policy }

  /// Whether the answer can leave an account without a method that signs in, the one that is followed
  /// or another.
  mutating func canLeaveNone(
    _ meaning: AnswerMeaning, _ answer: Int, _ table: inout AnswerTable
  ) -> Bool {
    // Deleting is no loss of a method, and what administrators do is not a user's doing.
    guard !table.action.isAdministrators else { return false }
    let writes = meaning.writes
    if writes.contains(.removeMethods(.heldElsewhere)) {
      // No fact says what else the account has that loses it.
      return true
    }
    if writes.makeAccount {
      // Whoever begins anonymously has nothing to lose.
      return !endsWithMethod(meaning, from: [], hasAddress: false, .any)
    }
    guard let account, relation.attempt.pointed == .here,
      writes.contains(where: { $0.kind == .removeMethod || $0 == .setEmail(.none) })
    else { return false }
    return canLose(meaning, answer, account, &table, .any)
      || canLose(meaning, answer, account, &table, .repeatable)
  }

  /// What of an account counts as a way in.
  private enum WaysIn {
    case any
    /// What opens a session again after the one that it opened first.
    case repeatable
  }

  /// Whether the answer can come where all ways into an account are ones that it takes away.
  ///
  /// The account may have any of those that are taken away, and has those that the attempt needs; what else it
  /// may have it has not. How many it has tells a fact.
  private func canLose(
    _ meaning: AnswerMeaning, _ answer: Int, _ account: AbstractAccount,
    _ table: inout AnswerTable, _ ways: WaysIn
  ) -> Bool {
    let hasAddress = account.key.email != .none
    let needed = relation.needed.filter(isMethod)
    let lost = relation.holdings.values.filter { number in
      isMethod(number) && !endsWithMethod(meaning, from: [number], hasAddress: hasAddress, ways)
    }
    guard needed.allSatisfy({ lost.contains($0) }),
      let fewest = fewestCounted(of: lost, with: needed, hasAddress, ways)
    else { return false }
    var classes = Set(lost.compactMap { countedClass(of: $0) })
    classes.formUnion(needed.compactMap { countedClass(of: $0) })
    var limits = relation.limits
    limits.limit(
      EngineFact.methods.rawValue,
      to: ValueSet((fewest...max(fewest, classes.count)).map { Self.value(ofCount: $0).rawValue }))
    return table.answers(where: limits).contains(answer)
  }

  private static func value(ofCount count: Int) -> FactValue.Methods {
    count == 0 ? .none : count == 1 ? .one : .more
  }

  /// The fewest methods of counted kinds that an account has which signs in by something that is lost;
  /// nil where nothing that is lost signs in.
  private func fewestCounted(
    of lost: [Int], with needed: [Int], _ hasAddress: Bool, _ ways: WaysIn
  ) -> Int? {
    let counted = Set(needed.compactMap { countedClass(of: $0) }).count
    guard !needed.contains(where: { signsIn($0, hasAddress: hasAddress, ways) }) else {
      return counted
    }
    let further = lost.filter { signsIn($0, hasAddress: hasAddress, ways) }
    guard !further.isEmpty else { return nil }
    return further.contains { countedClass(of: $0) == nil } ? counted : counted + 1
  }

  private func isMethod(_ number: Int) -> Bool {
    if case .method = holdings[number] { true } else { false }
  }

  /// An issuer and kind, of which an account lists one method.
  private struct CountedClass: Hashable {
    var issuer: Int
    var kind: MethodKind
  }

  /// What a method counts as; nil for one that is not counted.
  private func countedClass(of number: Int) -> CountedClass? {
    guard case .method(let method) = holdings[number], !method.isSuperseded,
      policy.vocabulary.countedKinds.contains(method.kind)
    else { return nil }
    return CountedClass(issuer: model.providers[method.provider].issuer, kind: method.kind)
  }

  /// Whether a method signs in to an account that has an address, or that has none.
  private func signsIn(_ number: Int, hasAddress: Bool, _ ways: WaysIn) -> Bool {
    guard case .method(let method) = holdings[number] else { return false }
    return signsIn(method.kind, of: method.provider, hasAddress: hasAddress, ways)
  }

  /// Whether a method of a kind signs in, of a provider by its place among those played; nil for any that has the kind.
  private func signsIn(
    _ kind: MethodKind, of provider: Int?, hasAddress: Bool, _ ways: WaysIn
  ) -> Bool {
    let value = provider.map { model.providers[$0].value }
    let isOpen =
      value.map { model.entrances.open(provider: $0, kind) } ?? model.entrances.open(kind)
    return switch kind {
    // These find the account by its address.
    case .password, .emailLink: hasAddress && isOpen
    case .federated, .phone, .custom: isOpen
    // The session that it has opened is what it is for.
    case .anonymous:
      switch ways {
      case .any: true
      case .repeatable: false
      }
    }
  }

  /// Whether something that signs in is certainly left of some methods.
  private func endsWithMethod(
    _ meaning: AnswerMeaning, from methods: [Int], hasAddress: Bool, _ ways: WaysIn
  ) -> Bool {
    var left = methods
    var new: (kind: MethodKind, provider: Int?)?
    var hasAddress = hasAddress
    var isCleared = false
    for write in meaning.writes {
      switch write {
      case .putMethod(.password):
        new = (.password, relation.attempt.kind == .password ? relation.attempt.provider : nil)
      case .putMethod(.attempts), .putMethod(.attemptsInPlaceOfOthers):
        if let provider = relation.attempt.provider, let kind = relation.attempt.kind {
          new = (kind, provider)
        }
      case .removeMethods(let removal):
        left.removeAll { isRemoved($0, by: removal, isCleared: isCleared) }
        // What was just added may be what goes.
        switch removal {
        case .named, .others, .heldElsewhere: break
        case .unproven:
          new = meaning.isProof && isOfAccountsAddress && !isCleared ? new : nil
        case .ofKinds: new = nil
        }
      case .deleteAccount: return true
      case .insertAccount(let withAddress): hasAddress = withAddress
      case .setEmail(let change):
        switch change {
        case .none: (hasAddress, isCleared) = (false, true)
        case .asserted, .assertedWhereNone:
          hasAddress = hasAddress || relation.attempt.address != .none
        case .verified, .unverified: break
        }
      case .setProfile, .setState, .setLabel, .supersedeOthers, .dropFactors, .openSession,
        .renewSession, .endSession, .endSessions, .putCode, .cancelCodes, .tellOwner:
        break
      }
    }
    return new.map { signsIn($0.kind, of: $0.provider, hasAddress: hasAddress, ways) } ?? false
      || left.contains { signsIn($0, hasAddress: hasAddress, ways) }
  }

  /// Whether the attempt's address is the account's for certain.
  private var isOfAccountsAddress: Bool {
    guard let email = account?.key.email else { return true }
    let held = relation.limits[EngineFact.address.rawValue]
    return model.relation(relation.attempt.address, email) == .same
      || held == ValueSet(of: FactValue.Address.own)
      || held == ValueSet(of: FactValue.Address.taken)
  }

  /// Whether a method may go with a removal, from an account whose address may have been taken away before.
  private func isRemoved(
    _ number: Int, by removal: WriteTemplate.Removal, isCleared: Bool
  ) -> Bool {
    guard case .method(let method) = holdings[number] else { return false }
    switch removal {
    case .named: return relation.needed.contains(number)
    case .unproven:
      let email = isCleared ? .none : account?.key.email ?? .none
      return model.relation(method.proved, email) != .same
    case .ofKinds(let kinds): return kinds.contains(method.kind)
    case .others: return method.kind == relation.attempt.kind
    case .heldElsewhere: return false
    }
  }
}
