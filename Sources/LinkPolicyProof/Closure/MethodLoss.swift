internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// A check whether an answer can leave an account without a sign-in method.
///
/// The abstraction lists methods that an account may have, not methods that the account certainly has. The check
/// therefore assumes the worst case: an account that has only methods that the answer removes. An account with any
/// other method keeps that method.
///
/// An anonymous method opens only one session. An account that keeps only anonymous methods has therefore lost access,
/// even if the policy counts anonymous methods.
///
/// If the policy does not count disabled methods, any method may be disabled, and a disabled method is no way in. The
/// assumed account has an enabled method that the answer removes. All methods that the account keeps are disabled, so
/// no fact counts the remaining methods. A method that the attempt adds counts as enabled, unless the policy can give
/// the same answer while this method is disabled.
struct MethodLoss {
  let model: AdversaryModel
  let holdings: HoldingTable
  let account: AbstractAccount?
  let relation: AttemptRelation

  private var policy: CompiledPolicy { model.policy }

  /// Returns whether the answer can leave the followed account, or another account, without a method that signs in.
  mutating func canLeaveNone(
    _ meaning: AnswerMeaning, answer: Int, in table: inout AnswerTable
  ) -> Bool {
    // The invariant does not concern deletions, or attempts that no user makes.
    guard policy.isUsers(table.action) else { return false }
    let writes = meaning.writes
    if writes.contains(.removeMethods(.heldElsewhere)) {
      // No fact describes the methods of the other account, so the other account may lose its last method.
      return true
    }
    if writes.makeAccount {
      // A new account may have only an anonymous method, because the account had no earlier method to lose.
      return !endsWithMethod(meaning, from: [], keys: AccountKeys(hasAddress: false), ways: .any)
    }
    guard let account, relation.attempt.pointed == .here, writes.contains(where: Self.canTakeAway)
    else { return false }
    let keys = AccountKeys(of: account.key)
    return canLose(meaning, answer: answer, keys: keys, in: &table, ways: .any)
      || canLose(meaning, answer: answer, keys: keys, in: &table, ways: .repeatable)
  }

  /// Returns whether writes can leave some account without a method, for some policy.
  static func isConceivable(_ writes: [WriteTemplate]) -> Bool {
    writes.makeAccount || writes.contains(.removeMethods(.heldElsewhere))
      || writes.contains(where: canTakeAway)
  }

  private static func canTakeAway(_ write: WriteTemplate) -> Bool {
    if case .clearIdentifier = write { return true }
    return write.kind == .removeMethod || write == .setEmail(.none)
  }

  /// The methods that count as a way into an account.
  private enum WaysIn {
    case any
    /// Only methods that can sign in more than once, so anonymous methods do not count.
    case repeatable
  }

  /// Returns whether the answer can leave an account to which no method signs in.
  ///
  /// The assumed account has the methods that the attempt requires, any of the methods that the answer removes, and no
  /// other methods. The fact `methods` limits the number of the account's methods.
  private func canLose(
    _ meaning: AnswerMeaning, answer: Int, keys: AccountKeys, in table: inout AnswerTable,
    ways: WaysIn
  ) -> Bool {
    let needed = relation.needed.filter(isMethod)
    let canBeDisabled = canMethodBeDisabled(answer, &table)
    let lost = relation.holdings.values.filter { number in
      isMethod(number)
        && !endsWithMethod(
          meaning, from: [number], keys: keys, ways: ways, addsDisabled: canBeDisabled)
    }
    guard canBeDisabled || needed.allSatisfy({ lost.contains($0) }),
      let fewest = fewestCounted(
        of: lost, with: needed, keys: keys, ways: ways,
        leavesOutNeeded: canBeDisabled && !table.action.namesMethod)
    else { return false }
    var classes = Set(lost.compactMap { countedClass(of: $0) })
    classes.formUnion(needed.compactMap { countedClass(of: $0) })
    var limits = relation.limits
    let most = max(fewest, canLoseSeveral(of: classes, meaning) ? 2 : classes.count)
    // If no condition tests a fact, the fact has no value.
    if model.vocabulary.isUsed(.methods) {
      limits.limit(
        EngineFact.methods.rawValue,
        to: ValueSet((fewest...most).map { Self.value(ofCount: $0).rawValue }))
    }
    return table.answers(where: limits).contains(answer)
  }

  /// Returns whether the policy can give the answer while the attempt's method is disabled.
  ///
  /// If a policy does not test whether a method is disabled, the service asks the policy only about attempts with
  /// enabled methods. A method that the attempt only names can be disabled.
  private func canMethodBeDisabled(_ answer: Int, _ table: inout AnswerTable) -> Bool {
    guard !model.vocabulary.countsDisabled, relation.attempt.kind != nil else { return false }
    guard model.vocabulary.isUsed(.method) else { return table.action.namesMethod }
    var limits = relation.limits
    limits.limit(.method, to: FactValue.MethodSwitch.disabled)
    return table.answers(where: limits).contains(answer)
  }

  /// Returns whether the answer can remove several methods of one class that the fact `methods` counts separately.
  ///
  /// The result is false if the answer removes only methods that the attempt names, because the fact `methods` counts
  /// them as one.
  private func canLoseSeveral(of classes: Set<CountedClass>, _ meaning: AnswerMeaning) -> Bool {
    policy.storage.addsSubjects && !classes.isEmpty
      && meaning.writes.contains { write in
        guard case .removeMethods(let removal) = write else { return false }
        return switch removal {
        case .named, .heldElsewhere: false
        case .unproven, .ofKinds, .others: true
        }
      }
  }

  private static func value(ofCount count: Int) -> FactValue.Methods {
    count == 0 ? .none : count == 1 ? .one : .more
  }

  /// Returns the smallest number of counted methods on an account with a needed or lost method that signs in; nil if no
  /// such method signs in.
  ///
  /// If `leavesOutNeeded` is true, the methods that the attempt requires may be disabled. Disabled methods do not
  /// count.
  private func fewestCounted(
    of lost: [Int], with needed: [Int], keys: AccountKeys, ways: WaysIn, leavesOutNeeded: Bool
  ) -> Int? {
    if leavesOutNeeded {
      let ways = lost.filter { signsIn($0, to: keys, ways: ways) }
      guard !ways.isEmpty else { return nil }
      return ways.contains { countedClass(of: $0) == nil } ? 0 : 1
    }
    let counted = Set(needed.compactMap { countedClass(of: $0) }).count
    guard !needed.contains(where: { signsIn($0, to: keys, ways: ways) }) else {
      return counted
    }
    let further = lost.filter { signsIn($0, to: keys, ways: ways) }
    guard !further.isEmpty else { return nil }
    return further.contains { countedClass(of: $0) == nil } ? counted : counted + 1
  }

  private func isMethod(_ number: Int) -> Bool {
    if case .method = holdings[number] { true } else { false }
  }

  /// A class of counted methods: an issuer and a kind.
  ///
  /// An account lists one method of each class, or several methods if the policy adds subjects.
  private struct CountedClass: Hashable {
    var issuer: Int
    var kind: MethodKind
  }

  /// Returns the counted class of a method; nil if the fact `methods` does not count the method.
  private func countedClass(of number: Int) -> CountedClass? {
    guard case .method(let method) = holdings[number], !method.isSuperseded,
      model.vocabulary.countedKinds.contains(method.kind)
    else { return nil }
    return CountedClass(issuer: model.providers[method.provider].issuer, kind: method.kind)
  }

  /// Returns whether a method signs in to an account with the given keys.
  private func signsIn(_ number: Int, to keys: AccountKeys, ways: WaysIn) -> Bool {
    guard case .method(let method) = holdings[number] else { return false }
    return signsIn(method.kind, of: method.provider, to: keys, ways: ways)
  }

  /// Returns whether some method of a kind signs in.
  ///
  /// The provider is an index among the played providers. If the provider is nil, any provider of the kind suffices.
  private func signsIn(
    _ kind: MethodKind, of provider: Int?, to keys: AccountKeys, ways: WaysIn
  ) -> Bool {
    let value = provider.map { model.providers[$0].value }
    return switch kind {
    case .password, .emailLink, .federated, .phone, .custom, .passkey:
      model.entrances.open(provider: value, kind, to: keys)
    // An anonymous method opens only one session, which the person has already used.
    case .anonymous:
      switch ways {
      case .any: true
      case .repeatable: false
      }
    }
  }

  /// Returns whether the account certainly keeps a method that can sign in.
  ///
  /// If `addsDisabled` is true, the method of the attempt may be disabled. A disabled method does not count.
  private func endsWithMethod(
    _ meaning: AnswerMeaning, from methods: [Int], keys before: AccountKeys, ways: WaysIn,
    addsDisabled: Bool = false
  ) -> Bool {
    var left = methods
    var new: (kind: MethodKind, provider: Int?)?
    var keys = before
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
        // A later removal in the same answer may remove the method that the answer added.
        switch removal {
        case .named, .others, .heldElsewhere: break
        case .unproven:
          new = meaning.isProof && isOfAccountsAddress && !isCleared ? new : nil
        case .ofKinds: new = nil
        }
      case .deleteAccount: return true
      case .insertAccount(let withAddress):
        keys = AccountKeys(hasAddress: withAddress && relation.attempt.address != .none)
      case .setEmail(let change):
        switch change {
        case .none: (keys.hasAddress, isCleared) = (false, true)
        case .asserted, .assertedWhereNone:
          keys.hasAddress = keys.hasAddress || relation.attempt.address != .none
        case .verified, .unverified: break
        }
      case .setIdentifier:
        if let identifier = write.storedIdentifier(model.vocabulary) {
          keys.identifiers.insert(identifier)
        }
      case .clearIdentifier(let name):
        if let identifier = model.vocabulary.identifiers.index(of: name.text) {
          keys.identifiers.remove(identifier)
        }
      case .setProfile, .setState, .setLabel, .supersedeOthers, .dropFactors, .setFactors,
        .openSession,
        .renewSession, .endSession, .endSessions, .putCode, .cancelCodes, .tellOwner:
        break
      }
    }
    let signsInAnew = new.map { signsIn($0.kind, of: $0.provider, to: keys, ways: ways) } ?? false
    return signsInAnew && !addsDisabled || left.contains { signsIn($0, to: keys, ways: ways) }
  }

  /// Whether the attempt's address certainly equals the address of the account.
  private var isOfAccountsAddress: Bool {
    guard let email = account?.key.email else { return true }
    let held = relation.limits[EngineFact.address.rawValue]
    return model.relation(relation.attempt.address, email) == .same
      || held == ValueSet(of: FactValue.Address.own)
      || held == ValueSet(of: FactValue.Address.taken)
  }

  /// Returns whether a removal may remove a method of the account.
  ///
  /// `isCleared` means that an earlier write of the answer removed the account's address.
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
