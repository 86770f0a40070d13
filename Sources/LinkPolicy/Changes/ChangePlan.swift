/// The writes of a decision being worked out, template by template.
///
/// Follows what the account comes to, since a later effect may depend on an earlier one; nothing
/// outside of the decision is looked at. What an effect needs was proved for every cell of its row
/// when the policy was compiled; where something is missing all the same, nothing is written.
struct ChangePlan {
  let decision: Decision
  /// The account as it will be; nil for none.
  var account: Account?
  var reference: AccountReference?
  private(set) var writes: [Write] = []
  private(set) var notices: [Notice] = []
  /// Where the write of the address stands that is filled in at the end.
  private var emailPlace: Int?
  private var codesMade = 0

  init(_ decision: Decision) {
    self.decision = decision
    account = decision.pointedAccount
    reference = account.map { .existing($0.id) }
    // Used up before anything else: what cancels codes may remove it.
    if decision.isAllowed, let code = decision.code {
      writes.append(.useCode(code))
    }
  }

  var vocabulary: Vocabulary { decision.image.vocabulary }
  var assertion: Assertion? { decision.attempt.assertion }

  /// The asserted address in canonical form.
  var address: String? {
    guard let address = decision.address else { return nil }
    let keepsCase = vocabulary.providers.keepsCase(decision.facts[.provider])
    do throws(InputError) {
      return try vocabulary.canonical(address, keepsCase: keepsCase)
    } catch {
      preconditionFailure("the address was read when the decision was made")
    }
  }

  /// The kind of sign-in that the attempt carries.
  var kind: MethodKind? {
    MethodKind(rawValue: UInt8(truncatingIfNeeded: decision.facts[.kind]))
  }

  /// The account's address before the first write; none of one that is made.
  private var emailBefore: String? {
    switch reference {
    case .existing: decision.pointedAccount?.email
    case .new, nil: nil
    }
  }

  mutating func write(_ write: Write) {
    writes.append(write)
  }

  /// Carries out what one effect writes.
  mutating func carryOut(_ template: WriteTemplate) {
    switch template {
    case .insertAccount(let withAddress): insertAccount(with: withAddress ? address : nil)
    case .deleteAccount: delete()
    case .setEmail(let change): changeEmail(change)
    case .setProfile(let blanksOnly): setProfile(blanksOnly: blanksOnly)
    case .setState(let state): setState(state)
    case .setLabel(let name, let value): setLabel(name.text, value.text, of: name)
    case .putMethod(.attempts): putAttemptMethod()
    case .putMethod(.attemptsInPlaceOfOthers): putAttemptMethodInPlaceOfOthers()
    case .putMethod(.password): setPassword()
    case .removeMethods(let removal): removeMethods(removal)
    case .supersedeOthers: supersedeOthers()
    case .dropFactors: about { .dropFactors($0) }
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

  /// Adds a write about the account, where there is one.
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

  private mutating func setLabel(_ name: String, _ value: String, of declared: Name) {
    guard let account, let label = vocabulary.labels.first(where: { $0.name.value == declared })
    else { return }
    // What has no value of a label has its first.
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

  /// The places of the methods that a label goes to: the one with the attempt's subject, listed or
  /// not; where there is none, those listed of its issuer and kind.
  private func labelled(of account: Account) -> [Int] {
    let own = account.methods.indices.filter { isOfAttempt(account.methods[$0]) }
    let exact = own.filter {
      assertion?.subject != nil && account.methods[$0].subject.hasSameBytes(as: assertion?.subject)
    }
    return exact.isEmpty ? own.filter { !account.methods[$0].isSuperseded } : exact
  }

  private mutating func setProfile(blanksOnly: Bool) {
    let profile = givenProfile
    guard !blanksOnly || profile.name != nil || profile.photo != nil else { return }
    about { .setProfile($0, profile, blanksOnly: blanksOnly) }
  }

  /// The profile as the attempt's provider gives it.
  private var givenProfile: Profile {
    var profile = decision.attempt.profile
    let (provider, providers) = (decision.facts[.provider], vocabulary.providers.providers)
    guard decision.attempt.asserted != nil, providers.indices.contains(provider) else {
      return profile
    }
    let isFirst = decision.facts[.credential] == FactValue.Credential.new.rawValue
    if !providers[provider].givesName, !(providers[provider].givesNameOnce && isFirst) {
      profile.name = nil
    }
    if !providers[provider].givesPhoto {
      profile.photo = nil
    }
    return profile
  }

  /// Mails a code where its purpose says; nothing where there is no such address.
  private mutating func mail(_ purpose: CodePurpose) {
    // The policy was compiled with it, so it has it.
    guard let treatment = vocabulary.purposes[purpose]?.treatment else { return }
    let recipient =
      switch treatment.recipient {
      case .asserted: address
      case .account: account?.email
      }
    guard let recipient else { return }
    // A code that is an account's is of that account's tenant, which the attempt's can differ from.
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
          requester: decision.session, tenant: tenant)))
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
    var account = Account(id: "", email: email)
    account.tenant = decision.attempt.tenant
    self.account = account
    reference = .new
    holdEmailPlace()
  }

  private mutating func changeEmail(_ change: WriteTemplate.EmailChange) {
    guard var changed = account else { return }
    switch change {
    case .verified: changed.isEmailVerified = changed.email != nil
    case .unverified: changed.isEmailVerified = false
    case .none:
      changed.email = nil
      changed.isEmailVerified = false
    case .assertedWhereNone where changed.email != nil: return
    case .asserted, .assertedWhereNone:
      guard let address, !changed.email.hasSameBytes(as: address) else { return }
      changed.email = address
      changed.isEmailVerified = false
    }
    account = changed
    holdEmailPlace()
  }

  /// Keeps the place of the one write of address and flag, which are final only at the end.
  private mutating func holdEmailPlace() {
    if emailPlace == nil {
      emailPlace = writes.count
    }
  }

  /// The writes and notices, the address and flag filled in.
  mutating func finish() -> (writes: [Write], notices: [Notice]) {
    guard let emailPlace, let account, let reference else { return (writes, notices) }
    let isOwn = account.email.hasSameBytes(as: emailBefore)
    let email = Write.NewEmail(
      email: account.email, given: isOwn || account.email == nil ? nil : decision.address,
      isVerified: account.isEmailVerified)
    switch reference {
    case .new:
      writes.insert(
        .insertAccount(Write.NewAccount(tenant: account.tenant, email: email)), at: emailPlace)
    case .existing:
      if !isOwn || account.isEmailVerified != decision.pointedAccount?.isEmailVerified {
        writes.insert(.setEmail(reference, email), at: emailPlace)
      }
    }
    return (writes, notices)
  }

  // MARK: Sessions

  private mutating func renewSession() {
    guard let session = decision.session, decision.hasLiveSession,
      let owner = decision.situation.session?.account?.id
    else { return }
    // An attempt that only names a method has proved nothing.
    let isProved = assertion != nil && !vocabulary.actions[decision.facts[.action]].namesMethod
    write(.renewSession(session, of: .existing(owner), makesRecent: isProved))
  }

  private mutating func endSessions() {
    guard let account else { return }
    // No account is decided about whose epoch could not be raised.
    let epoch = account.epoch + 1
    self.account?.epoch = epoch
    about { .endSessions(of: $0, epoch: epoch) }
  }
}
