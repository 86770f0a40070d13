import LinkPolicy
import LinkPolicyStore
import LinkPolicyTesting
import MemoryStore

/// Writes that are carried out rightly but for one situation.
extension FaultyStore {
  var forgottenDetail: StoreDetail? {
    if case .forgotten(.detail(let detail)) = fault { detail } else { nil }
  }

  /// Sets a label and forgets the situation; whether it is one that the fault is about.
  mutating func setLabelCarelessly(
    _ name: String, to value: String, of id: String, method: MethodKey?
  ) throws(StoreError) -> Bool {
    switch forgottenDetail {
    case .labelOfMethod: return method != nil
    case .labelChanged:
      let account = try base.account(id)
      let labels = method == nil ? account?.labels : account?.method(method)?.labels
      return labels?.contains { $0.name == name } ?? false
    case .labelBesideOthers:
      for index in base.rows.accounts.indices where base.rows.accounts[index].row.id == id {
        guard let method else {
          base.rows.accounts[index].row.labels = []
          continue
        }
        for place in base.rows.accounts[index].methods.indices
        where base.rows.accounts[index].methods[place].key.isSame(as: method) {
          base.rows.accounts[index].methods[place].method.labels = []
        }
      }
      return false
    default: return false
    }
  }

  /// What is stored of a method after it was put: without its labels, or as superseded as it was.
  mutating func spoilMethod(_ key: MethodKey, of id: String, wasSuperseded: Bool) {
    for index in base.rows.accounts.indices where base.rows.accounts[index].row.id == id {
      for place in base.rows.accounts[index].methods.indices
      where base.rows.accounts[index].methods[place].key.isSame(as: key) {
        if forgottenDetail == .methodWithLabels {
          base.rows.accounts[index].methods[place].method.labels = []
        }
        if forgottenDetail == .methodListedAgain, wasSuperseded {
          base.rows.accounts[index].methods[place].method.isSuperseded = true
        }
      }
    }
  }

  /// Removes other methods with the one that is to be removed.
  mutating func removeMore(than key: MethodKey, of id: String) {
    let detail = forgottenDetail
    for index in base.rows.accounts.indices {
      let isOwn = base.rows.accounts[index].row.id == id
      base.rows.accounts[index].methods.removeAll { method in
        switch detail {
        case .methodBesideOthers:
          isOwn && method.key.kind == key.kind && method.key.issuer == key.issuer
        case .methodAlsoElsewhere: key.subject == nil && method.key.isSame(as: key)
        case .methodInOtherTenant: key.subject != nil && method.key.isSame(as: key)
        default: false
        }
      }
    }
  }

  /// The keys that are left of an account, and the codes that go with it.
  mutating func keysLeft(of id: String, _ keys: [MethodKey]) throws(StoreError) -> [MethodKey] {
    let account = try base.account(id)
    switch forgottenDetail {
    case .keysLeft: return account?.tenant == nil ? [] : keys
    case .keysNotLeft:
      return (account?.methods ?? []).filter { $0.subject != nil }.map { MethodKey(of: $0) }
    case .keysLeftInTenant:
      base.rows.gone += account?.tenant == nil ? [] : keys.map { ($0, nil) }
      return account?.tenant == nil ? keys : []
    case .codesOfGoneAccount:
      base.rows.codes.removeAll { $0.row.account == id }
      return keys
    default: return keys
    }
  }

  /// The address that is stored in the place of another.
  func email(_ email: Write.NewEmail, of id: String) -> Write.NewEmail? {
    var email = email
    switch forgottenDetail {
    case .addressCleared: return email.email == nil ? nil : email
    case .spellingKept where email.given == nil: email.given = email.email.map { $0 + "?" }
    case .spellingGiven: email.given = email.given == nil ? nil : email.email
    default: break
    }
    return email
  }

  /// Whether a profile fills blanks only.
  func fillsBlanks(_ blanksOnly: Bool) -> Bool {
    switch forgottenDetail {
    case .profileReplaced: true
    case .profileNotBlank: false
    default: blanksOnly
    }
  }

  /// Whether a renewed session becomes recent.
  func becomesRecent(_ makesRecent: Bool) -> Bool {
    switch forgottenDetail {
    case .sessionMadeRecent: false
    case .sessionLeftOld: true
    default: makesRecent
    }
  }

  /// Cancels codes beside those that are to be cancelled.
  mutating func cancelMore(address: String?, tenant: String?) {
    let detail = forgottenDetail
    base.rows.codes.removeAll { code in
      switch detail {
      case .codesOfOthers: code.row.account != nil && code.row.address == address
      case .codesOfOtherTenants: code.row.account == nil && code.row.address == address
      case .codesWithoutAddress: code.row.account == nil && address == nil
      default: false
      }
    }
  }

  /// Whether a method is left where it is: one that is not listed.
  mutating func leavesUnlisted(_ key: MethodKey, of id: String) throws(StoreError) -> Bool {
    guard forgottenDetail == .methodUnlisted else { return false }
    return try base.account(id)?.method(key)?.isSuperseded ?? false
  }

  /// The address a notice goes to: as the account that has it shows it.
  func shown(_ address: String) -> String {
    let holder = base.rows.accounts.first { $0.row.email == address }
    return holder?.given ?? address
  }
}

extension MethodKey {
  fileprivate init(of method: Method) {
    self.init(
      issuer: method.provider, kind: method.kind ?? .federated, subject: method.subject)
  }
}

extension Account {
  fileprivate func method(_ key: MethodKey?) -> Method? {
    methods.first { method in key.map { MethodKey(of: method).isSame(as: $0) } ?? false }
  }
}
