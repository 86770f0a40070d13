internal import LinkPolicy

/// A simplifier of an answer's writes, which drops writes that change nothing in a cell and gives the other writes
/// their simplest form.
///
/// The simplifier tracks the account's known properties from write to write, as `ChangePlan` tracks the account itself.
/// An unknown property can have any value. The simplifier drops writes without effect:
///
/// - `set-email` of the asserted address has no effect if the attempt asserts no address, or if the account already has
///   the address. An account that a search finds by an address has this address.
/// - `set-email` that only fills a missing address has no effect if the attempt asserts no address, or if the account
///   has an address.
/// - `set-email` that only sets the verified flag has no effect if the account has no address, or if the flag already
///   has the value. A new address begins as unverified.
/// - `set-email` that removes the address has no effect if the account has no address.
/// - `set-state` has no effect if the account already has the state.
/// - `put-code` for the account's address has no effect if the account has no address. `put-code` for the asserted
///   address has no effect if the attempt asserts no address.
/// - `set-profile` of blank values or of a new account has no effect if no provider of the attempt's kind supplies a
///   name or photo.
/// - `remove-method` of passwords or e-mail links has no effect if the fact `methods` counts these kinds and has the
///   value `none`. The simplifier keeps the write if an earlier write created the account or added a method.
/// - `remove-method` and `supersede-method` of other subjects have no effect if the account lists no other subject. If
///   the attempt's own subject may be superseded, an effect that replaces other subjects still lists this subject
///   again.
/// - `put-method` of a new password has no effect if an earlier write created the account with this password.
/// - `put-method` of the attempt's password has no effect if an earlier write set this password for an account without
///   a password. The simplifier keeps the write unless the account's address is the asserted address and only one
///   provider has passwords.
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
  /// Whether the account is new, so that it has no profile or method to keep or clear.
  private var isBlank = false
  private var hasProfile = false
  /// Whether an earlier write created the account with the attempt's password.
  private var hasMadePassword = false
  /// Whether the new password is the attempt's own method, stored exactly as `link` would store it.
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

  /// Whether the attempt's method may be a superseded method of the account.
  ///
  /// A write that replaces other subjects lists a superseded method again. A write that only stores a superseded method
  /// leaves the method unlisted.
  private var canBeSuperseded: Bool {
    guard cell.declared.supersedes, !isBlank, !cell.isHeldByAddress,
      cell.sameProvider != .sameSubject
    else { return false }
    return switch cell.credential {
    case .own, .known: true
    case .new, .broken: false
    }
  }

  /// Returns the simplified write, or nil if the write changes nothing.
  ///
  /// The simplifier records the effect of the write for later writes.
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
    // If the attempt asserts no address, the new account has no address, for either value of `withAddress`.
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
  /// Returns false if no address is asserted or the account already has the asserted address.
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
      // An earlier write created the account with this password.
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

  /// Returns whether the recipient of the purpose's codes may have an address.
  private func isMailed(_ purpose: CodePurpose) -> Bool {
    switch cell.declared.recipient(of: purpose) {
    case .account: email != .none
    case .asserted: cell.address != .absent
    case nil: true
    }
  }
}
