extension Vocabulary {
  /// Sets each missing kind of an account's methods to the first kind that the policy declares for the method's
  /// provider.
  ///
  /// A method of an undeclared provider stays without a kind, so that a later check reports the provider.
  package func closeKinds(of account: inout Account) {
    guard account.hasOpenKind else { return }
    for index in account.methods.indices where account.methods[index].isKindOpen {
      if let value = providers.value(of: account.methods[index].provider) {
        account.methods[index].kind = providers.usualKind(value)
      }
    }
  }

  /// Sets the missing kinds of methods in every account of a situation.
  func closeKinds(of situation: inout Situation) {
    guard situation.contains(where: { $0.hasOpenKind }) else { return }
    situation.updateAccounts { closeKinds(of: &$0) }
  }

  /// The upper bound of an account's counters, such as the version.
  ///
  /// Every language, even JavaScript, represents integers up to 2^53 exactly.
  private static var countLimit: LongInteger { 1 << 53 }

  /// Checks that an account is valid under the declarations of the policy.
  ///
  /// - Parameters:
  ///   - account: an account in which every method has a kind.
  ///   - known: an address that the caller knows to be canonical for every provider, so that the check can skip it; nil
  ///     if the caller knows no such address.
  /// - Throws: an ``InputError`` if a value is malformed, too long or not canonical, or if the policy does not declare
  ///   one of the account's providers, kinds, labels or identifiers. The function also throws if no attempt can have
  ///   created the account, for example because two methods of the account are equal.
  package func check(
    _ account: Account, knowing known: String? = nil
  ) throws(InputError) {
    try require(!account.id.utf8.isEmpty, or: .contradiction, "an account has an empty id")
    try IdentifierLength.check(account.id, "the id of an account")
    try IdentifierLength.check(
      account.tenant, "the tenant of account `" + account.id + "`")
    try require(
      account.tenant.map { !$0.utf8.isEmpty } ?? true, or: .contradiction,
      "account `" + account.id + "` has an empty tenant; omit the tenant if there is none")
    try require(
      0..<Self.countLimit ~= account.epoch && 0..<Self.countLimit ~= account.version,
      or: .contradiction,
      "account `" + account.id + "` has an epoch or a version that cannot be incremented")
    // If the service omitted the number, an account with a second factor would count as an account without second
    // factors.
    try require(
      account.statedFactors != nil || !isUsed(.factors), or: .missing,
      "account `" + account.id
        + "` states no number of second factors, on which the policy depends; add `factors`")
    try require(
      0..<(Self.countLimit - 1) ~= account.factors, or: .contradiction,
      "account `" + account.id + "` has a number of second factors that cannot be incremented")
    try require(
      account.email != nil || !account.isEmailVerified, or: .contradiction,
      "account `" + account.id + "` has a verified address, but no address")
    if let email = account.email, !account.email.hasSameBytes(as: known) {
      try checkStored(email, of: account)
    }
    try check(account.labels, on: .account, of: account)
    try checkIdentifiers(of: account)
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

  /// Returns the index of the first method that repeats an earlier method; nil if no method repeats another.
  ///
  /// - Parameters:
  ///   - account: an account in which every method has a kind.
  ///   - sorts: whether to compare sorted keys, which needs memory and is faster for many methods. The result does not
  ///     depend on this argument.
  /// - Returns: the index in the account's array of methods; nil if no method repeats another.
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

  /// Returns whether two methods of an account count as one: both have the same kind, issuer and subject.
  ///
  /// Two methods without a subject count as one if they have the same kind and issuer.
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
        its() + " belongs to provider `" + method.provider + "`, which does not offer this kind")
    }
    switch kind {
    case .federated, .phone, .custom, .passkey:
      let isGiven = method.subject.map { !$0.utf8.isEmpty } ?? false
      try require(
        isGiven, or: .contradiction,
        its() + " needs the subject by which `" + method.provider + "` identifies the person")
      try checkStored(subject: method.subject, of: value, its())
    case .password, .emailLink, .anonymous:
      try require(method.subject == nil, or: .contradiction, its() + " takes no subject")
    }
    try require(
      !method.isSuperseded || method.subject != nil, or: .contradiction,
      its() + " is superseded, but has no subject that could sign in")
    // Most methods have the known address and have proved it, so these comparisons avoid most checks.
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

  /// Checks that a stored subject is in canonical form, because lookups use the canonical form as a key.
  private func checkStored(
    subject: String?, of provider: Int, _ its: @autoclosure () -> String
  ) throws(InputError) {
    guard providers.foldsAnySubject, let subject else { return }
    let canonical = providers.canonicalSubject(subject, of: provider)
    try require(
      canonical.hasSameBytes(as: subject), or: .contradiction,
      its() + " has the subject `" + subject + "`, which is not in its canonical form, `"
        + canonical + "`, which lookups use")
  }

  /// Checks that a stored address is in canonical form, because lookups use the canonical form as a key.
  private func checkStored(_ email: String, of account: Account) throws(InputError) {
    // A stored address can come from any provider, including a provider whose addresses keep their case.
    let canonical = try canonical(email, keepsCase: providers.keepsAnyCase)
    try require(
      canonical.hasSameBytes(as: email), or: .contradiction,
      "the address `" + email + "` of account `" + account.id
        + "` is not in its canonical form, `" + canonical + "`, which lookups use")
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
        values.contains { value.hasSameBytes(as: $0) }, or: .undeclared,
        "label `" + name + "` has no value `" + value + "`"
          + Name.suggestion(for: value, among: values))
    }
  }

  /// Throws an ``InputError`` with the given reason and message if the condition is false.
  ///
  /// The function builds the error message only if the condition fails.
  func require(
    _ holds: Bool, or reason: InputError.Reason, _ message: @autoclosure () -> String
  ) throws(InputError) {
    if !holds {
      throw InputError(reason, message())
    }
  }
}
