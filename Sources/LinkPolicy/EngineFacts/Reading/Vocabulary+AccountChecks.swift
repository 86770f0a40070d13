extension Vocabulary {
  /// Gives the methods of an account that name no kind the one that the policy declares first for
  /// their provider; those of a provider that it does not declare stay open.
  package func closeKinds(of account: inout Account) {
    guard account.hasOpenKind else { return }
    for index in account.methods.indices where account.methods[index].isKindOpen {
      if let value = providers.value(of: account.methods[index].provider) {
        account.methods[index].kind = providers.usualKind(value)
      }
    }
  }

  /// The same for every account of a situation.
  func closeKinds(of situation: inout Situation) {
    guard situation.contains(where: { $0.hasOpenKind }) else { return }
    situation.updateAccounts { closeKinds(of: &$0) }
  }

  /// The largest number that counts anything: every language's numbers are exact up to it, and there are machines
  /// whose integers end before.
  private static var countLimit: Int { Int(clamping: Int64(1) << 53) }

  /// Checks that an account can be what the policy speaks of.
  ///
  /// - Throws: an ``InputError`` for an empty or overlong id, tenant, provider or subject, a verified address that is not there,
  ///   an address that is not canonical, labels that the policy does not declare, and methods
  ///   that no attempt can have made.
  ///
  /// - Parameters:
  ///   - account: an account whose methods have their kinds.
  ///   - known: an address that is known to be in the canonical form of any provider.
  package func check(
    _ account: Account, knowing known: String? = nil
  ) throws(InputError) {
    try require(!account.id.utf8.isEmpty, .contradiction, "an account has an empty id")
    try IdentifierLength.check(account.id, "the id of an account")
    try IdentifierLength.check(
      account.tenant, "the tenant of account `" + account.id + "`")
    try require(
      account.tenant.map { !$0.utf8.isEmpty } ?? true, .contradiction,
      "account `" + account.id + "` has an empty tenant; leave it out where there is none")
    try require(
      0..<Self.countLimit ~= account.epoch && 0..<Self.countLimit ~= account.version,
      .contradiction,
      "account `" + account.id + "` has an epoch or a version that could not be raised")
    try require(
      account.email != nil || !account.isEmailVerified, .contradiction,
      "account `" + account.id + "` has a verified address, but no address")
    if let email = account.email, !account.email.hasSameBytes(as: known) {
      try checkStored(email, of: account)
    }
    try check(account.labels, on: .account, of: account)
    let methods = account.methods
    for index in methods.indices {
      try check(methods[index], of: account, knowing: known)
    }
    if let index = repeatedMethod(of: account, sorts: methods.count > ClaimedKeys.fewOwners) {
      throw InputError(
        .contradiction,
        "account `" + account.id + "` has a method of `" + methods[index].provider + "` twice")
    }
  }

  /// The place of the first method that an account has before; nil where it has each once.
  ///
  /// - Parameters:
  ///   - account: an account whose methods have their kinds.
  ///   - sorts: whether methods are compared by their sorted keys, which costs memory and is faster
  ///     for many; the answer is the same.
  /// - Returns: an index into the account's methods.
  func repeatedMethod(of account: Account, sorts: Bool) -> Int? {
    let methods = account.methods
    guard sorts else {
      for index in methods.indices {
        for other in 0..<index where areOne(methods[index], methods[other]) {
          return index
        }
      }
      return nil
    }
    var keys = ClaimedKeys()
    for index in methods.indices {
      keys.add(methodKeysOf: methods[index], as: index, providers)
    }
    return keys.firstClash()?.second
  }

  /// Whether two methods of an account are one: a subject signs in by both, or neither has one.
  private func areOne(_ a: Method, _ b: Method) -> Bool {
    guard a.kind == b.kind, providers.haveSameIssuer(a.provider, b.provider) else { return false }
    guard let subject = a.subject else { return b.subject == nil }
    return b.signsIn(subject)
  }

  private func check(
    _ method: Method, of account: Account, knowing known: String?
  ) throws(InputError) {
    try IdentifierLength.check(
      method.provider, "the provider of a method of account `" + account.id + "`")
    try IdentifierLength.check(
      method.subject,
      "the subject of a `" + method.provider + "` method of account `" + account.id + "`")
    guard let value = providers.value(of: method.provider) else {
      throw providers.undeclared(method.provider)
    }
    let kind = method.closedKind
    func its() -> String {
      "the `" + kind.name.text + "` method of account `" + account.id + "`"
    }
    guard providers.offers(kind, value) else {
      throw InputError(
        .contradiction,
        its() + " is of provider `" + method.provider + "`, which does not offer that kind")
    }
    switch kind {
    case .federated, .phone, .custom:
      let isGiven = method.subject.map { !$0.utf8.isEmpty } ?? false
      try require(
        isGiven, .contradiction,
        its() + " needs the subject that `" + method.provider + "` knows the person by")
    case .password, .emailLink, .anonymous:
      try require(method.subject == nil, .contradiction, its() + " has no subject of its own")
    }
    try require(
      !method.isSuperseded || method.subject != nil, .contradiction,
      its() + " is superseded, but has no subject that could sign in")
    // Most methods have the address that the attempt has too, and have proved it.
    if let address = method.address, !method.address.hasSameBytes(as: known) {
      try checkStored(address, of: account)
    }
    if let proved = method.provedAddress, !method.provedAddress.hasSameBytes(as: method.address),
      !method.provedAddress.hasSameBytes(as: known)
    {
      try checkStored(proved, of: account)
    }
    try check(method.labels, on: .method, of: account)
  }

  /// Checks that a stored address is the key under which look-ups find it.
  private func checkStored(_ email: String, of account: Account) throws(InputError) {
    // Where some provider's addresses keep their case, a stored one may be from that.
    let canonical = try canonical(email, keepsCase: providers.keepsAnyCase)
    try require(
      canonical.hasSameBytes(as: email), .contradiction,
      "the address `" + email + "` of account `" + account.id
        + "` is not in its canonical form, `" + canonical + "`, by which look-ups find it")
  }

  private func check(
    _ labels: [(name: String, value: String)], on bearer: LabelDeclaration.Bearer,
    of account: Account
  ) throws(InputError) {
    for index in labels.indices {
      let (name, value) = labels[index]
      for other in 0..<index where labels[other].name.hasSameBytes(as: name) {
        throw InputError(
          .contradiction, "label `" + name + "` of account `" + account.id + "` is given twice")
      }
      guard let declared = self.labels.first(where: { name.hasSameBytes(as: $0.name.value) }),
        declared.bearer == bearer
      else {
        let known = self.labels.filter { $0.bearer == bearer }.map { $0.name.value }
        throw InputError(
          .undeclared,
          "unknown label `" + name + "` of "
            + (bearer == .account ? "account" : "a method of account") + " `" + account.id + "`"
            + Name.suggestion(for: name, among: known))
      }
      let values = declared.values.map { $0.value }
      try require(
        values.contains { value.hasSameBytes(as: $0) }, .undeclared,
        "label `" + name + "` has no value `" + value + "`"
          + Name.suggestion(for: value, among: values))
    }
  }

  /// Throws unless the condition holds; the message is only made then.
  func require(
    _ holds: Bool, _ reason: InputError.Reason, _ message: @autoclosure () -> String
  ) throws(InputError) {
    if !holds {
      throw InputError(reason, message())
    }
  }
}
