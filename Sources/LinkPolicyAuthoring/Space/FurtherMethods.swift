internal import LinkPolicy

/// The methods that can be added to a principal (the identified account), for one representative attempt.
///
/// The further methods depend only on the principal's methods. The facts about further methods also depend on the
/// principal's address. Principals with equal methods and the same kind of address therefore share a list.
struct FurtherMethods {
  /// A possible addition of methods to a principal.
  struct Addition {
    /// All methods of the account, including the added methods.
    var methods: [Method]
    /// The methods that the service has disabled.
    var disabled: [DisabledMethod]
    /// The number that identifies the account's values of the tested facts; nil if the attempt is impossible.
    var facts: Int?

    /// Returns the principal with the methods of the addition.
    func added(to principal: Account) -> Account {
      Account(principal, methods: methods)
    }
  }

  /// The additions to principals with the same methods and the same kind of address.
  private struct Listing {
    var methods: [Method]
    var alone: [UInt8]?
    var additions: [Addition]
  }

  private let representatives: RepresentativeAccounts
  /// The facts that the policy tests and that depend on further methods.
  private let tested: [EngineFact]
  private var listings: [Listing] = []
  /// The distinct combinations of values of the tested facts.
  private var values: [[UInt8]] = []

  init(_ representatives: RepresentativeAccounts, tested: [EngineFact]) {
    self.representatives = representatives
    self.tested = tested
  }

  /// Returns every addition to a principal, in a deterministic order.
  mutating func additions(to principal: Account) -> [Addition] {
    // An address affects the facts of every account as it affects the facts of an account without methods.
    let bare = Account(
      id: principal.id, email: principal.email, isEmailVerified: principal.isEmailVerified)
    let alone = facts(of: bare, disabled: [])
    let known = listings.first {
      $0.alone == alone && Self.areSame($0.methods, principal.methods)
    }
    if let known { return known.additions }
    let additions = list(principal)
    listings.append(Listing(methods: principal.methods, alone: alone, additions: additions))
    return additions
  }

  /// Returns whether two lists of representative methods are equal.
  ///
  /// Representative methods have no labels and no proved address.
  private static func areSame(_ methods: [Method], _ others: [Method]) -> Bool {
    methods.count == others.count
      && methods.indices.allSatisfy { index in
        let (a, b) = (methods[index], others[index])
        return a.kind == b.kind && a.isSuperseded == b.isSuperseded
          && a.provider.hasSameBytes(as: b.provider) && a.subject.hasSameBytes(as: b.subject)
          && a.address.hasSameBytes(as: b.address)
      }
  }

  private mutating func list(_ principal: Account) -> [Addition] {
    var additions: [Addition] = []
    for extras in representatives.extraMethods(beside: representatives.own(of: principal)) {
      let account = Account(principal, methods: principal.methods + extras)
      for account in [account] + representatives.withOwnRelay(account) {
        for disabled in disabledSubsets(of: account) {
          additions.append(
            Addition(
              methods: account.methods, disabled: disabled,
              facts: facts(of: account, disabled: disabled).map { number(of: $0) }))
        }
      }
    }
    return additions
  }

  /// Returns the values of the tested facts; nil if the attempt is impossible.
  private func facts(of account: Account, disabled: [DisabledMethod]) -> [UInt8]? {
    representatives.furtherFacts(of: account, disabled).map { read in
      tested.map { UInt8(truncatingIfNeeded: read[$0]) }
    }
  }

  /// Returns the number that identifies the given values of the tested facts.
  private mutating func number(of facts: [UInt8]) -> Int {
    if let known = values.firstIndex(of: facts) {
      return known
    }
    values.append(facts)
    return values.count - 1
  }

  /// Returns every set of an account's methods that the service can have disabled.
  ///
  /// If the policy counts disabled methods, returns only the empty set.
  private func disabledSubsets(of account: Account) -> [[DisabledMethod]] {
    guard !representatives.vocabulary.countsDisabled else { return [[]] }
    var subsets: [[DisabledMethod]] = [[]]
    var seen: [DisabledMethod] = []
    for method in account.methods
    where !seen.contains(where: { $0.covers(method.provider, method.kind) }) {
      let disabled = DisabledMethod(method.provider, method.kind)
      seen.append(disabled)
      subsets += subsets.map { $0 + [disabled] }
    }
    return subsets
  }
}
