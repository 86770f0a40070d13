internal import LinkPolicy
internal import LinkPolicyAuthoring

/// What writes do to the methods of an account.
extension AbstractEffects {
  /// The numbers of the methods of the attempt's issuer and kind.
  func ofAttempt(_ table: HoldingTable) -> [Int] {
    guard let provider = attempt.provider, let kind = attempt.kind else { return [] }
    return table.methods(in: held, of: provider, kind).map { $0.number }
  }

  mutating func addMethod(_ table: inout HoldingTable) {
    guard let provider = attempt.provider, let kind = attempt.kind else { return }
    var method = HeldMethod(
      provider: provider, kind: kind, holder: attempt.subject,
      labels: policy.vocabulary.labels.map { _ in 0 })
    method.address = addressOfMethods(attempt.address)
    switch kind {
    case .federated, .phone, .custom, .emailLink, .anonymous:
      method.proved = isProven ? attempt.address : .none
    // Who knows a password is who has set it, and it proves nothing.
    case .password: method.holder = attempt.actor
    }
    // What is there keeps its labels, whether it is listed, and a password its secret.
    let present = ofAttempt(table).compactMap { number -> HeldMethod? in
      guard case .method(let one) = table[number] else { return nil }
      return one.holder == method.holder || kind == .password ? one : nil
    }
    for one in present {
      var refreshed = method
      refreshed.labels = one.labels
      refreshed.isSuperseded = one.isSuperseded
      if kind == .password {
        refreshed.proved = one.proved
        refreshed.holder = one.holder
      }
      add(.method(refreshed), &table)
    }
    if kind != .password || !hasMethod {
      add(.method(method), &table)
    }
  }

  func addressOfMethods(_ address: AbstractAddress) -> AbstractAddress {
    policy.vocabulary.addresses.heldBy == .methods ? address : .none
  }

  /// Sets the password that stands first among the account's, or adds one.
  mutating func setPassword(_ table: inout HoldingTable) {
    // A family is nobody's name: what is set without a password that is brought is the first named provider's.
    let named = policy.vocabulary.providers.namedForPasswords?.id.text
    let brought = attempt.kind == .password ? attempt.provider : nil
    let declared = model.providers.firstIndex { named.hasSameBytes(as: $0.id) }
    guard !isGone, let first = brought ?? declared else { return }
    let before = table.numbers(in: held) { holding in
      guard case .method(let method) = holding else { return false }
      return method.kind == .password
    }
    let present = before.compactMap { number -> HeldMethod? in
      guard case .method(let method) = table[number] else { return nil }
      return method
    }
    // Of several providers' passwords any may stand first, and the others stay.
    let isOne = present.allSatisfy { $0.provider == present.first?.provider }
    if isOne {
      held = held.subtracting(ValueSet(before))
    }
    for one in [newPassword(first)] + present {
      var method = newPassword(one.provider)
      method.labels = one.labels
      // One that is there keeps the address that it came with.
      method.address = one.address
      add(.method(method), &table)
    }
  }

  /// The password that is set, as one of a provider's.
  func newPassword(_ provider: Int) -> HeldMethod {
    var method = HeldMethod(
      provider: provider, kind: .password, holder: attempt.actor,
      labels: policy.vocabulary.labels.map { _ in 0 })
    let action = policy.vocabulary.actions[policy.storage.tables[attempt.table].action]
    let isByCode = action.pointsTo == .code && attempt.provider == nil
    method.proved = isByCode ? attempt.address : .none
    method.address = addressOfMethods(key.email)
    return method
  }

  mutating func remove(_ removal: WriteTemplate.Removal, _ table: HoldingTable) {
    switch removal {
    // One that is named goes, and a second subject of the same person stays; what another account
    // loses, that account may still have.
    case .named, .heldElsewhere: break
    case .unproven:
      let email = key.email
      let model = model
      remove(table) { holding in
        guard case .method(let method) = holding else { return false }
        return !model.relation(method.proved, email).canBeSame
      }
    case .ofKinds(let kinds):
      remove(table) { holding in
        guard case .method(let method) = holding else { return false }
        return kinds.contains(method.kind)
      }
    case .others:
      let others = ofAttempt(table).filter { isAnothers($0, table) }
      held = held.subtracting(ValueSet(others))
    }
  }

  /// Whether a listed method is certainly of another subject than the attempt's.
  func isAnothers(_ number: Int, _ table: HoldingTable) -> Bool {
    guard case .method(let method) = table[number], !method.isSuperseded,
      let subject = attempt.subject
    else { return false }
    return method.holder != subject
  }

  mutating func supersedeOthers(_ table: inout HoldingTable) {
    for number in ofAttempt(table) {
      guard case .method(var method) = table[number], !method.isSuperseded,
        attempt.subject != nil
      else { continue }
      method.isSuperseded = true
      if isAnothers(number, table) {
        held = held.subtracting(ValueSet([number]))
      }
      add(.method(method), &table)
    }
  }

  mutating func setLabel(_ name: Name, _ value: Name, _ table: inout HoldingTable) {
    let labels = policy.vocabulary.labels
    guard let index = labels.firstIndex(where: { $0.name.value == name }),
      let number = labels[index].values.firstIndex(where: { $0.value == value }), !isGone
    else { return }
    switch labels[index].bearer {
    case .account: key.labels[index] = UInt16(number)
    case .method:
      // Which of several methods of the provider is marked depends on the subject: any may be.
      for marked in ofAttempt(table) {
        guard case .method(var method) = table[marked] else { continue }
        method.labels[index] = UInt16(number)
        add(.method(method), &table)
      }
    }
  }
}
