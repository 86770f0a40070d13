extension FactReader {
  /// Refuses a code that the attempt does not bring or that cannot be what the service says.
  func checkCode(_ given: Code?) throws(InputError) {
    guard let given else { return }
    try require(action.carriesCode(kind), .unexpected, "the attempt brings no code")
    try check(given)
  }

  /// Refuses a session that is of nobody, or gone and of somebody.
  func checkSession() throws(InputError) {
    guard let session = situation.session else { return }
    try require(
      (session.state == .gone) == (session.account == nil), .contradiction,
      "a session has an account exactly unless it is gone")
  }

  /// Checks that a code can be what the service says, also one that was mailed for something else.
  private func check(_ code: Code) throws(InputError) {
    guard code.state != .unknown else {
      return try require(
        code.account == nil && code.address == nil && code.requester == .absent,
        .contradiction, "an unknown code has no account, address or requester")
    }
    guard let address = code.address else {
      throw InputError(.missing, "a known code needs the address it is about")
    }
    _ = try vocabulary.canonical(address)
    if code.requester == .thisSession {
      let isOpen = situation.session.map { $0.state != .gone } ?? false
      try require(isOpen, .contradiction, "a code asked for by this session needs that session")
    }
    guard let treatment = code.purpose.flatMap({ vocabulary.purposes[$0] })?.treatment else {
      return
    }
    try require(
      treatment.owner == .account || code.account == nil, .contradiction,
      "a code of this purpose is nobody's, but an account is given with it")
    try require(
      code.state != .stale || (treatment.owner == .account && treatment.staleness == .withAddress),
      .contradiction, "a code of this purpose does not go stale when an address changes")
  }
}
