package import LinkPolicy

/// What a list of effects comes to, as the writes they ask for: the same for every list that cannot
/// be told from it.
///
/// In a given cell some writes change nothing, some do the same as others, and some commute. Each
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
    for template in effects.flatMap({ $0.templates }) {
      for fact in Self.facts(of: template) where !facts.contains(fact) {
        facts.append(fact)
      }
    }
    return facts
  }

  /// The facts by whose values it goes what a write comes to, and whether to any.
  private static func facts(of template: WriteTemplate) -> [EngineFact] {
    switch template {
    case .insertAccount(let withAddress): withAddress ? [] : [.address]
    case .setEmail: [.account]
    case .setState: [.accountState]
    case .removeMethods(.others), .supersedeOthers: [.sameProvider]
    case .putMethod:
      // Which method is recorded, and with which address, decides what it can prove.
      recordsProof(template) ? [.kind, .address] : []
    case .deleteAccount, .setProfile, .setLabel, .removeMethods, .dropFactors, .openSession,
      .renewSession, .endSession, .endSessions, .putCode, .cancelCodes, .tellOwner:
      []
    }
  }

  /// The normal form of effects in a cell.
  package static func normal(_ effects: [Effect], in cell: Cell) -> [WriteTemplate] {
    ordered(simplified(effects.flatMap { $0.templates }, in: cell), in: cell)
  }

  /// Templates without those that change nothing, and with the plainest of those that do the same.
  private static func simplified(
    _ templates: [WriteTemplate], in cell: Cell
  ) -> [WriteTemplate] {
    var result: [WriteTemplate] = []
    // What the cell says of the account holds until something before has changed it.
    var account: FactValue.Account? = cell.account
    var state: FactValue.AccountState? = cell.state
    var isBlank = false
    var hasMadePassword = false
    var hasProfile = false
    let hasOthers = cell.sameProvider == .otherSubject && !cell.isHeldByAddress
    for template in templates {
      var kept: WriteTemplate? = template
      switch template {
      case .insertAccount(let withAddress):
        // Without an address there is none to leave out.
        kept = .insertAccount(withAddress: withAddress || cell.address == .absent)
        account = nil
        state = nil
        isBlank = true
        hasMadePassword = cell.kind == .password
      case .setProfile(let blanksOnly):
        // A new account has nothing yet that could be kept or cleared.
        kept = .setProfile(blanksOnly: blanksOnly || (isBlank && !hasProfile))
        hasProfile = true
      case .putMethod(.attemptsInPlaceOfOthers):
        kept = .putMethod(hasOthers ? .attemptsInPlaceOfOthers : .attempts)
      case .removeMethods(.others), .supersedeOthers:
        kept = hasOthers ? template : nil
      case .removeMethods(.named), .removeMethods(.unproven), .removeMethods(.ofKinds):
        hasMadePassword = false
      case .putMethod(.password):
        // Where the method was just made.
        kept = hasMadePassword ? nil : template
      case .setEmail(let change):
        if let change = simplified(change, in: account) {
          kept = .setEmail(change)
          account = nil
        } else {
          kept = nil
        }
      case .setState(let new):
        let isSo =
          switch new {
          case .active: state == .active
          case .disabled: state == .disabled
          }
        kept = isSo ? nil : template
        state = nil
      case .putMethod(.attempts), .removeMethods(.heldElsewhere), .dropFactors, .openSession,
        .renewSession, .endSession, .endSessions, .putCode, .cancelCodes, .setLabel, .tellOwner,
        .deleteAccount:
        break
      }
      if let kept {
        result.append(kept)
      }
    }
    return result
  }

  /// The plainest change of an address that comes to the same where that much is known of the
  /// account; nil where nothing changes.
  private static func simplified(
    _ change: WriteTemplate.EmailChange, in account: FactValue.Account?
  ) -> WriteTemplate.EmailChange? {
    switch (change, account) {
    case (.verified, .verified), (.unverified, .unverified), (.unverified, .noAddress),
      (.assertedWhereNone, .unverified), (.assertedWhereNone, .verified), (.none, .noAddress):
      nil
    case (.assertedWhereNone, .noAddress): .asserted
    case (.verified, _), (.unverified, _), (.asserted, _), (.assertedWhereNone, _), (.none, _):
      change
    }
  }

  /// The first, in the order of their texts, of the orders that come to the same.
  private static func ordered(_ templates: [WriteTemplate], in cell: Cell) -> [WriteTemplate] {
    struct Placed {
      var template: WriteTemplate
      var text: Name
      var footprint: WriteFootprint
    }
    var rest = templates.map {
      Placed(
        template: $0, text: Name($0.text),
        footprint: WriteFootprint(of: $0, isHeldByAddress: cell.isHeldByAddress))
    }
    var result: [WriteTemplate] = []
    while !rest.isEmpty {
      var best = 0
      for index in rest.indices where rest[index].text < rest[best].text {
        if rest[..<index].allSatisfy({ rest[index].footprint.commutes(with: $0.footprint) }) {
          best = index
        }
      }
      result.append(rest.remove(at: best).template)
    }
    return result
  }

  /// Whether a list adds or refreshes a method in a cell, and with it an address that it proved; a
  /// password proves none.
  static func recordsProof(_ effects: [Effect], in cell: Cell) -> Bool {
    guard let kind = cell.kind, kind != .password, cell.address != .absent else { return false }
    return recordsProof(effects)
  }

  /// Whether a list can add or refresh a method at all.
  package static func recordsProof(_ effects: [Effect]) -> Bool {
    effects.contains { $0.templates.contains { recordsProof($0) } }
  }

  /// Whether a write stores the attempt's method, with what the attempt proved.
  private static func recordsProof(_ template: WriteTemplate) -> Bool {
    guard case .putMethod(let source) = template else { return false }
    return switch source {
    case .attempts, .attemptsInPlaceOfOthers: true
    case .password: false
    }
  }
}
