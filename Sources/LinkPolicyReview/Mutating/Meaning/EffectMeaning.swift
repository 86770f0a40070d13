package import LinkPolicy

/// What a list of effects comes to: the same for every list that cannot be told from it.
///
/// In a given cell some effects change nothing, some do the same as others, and some commute. Each
/// rule is stated once, in Docs/Mutation.md and here, and tested by carrying lists out.
package struct EffectMeaning: Sendable {
  /// The values of facts in a cell that the rules look at.
  package struct Cell: Sendable {
    package var account: FactValue.Account
    package var state: FactValue.AccountState
    package var address: FactValue.Address
    package var sameProvider: FactValue.SameProvider
    /// The kind of sign-in that the attempt carries; nil for none.
    package var kind: MethodKind?

    /// Whether the attempt's method is held by the account's address: a password, an e-mail link.
    var isHeldByAddress: Bool { kind?.isSubjectTheAddress ?? false }

    package init(_ facts: FactVector) {
      account = FactValue.Account(rawValue: facts[.account]) ?? .none
      state = FactValue.AccountState(rawValue: facts[.accountState]) ?? .none
      address = FactValue.Address(rawValue: facts[.address]) ?? .absent
      sameProvider = FactValue.SameProvider(rawValue: facts[.sameProvider]) ?? .none
      kind = MethodKind(rawValue: UInt8(truncatingIfNeeded: facts[.kind]))
    }
  }

  /// The facts that the meaning of some effects depends on.
  static func facts(of effects: [Effect]) -> [EngineFact] {
    var facts: [EngineFact] = []
    func add(_ fact: EngineFact) {
      if !facts.contains(fact) {
        facts.append(fact)
      }
    }
    for effect in effects {
      switch effect {
      case .replaceSubject, .supersedeSubject: add(.sameProvider)
      case .createWithoutAddress: add(.address)
      case .verifyEmail, .unverifyEmail, .setEmail, .adoptEmail, .clearEmail: add(.account)
      case .enable, .disable: add(.accountState)
      case .create, .signIn, .link, .seizeCredential, .refreshMethod, .unlink, .dropUnproven,
        .drop, .dropFactors, .setPassword, .fillProfile, .overwriteProfile, .revokeSessions,
        .cancelPending, .rememberUndo, .sendCode, .issueToken, .endSession, .setLabel,
        .notifyOwner, .delete:
        break
      }
    }
    if effects.contains(where: { recordsProof($0) }) {
      // Which method is recorded, and with which address, decides what it can prove.
      add(.kind)
      add(.address)
    }
    return facts
  }

  /// The normal form of effects in a cell.
  package static func normal(_ effects: [Effect], in cell: Cell) -> [Effect] {
    ordered(simplified(effects, in: cell), in: cell)
  }

  /// Effects without those that change nothing, and with the plainest of those that do the same.
  private static func simplified(_ effects: [Effect], in cell: Cell) -> [Effect] {
    var result: [Effect] = []
    // What the cell says of the account holds until an effect before has changed it.
    var account: FactValue.Account? = cell.account
    var state: FactValue.AccountState? = cell.state
    var isBlank = false
    var hasMadePassword = false
    var hasProfile = false
    for effect in effects {
      var kept: Effect? = effect
      switch effect {
      case .create, .createWithoutAddress:
        // Without an address there is none to leave out.
        kept = cell.address == .absent ? .create : effect
        account = nil
        state = nil
        isBlank = true
        hasMadePassword = cell.kind == .password
      case .fillProfile, .overwriteProfile:
        // A new account has nothing yet that could be kept or cleared.
        kept = isBlank && !hasProfile ? .fillProfile : effect
        hasProfile = true
      case .refreshMethod:
        // Both store the attempt's method and touch no other.
        kept = .link
      case .replaceSubject where cell.sameProvider != .otherSubject || cell.isHeldByAddress,
        .supersedeSubject where cell.sameProvider != .otherSubject || cell.isHeldByAddress:
        // There is no other subject that could be replaced or superseded.
        kept = .link
      case .unlink, .drop, .dropUnproven:
        hasMadePassword = false
      case .setPassword where hasMadePassword:
        // The method was just made; that it now proves nothing `recordsProof` says.
        kept = nil
      case .verifyEmail:
        kept = account == .verified ? nil : effect
        account = nil
      case .unverifyEmail:
        kept = account == .unverified || account == .noAddress ? nil : effect
        account = nil
      case .adoptEmail where account == .unverified || account == .verified:
        kept = nil
      case .adoptEmail, .setEmail:
        kept = account == .noAddress ? .setEmail : effect
        account = nil
      case .clearEmail:
        kept = account == .noAddress ? nil : effect
        account = nil
      case .enable:
        kept = state == .active ? nil : effect
        state = nil
      case .disable:
        kept = state == .disabled ? nil : effect
        state = nil
      case .signIn, .link, .replaceSubject, .supersedeSubject, .seizeCredential, .dropFactors,
        .setPassword, .revokeSessions, .cancelPending, .rememberUndo, .sendCode, .issueToken,
        .endSession, .setLabel, .notifyOwner, .delete:
        break
      }
      if let kept {
        result.append(kept)
      }
    }
    return result
  }

  /// The first, in the order of words, of the orders that come to the same.
  private static func ordered(_ effects: [Effect], in cell: Cell) -> [Effect] {
    var rest = effects
    var result: [Effect] = []
    while !rest.isEmpty {
      var best = 0
      for index in rest.indices where precedes(rest[index], rest[best]) {
        let footprint = EffectFootprint(of: rest[index], isHeldByAddress: cell.isHeldByAddress)
        let isFree = rest[..<index].allSatisfy {
          footprint.commutes(
            with: EffectFootprint(of: $0, isHeldByAddress: cell.isHeldByAddress))
        }
        if isFree {
          best = index
        }
      }
      result.append(rest.remove(at: best))
    }
    return result
  }

  private static func precedes(_ a: Effect, _ b: Effect) -> Bool {
    Name(a.text) < Name(b.text)
  }

  /// Whether a list adds or refreshes a method in a cell, and with it an address that it proved.
  static func recordsProof(_ effects: [Effect], in cell: Cell) -> Bool {
    guard cell.kind != nil, cell.address != .absent,
      let place = effects.lastIndex(where: { recordsProof($0) })
    else { return false }
    // A new password says anew what it proves.
    return cell.kind != .password || !effects[place...].contains(.setPassword)
  }

  /// Whether a list can add or refresh a method at all.
  static func recordsProof(_ effects: [Effect]) -> Bool {
    effects.contains { recordsProof($0) }
  }

  private static func recordsProof(_ effect: Effect) -> Bool {
    switch effect {
    case .create, .createWithoutAddress, .link, .replaceSubject, .supersedeSubject,
      .seizeCredential, .refreshMethod:
      true
    case .signIn, .unlink, .dropUnproven, .drop, .dropFactors, .setPassword, .verifyEmail,
      .unverifyEmail, .setEmail, .adoptEmail, .clearEmail, .fillProfile, .overwriteProfile,
      .revokeSessions, .cancelPending, .rememberUndo, .sendCode, .issueToken, .endSession,
      .disable, .enable, .setLabel, .notifyOwner, .delete:
      false
    }
  }
}
