internal import LinkPolicy

/// The current and former keys of methods with a subject, with the expected holder of each key.
struct FormerKeys {
  /// A method key in a tenant, with the key's expected holder.
  struct FormerKey {
    let key: MethodKey
    let tenant: String?
    var holder: Requirement.Holder
  }

  private(set) var entries: [FormerKey] = []

  /// Adds the current keys, both in their tenant and in the default tenant, and updates the holders of all keys.
  mutating func note(_ accounts: Accounts, _ vocabulary: Vocabulary) {
    for account in accounts.accounts {
      for method in account.methods {
        add(MethodKey(of: method, vocabulary), in: account.tenant)
      }
    }
    for orphan in accounts.orphans {
      add(orphan.key, in: orphan.tenant)
    }
    for index in entries.indices {
      entries[index].holder = accounts.holder(
        of: entries[index].key, in: entries[index].tenant, vocabulary)
    }
  }

  private mutating func add(_ key: MethodKey, in tenant: String?) {
    guard key.subject != nil else { return }
    // A store that ignores tenants would find the key in the default tenant too.
    for place in tenant == nil ? [nil] : [tenant, nil] {
      let isKnown = entries.contains {
        $0.key.isSame(as: key) && $0.tenant.hasSameBytes(as: place)
      }
      if !isKnown {
        entries.append(FormerKey(key: key, tenant: place, holder: .nobody))
      }
    }
  }
}

extension MethodKey {
  /// Creates the key of a method; an unknown kind counts as federated.
  init(of method: Method, _ vocabulary: Vocabulary) {
    self.init(
      issuer: vocabulary.providers.issuer(of: method.provider), kind: method.kind ?? .federated,
      subject: method.subject)
  }
}

/// The current and former addresses of accounts and methods, with the expected holders of each address.
struct HeldAddresses {
  /// An address in a tenant, with the ids of the accounts that hold the address under the rule `heldBy`.
  struct HeldAddress {
    let address: String
    let tenant: String?
    let heldBy: AddressRules.AddressHolder
    var holders: [String] = []
  }

  private(set) var entries: [HeldAddress] = []

  /// Adds the current addresses, and updates the holders of all addresses.
  mutating func note(_ accounts: Accounts) {
    for account in accounts.accounts {
      for address in [account.email] + account.methods.map(\.address) {
        if let address {
          add(address, in: account.tenant)
        }
      }
    }
    for index in entries.indices {
      let entry = entries[index]
      entries[index].holders = accounts.accounts.filter { account in
        account.tenant.hasSameBytes(as: entry.tenant)
          && account.holds(entry.address, by: entry.heldBy)
      }.map(\.id)
    }
  }

  private mutating func add(_ address: String, in tenant: String?) {
    let isKnown = entries.contains {
      $0.address.hasSameBytes(as: address) && $0.tenant.hasSameBytes(as: tenant)
    }
    guard !isKnown else { return }
    for holder in [AddressRules.AddressHolder.account, .methods] {
      entries.append(HeldAddress(address: address, tenant: tenant, heldBy: holder))
    }
  }
}

/// The displayed addresses that a store must have after the change sets so far.
///
/// The in-memory store keeps no displayed addresses, because decisions use only canonical addresses.
struct ShownAddresses {
  private var shown: [(account: String, address: String)] = []

  /// Creates the displayed addresses of given accounts, which equal the accounts' canonical addresses.
  init(of accounts: [Account]) {
    for account in accounts {
      if let email = account.email {
        shown.append((account.id, email))
      }
    }
  }

  /// Returns the displayed address of an account; nil if the account has no address.
  func address(of account: String) -> String? {
    shown.first { $0.account.hasSameBytes(as: account) }?.address
  }

  /// The displayed addresses of all accounts.
  var spellings: [String] { shown.map(\.address) }

  /// Applies a change set to the displayed addresses.
  ///
  /// - Parameters:
  ///   - changes: the change set that a store has committed.
  ///   - newAccount: the id of the account that the change set created.
  mutating func carryOut(_ changes: ChangeSet, newAccount: String?) {
    for write in changes.writes {
      switch write {
      case .insertAccount(let account):
        if let newAccount {
          set(newAccount, to: account.email)
        }
      case .setEmail(let account, let email):
        if let id = account.id(making: newAccount) {
          set(id, to: email)
        }
      case .deleteAccount(let account, leaving: _):
        if let id = account.id(making: newAccount) {
          shown.removeAll { $0.account.hasSameBytes(as: id) }
        }
      case .setProfile, .setState, .setLabel, .setIdentifier,
        .putMethod, .removeMethod, .supersedeMethod,
        .dropFactors, .setFactors, .openSession, .renewSession, .endSession, .endSessions, .putCode,
        .useCode,
        .cancelCodes:
        break
      }
    }
  }

  private mutating func set(_ account: String, to email: Write.NewEmail) {
    let former = address(of: account)
    shown.removeAll { $0.account.hasSameBytes(as: account) }
    // A write without a spelling keeps the stored spelling, even if the write sets a different address
    // (Docs/Changes.md).
    if email.email != nil, let address = email.given ?? former {
      shown.append((account, address))
    }
  }
}
