extension ChangePlan {
  /// Returns the method to store for the attempt, even if the account already has the method; nil for an attempt
  /// without a method.
  private func attemptMethod() -> Method? {
    guard let asserted, let kind else { return nil }
    switch kind {
    case .federated, .emailLink, .phone, .custom, .passkey, .anonymous:
      return Method(
        asserted.provider, kind, subject: asserted.subject, address: address,
        provedAddress: decision.isProven ? address : nil)
    case .password:
      let present = account?.methods.first { isOfAttempt($0) }
      // An attempt that finds the account by an identifier can lack an address; a new password then gets the account's
      // address.
      let address = address ?? (present == nil ? account?.email : present?.address)
      // A password does not prove that the person reads the mailbox. An address that a mailed code proved earlier stays
      // proved.
      return Method(
        asserted.provider, kind, subject: asserted.subject, address: address,
        provedAddress: present?.provedAddress)
    }
  }

  /// Returns whether a method has the attempt's issuer and kind.
  func isOfAttempt(_ method: Method) -> Bool { decision.read.hasProviderAndKind(of: method) }

  /// Returns the methods of the attempt's issuer and kind that have another subject and are not superseded.
  private func others(than method: Method) -> [Method] {
    (account?.methods ?? []).filter {
      isOfAttempt($0) && !$0.isSuperseded && !$0.subject.hasSameBytes(as: method.subject)
    }
  }

  /// Stores the attempt's method and changes no other method; writes nothing if an equal method is stored.
  mutating func putAttemptMethod() {
    guard let method = attemptMethod() else { return }
    put(method, keepsSuperseded: true)
  }

  private func key(of method: Method) -> MethodKey { vocabulary.key(of: method) }

  /// Stores a method under its key.
  ///
  /// If `keepsSuperseded` is true, a stored method that is superseded stays superseded.
  private mutating func put(
    _ method: consuming Method, keepsSuperseded: Bool = false, in place: Method? = nil,
    newSecret: Bool = false
  ) {
    guard account != nil else { return }
    let key = key(of: method)
    let index = account?.methods.firstIndex(of: key, vocabulary)
    method.isSuperseded = false
    if let index, let present = account?.methods[index] {
      method.isSuperseded = keepsSuperseded && present.isSuperseded
      method.labels = present.labels
      method.since = present.since
      if method.address == nil, decision.ignoresAddress {
        // The stored address stays, because the engine ignored the attempt's internationalized address.
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
          isSuperseded: method.isSuperseded, place: placeKey)))
    stored = StoredMethod(method: method, index: index, place: placeKey)
  }

  /// Adds the last stored method to ``account``; call this function before you read the account's methods.
  mutating func settle() {
    // Most plans have no such method, and `take` moves the whole value, even for nil.
    guard stored != nil, let stored = stored.take() else { return }
    if let placeKey = stored.place {
      let vocabulary = vocabulary
      account?.methods.insert(stored.method, in: placeKey, vocabulary)
    } else if let index = stored.index {
      account?.methods[index] = stored.method
    } else {
      account?.methods.append(stored.method)
    }
  }

  /// Stores the attempt's method at the position of the first method that has the same issuer and kind, has another
  /// subject, and is not superseded.
  mutating func putAttemptMethodInPlaceOfOthers() {
    guard let method = attemptMethod() else { return }
    put(method, in: others(than: method).first)
  }

  /// Supersedes the account's methods of the attempt's issuer and kind that have another subject.
  ///
  /// A person can still sign in with a superseded method, but no list of the account's methods shows the method.
  mutating func supersedeOthers() {
    guard let method = attemptMethod() else { return }
    for other in others(than: method) {
      let key = key(of: other)
      about { .supersedeMethod($0, key) }
      if let index = account?.methods.firstIndex(of: key, vocabulary) {
        account?.methods[index].isSuperseded = true
      }
    }
  }

  /// Removes the methods that a write template selects, such as all unproven methods.
  mutating func removeMethods(_ removal: WriteTemplate.Removal) {
    switch removal {
    case .named:
      let (read, subject) = (decision.read, asserted?.subject)
      removeMethods(removal.reason) { method, _ in
        read.hasProviderAndKind(of: method)
          && (subject == nil || method.subject.hasSameBytes(as: subject))
      }
    case .unproven:
      removeMethods(removal.reason) { $0.provedAddress == nil || !$1.holds($0) }
    case .ofKinds(let kinds):
      removeMethods(removal.reason) { method, _ in kinds.contains(method.closedKind) }
    case .others:
      guard let method = attemptMethod() else { return }
      let others = others(than: method)
      guard !others.isEmpty else { return }
      let (replaced, vocabulary) = (others.map { key(of: $0) }, vocabulary)
      removeMethods(removal.reason) { other, _ in
        replaced.contains { $0.isSame(as: vocabulary.key(of: other)) }
      }
    case .heldElsewhere: removeFromHolder(removal.reason)
    }
  }

  /// Removes the method with the attempt's credential from another account that holds the credential.
  private mutating func removeFromHolder(_ reason: Write.RemovedMethod.RemovalReason) {
    guard let method = attemptMethod(),
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

  /// Removes the account's methods that satisfy a predicate; each write states the given reason.
  private mutating func removeMethods(
    _ reason: Write.RemovedMethod.RemovalReason, where isRemoved: (Method, Account) -> Bool
  ) {
    guard let account else { return }
    var removesAny = false
    for method in account.methods where isRemoved(method, account) {
      removesAny = true
      let removed = Write.RemovedMethod(
        provider: method.provider, key: key(of: method), reason: reason)
      about { .removeMethod($0, removed) }
    }
    if removesAny {
      self.account?.methods.removeAll { isRemoved($0, account) }
    }
  }

  /// Stores the new password, and adds a password method if the account has none.
  ///
  /// An attempt that carries a password sets the password of the attempt's provider. Any other attempt, such as a reset
  /// by a mailed code, sets the password of the account's first password method.
  mutating func setPassword() {
    guard let account else { return }
    // A person who sets a password with a mailed code has read the mailbox. An attempt that carries a method proves no
    // access to the mailbox.
    let isProven =
      vocabulary.actions[decision.facts[.action]].pointsTo == .code && asserted == nil
    let brought = kind == .password ? asserted?.provider : nil
    let present = account.methods.first {
      brought == nil ? $0.kind == .password : isOfAttempt($0)
    }
    var method: Method
    if let present {
      method = present
    } else {
      // Without a provider in the attempt, use the first declared password provider that is not a family. A policy
      // without a password provider does not load, so the provider is missing only in an altered image.
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
  /// Returns whether a method has proved the account's current address, so that the effect `drop-unproven` keeps the
  /// method.
  fileprivate func holds(_ method: Method) -> Bool {
    method.provedAddress.hasSameBytes(as: email)
  }
}

extension [Method] {
  /// Inserts a method before the method with the key `place`; appends the method if no method has this key.
  ///
  /// If the list already contains the method, the method moves to this position; if no method has the key `place`, the
  /// method keeps its position.
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

  /// Returns the index of the method with a key; nil if no method has the key.
  func firstIndex(of key: MethodKey, _ vocabulary: Vocabulary) -> Int? {
    for index in indices where vocabulary.has(self[index], key) {
      return index
    }
    return nil
  }
}
