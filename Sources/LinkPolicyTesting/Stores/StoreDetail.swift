package import LinkPolicy

/// A situation in which a careless implementation of a write produces wrong rows.
///
/// One write of each kind is a weak test of a store. For example, setting a label for the first time does not test the
/// replacement of a label. A report lists the situations that no vector exercised.
package enum StoreDetail: Sendable, Hashable, CaseIterable {
  /// An account is created with a displayed address that differs from the canonical address.
  case accountSpelled
  /// A change set sets a label of a method.
  case labelOfMethod
  /// A change set sets a label that already has another value.
  case labelChanged
  /// A label is set on an account or method that also has another label.
  case labelBesideOthers
  /// A method with labels is stored again, and must keep its labels.
  case methodWithLabels
  /// A superseded method is stored again, and is no longer superseded.
  case methodListedAgain
  /// A method is removed, and another method of its provider remains.
  case methodBesideOthers
  /// A method without a subject, such as a password, is removed, and another account has a method with the same key.
  case methodAlsoElsewhere
  /// A method with a subject is removed, and an account of another tenant has the same key.
  case methodInOtherTenant
  /// A superseded method is removed.
  case methodUnlisted
  /// An account without a tenant is deleted, and some of its keys are recorded as keys of a deleted account.
  case keysLeft
  /// An account is deleted, and some of its keys are not recorded, so that these keys have no holder.
  case keysNotLeft
  /// An account of a tenant is deleted, and some of its keys are recorded in the tenant.
  case keysLeftInTenant
  /// An account with codes is deleted, and the codes remain.
  case codesOfGoneAccount
  /// An account loses its address.
  case addressCleared
  /// An address is set without a spelling, so that the displayed address remains.
  case spellingKept
  /// An address is set with a spelling that differs from the canonical form.
  case spellingGiven
  /// A name or photo is replaced.
  case profileReplaced
  /// A profile write that fills only blanks contains another name or photo than the account, and the stored value must
  /// remain.
  case profileNotBlank
  /// An old session becomes recent.
  case sessionMadeRecent
  /// An old session is renewed without becoming recent.
  case sessionLeftOld
  /// The codes of an account are canceled, and another account's code that was mailed to the same address remains.
  case codesOfOthers
  /// The codes of an account are canceled, and a code of another tenant that has no account and the same address
  /// remains.
  case codesOfOtherTenants
  /// The codes of an account without an address are canceled, and the codes without an account remain.
  case codesWithoutAddress
  /// A notice is sent to an address that an account displays in another spelling.
  case noticeSpelledOtherwise
  /// An owner is notified at the address that the change set removes.
  case noticeToFormerAddress

  /// The kind of write that the situation concerns; nil for a situation that concerns the outbox.
  package var write: WriteKind? {
    switch self {
    case .accountSpelled: .insertAccount
    case .labelOfMethod, .labelChanged, .labelBesideOthers: .setLabel
    case .methodWithLabels, .methodListedAgain: .putMethod
    case .methodBesideOthers, .methodAlsoElsewhere, .methodInOtherTenant, .methodUnlisted:
      .removeMethod
    case .keysLeft, .keysNotLeft, .keysLeftInTenant, .codesOfGoneAccount: .deleteAccount
    case .addressCleared, .spellingKept, .spellingGiven: .setEmail
    case .profileReplaced, .profileNotBlank: .setProfile
    case .sessionMadeRecent, .sessionLeftOld: .renewSession
    case .codesOfOthers, .codesOfOtherTenants, .codesWithoutAddress: .cancelCodes
    case .noticeSpelledOtherwise, .noticeToFormerAddress: nil
    }
  }

  /// The name of the situation in reports: the name of the write, followed by the circumstance.
  package var word: String {
    let situation =
      switch self {
      case .accountSpelled: "with a spelling"
      case .labelOfMethod: "of a method"
      case .labelChanged: "in the place of another value"
      case .labelBesideOthers: "beside another label"
      case .methodWithLabels: "where it has labels"
      case .methodListedAgain: "where it was superseded"
      case .methodBesideOthers: "beside another of its provider"
      case .methodAlsoElsewhere: "if another account has a method with the same key"
      case .methodInOtherTenant: "if another tenant has a method with the same key"
      case .methodUnlisted: "where it was superseded"
      case .keysLeft: "leaving keys"
      case .keysNotLeft: "not leaving keys"
      case .keysLeftInTenant: "leaving keys in a tenant"
      case .codesOfGoneAccount: "where it has codes"
      case .addressCleared: "to none"
      case .spellingKept: "without a spelling"
      case .spellingGiven: "with a spelling"
      case .profileReplaced: "in the place of another value"
      case .profileNotBlank: "where there is a value"
      case .sessionMadeRecent: "of an old session, as recent"
      case .sessionLeftOld: "of an old session, as old"
      case .codesOfOthers: "beside those of another account"
      case .codesOfOtherTenants: "beside those of another tenant"
      case .codesWithoutAddress: "of an account without an address"
      case .noticeSpelledOtherwise: "to an address that is shown otherwise"
      case .noticeToFormerAddress: "to an address that the set takes away"
      }
    return (write?.name.text ?? StoreDuty.outbox.word) + " " + situation
  }
}

extension StoreDetail {
  /// The rows before and after a change set.
  struct Setting {
    /// The rows before the change set.
    let before: Accounts
    /// The rows after the change set.
    let after: Accounts
    /// The displayed addresses after the change set.
    let shown: ShownAddresses

    /// Returns the account of a write as it was before the change set; nil for a new account.
    func account(_ reference: AccountReference) -> Account? {
      reference.id(making: nil).flatMap { before.account($0) }
    }
  }

  /// Returns the situations that a change set exercises.
  ///
  /// - Parameters:
  ///   - changes: the change set.
  ///   - setting: the rows before and after the change set.
  ///   - vocabulary: the policy's vocabulary, which determines the keys of methods.
  /// - Returns: the situations in which a careless implementation produces wrong rows.
  static func asked(
    by changes: ChangeSet, in setting: Setting, _ vocabulary: Vocabulary
  ) -> Set<StoreDetail> {
    var asked: Set<StoreDetail> = []
    for write in changes.writes {
      asked.formUnion(details(of: write, in: setting, vocabulary))
    }
    for notice in changes.notices {
      let address: String?
      switch notice {
      case .mail(code: _, _, to: let to): address = to
      case .owner(let account, to: let to):
        address = to
        let after = account.id(making: nil).flatMap { setting.after.account($0)?.email }
        if to != nil, !after.hasSameBytes(as: to) {
          asked.insert(.noticeToFormerAddress)
        }
      }
      guard let address else { continue }
      if setting.shown.spellings.contains(where: { vocabulary.finds(address, spelled: $0) }) {
        asked.insert(.noticeSpelledOtherwise)
      }
    }
    return asked
  }

  private static func details(
    of write: Write, in setting: Setting, _ vocabulary: Vocabulary
  ) -> Set<StoreDetail> {
    switch write {
    case .insertAccount(let account):
      return (account.email.given).hasSameBytes(as: account.email.email) ? [] : [.accountSpelled]
    case .setLabel(let account, method: let key, let name, let value):
      let row = setting.account(account)
      let labels = key == nil ? row?.labels : row?.method(key, vocabulary)?.labels
      return of(label: name, value, among: labels ?? [], isOfMethod: key != nil)
    case .putMethod(let account, let method):
      guard let old = setting.account(account)?.method(method.key, vocabulary) else { return [] }
      let details: Set<StoreDetail> = old.labels.isEmpty ? [] : [.methodWithLabels]
      let isListedAgain = old.isSuperseded && !method.isSuperseded
      return isListedAgain ? details.union([.methodListedAgain]) : details
    case .removeMethod(let account, let removed):
      return of(removed: removed.key, from: setting.account(account), in: setting, vocabulary)
    case .deleteAccount(let account, leaving: let keys):
      guard let row = setting.account(account) else { return [] }
      return of(gone: row, leaving: keys, in: setting, vocabulary)
    case .setEmail(let account, let email):
      guard let row = setting.account(account), row.email != nil || email.email != nil else {
        return []
      }
      return of(email, of: row)
    case .setProfile(let account, let profile, blanksOnly: let blanksOnly):
      guard let row = setting.account(account)?.profile else { return [] }
      let differs =
        (row.name != nil && !row.name.hasSameBytes(as: profile.name))
        || (row.photo != nil && !row.photo.hasSameBytes(as: profile.photo))
      return differs ? [blanksOnly ? .profileNotBlank : .profileReplaced] : []
    case .renewSession(let id, of: _, makesRecent: let makesRecent):
      let session = setting.before.sessions.first { $0.id.hasSameBytes(as: id) }
      guard session?.isOld ?? false else { return [] }
      return [makesRecent ? .sessionMadeRecent : .sessionLeftOld]
    case .cancelCodes(of: let account, let address, let tenant):
      return of(
        codesOf: account.id(making: nil), address: address, tenant: tenant,
        among: setting.before.codes)
    case .setState, .setIdentifier, .supersedeMethod, .dropFactors, .setFactors, .openSession,
      .endSession,
      .endSessions, .putCode, .useCode:
      return []
    }
  }

  private static func of(
    label name: String, _ value: String, among labels: [(name: String, value: String)],
    isOfMethod: Bool
  ) -> Set<StoreDetail> {
    var details: Set<StoreDetail> = isOfMethod ? [.labelOfMethod] : []
    for label in labels {
      if !label.name.hasSameBytes(as: name) {
        details.insert(.labelBesideOthers)
      } else if !label.value.hasSameBytes(as: value) {
        details.insert(.labelChanged)
      }
    }
    return details
  }

  private static func of(
    removed key: MethodKey, from account: Account?, in setting: Setting, _ vocabulary: Vocabulary
  ) -> Set<StoreDetail> {
    var details: Set<StoreDetail> = []
    for method in account.flatMap({ setting.after.account($0.id) })?.methods ?? [] {
      let other = MethodKey(of: method, vocabulary)
      if !other.isSame(as: key), other.kind == key.kind, other.issuer.hasSameBytes(as: key.issuer) {
        details.insert(.methodBesideOthers)
      }
    }
    if account?.method(key, vocabulary)?.isSuperseded ?? false {
      details.insert(.methodUnlisted)
    }
    for row in setting.before.accounts
    where !(account?.id).hasSameBytes(as: row.id) && row.method(key, vocabulary) != nil {
      details.insert(key.subject == nil ? .methodAlsoElsewhere : .methodInOtherTenant)
    }
    return details
  }

  private static func of(
    gone row: Account, leaving keys: [MethodKey], in setting: Setting, _ vocabulary: Vocabulary
  ) -> Set<StoreDetail> {
    var details: Set<StoreDetail> = []
    if !keys.isEmpty {
      details.insert(row.tenant == nil ? .keysLeft : .keysLeftInTenant)
    }
    let goes = row.methods.contains { method in
      let key = MethodKey(of: method, vocabulary)
      return key.subject != nil && !keys.contains { $0.isSame(as: key) }
    }
    if goes {
      details.insert(.keysNotLeft)
    }
    if setting.before.codes.contains(where: { $0.account.hasSameBytes(as: row.id) }) {
      details.insert(.codesOfGoneAccount)
    }
    return details
  }

  private static func of(_ email: Write.NewEmail, of row: Account) -> Set<StoreDetail> {
    guard let address = email.email else { return [.addressCleared] }
    guard let given = email.given else { return [.spellingKept] }
    return given.hasSameBytes(as: address) ? [] : [.spellingGiven]
  }

  private static func of(
    codesOf id: String?, address: String?, tenant: String?, among codes: [Accounts.MailedCode]
  ) -> Set<StoreDetail> {
    var details: Set<StoreDetail> = []
    for code in codes {
      let isSameAddress = address.hasSameBytes(as: code.address)
      switch code.account {
      case let other? where !id.hasSameBytes(as: other) && isSameAddress:
        details.insert(.codesOfOthers)
      case nil where address == nil: details.insert(.codesWithoutAddress)
      case nil where isSameAddress && !code.tenant.hasSameBytes(as: tenant):
        details.insert(.codesOfOtherTenants)
      case _?, nil: break
      }
    }
    return details
  }
}

extension Vocabulary {
  /// Returns whether `address` is the canonical form of a spelling that differs from `address`.
  fileprivate func finds(_ address: String, spelled spelling: String) -> Bool {
    do throws(InputError) {
      return try canonical(spelling).hasSameBytes(as: address)
        && !spelling.hasSameBytes(as: address)
    } catch {
      return false
    }
  }
}

extension Account {
  /// Returns the method with a key; nil if no method has the key.
  fileprivate func method(_ key: MethodKey?, _ vocabulary: Vocabulary) -> Method? {
    guard let key else { return nil }
    return methods.first { MethodKey(of: $0, vocabulary).isSame(as: key) }
  }
}
