internal import LinkPolicy

extension StoreDetail {
  /// What a write is about, before the set that it stands in is carried out.
  struct Setting {
    /// All rows as they were.
    let before: Accounts
    /// All rows as they are once the set is carried out.
    let after: Accounts
    /// How addresses are shown once the set is carried out.
    let shown: ShownAddresses

    /// The account of a write; nil for the one that the set makes.
    func account(_ reference: AccountReference) -> Account? {
      reference.id(making: nil).flatMap { before.account($0) }
    }
  }

  /// The situations that a set brings about.
  ///
  /// - Parameters:
  ///   - changes: what a store carries out.
  ///   - setting: the rows that there were before it.
  ///   - vocabulary: says what methods are found by.
  /// - Returns: those in which a careless store comes to other rows.
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
        codesOf: account.id(making: nil), address, tenant, among: setting.before.codes)
    case .setState, .supersedeMethod, .dropFactors, .openSession, .endSession,
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
    codesOf id: String?, _ address: String?, _ tenant: String?, among codes: [Accounts.MailedCode]
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
  /// Whether an address that is spelled otherwise is looked up by a canonical one.
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
  /// The method that a key is of; nil where there is none.
  fileprivate func method(_ key: MethodKey?, _ vocabulary: Vocabulary) -> Method? {
    guard let key else { return nil }
    return methods.first { MethodKey(of: $0, vocabulary).isSame(as: key) }
  }
}
