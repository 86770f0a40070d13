package import LinkPolicy
internal import LinkPolicyExploration
internal import LinkPolicyReview

/// A class of outcomes of attempts, such as "signs in".
///
/// Each class has a color and a sign in the matrix.
package enum MatrixOutcome: Int, Sendable, CaseIterable {
  /// A new account whose address, if any, no other account holds.
  case creates
  /// A new account, although an existing account has the address.
  case createsSecond
  /// A session in the existing account, whose methods stay unchanged.
  case signsIn
  /// An allowed attempt that adds the sign-in's method to the existing account.
  case links
  /// An allowed attempt that removes methods or second factors of the existing account.
  case drops
  /// Any other allowed attempt, which opens no session but may change something.
  case allows
  /// A refusal that asks for a remedy, such as `reauthentication`.
  case asks
  /// A refusal with effects, such as a notice to the owner.
  case refusesAfterChange
  /// A refusal that changes nothing and asks for no remedy.
  case refuses

  /// Classifies an answer, depending on whether an account holds the credential and whether another account holds the
  /// address.
  package init(
    _ effects: [Effect], isAllowed: Bool, asks: Bool, isCredentialHeld: Bool, isAddressHeld: Bool
  ) {
    guard isAllowed else {
      self = !effects.isEmpty ? .refusesAfterChange : asks ? .asks : .refuses
      return
    }
    let templates = effects.flatMap { $0.templates }
    if templates.makeAccount {
      self = isAddressHeld ? .createsSecond : .creates
    } else if templates.contains(where: { $0.takesMethods }) {
      self = .drops
    } else if !isCredentialHeld, templates.contains(where: { $0.kind == .putMethod }) {
      self = .links
    } else {
      self = templates.contains(.openSession) ? .signsIn : .allows
    }
  }

  /// The word in a cell, such as "signs in".
  package var word: String {
    switch self {
    case .creates: "new account"
    case .createsSecond: "second account"
    case .signsIn: "signs in"
    case .links: "links"
    case .drops: "drops, enters"
    case .allows: "allowed"
    case .asks: "refused, asks"
    case .refusesAfterChange: "changes, refused"
    case .refuses: "refused"
    }
  }

  /// The sign next to the word, such as `+`.
  package var sign: String {
    switch self {
    case .creates: "+"
    case .createsSecond: "++"
    case .signsIn: "="
    case .links: "&"
    case .drops: "−"
    case .allows: "~"
    case .asks: "?"
    case .refusesAfterChange: "!×"
    case .refuses: "×"
    }
  }

  /// The meaning of the word, for the legend of the matrix.
  package var meaning: String {
    switch self {
    case .creates: "a new account is made"
    case .createsSecond: "a new account is made although an existing one holds the address"
    case .signsIn: "the existing account is entered, its methods stay as they are"
    case .links: "the sign-in is added to the existing account, which is entered"
    case .drops: "methods of the existing account are removed, then it is entered"
    case .allows: "allowed, without a session"
    case .asks: "refused, and the answer says what would help"
    case .refusesAfterChange: "something changes, and the attempt is refused all the same"
    case .refuses: "refused, nothing changes"
    }
  }

  /// The CSS class of the outcome, by which the style sheet colors a cell.
  var style: String {
    switch self {
    case .creates: "creates"
    case .createsSecond: "second"
    case .signsIn: "enters"
    case .links: "links"
    case .drops: "drops"
    case .allows: "allows"
    case .asks: "asks"
    case .refusesAfterChange: "mixed"
    case .refuses: "refuses"
    }
  }
}

extension WriteTemplate {
  /// Whether the write removes methods or factors from the account that the attempt enters.
  ///
  /// The removal of a replaced subject does not count, nor does a loss of another account.
  fileprivate var takesMethods: Bool {
    switch self {
    case .removeMethods(let removal):
      switch removal {
      case .named, .unproven, .ofKinds: true
      case .others, .heldElsewhere: false
      }
    case .dropFactors: true
    case .setFactors(let change):
      switch change {
      case .more: false
      case .fewer: true
      }
    case .insertAccount, .deleteAccount, .setEmail, .setProfile, .setState, .setLabel,
      .setIdentifier, .clearIdentifier, .putMethod,
      .supersedeOthers, .openSession, .renewSession, .endSession, .endSessions, .putCode,
      .cancelCodes, .tellOwner:
      false
    }
  }
}
