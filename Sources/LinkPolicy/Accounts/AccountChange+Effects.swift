extension AccountChange {
  /// Carries out one effect.
  ///
  /// What an effect needs was proved for every cell of its row when the policy was compiled; an
  /// account that is not there can only mean that the store has changed since.
  mutating func carryOut(_ effect: Effect) throws(Accounts.Conflict) {
    switch effect {
    case .create: try create(with: address)
    case .createWithoutAddress: try create(with: nil)
    case .signIn: signIn()
    case .issueToken: issueToken()
    case .endSession: endSession()
    case .link, .refreshMethod, .replaceSubject, .supersedeSubject:
      try addMethod(at: try account(), keepingFormer: effect == .supersedeSubject)
    case .seizeCredential: try seize()
    case .unlink:
      let subject = assertion?.subject
      let index = try account()
      let change = self
      remove(at: index) { method in
        change.isOfAttempt(method)
          && (subject == nil || method.subject.hasSameBytes(as: subject))
      }
    case .dropUnproven:
      let index = try account()
      let email = store.accounts[index].email
      remove(at: index) { $0.provedAddress == nil || !$0.provedAddress.hasSameBytes(as: email) }
    case .drop(let kinds):
      remove(at: try account()) { kinds.contains($0.closedKind) }
    case .setPassword: try setPassword()
    case .setEmail, .adoptEmail, .clearEmail, .verifyEmail, .unverifyEmail, .rememberUndo:
      try changeEmail(effect)
    case .fillProfile, .overwriteProfile: try changeProfile(effect)
    case .revokeSessions:
      let index = try account()
      store.accounts[index].tokensValidAfter = store.now
      record(.sessionsRevoked(account: store.accounts[index].id))
    case .cancelPending: try cancelPending()
    case .sendCode(let purpose): try mail(purpose)
    case .dropFactors: store.accounts[try account()].factors = 0
    case .disable: store.accounts[try account()].state = .disabled
    case .enable: store.accounts[try account()].state = .active
    case .setLabel(let name, let value): try setLabel(name, value)
    case .notifyOwner:
      if let subject {
        record(.ownerNotified(account: store.accounts[subject].id))
      }
    case .delete: try delete()
    }
  }

  /// The index of the account that effects act on.
  func account() throws(Accounts.Conflict) -> Int {
    guard let subject else { throw .accountChanged }
    return subject
  }

  private mutating func setLabel(_ name: Name, _ value: Name) throws(Accounts.Conflict) {
    let index = try account()
    let pair = (name: name.text, value: value.text)
    let isMethods = vocabulary.labels.contains {
      $0.name.value == name && $0.bearer == .method
    }
    if isMethods {
      for number in store.accounts[index].methods.indices
      where isOfAttempt(store.accounts[index].methods[number]) {
        store.accounts[index].methods[number].labels.removeAll {
          $0.name.hasSameBytes(as: pair.name)
        }
        store.accounts[index].methods[number].labels.append(pair)
      }
    } else {
      store.accounts[index].labels.removeAll { $0.name.hasSameBytes(as: pair.name) }
      store.accounts[index].labels.append(pair)
    }
  }

  private mutating func changeProfile(_ effect: Effect) throws(Accounts.Conflict) {
    let index = try account()
    let given = givenProfile()
    if effect == .overwriteProfile {
      store.accounts[index].profile = given
      return
    }
    let present = store.accounts[index].profile
    store.accounts[index].profile = Profile(
      name: present.name ?? given.name, photo: present.photo ?? given.photo)
  }

  /// The profile as the attempt's provider gives it.
  private func givenProfile() -> Profile {
    var profile = decision.attempt.profile
    guard let assertion, let provider = vocabulary.providers.provider(of: assertion.provider)
    else { return profile }
    let isFirst = decision.facts[.credential] == FactValue.Credential.new.rawValue
    if !provider.givesName, !(provider.givesNameOnce && isFirst) {
      profile.name = nil
    }
    if !provider.givesPhoto {
      profile.photo = nil
    }
    return profile
  }
}
