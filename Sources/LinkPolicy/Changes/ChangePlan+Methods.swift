extension ChangePlan {
  /// The attempt's own method, as it is added or refreshed.
  private var attemptMethod: Method? {
    guard let assertion, let kind else { return nil }
    let address = address
    var method = Method(assertion.provider, kind, subject: assertion.subject)
    method.address = address
    switch kind {
    case .federated, .emailLink, .phone, .custom, .anonymous:
      method.provedAddress = decision.isProven ? address : nil
    case .password:
      // Whoever knows a password has shown nothing about a mailbox; whoever set it through a code
      // has, and that stays.
      method.provedAddress = account?.methods.first { isOfAttempt($0) }?.provedAddress
    }
    return method
  }

  /// Whether a method is of the attempt's issuer and kind.
  func isOfAttempt(_ method: Method) -> Bool {
    guard method.kind == kind, let provider = assertion?.provider else { return false }
    return vocabulary.providers.haveSameIssuer(method.provider, provider)
  }

  /// Those methods of the attempt's issuer and kind that are listed and have another subject.
  private func others(than method: Method) -> [Method] {
    (account?.methods ?? []).filter {
      isOfAttempt($0) && !$0.isSuperseded && !$0.subject.hasSameBytes(as: method.subject)
    }
  }

  /// Stores the attempt's method, and touches no other; nothing where it is there already, as it is.
  mutating func putAttemptMethod() {
    guard let method = attemptMethod else { return }
    var isSuperseded = false
    if let account, let present = account.methods.firstIndex(of: key(of: method), vocabulary) {
      isSuperseded = account.methods[present].isSuperseded
    }
    put(method, isSuperseded: isSuperseded)
  }

  private func key(of method: Method) -> MethodKey { vocabulary.key(of: method) }

  /// Stores a method under its key.
  private mutating func put(
    _ given: Method, isSuperseded: Bool = false, in place: Method? = nil, newSecret: Bool = false
  ) {
    guard let account else { return }
    var method = given
    method.isSuperseded = isSuperseded
    let key = key(of: method)
    let index = account.methods.firstIndex(of: key, vocabulary)
    if let index {
      let present = account.methods[index]
      method.labels = present.labels
      method.since = present.since
      if method.address == nil, decision.ignoresAddress {
        // What cannot be compared takes nothing away: the stored address stays.
        method.address = present.address
        method.provedAddress = present.provedAddress
      }
      if !newSecret, place == nil, present.isSameSnapshot(as: method) {
        return
      }
    }
    let isNewPassword = method.kind == .password && (index == nil || newSecret)
    let placeKey = place.map { self.key(of: $0) }
    write(
      .putMethod(
        reference ?? .new,
        Write.NewMethod(
          provider: method.provider, key: key, address: method.address,
          provedAddress: method.provedAddress, secret: isNewPassword ? .new : .keep,
          isSuperseded: isSuperseded, place: placeKey)))
    let vocabulary = vocabulary
    self.account?.methods.insert(method, in: placeKey, vocabulary)
  }

  /// Stores the attempt's method where the first of the others stands.
  mutating func putAttemptMethodInPlaceOfOthers() {
    guard let method = attemptMethod else { return }
    put(method, in: others(than: method).first)
  }

  /// The others of the attempt's provider go on working, and are listed no more.
  mutating func supersedeOthers() {
    guard let method = attemptMethod else { return }
    for other in others(than: method) {
      let key = key(of: other)
      about { .supersedeMethod($0, key) }
      if let index = account?.methods.firstIndex(of: key, vocabulary) {
        account?.methods[index].isSuperseded = true
      }
    }
  }

  /// Removes the methods that a template means.
  mutating func removeMethods(_ removal: WriteTemplate.Removal) {
    switch removal {
    case .named:
      let (change, subject) = (self, assertion?.subject)
      removeMethods(removal.reason) { method, _ in
        change.isOfAttempt(method) && (subject == nil || method.subject.hasSameBytes(as: subject))
      }
    case .unproven:
      removeMethods(removal.reason) { $0.provedAddress == nil || !$1.holds($0) }
    case .ofKinds(let kinds):
      removeMethods(removal.reason) { method, _ in kinds.contains(method.closedKind) }
    case .others:
      guard let method = attemptMethod else { return }
      let (replaced, vocabulary) = (others(than: method).map { key(of: $0) }, vocabulary)
      removeMethods(removal.reason) { other, _ in
        replaced.contains { $0.isSame(as: vocabulary.key(of: other)) }
      }
    case .heldElsewhere: removeFromHolder(removal.reason)
    }
  }

  /// Takes the credential from whoever else holds it, that one alone.
  private mutating func removeFromHolder(_ reason: Write.RemovedMethod.Reason) {
    guard let method = attemptMethod,
      case .account(let holder) = decision.situation.credentialHolder,
      !holder.id.hasSameBytes(as: account?.id ?? "")
    else { return }
    for taken in holder.methods where isTaken(taken, by: method) {
      write(
        .removeMethod(
          .existing(holder.id),
          Write.RemovedMethod(provider: taken.provider, key: key(of: taken), reason: reason)))
    }
  }

  private func isTaken(_ taken: Method, by method: Method) -> Bool {
    isOfAttempt(taken)
      && (taken.closedKind.isSubjectTheAddress || taken.subject.hasSameBytes(as: method.subject))
  }

  /// Removes the account's methods that a test picks.
  private mutating func removeMethods(
    _ reason: Write.RemovedMethod.Reason, where isRemoved: (Method, Account) -> Bool
  ) {
    guard let account else { return }
    for method in account.methods where isRemoved(method, account) {
      let removed = Write.RemovedMethod(
        provider: method.provider, key: key(of: method), reason: reason)
      about { .removeMethod($0, removed) }
    }
    self.account?.methods.removeAll { isRemoved($0, account) }
  }

  /// Stores the new password, adding the method where there is none.
  mutating func setPassword() {
    guard let account else { return }
    // A password that came by a code was set by whoever reads the mailbox that the code went to,
    // which an attempt with a method of its own says nothing about.
    let isProven =
      vocabulary.actions[decision.facts[.action]].pointsTo == .code && assertion == nil
    var method: Method
    if let present = account.methods.first(where: { $0.kind == .password }) {
      method = present
    } else {
      // The one that the attempt brings, or the first that has a name: a family is nobody's.
      let brought = kind == .password ? assertion?.provider : nil
      // Without any the policy does not load; an altered image stores nothing.
      guard let provider = brought ?? vocabulary.providers.namedForPasswords?.id.text else {
        return
      }
      method = Method(provider, .password)
      method.address = account.email
    }
    method.provedAddress = isProven ? address : nil
    put(method, newSecret: true)
  }
}

extension Account {
  /// Whether a method's proved address is the account's own.
  fileprivate func holds(_ method: Method) -> Bool {
    method.provedAddress.hasSameBytes(as: email)
  }
}

extension [Method] {
  /// Adds a method where the one with a key stands, or at the end; where it was there before, it
  /// moves.
  mutating func insert(_ method: Method, in place: MethodKey?, _ vocabulary: Vocabulary) {
    let present = firstIndex(of: vocabulary.key(of: method), vocabulary)
    if let present {
      remove(at: present)
    }
    if let index = place.flatMap({ firstIndex(of: $0, vocabulary) }) ?? present {
      insert(method, at: index)
    } else {
      append(method)
    }
  }

  /// The place of the method with a key.
  func firstIndex(of key: MethodKey, _ vocabulary: Vocabulary) -> Int? {
    for index in indices where vocabulary.has(self[index], key) {
      return index
    }
    return nil
  }
}
