internal import LinkPolicy
internal import LinkPolicyAnalysis

/// Whether an answer can leave an account without a sign-in method.
///
/// What an account may have says nothing of what it has, so the question is asked of the fewest
/// methods that an account can have where the answer comes: those that the attempt needs, or one.
/// An account that keeps a method of these keeps one of more, since methods go one by one.
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
      return !endsWithMethod(meaning, from: [], hasAddress: false)
    }
    guard let account, relation.attempt.pointed == .here,
      writes.contains(where: { $0.kind == .removeMethod || $0 == .setEmail(.none) })
    else { return false }
    let hasAddress = account.key.email != .none
    return smallest(account).contains { methods in
      methods.contains { signsIn($0, hasAddress: hasAddress) }
        && !endsWithMethod(meaning, from: methods, hasAddress: hasAddress)
        && canCome(answer, with: methods, &table)
    }
  }

  /// Whether a method signs in to an account that has an address, or that has none.
  private func signsIn(_ number: Int, hasAddress: Bool) -> Bool {
    guard case .method(let method) = holdings[number] else { return false }
    return signsIn(method.kind, hasAddress: hasAddress)
  }

  private func signsIn(_ kind: MethodKind, hasAddress: Bool) -> Bool {
    switch kind {
    // These find the account by its address.
    case .password, .emailLink: hasAddress || policy.vocabulary.addresses.heldBy == .methods
    case .federated, .phone, .custom, .anonymous: true
    }
  }

  /// The smallest sets of methods that the attempt leaves possible, one more method added to each.
  private func smallest(_ account: AbstractAccount) -> [[Int]] {
    func isMethod(_ number: Int) -> Bool {
      if case .method = holdings[number] { true } else { false }
    }
    let needed = relation.needed.filter(isMethod)
    let all = relation.holdings.values.filter(isMethod)
    let least = needed.isEmpty ? all.map { [$0] } : [needed]
    let further = least.filter { !hasDouble($0) }.flatMap { set in
      all.filter { number in !set.contains { areDoubles($0, number) } }.map { set + [$0] }
    }
    return least + further
  }

  /// Whether two listed methods are of one issuer and kind, which no effect lets come about.
  private func hasDouble(_ numbers: [Int]) -> Bool {
    numbers.indices.contains { index in
      numbers[..<index].contains { areDoubles($0, numbers[index]) }
    }
  }

  private func areDoubles(_ a: Int, _ b: Int) -> Bool {
    guard case .method(let first) = holdings[a], case .method(let second) = holdings[b] else {
      return false
    }
    return first.kind == second.kind && !first.isSuperseded && !second.isSuperseded
      && model.providers[first.provider].issuer == model.providers[second.provider].issuer
  }

  /// Whether the answer can come where an account has no other methods than these.
  private func canCome(_ answer: Int, with methods: [Int], _ table: inout AnswerTable) -> Bool {
    let counted = methods.count { number in
      guard case .method(let method) = holdings[number] else { return false }
      return policy.vocabulary.countedKinds.contains(method.kind) && !method.isSuperseded
    }
    let value: FactValue.Methods = counted == 0 ? .none : counted == 1 ? .one : .more
    return table.answers(where: relation.limits.limited(.methods, to: value)).contains(answer)
  }

  /// Whether something that signs in is certainly left of some methods.
  private func endsWithMethod(
    _ meaning: AnswerMeaning, from methods: [Int], hasAddress: Bool
  ) -> Bool {
    var left = methods
    var new: MethodKind?
    var hasAddress = hasAddress
    for write in meaning.writes {
      switch write {
      case .putMethod(.password): new = .password
      case .putMethod(.attempts), .putMethod(.attemptsInPlaceOfOthers):
        new = relation.attempt.provider == nil ? new : relation.attempt.kind
      case .removeMethods(let removal):
        left.removeAll { isRemoved($0, by: removal) }
        // What was just added may be what goes.
        switch removal {
        case .named, .others, .heldElsewhere: break
        case .unproven: new = meaning.isProof && isOfAccountsAddress ? new : nil
        case .ofKinds: new = nil
        }
      case .deleteAccount: return true
      case .insertAccount(let withAddress): hasAddress = withAddress
      case .setEmail(let change):
        switch change {
        case .none: hasAddress = false
        case .asserted, .assertedWhereNone:
          hasAddress = hasAddress || relation.attempt.address != .none
        case .verified, .unverified: break
        }
      case .setProfile, .setState, .setLabel, .supersedeOthers, .dropFactors, .openSession,
        .renewSession, .endSession, .endSessions, .putCode, .cancelCodes, .tellOwner:
        break
      }
    }
    return new.map { signsIn($0, hasAddress: hasAddress) } ?? false
      || left.contains { signsIn($0, hasAddress: hasAddress) }
  }

  /// Whether the attempt's address is the account's for certain.
  private var isOfAccountsAddress: Bool {
    guard let email = account?.key.email else { return true }
    let held = relation.limits[EngineFact.address.rawValue]
    return AddressRelation(relation.attempt.address, email) == .same
      || held == ValueSet(of: FactValue.Address.own)
      || held == ValueSet(of: FactValue.Address.taken)
  }

  /// Whether a method may go with a removal.
  private func isRemoved(_ number: Int, by removal: WriteTemplate.Removal) -> Bool {
    guard case .method(let method) = holdings[number] else { return false }
    switch removal {
    case .named: return relation.needed.contains(number)
    case .unproven:
      let email = account?.key.email ?? .none
      return AddressRelation(method.proved, email) != .same
    case .ofKinds(let kinds): return kinds.contains(method.kind)
    case .others: return method.kind == relation.attempt.kind
    case .heldElsewhere: return false
    }
  }
}
