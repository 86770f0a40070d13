internal import LinkPolicy

/// A simplifier of the writes of an answer: it drops writes that change nothing in a cell, and
/// replaces the others by their simplest form.
///
/// It tracks the account from write to write, as `ChangePlan` tracks the account itself; unknown
/// properties can have any value. These writes have no effect:
///
/// - `set-email` of the asserted address: if no address is asserted, or it is the account's own (an
///   account holds the address under which it is found)
/// - `set-email` where there is none: if as above, or the account has an address
/// - the flag of an address: if the flag has this value in the cell, or after a new address
///   replaced a different one or none; or there is no address
/// - `set-state`: if the account has this state
/// - `put-code`: if the code goes to the account's address and it has none, or to the asserted
///   address and none is asserted
/// - `set-profile` for blanks, or of an account just made: if no provider of the attempt's kind
///   gives a name or photo
/// - `remove-method` of kinds: if the account has none of them: passwords and e-mail links, if
///   `methods` counts them and is `none`
/// - `remove-method`, `supersede-method` of other subjects: if no other subject is listed. If the
///   attempt's own subject may be superseded, the effect still lists it again
/// - `put-method` of a new password: if the account was just created with it
/// - `put-method` of the attempt's password: if it was just set, the account had none, its address
///   is the asserted one, and one provider has passwords
struct WriteSimplifier {
  /// The knowledge about the account's address.
  private enum Email {
    /// Nothing is known, not even whether there is an account.
    case unknown
    case none
    /// The account has an address, which may equal the asserted address.
    case some
    /// The account has an address that differs from the asserted address.
    case other
    case asserted
  }

  private let cell: EffectMeaning.EffectCell
  private var email: Email
  /// Whether the address is verified; nil if unknown.
  private var isVerified: Bool?
  private var state: FactValue.AccountState?
  /// Whether the account is new and has no profile or method to keep or clear.
  private var isBlank = false
  private var hasProfile = false
  /// Whether the account was made with the attempt's password.
  private var hasMadePassword = false
  /// Whether the new password is the attempt's own method, stored exactly as a link would store it.
  private var isPasswordAttempts = false
  /// Whether an earlier write may have added a method.
  private var hasAddedMethod = false

  /// Creates a simplifier with the knowledge about the account in a cell.
  init(_ cell: EffectMeaning.EffectCell) {
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

  /// Whether the account may have another listed subject of the attempt's provider.
  private var hasOthers: Bool {
    guard !cell.isHeldByAddress else { return false }
    return switch cell.sameProvider {
    case .none: false
    case .sameSubject: cell.declared.addsSubjects
    case .otherSubject: true
    }
  }

  /// Whether the account may have the attempt's method as a superseded one.
  ///
  /// A write that replaces other subjects lists the method again. A write that only stores the
  /// method leaves it unlisted.
  private var canBeSuperseded: Bool {
    guard cell.declared.supersedes, !isBlank, !cell.isHeldByAddress,
      cell.sameProvider != .sameSubject
    else { return false }
    return switch cell.credential {
    case .own, .known: true
    case .new, .broken: false
    }
  }

  /// Returns the simplified write, or nil if it changes nothing.
  ///
  /// Records its effect for later writes.
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
    case .dropFactors, .setFactors, .openSession, .renewSession, .endSession, .endSessions,
      .cancelCodes,
      .setLabel, .setIdentifier, .clearIdentifier, .tellOwner, .deleteAccount:
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
    // Without an asserted address, the new account has no address in either case.
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

  /// Gives the account the asserted address.
  ///
  /// Returns false if none is asserted or the account already has it.
  private mutating func asserted() -> Bool {
    guard cell.address != .absent else { return false }
    switch email {
    case .asserted: return false
    case .none, .other: (email, isVerified) = (.asserted, false)
    case .some:
      // If the account already had this address, the address keeps its verified flag.
      (email, isVerified) = (.asserted, isVerified == false ? false : nil)
    case .unknown: isVerified = nil
    }
    return true
  }

  private mutating func filled(_ blanksOnly: Bool) -> WriteTemplate? {
    // A new account has no profile to keep or clear.
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
      // The account was just made with this method.
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

  /// Returns whether there may be an address to mail a code to.
  private func isMailed(_ purpose: CodePurpose) -> Bool {
    switch cell.declared.recipient(of: purpose) {
    case .account: email != .none
    case .asserted: cell.address != .absent
    case nil: true
    }
  }
}
