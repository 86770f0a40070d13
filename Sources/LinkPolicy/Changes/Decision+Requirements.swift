extension Decision {
  /// Each answer of the look-up, as something that must be so still.
  var requirements: [Requirement] {
    var required: [Requirement] = []
    var ids: [String] = []
    for place in 0..<situation.lookedUpPlaceCount {
      guard let account = situation.account(at: place),
        !ids.contains(where: { $0.hasSameBytes(as: account.id) })
      else { continue }
      ids.append(account.id)
      required.append(.account(id: account.id, version: account.version))
    }
    if let credential = askedCredential {
      required.append(
        .credential(credential, tenant: attempt.tenant, holder: situation.holder))
    }
    for address in asked.list {
      required.append(addressRequirement(address))
    }
    if hasLiveSession, let session {
      required.append(.session(id: session))
    }
    if case .valid = situation.code?.state, let code {
      required.append(.code(id: code))
    }
    return required
  }

  private func addressRequirement(_ address: String) -> Requirement {
    let vocabulary = image.vocabulary
    let pool = vocabulary.pools.index(ofProvider: facts[.provider])
    let heldBy = vocabulary.addresses.heldBy
    let holders = situation.addressHolders.filter { $0.holds(address, by: heldBy) }
    return .address(
      Requirement.AddressQuestion(
        address: address, tenant: attempt.tenant, heldBy: heldBy,
        pool: vocabulary.names(ofPool: pool), poolIndex: pool),
      holders: holders.map { $0.id })
  }

  /// The key of the credential that was looked up; a password's or e-mail link's subject there is
  /// the address.
  var askedCredential: MethodKey? {
    guard let assertion = attempt.assertion,
      let kind = MethodKind(rawValue: UInt8(truncatingIfNeeded: facts[.kind])),
      kind != .anonymous, !image.vocabulary.actions[facts[.action]].namesMethod
    else { return nil }
    let subject = kind.isSubjectTheAddress ? asked.canonical : assertion.subject
    return subject.map {
      MethodKey(
        issuer: image.vocabulary.providers.issuer(of: assertion.provider), kind: kind,
        subject: $0)
    }
  }
}

extension Situation {
  /// Who holds the credential, by id.
  fileprivate var holder: Requirement.Holder {
    switch credentialHolder {
    case .nobody: .nobody
    case .gone: .gone
    case .account(let account): .account(id: account.id)
    }
  }
}
