/// A condition that must still hold when a store commits a change set, such as that an account still has the version
/// that the lookup read.
///
/// If a requirement no longer holds, look up and decide the attempt again.
///
/// Most requirements repeat an answer to the lookup; the others keep a new key or address unique. A decision depends
/// only on the attempt, the settings and the answers, so the decision stays correct while all requirements hold.
public enum Requirement: Sendable {
  /// The account with this id exists and has this version.
  case account(id: String, version: LongInteger)
  /// The credential still has this holder in the tenant.
  case credential(MethodKey, tenant: String?, holder: Holder)
  /// Within the tenant and the pool of the question, exactly the accounts with these ids hold the address.
  case address(AddressQuestion, holders: [String])
  /// The account with the id `holder` holds the identifier in a tenant; if `holder` is nil, nobody holds the
  /// identifier.
  case identifier(AccountIdentifier, tenant: String?, holder: String?)
  /// The caller's session has not ended since the lookup, for example by a sign-out.
  case session(id: String)
  /// The code exists and has not been used, so that each code works only once.
  case code(id: String)

  /// The holder of a credential when the lookup was answered.
  public enum Holder: Sendable {
    /// No account holds the credential, and no deleted account left the credential's key in the store.
    case nobody
    /// A deleted account held the credential, and the store kept the credential's key.
    case gone
    /// The existing account with this id holds the credential.
    case account(id: String)
  }

  /// A question of who holds an address, with the tenant and the providers to search.
  public struct AddressQuestion: Sendable {
    /// The address in canonical form.
    public var address: String
    /// The tenant to search; nil for accounts without a tenant.
    public var tenant: String?
    /// Whether to search the accounts' own addresses, or the addresses of the accounts' methods.
    public var heldBy: AddressRules.AddressHolder
    /// The providers whose accounts are searched, as in ``Lookup/pool``.
    public var pool: [String]
    /// The index of the searched pool in the policy.
    package var poolIndex: Int
  }

  /// The requirement as text for messages, in lower case, with ids and addresses in backticks.
  public var description: String {
    switch self {
    case .account(let id, let version):
      "account `" + id + "` has version " + String(version)
    case .credential(let key, _, let holder):
      "the credential " + key.description + " is held by " + holder.description
    case .address(let question, let holders):
      "the address `" + question.address + "` is held by "
        + (holders.isEmpty ? "nobody" : Self.list(holders))
    case .identifier(let identifier, _, let holder):
      "the identifier `" + identifier.name + "` with the value `" + identifier.value
        + "` is held by " + (holder.map { "account `" + $0 + "`" } ?? "nobody")
    case .session(let id): "session `" + id + "` has not ended"
    case .code(let id): "code `" + id + "` exists and is unused"
    }
  }

  private static func list(_ ids: [String]) -> String {
    var text = ""
    for (index, id) in ids.enumerated() {
      text += (index == 0 ? "`" : ", `") + id + "`"
    }
    return text
  }
}

extension Requirement {
  /// Returns whether the requirement states the version of the given account.
  fileprivate func isVersion(of account: Account) -> Bool {
    switch self {
    case .account(let id, version: _): id.hasSameBytes(as: account.id)
    case .credential, .address, .identifier, .session, .code: false
    }
  }
}

extension Requirement.Holder {
  /// Returns whether two holders are the same, with account ids compared byte by byte.
  package func isSame(as other: Requirement.Holder) -> Bool {
    switch (self, other) {
    case (.nobody, .nobody), (.gone, .gone): true
    case (.account(let id), .account(let otherID)): id.hasSameBytes(as: otherID)
    case (.nobody, _), (.gone, _), (.account, _): false
    }
  }

  /// The holder as text for messages, with ids in backticks.
  package var description: String {
    switch self {
    case .nobody: "nobody"
    case .gone: "a deleted account"
    case .account(let id): "account `" + id + "`"
    }
  }
}

extension Decision {
  /// The answers to the lookup, each as a requirement that the answer is still true.
  var requirements: [Requirement] {
    var required: [Requirement] = []
    // Most decisions have at most four requirements.
    required.reserveCapacity(4)
    for place in situation.places.lowerBound..<situation.lookedUpPlaceCount {
      guard let account = situation.account(at: place),
        !required.contains(where: { $0.isVersion(of: account) })
      else { continue }
      required.append(.account(id: account.id, version: account.version))
    }
    if let credential = askedCredential {
      required.append(
        .credential(credential, tenant: attempt.tenant, holder: situation.holder))
    }
    if asked.others.isEmpty {
      if let address = asked.canonical {
        required.append(addressRequirement(address))
      }
    } else {
      for address in asked.list {
        required.append(addressRequirement(address))
      }
    }
    for (place, identifier) in identifiers.enumerated() {
      required.append(
        .identifier(
          identifier, tenant: attempt.tenant, holder: situation.identifierHolder(place)?.id))
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
    var holders: [String] = []
    for index in situation.addressHolders.indices
    where situation.addressHolders[index].holds(address, by: heldBy) {
      holders.append(situation.addressHolders[index].id)
    }
    return .address(
      Requirement.AddressQuestion(
        address: address, tenant: attempt.tenant, heldBy: heldBy,
        pool: vocabulary.names(ofPool: pool), poolIndex: pool),
      holders: holders)
  }

  /// The key of the credential that was looked up; nil if no credential was looked up.
  ///
  /// The subject of a password or e-mail link is the address.
  var askedCredential: MethodKey? {
    guard let asserted = attempt.asserted,
      let kind = MethodKind(rawValue: UInt8(truncatingIfNeeded: facts[.kind])),
      kind != .anonymous, !image.vocabulary.actions[facts[.action]].namesMethod
    else { return nil }
    let subject = kind.isSubjectTheAddress ? asked.canonical : asserted.subject
    return subject.map {
      MethodKey(
        issuer: image.vocabulary.providers.issuer(of: asserted.provider), kind: kind,
        subject: $0)
    }
  }
}

extension Situation {
  /// The holder of the credential, identified by the account's id.
  fileprivate var holder: Requirement.Holder {
    switch credentialHolder {
    case .nobody: .nobody
    case .gone: .gone
    case .account(let account): .account(id: account.id)
    }
  }
}
