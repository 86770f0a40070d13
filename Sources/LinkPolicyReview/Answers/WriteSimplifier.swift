internal import LinkPolicy

/// Leaves out of the writes of a list those that change nothing in a cell, and says the others in the plainest way.
///
/// What is known of the account is followed from write to write, as `ChangePlan` follows the account itself; what is not
/// known is taken for anything. Each rule is told in Docs/Mutation.md.
struct WriteSimplifier {
  /// What is known of the account's address.
  private enum Email {
    /// Nothing, not even whether there is an account.
    case unknown
    case none
    /// There is one, which may be the asserted one.
    case some
    /// There is one, and it is not the asserted one.
    case other
    case asserted
  }

  private let cell: EffectMeaning.Cell
  private var email: Email
  /// Whether the address is verified; nil where that is not known.
  private var isVerified: Bool?
  private var state: FactValue.AccountState?
  /// Whether the account is a new one, with nothing that could be kept or cleared.
  private var isBlank = false
  private var hasProfile = false
  /// Whether the account was made with the attempt's password.
  private var hasMadePassword = false
  /// Whether the password that was set is the attempt's own method, as it would be linked.
  private var isPasswordAttempts = false
  /// Whether something before may have added a method.
  private var hasAddedMethod = false

  /// Starts with what a cell says of the account.
  init(_ cell: EffectMeaning.Cell) {
    self.cell = cell
    state = cell.state
    isVerified =
      switch cell.account {
      case .none: nil
      case .noAddress, .unverified: false
      case .verified: true
      }
    switch cell.account {
    case .none: email = .unknown
    case .noAddress: email = .none
    case .unverified, .verified:
      switch cell.address {
      case .own: email = cell.declared.tellsOwnAddress ? .asserted : .some
      case .free:
        email = cell.declared.tellsFreeAddress && cell.tenant != .other ? .other : .some
      case .absent, .taken, .several: email = .some
      }
    }
  }

  private var hasOthers: Bool { cell.sameProvider == .otherSubject && !cell.isHeldByAddress }

  /// Whether the account may have the attempt's method as a superseded one, which is listed again in the place of others and
  /// stays as it is where it is only stored.
  private var canBeSuperseded: Bool {
    guard cell.declared.supersedes, !isBlank, !cell.isHeldByAddress,
      cell.sameProvider != .sameSubject
    else { return false }
    return switch cell.credential {
    case .own, .known: true
    case .new, .broken: false
    }
  }

  /// The write as it is left, nil where it changes nothing; what it does is known to those after it.
  mutating func simplified(_ template: WriteTemplate) -> WriteTemplate? {
    switch template {
    case .insertAccount(let withAddress): return inserted(withAddress)
    case .setEmail(let change): return changed(change).map { .setEmail($0) }
    case .setProfile(let blanksOnly): return filled(blanksOnly)
    case .setState(let new): return switched(to: new)
    case .putMethod(let source): return put(source)
    case .removeMethods(let removal): return removed(removal)
    case .supersedeOthers: return hasOthers ? template : nil
    case .putCode(let purpose): return isMailed(purpose) ? template : nil
    case .dropFactors, .openSession, .renewSession, .endSession, .endSessions, .cancelCodes,
      .setLabel, .tellOwner, .deleteAccount:
      return template
    }
  }

  private mutating func inserted(_ withAddress: Bool) -> WriteTemplate {
    let isAbsent = cell.address == .absent
    email = isAbsent || !withAddress ? .none : .asserted
    isVerified = false
    state = nil
    isBlank = true
    hasMadePassword = cell.kind == .password
    // Without an address there is none to leave out.
    return .insertAccount(withAddress: withAddress || isAbsent)
  }

  private mutating func changed(_ change: WriteTemplate.EmailChange) -> WriteTemplate.EmailChange? {
    switch change {
    case .verified:
      guard email != .none, isVerified != true else { return nil }
      isVerified = email == .unknown ? nil : true
      return change
    case .unverified:
      guard isVerified != false else { return nil }
      isVerified = false
      return change
    case .none:
      guard email != .none else { return nil }
      (email, isVerified) = (.none, false)
      return change
    case .asserted: return asserted() ? change : nil
    case .assertedWhereNone:
      switch email {
      case .unknown:
        isVerified = nil
        return cell.address == .absent ? nil : change
      case .none: return asserted() ? .asserted : nil
      case .some, .other, .asserted: return nil
      }
    }
  }

  /// Gives the account the asserted address; false where there is none, or it has it already.
  private mutating func asserted() -> Bool {
    guard cell.address != .absent else { return false }
    switch email {
    case .asserted: return false
    case .none, .other: (email, isVerified) = (.asserted, false)
    case .some:
      // Where it was the account's already, its flag stays.
      (email, isVerified) = (.asserted, isVerified == false ? false : nil)
    case .unknown: isVerified = nil
    }
    return true
  }

  private mutating func filled(_ blanksOnly: Bool) -> WriteTemplate? {
    // A new account has nothing yet that could be kept or cleared.
    let keeps = blanksOnly || (isBlank && !hasProfile)
    guard !keeps || cell.declared.bringsProfile(cell.kind) else { return nil }
    hasProfile = true
    return .setProfile(blanksOnly: keeps)
  }

  private mutating func switched(to new: Account.State) -> WriteTemplate? {
    let isSo =
      switch new {
      case .active: state == .active
      case .disabled: state == .disabled
      }
    state = nil
    return isSo ? nil : .setState(new)
  }

  private mutating func put(_ source: WriteTemplate.MethodSource) -> WriteTemplate? {
    hasAddedMethod = true
    switch source {
    case .attempts, .attemptsInPlaceOfOthers:
      guard !isPasswordAttempts else { return nil }
      let isInPlace = source == .attemptsInPlaceOfOthers && (hasOthers || canBeSuperseded)
      return .putMethod(isInPlace ? .attemptsInPlaceOfOthers : .attempts)
    case .password:
      // Where the method was just made.
      guard !hasMadePassword else { return nil }
      isPasswordAttempts =
        cell.kind == .password && cell.declared.hasOnePassword && email == .asserted
        && cell.sameProvider == .none && !isBlank
      return .putMethod(.password)
    }
  }

  private mutating func removed(_ removal: WriteTemplate.Removal) -> WriteTemplate? {
    switch removal {
    case .others: return hasOthers ? .removeMethods(removal) : nil
    case .heldElsewhere: return .removeMethods(removal)
    case .ofKinds(let kinds):
      let hasNone = cell.methods == .none && cell.declared.hasNone(of: kinds)
      guard !hasNone || isBlank || hasAddedMethod else { return nil }
    case .named, .unproven: break
    }
    hasMadePassword = false
    isPasswordAttempts = false
    return .removeMethods(removal)
  }

  /// Whether there is an address to mail a code to, as far as is known.
  private func isMailed(_ purpose: CodePurpose) -> Bool {
    switch cell.declared.recipient(of: purpose) {
    case .account: email != .none
    case .asserted: cell.address != .absent
    case nil: true
    }
  }
}
