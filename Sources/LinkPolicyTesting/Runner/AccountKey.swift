internal import LinkPolicy
internal import LinkPolicyJSON

/// The keys of the parts of final accounts, such as `accounts.codes`; another implementation lists the keys that it
/// answers.
///
/// The number of accounts and their ids are always compared.
package enum AccountKey: String, CaseIterable {
  /// Every part of an account.
  case whole = "accounts"
  case email = "accounts.email"
  case verified = "accounts.verified"
  case profile = "accounts.profile"
  case tenant = "accounts.tenant"
  case factors = "accounts.factors"
  case state = "accounts.state"
  case codes = "accounts.codes"
  case labels = "accounts.labels"
  case identifiers = "accounts.identifiers"
  /// The list of the methods, each with provider and kind.
  case methods = "accounts.methods"
  case methodSubject = "accounts.methods.subject"
  case methodAddress = "accounts.methods.address"
  case methodProved = "accounts.methods.proved"
  case methodSince = "accounts.methods.since"
  case methodLabels = "accounts.methods.labels"

  /// Returns the key with a name such as `accounts.codes`; nil if no key has this name.
  init?(_ word: Name) {
    guard let key = Self.allCases.first(where: { word == Name($0.rawValue) }) else { return nil }
    self = key
  }

  /// Returns the keys that are compared with the answers of an implementation.
  ///
  /// All keys are compared if the implementation lists `accounts`, or lists no key of accounts. A property of
  /// methods is compared together with the list of the methods, because the list shows which expected and actual
  /// methods belong together.
  ///
  /// - Parameter keys: the keys that the implementation lists; nil for an implementation that answers all keys.
  /// - Returns: the compared keys.
  static func compared(of keys: Set<Name>?) -> Set<AccountKey> {
    let listed = Set((keys ?? []).compactMap { AccountKey($0) })
    guard !listed.isEmpty, !listed.contains(.whole) else { return Set(allCases) }
    return listed.contains { $0.isOfMethods } ? listed.union([.methods]) : listed
  }

  /// Whether the key names a property of a method, such as the subject.
  private var isOfMethods: Bool {
    switch self {
    case .methodSubject, .methodAddress, .methodProved, .methodSince, .methodLabels: true
    case .whole, .email, .verified, .profile, .tenant, .factors, .state, .codes, .labels,
      .identifiers, .methods:
      false
    }
  }
}

extension ExpectedAccount {
  /// Returns the expected account with only the given keys.
  func keeping(_ keys: Set<AccountKey>) -> ExpectedAccount {
    var result = self
    for key in AccountKey.allCases where !keys.contains(key) {
      result.drop(key)
    }
    return result
  }

  private mutating func drop(_ key: AccountKey) {
    switch key {
    // The key `accounts` means all other keys.
    case .whole: break
    case .email: email = nil
    case .verified: isVerified = nil
    case .profile: (profileName, profilePhoto) = (nil, nil)
    case .tenant: tenant = nil
    case .factors: factors = nil
    case .state: state = nil
    case .codes: codes = []
    case .labels: labels = []
    case .identifiers: identifiers = []
    case .methods: methods = nil
    case .methodSubject: changeMethods { $0.subject = nil }
    case .methodAddress: changeMethods { $0.address = nil }
    case .methodProved: changeMethods { $0.proved = nil }
    case .methodSince: changeMethods { $0.since = nil }
    case .methodLabels: changeMethods { $0.labels = [] }
    }
  }

  private mutating func changeMethods(_ change: (inout ExpectedMethod) -> Void) {
    guard var changed = methods else { return }
    for index in changed.indices {
      change(&changed[index])
    }
    methods = changed
  }

  /// Returns whether the account has an expected value for a key.
  func expects(_ key: AccountKey) -> Bool {
    let methods = methods ?? []
    return switch key {
    // The key `accounts` means all other keys.
    case .whole: false
    case .email: email != nil
    case .verified: isVerified != nil
    case .profile: profileName != nil || profilePhoto != nil
    case .tenant: tenant != nil
    case .factors: factors != nil
    case .state: state != nil
    case .codes: !codes.isEmpty
    case .labels: !labels.isEmpty
    case .identifiers: !identifiers.isEmpty
    case .methods: self.methods != nil
    case .methodSubject: methods.contains { $0.subject != nil }
    case .methodAddress: methods.contains { $0.address != nil }
    case .methodProved: methods.contains { $0.proved != nil }
    case .methodSince: methods.contains { $0.since != nil }
    case .methodLabels: methods.contains { !$0.labels.isEmpty }
    }
  }
}

extension VectorCase {
  /// Returns the keys of accounts that the case expects but that are not compared.
  ///
  /// - Parameter keys: the keys that the implementation lists; nil for an implementation that answers all keys.
  /// - Returns: the keys, in the order of their declaration.
  func uncomparedOfAccounts(with keys: Set<Name>?) -> [String] {
    let compared = AccountKey.compared(of: keys)
    let expected = sequence?.accounts ?? []
    return AccountKey.allCases.filter { key in
      !compared.contains(key) && expected.contains { $0.expects(key) }
    }.map { $0.rawValue }
  }
}
