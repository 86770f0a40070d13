extension FactReader {
  /// Reads what the attempt itself carries, refusing what its kind cannot carry.
  mutating func readAssertion() throws(InputError) {
    let isFederated = kind == .federated
    let isFresh = attempt.assertion?.origin ?? .fresh == .fresh
    let nonce = attempt.assertion?.nonce ?? .absent
    let connection = attempt.assertion?.connection ?? .none
    try require(
      isFederated || nonce == .absent, .unexpected, "only a federated assertion has a nonce")
    try require(
      isFederated || connection == .none, .unexpected,
      "only a federated assertion comes by a connection")
    try require(
      isFederated || kind == .phone || isFresh, .unexpected,
      "only a federated or phone credential can be returned by a refusal")
    reading.facts[.nonce] = Int(nonce.rawValue)
    reading.facts[.connection] = Int(connection.rawValue)
    reading.facts[.origin] = isFresh ? 0 : 1
    try require(
      kind != nil || !attempt.hasConsent, .unexpected, "only linking and signing in ask consent")
    reading.facts[.consent] = attempt.hasConsent ? 0 : 1
    try require(
      kind != nil || situation.isMethodEnabled || action.requestsLink, .unexpected,
      "`" + attempt.action.name + "` carries no method that could be switched off")
    reading.facts[.method] = situation.isMethodEnabled ? 0 : 1
    try readSubject()
    try readLink()
  }

  private func readSubject() throws(InputError) {
    guard let kind, let asserted else { return }
    switch kind {
    case .federated, .phone, .custom:
      let isGiven = asserted.subject.map { !$0.utf8.isEmpty } ?? false
      try require(
        isGiven || (action.namesMethod && asserted.subject == nil), .missing,
        "a `" + kind.name.text + "` assertion needs a subject")
    case .password, .emailLink, .anonymous:
      try require(
        asserted.subject == nil, .unexpected,
        "a `" + kind.name.text + "` method has no subject of its own")
    }
  }

  private mutating func readLink() throws(InputError) {
    try require(
      action.requestsLink || attempt.link == nil, .unexpected,
      "`" + attempt.action.name + "` requests no e-mail link")
    guard let link = attempt.link else {
      reading.facts[.linkDomain] = FactValue.LinkDomain.absent.rawValue
      reading.facts[.linkInApp] = FactValue.LinkInApp.absent.rawValue
      return
    }
    reading.facts[.linkDomain] = link.isDomainAllowed ? 0 : 1
    reading.facts[.linkInApp] = link.isHandledInApp ? 0 : 1
  }

  /// Reads the settings; a setting the situation does not give has its first value.
  mutating func readSettings() throws(InputError) {
    let first = vocabulary.schema.settings.lowerBound
    for (name, value) in situation.settings.values {
      guard let index = vocabulary.settingTable.number(of: name) else {
        let names = vocabulary.schema.facts[vocabulary.schema.settings].map { $0.name }
        throw InputError(
          .undeclared,
          "the policy declares no setting `" + name + "`"
            + Name.suggestion(
              for: name,
              among: names.map { Name(bytes: Array($0.bytes.dropFirst("setting.".utf8.count))) }))
      }
      let values = vocabulary.schema.facts[first + index].values
      guard let number = values.firstIndex(where: { value.hasSameBytes(as: $0) }) else {
        throw InputError(
          .undeclared,
          "setting `" + name + "` has no value `" + value + "`"
            + Name.suggestion(for: value, among: values))
      }
      reading.facts[first + index] = number
    }
  }

  /// Reads the code and what it says about the address, and the session that asked for it.
  mutating func readCode(_ address: String?) throws(InputError) {
    guard action.carriesCode(kind) else {
      try require(situation.code == nil, .unexpected, "the attempt brings no code")
      reading.facts[.code] = FactValue.Code.absent.rawValue
      reading.facts[.linkAddress] = FactValue.LinkAddress.absent.rawValue
      reading.facts[.requestedBy] = FactValue.RequestedBy.absent.rawValue
      return
    }
    guard let code = situation.code else {
      reading.facts[.code] = FactValue.Code.absent.rawValue
      reading.facts[.linkAddress] = FactValue.LinkAddress.absent.rawValue
      reading.facts[.requestedBy] = FactValue.RequestedBy.absent.rawValue
      return
    }
    reading.facts[.code] = Int(code.state.rawValue)
    reading.facts[.requestedBy] = Int(code.requester.rawValue)
    if let givenCode {
      try check(givenCode)
    }
    guard kind == .emailLink, let sentTo = code.address, let address else {
      reading.facts[.linkAddress] = FactValue.LinkAddress.absent.rawValue
      return
    }
    let isSame = try vocabulary.isSameAddress(sentTo, address)
    reading.facts[.linkAddress] = isSame ? 0 : 1
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

  /// Reads the state of the caller's session.
  mutating func readSession() throws(InputError) {
    guard let session = situation.session else {
      reading.facts[.session] = FactValue.Session.none.rawValue
      return
    }
    try require(
      (session.state == .gone) == (session.account == nil), .contradiction,
      "a session has an account exactly unless it is gone")
    reading.facts[.session] = 1 + Int(session.state.rawValue)
  }
}
