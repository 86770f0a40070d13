/// The writes and notices of a decision, computed from the write templates of the decision's effects in order.
///
/// The plan tracks the account's state after each effect, because a later effect may depend on the changed state. The
/// plan reads only the decision and therefore needs no store. The compiler has proved that every value that a row's
/// effect needs, such as an address, is present. If a value is nevertheless missing, the plan omits the write.
struct ChangePlan {
  let decision: Decision
  /// The account after the writes so far; nil for a decision without an account, or after the account was deleted.
  var account: Account?
  var reference: AccountReference?
  private(set) var writes: [Write]
  private(set) var notices: [Notice] = []
  /// The index in ``writes`` of the write that sets the address.
  ///
  /// Until ``finish()`` knows the address, a placeholder write reserves the index.
  private var emailPlace: Int?
  private var codesMade = 0
  /// The last method that the plan stores, until ``settle()`` adds the method to ``account``.
  ///
  /// Most plans never read the account's methods, and therefore never add the last stored method to ``account``.
  var stored: StoredMethod?
  /// The asserted address in canonical form; nil for an attempt without an address.
  let address: String?

  /// A method that the plan stores, with its position in the account's list of methods.
  struct StoredMethod {
    let method: Method
    /// The index of the method that the new method replaces; nil for a new method.
    let index: Int?
    /// The key of the method whose position the new method takes; nil if the new method keeps its old position or comes
    /// last.
    let place: MethodKey?
  }

  var vocabulary: Vocabulary { decision.image.vocabulary }
  /// The provider and subject of the assertion; nil for actions that carry no method.
  var asserted: (provider: String, subject: String?)? { decision.attempt.asserted }

  /// The kind of method that the attempt carries; nil for an attempt without a method.
  var kind: MethodKind? {
    MethodKind(rawValue: UInt8(truncatingIfNeeded: decision.facts[.kind]))
  }

  /// The account's address before the first write; nil for a new account.
  private var emailBefore: String? {
    switch reference {
    case .existing: decision.pointedAccount?.email
    case .new, nil: nil
    }
  }

  mutating func write(_ write: Write) {
    writes.append(write)
  }

  /// Adds the writes and notices that one write template specifies.
  mutating func carryOut(_ template: WriteTemplate) {
    switch template {
    case .insertAccount, .deleteAccount, .setLabel, .putMethod, .removeMethods, .supersedeOthers:
      settle()
    case .setEmail, .setProfile, .setState, .setIdentifier, .clearIdentifier, .dropFactors,
      .setFactors, .openSession, .renewSession, .endSession, .endSessions, .putCode, .cancelCodes,
      .tellOwner:
      break
    }
    switch template {
    case .insertAccount(let withAddress): insertAccount(with: withAddress ? address : nil)
    case .deleteAccount: delete()
    case .setEmail(let change): changeEmail(change)
    case .setProfile(let blanksOnly): setProfile(blanksOnly: blanksOnly)
    case .setState(let state): setState(state)
    case .setLabel(let name, let value): setLabel(name.text, value.text, of: name)
    case .setIdentifier(let name):
      let given = decision.identifiers.first { $0.name.hasSameBytes(as: name) }
      if let given {
        setIdentifier(given.name, to: given.value)
      }
    case .clearIdentifier(let name): setIdentifier(name.text, to: nil)
    case .putMethod(.attempts): putAttemptMethod()
    case .putMethod(.attemptsInPlaceOfOthers): putAttemptMethodInPlaceOfOthers()
    case .putMethod(.password): setPassword()
    case .removeMethods(let removal): removeMethods(removal)
    case .supersedeOthers: supersedeOthers()
    case .dropFactors:
      account?.factors = 0
      about { .dropFactors($0) }
    case .setFactors(let change): setFactors(change)
    case .openSession: about { .openSession(of: $0) }
    case .renewSession: renewSession()
    case .endSession:
      if let session = decision.session, decision.hasLiveSession {
        write(.endSession(session))
      }
    case .endSessions: endSessions()
    case .putCode(let purpose): mail(purpose)
    case .cancelCodes:
      let (email, tenant) = (account?.email, account?.tenant)
      about { .cancelCodes(of: $0, address: email, tenant: tenant) }
    case .tellOwner:
      if let reference {
        notices.append(.owner(reference, to: emailBefore))
      }
    }
  }

  /// Adds a write that refers to the account; does nothing for a decision without an account.
  mutating func about(_ make: (AccountReference) -> Write) {
    if let reference {
      writes.append(make(reference))
    }
  }

  private mutating func setState(_ state: Account.State) {
    guard account?.state != state else { return }
    account?.state = state
    about { .setState($0, state) }
  }

  private mutating func setFactors(_ change: WriteTemplate.FactorChange) {
    guard let before = account?.factors else { return }
    let count: LongInteger
    switch change {
    // The sum cannot overflow, because the situation check rejects an account whose count is at the maximum.
    case .more: count = before + 1
    case .fewer:
      guard before > 0 else { return }
      count = before - 1
    }
    account?.factors = count
    about { .setFactors($0, count: count) }
  }

  private mutating func setLabel(_ name: String, _ value: String, of declared: Name) {
    guard let account, let label = vocabulary.labels.first(where: { $0.name.value == declared })
    else { return }
    // An account or method that stores no value for a label has the label's first declared value.
    let isFirst = label.values.first.map { value.hasSameBytes(as: $0.value) } ?? false
    func isSo(_ labels: [(name: String, value: String)]) -> Bool {
      labels.first { $0.name.hasSameBytes(as: name) }.map { $0.value.hasSameBytes(as: value) }
        ?? isFirst
    }
    func set(_ labels: inout [(name: String, value: String)]) {
      labels.removeAll { $0.name.hasSameBytes(as: name) }
      labels.append((name, value))
    }
    switch label.bearer {
    case .account:
      guard !isSo(account.labels) else { return }
      var changed = account
      set(&changed.labels)
      self.account = changed
      about { .setLabel($0, method: nil, name: name, value: value) }
    case .method:
      var changed = account
      for index in labelled(of: account) where !isSo(account.methods[index].labels) {
        let key = vocabulary.key(of: account.methods[index])
        set(&changed.methods[index].labels)
        self.account = changed
        about { .setLabel($0, method: key, name: name, value: value) }
      }
    }
  }

  /// Returns the indices of the methods on which the effect `set` stores a label.
  ///
  /// The effect stores the label on the methods with the attempt's subject, even on superseded methods. If no method
  /// has the attempt's subject, the effect uses the methods of the attempt's issuer and kind that are not superseded.
  private func labelled(of account: Account) -> [Int] {
    let own = account.methods.indices.filter { isOfAttempt(account.methods[$0]) }
    let exact = own.filter {
      asserted?.subject != nil && account.methods[$0].subject.hasSameBytes(as: asserted?.subject)
    }
    return exact.isEmpty ? own.filter { !account.methods[$0].isSuperseded } : exact
  }

  private mutating func setIdentifier(_ name: String, to value: String?) {
    guard let account, !account.identifier(named: name).hasSameBytes(as: value) else { return }
    self.account?.setIdentifier(name, to: value)
    about { .setIdentifier($0, name: name, value: value) }
  }

  private mutating func setProfile(blanksOnly: Bool) {
    let profile = givenProfile
    guard !blanksOnly || profile.name != nil || profile.photo != nil else { return }
    about { .setProfile($0, profile, blanksOnly: blanksOnly) }
  }

  /// The attempt's profile without the values that the provider's `gives:` omits; `name-once` permits a name only with
  /// a new credential.
  private var givenProfile: Profile {
    var profile = decision.attempt.profile
    let (provider, providers) = (decision.facts[.provider], vocabulary.providers.providers)
    guard decision.attempt.asserted != nil, providers.indices.contains(provider) else {
      return profile
    }
    let isFirst = decision.facts[.credential] == FactValue.CredentialValue.new.rawValue
    if !providers[provider].givesName, !(providers[provider].givesNameOnce && isFirst) {
      profile.name = nil
    }
    if !providers[provider].givesPhoto {
      profile.photo = nil
    }
    return profile
  }

  /// Stores a code, and mails the code to the recipient that the purpose determines; does nothing if the recipient has
  /// no address.
  private mutating func mail(_ purpose: CodePurpose) {
    // The policy was compiled with this purpose, so the vocabulary contains the purpose.
    guard let treatment = vocabulary.purposes[purpose]?.treatment else { return }
    let recipient =
      switch treatment.recipient {
      case .asserted: address
      case .account: account?.email
      }
    guard let recipient else { return }
    // A code with an owner belongs to the owner's tenant, which can differ from the tenant of the attempt.
    let (owner, tenant): (AccountReference?, String?) =
      switch treatment.owner {
      case .account: (reference, account?.tenant)
      case .nobody: (nil, decision.attempt.tenant)
      }
    writes.append(
      .putCode(
        Write.NewCode(
          purpose: purpose, address: recipient, account: owner,
          boundTo: treatment.goesStale ? account?.email : nil,
          requester: decision.session, requesterAccount: decision.sessionAccount,
          credential: decision.provenKey, tenant: tenant)))
    notices.append(.mail(code: codesMade, purpose: purpose, to: recipient))
    codesMade += 1
  }

  private mutating func delete() {
    guard let account else { return }
    let leaving = account.methods.filter { $0.isSuperseded }.map { vocabulary.key(of: $0) }
    about { .deleteAccount($0, leaving: leaving) }
    self.account = nil
    reference = nil
  }

  // MARK: Addresses

  private mutating func insertAccount(with email: String?) {
    account = Account(id: "", email: email)
    account?.tenant = decision.attempt.tenant
    reference = .new
    holdEmailPlace()
  }

  private mutating func changeEmail(_ change: WriteTemplate.EmailChange) {
    guard account != nil else { return }
    let hasEmail = account?.email != nil
    switch change {
    case .verified: setVerified(hasEmail)
    case .unverified: setVerified(false)
    case .none:
      if hasEmail {
        account?.email = nil
      }
      setVerified(false)
    case .assertedWhereNone where hasEmail: return
    case .asserted, .assertedWhereNone:
      guard let address, !(account?.email).hasSameBytes(as: address) else { return }
      account?.email = address
      setVerified(false)
    }
    holdEmailPlace()
  }

  /// Sets whether the account's address is verified; if the value is unchanged, the function does not copy the account.
  private mutating func setVerified(_ isVerified: Bool) {
    if account?.isEmailVerified != isVerified {
      account?.isEmailVerified = isVerified
    }
  }

  /// Reserves the position of the write that sets the address, because later effects can still change the address and
  /// whether the address is verified.
  private mutating func holdEmailPlace() {
    if emailPlace == nil {
      emailPlace = writes.count
      writes.append(.endSession(""))
    }
  }

  /// Returns the writes and notices, including the write that sets the address.
  mutating func finish() -> (writes: [Write], notices: [Notice]) {
    guard let emailPlace else { return (writes, notices) }
    guard let account, let reference else {
      writes.remove(at: emailPlace)
      return (writes, notices)
    }
    let isOwn = account.email.hasSameBytes(as: emailBefore)
    let email = Write.NewEmail(
      email: account.email, given: isOwn || account.email == nil ? nil : decision.address,
      isVerified: account.isEmailVerified)
    switch reference {
    case .new:
      writes[emailPlace] = .insertAccount(Write.NewAccount(tenant: account.tenant, email: email))
    case .existing:
      if !isOwn || account.isEmailVerified != decision.pointedAccount?.isEmailVerified {
        writes[emailPlace] = .setEmail(reference, email)
      } else {
        writes.remove(at: emailPlace)
      }
    }
    return (writes, notices)
  }

  // MARK: Sessions

  private mutating func renewSession() {
    guard let session = decision.session, decision.hasLiveSession,
      let owner = decision.situation.session?.account?.id
    else { return }
    // An attempt that only names a method, such as an unlink, proves nothing and does not make the session recent.
    let isProved = asserted != nil && !vocabulary.actions[decision.facts[.action]].namesMethod
    write(.renewSession(session, of: .existing(owner), makesRecent: isProved))
  }

  private mutating func endSessions() {
    guard let account else { return }
    // The sum cannot overflow, because the situation check rejects an account whose epoch is at the maximum.
    let epoch = account.epoch + 1
    self.account?.epoch = epoch
    about { .endSessions(of: $0, epoch: epoch) }
  }
}

extension ChangePlan {
  /// Creates the plan of a decision.
  ///
  /// If the decision allows an attempt with a code, the plan starts with the write that uses the code.
  init(_ decision: Decision) {
    var writes: [Write] = []
    // Most decisions have at most four writes.
    writes.reserveCapacity(4)
    // The code is used up first, because a later write that cancels codes may remove the code.
    if decision.isAllowed, let code = decision.code {
      writes.append(.useCode(code))
    }
    let account = decision.pointedAccount
    // An initializer that sets the properties one by one would copy the complete plan once more.
    self.init(
      decision: decision, account: account, reference: account.map { .existing($0.id) },
      writes: writes, address: decision.canonicalAddress)
  }
}

extension Decision {
  /// The asserted address in canonical form, by which lookups find accounts; nil for an attempt without an address.
  fileprivate var canonicalAddress: String? {
    if asked.others.isEmpty {
      // The decision uses the only address that was looked up, whose canonical form is known.
      return asked.canonical
    }
    guard let address else { return nil }
    let vocabulary = image.vocabulary
    let keepsCase = vocabulary.providers.keepsCase(facts[.provider])
    do throws(InputError) {
      return try vocabulary.canonical(address, keepsCase: keepsCase)
    } catch {
      preconditionFailure("the address was read when the decision was made")
    }
  }
}
