extension FactReader {
  /// Checks the code; throws an error if attempts of this action and kind cannot carry a code.
  func checkCode(_ given: Code?) throws(InputError) {
    guard let given else { return }
    try require(action.carriesCode(kind), or: .unexpected, "the attempt carries no code")
    try check(given)
  }

  /// Checks that the session has an account if and only if the session is not gone.
  func checkSession() throws(InputError) {
    guard let session = situation.box.span[0].session else { return }
    try require(
      (session.state == .gone) == (session.account == nil), or: .contradiction,
      "a session that is gone has no account, and every other session has an account")
  }

  /// Checks that the stated properties of a code, such as the state and the account, are consistent with each other.
  ///
  /// The check applies to codes of every purpose.
  private func check(_ code: Code) throws(InputError) {
    guard code.state != .unknown else {
      return try require(
        code.account == nil && code.address == nil && code.requester == .absent
          && code.credential == nil,
        or: .contradiction, "an unknown code has no account, address, requester or credential")
    }
    guard let address = code.address else {
      throw InputError(.missing, "a known code needs its address")
    }
    _ = try vocabulary.canonical(address)
    switch code.requester {
    case .thisSession, .sameAccount:
      let isOpen = situation.session.map { $0.state != .gone } ?? false
      try require(
        isOpen, or: .contradiction,
        "a code that this session or its account requested needs an open session")
    case .otherAccount, .absent: break
    }
    guard let treatment = code.purpose.flatMap({ vocabulary.purposes[$0] })?.treatment else {
      return
    }
    try require(
      treatment.owner == .account || code.account == nil, or: .contradiction,
      "a code of this purpose has no account, but the code is given with an account")
    try require(
      code.state != .stale || (treatment.owner == .account && treatment.staleness == .withAddress),
      or: .contradiction, "a code of this purpose does not go stale when an address changes")
  }
}

extension Situation {
  /// Returns the situation; if the code's purpose differs from `taken`, the code becomes unknown.
  ///
  /// If the action takes no code, pass nil; the situation is then unchanged.
  ///
  /// Only this function compares purposes, and all readers of facts use the returned situation. A code of another
  /// purpose therefore has no effect and reveals nothing.
  ///
  /// - Throws: an ``InputError`` if the policy does not declare the code's purpose, if a known code has no purpose, or
  ///   if an unknown code has a purpose.
  consuming func withCode(
    takenFor taken: CodePurpose?, by purposes: PurposeTable
  ) throws(InputError) -> Situation {
    guard let code, let taken else { return self }
    guard let purpose = code.purpose else {
      guard code.state == .unknown else {
        throw InputError(.missing, "a known code needs its purpose")
      }
      return self
    }
    guard code.state != .unknown else {
      throw InputError(.contradiction, "an unknown code has no purpose")
    }
    guard purposes.number(of: purpose) != nil else {
      var message = "unknown purpose `" + purpose.name.text + "` of a code"
      if let nearest = Name.nearest(purpose.name, to: purposes.names) {
        message += "; did you mean `" + nearest.text + "`?"
      }
      throw InputError(.undeclared, message)
    }
    guard purpose != taken else { return self }
    var situation = self
    situation.code = .unknown(id: code.id)
    if let account = code.account {
      // The unknown code has no account, but the account still exists and must be checked.
      situation.unnamedAccounts.append(account)
    }
    return situation
  }
}
