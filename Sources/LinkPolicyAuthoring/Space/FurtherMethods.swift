internal import LinkPolicy

/// The methods that can be added to a principal (the identified account), for attempts of one kind and one class of
/// providers.
///
/// The further methods depend only on the principal's methods. The facts about further methods also depend on the
/// addresses of the attempt and the principal. Principals with equal methods and the same kinds of addresses therefore
/// share a list.
struct FurtherMethods {
  /// A possible addition of methods to a principal.
  struct Addition {
    /// All methods of the account, including the added methods.
    var methods: [Method]
    /// The methods that the service has disabled.
    var disabled: [DisabledMethod]
    /// The ``FurtherFacts`` number of the account's values of the tested facts; nil if the attempt is impossible.
    var facts: Int?

    /// Returns the principal with the methods of the addition.
    func added(to principal: Account) -> Account {
      Account(principal, methods: methods)
    }
  }

  /// For principals with equal methods and the same kinds of addresses, the possible additions of methods.
  private struct Listing {
    var methods: [Method]
    /// The ``FurtherFacts`` number of an account with the same address but without methods.
    var alone: Int?
    var additions: [Addition]
  }

  private let methods: RepresentativeMethods
  private var listings: [Listing] = []

  init(_ methods: RepresentativeMethods) {
    self.methods = methods
  }

  /// Returns every addition to a principal, in a deterministic order.
  mutating func additions(
    to principal: Account, _ representatives: RepresentativeAccounts, _ facts: inout FurtherFacts
  ) -> [Addition] {
    // An address affects every account in the same way, so an account without methods is enough to compare addresses.
    let bare = Account(
      id: principal.id, email: principal.email, isEmailVerified: principal.isEmailVerified)
    let alone = representatives.number(of: bare, disabled: [], &facts)
    let known = listings.first {
      $0.alone == alone && Self.areSame($0.methods, principal.methods)
    }
    if let known { return known.additions }
    let additions = list(principal, beside: representatives, &facts)
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

  private func list(
    _ principal: Account, beside representatives: RepresentativeAccounts,
    _ facts: inout FurtherFacts
  ) -> [Addition] {
    var additions: [Addition] = []
    for extras in methods.extraMethods(beside: methods.own(of: principal)) {
      let account = Account(principal, methods: principal.methods + extras)
      for account in [account] + methods.withOwnRelay(account) {
        for disabled in disabledSubsets(of: account) {
          additions.append(
            Addition(
              methods: account.methods, disabled: disabled,
              facts: representatives.number(of: account, disabled: disabled, &facts)))
        }
      }
    }
    return additions
  }

  /// Returns, for an account, every set of its methods that the service can have disabled.
  ///
  /// If the policy counts disabled methods, returns only the empty set.
  private func disabledSubsets(of account: Account) -> [[DisabledMethod]] {
    guard !methods.vocabulary.countsDisabled else { return [[]] }
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

extension RepresentativeAccounts {
  /// Returns the ``FurtherFacts`` number of an account's values of the tested facts; nil if the attempt is impossible.
  fileprivate func number(
    of account: Account, disabled: [DisabledMethod], _ facts: inout FurtherFacts
  ) -> Int? {
    guard let read = furtherFacts(of: account, disabled) else { return nil }
    return facts.number { read[$0] }
  }
}
