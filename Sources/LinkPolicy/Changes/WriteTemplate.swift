/// A write as an effect asks for it, before anything is known of the attempt and the accounts.
///
/// An effect is a list of these. ``ChangePlan`` makes the writes of a decision from them, and
/// whatever else asks what an effect does reads them: there is no second telling.
package enum WriteTemplate: Sendable, Hashable {
  /// Makes an account, with the asserted address, unverified, or without any.
  case insertAccount(withAddress: Bool)
  case deleteAccount
  /// Changes address and flag; those of one set come to one write.
  case setEmail(EmailChange)
  case setProfile(blanksOnly: Bool)
  case setState(Account.State)
  case setLabel(name: Name, value: Name)
  case putMethod(MethodSource)
  case removeMethods(Removal)
  /// Supersedes the listed methods of the attempt's issuer and kind that have another subject.
  case supersedeOthers
  case dropFactors
  case openSession
  case renewSession
  case endSession
  /// Ends every session of the account that was opened before.
  case endSessions
  case putCode(CodePurpose)
  case cancelCodes
  /// Tells the owner: a notice, and no write.
  case tellOwner

  /// What becomes of an address and its flag.
  package enum EmailChange: Sendable, Hashable, CaseIterable {
    /// The flag is set, where there is an address.
    case verified
    /// The flag is taken away.
    case unverified
    /// The asserted address takes the place of the old one, unverified where it differs.
    case asserted
    /// The same, where there is no address yet.
    case assertedWhereNone
    /// The address is taken away.
    case none
  }

  /// Which method is stored.
  package enum MethodSource: Sendable, Hashable, CaseIterable {
    /// The attempt's own, and no other is touched.
    case attempts
    /// The attempt's own, in the place of those of its issuer and kind that have another subject.
    case attemptsInPlaceOfOthers
    /// The account's password, with a new secret.
    case password
  }

  /// Which methods are removed.
  package enum Removal: Sendable, Hashable {
    /// Those that the attempt names.
    case named
    /// Those that did not prove the account's address.
    case unproven
    /// Those of some kinds.
    case ofKinds([MethodKind])
    /// The listed ones of the attempt's issuer and kind that have another subject.
    case others
    /// The one with the attempt's credential, of another account that holds it.
    case heldElsewhere

    /// Why they go, as the write says it.
    package var reason: Write.RemovedMethod.Reason {
      switch self {
      case .named: .unlinked
      case .unproven, .ofKinds: .dropped
      case .others: .replaced
      case .heldElsewhere: .seized
      }
    }
  }

  /// Which write it comes to, where it comes to one; nil for a notice alone.
  package var kind: WriteKind? {
    switch self {
    case .insertAccount: .insertAccount
    case .deleteAccount: .deleteAccount
    case .setEmail: .setEmail
    case .setProfile: .setProfile
    case .setState: .setState
    case .setLabel: .setLabel
    case .putMethod: .putMethod
    case .removeMethods: .removeMethod
    case .supersedeOthers: .supersedeMethod
    case .dropFactors: .dropFactors
    case .openSession: .openSession
    case .renewSession: .renewSession
    case .endSession: .endSession
    case .endSessions: .endSessions
    case .putCode: .putCode
    case .cancelCodes: .cancelCodes
    case .tellOwner: nil
    }
  }
}

extension WriteTemplate {
  /// The template in words, such as `put-method attempts`: different for different ones.
  package var text: String {
    let word = kind?.name.text ?? "owner"
    return switch self {
    case .insertAccount(let withAddress): word + (withAddress ? " with-address" : "")
    case .setEmail(let change):
      switch change {
      case .verified: word + " verified"
      case .unverified: word + " unverified"
      case .asserted: word + " asserted"
      case .assertedWhereNone: word + " asserted-where-none"
      case .none: word + " none"
      }
    case .setProfile(let blanksOnly): word + (blanksOnly ? " blanks" : "")
    case .setState(let state): word + (state == .active ? " active" : " disabled")
    case .setLabel(let name, let value): word + " " + name.text + "=" + value.text
    case .putMethod(let source):
      switch source {
      case .attempts: word + " attempts"
      case .attemptsInPlaceOfOthers: word + " attempts-in-place"
      case .password: word + " password"
      }
    case .removeMethods(let removal):
      switch removal {
      case .named: word + " named"
      case .unproven: word + " unproven"
      case .ofKinds(let kinds): kinds.reduce(word) { $0 + " " + $1.name.text }
      case .others: word + " others"
      case .heldElsewhere: word + " held-elsewhere"
      }
    case .putCode(let purpose): word + " " + purpose.name.text
    case .deleteAccount, .supersedeOthers, .dropFactors, .openSession, .renewSession, .endSession,
      .endSessions, .cancelCodes, .tellOwner:
      word
    }
  }
}
