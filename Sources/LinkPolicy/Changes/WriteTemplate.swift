/// A template for a write or notice of an effect; the attempt and the account supply the values, such as the address.
///
/// The templates are the only definition of an effect. ``ChangePlan`` builds the writes of a decision from the
/// templates, and every analysis of effects reads the same templates.
package enum WriteTemplate: Sendable, Hashable {
  /// Creates an account, without an address or with the asserted address as unverified.
  case insertAccount(withAddress: Bool)
  case deleteAccount
  /// Changes the account's address, or whether the address is verified.
  ///
  /// All changes of the address in a change set result in one write.
  case setEmail(EmailChange)
  case setProfile(blanksOnly: Bool)
  case setState(Account.State)
  case setLabel(name: Name, value: Name)
  /// Stores the attempt's value of an identifier, in canonical form.
  case setIdentifier(Name)
  /// Removes the account's value of an identifier.
  case clearIdentifier(Name)
  case putMethod(MethodSource)
  case removeMethods(Removal)
  /// Supersedes the account's methods of the attempt's issuer and kind that have another subject.
  case supersedeOthers
  case dropFactors
  /// Adds one second factor, or removes one.
  case setFactors(FactorChange)
  case openSession
  case renewSession
  case endSession
  /// Ends all existing sessions of the account.
  case endSessions
  case putCode(CodePurpose)
  case cancelCodes
  /// Notifies the owner of the account, without a write.
  case tellOwner

  /// A change of the number of second factors by one.
  package enum FactorChange: Sendable, Hashable, CaseIterable {
    case more
    case fewer
  }

  /// A change of an account's address, or a change of whether the address is verified.
  package enum EmailChange: Sendable, Hashable, CaseIterable {
    /// Marks the account's address, if any, as verified.
    case verified
    /// Marks the account's address as unverified.
    case unverified
    /// Replaces the account's address with the asserted address; a different address becomes unverified.
    case asserted
    /// Sets the asserted address, as unverified, on an account without an address.
    case assertedWhereNone
    /// Removes the account's address.
    case none
  }

  /// The method that a template stores: the attempt's method, or the account's password.
  package enum MethodSource: Sendable, Hashable, CaseIterable {
    /// The attempt's method; no other method changes.
    case attempts
    /// The attempt's method, at the position of the first method that the attempt's method replaces.
    ///
    /// The replaced methods have the same issuer and kind, but another subject.
    case attemptsInPlaceOfOthers
    /// The account's password method, with the hash of a new password.
    case password
  }

  /// The methods that a template removes, such as all methods of some kinds.
  package enum Removal: Sendable, Hashable {
    /// The methods that the attempt names, as in an unlink.
    case named
    /// The account's methods that have not proved the account's address.
    case unproven
    /// The account's methods of these kinds.
    case ofKinds([MethodKind])
    /// The methods of the attempt's issuer and kind that have another subject and are not superseded.
    case others
    /// The method with the attempt's credential, if another account holds the credential.
    case heldElsewhere

    /// The reason that the write states for the removal, such as an unlink.
    package var reason: Write.RemovedMethod.RemovalReason {
      switch self {
      case .named: .unlinked
      case .unproven, .ofKinds: .dropped
      case .others: .replaced
      case .heldElsewhere: .seized
      }
    }
  }

  /// The kind of the write that the template results in; nil for a notice.
  package var kind: WriteKind? {
    switch self {
    case .insertAccount: .insertAccount
    case .deleteAccount: .deleteAccount
    case .setEmail: .setEmail
    case .setProfile: .setProfile
    case .setState: .setState
    case .setLabel: .setLabel
    case .setIdentifier, .clearIdentifier: .setIdentifier
    case .putMethod: .putMethod
    case .removeMethods: .removeMethod
    case .supersedeOthers: .supersedeMethod
    case .dropFactors: .dropFactors
    case .setFactors: .setFactors
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
  /// The template as text, such as `put-method attempts`; different templates have different texts.
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
    case .setFactors(let change): word + (change == .more ? " more" : " fewer")
    case .setState(let state): word + (state == .active ? " active" : " disabled")
    case .setLabel(let name, let value): word + " " + name.text + "=" + value.text
    case .setIdentifier(let name): word + " " + name.text
    case .clearIdentifier(let name): word + " " + name.text + " none"
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

extension Effect {
  /// The templates of the effect's writes and notices, in order; nothing else defines the effect's behavior.
  package var templates: [WriteTemplate] {
    switch self {
    case .create: [.insertAccount(withAddress: true), .putMethod(.attempts)]
    case .createWithoutAddress: [.insertAccount(withAddress: false), .putMethod(.attempts)]
    case .signIn: [.openSession]
    case .link, .addSubject, .refreshMethod: [.putMethod(.attempts)]
    case .replaceSubject: [.putMethod(.attemptsInPlaceOfOthers), .removeMethods(.others)]
    case .supersedeSubject: [.putMethod(.attemptsInPlaceOfOthers), .supersedeOthers]
    case .seizeCredential:
      [
        .removeMethods(.heldElsewhere), .putMethod(.attemptsInPlaceOfOthers),
        .removeMethods(.others),
      ]
    case .unlink: [.removeMethods(.named)]
    case .dropUnproven: [.removeMethods(.unproven)]
    case .drop(let kinds): [.removeMethods(.ofKinds(kinds))]
    case .dropFactors: [.dropFactors]
    case .enrollFactor: [.setFactors(.more)]
    case .removeFactor: [.setFactors(.fewer)]
    case .setPassword: [.putMethod(.password)]
    case .verifyEmail: [.setEmail(.verified)]
    case .unverifyEmail: [.setEmail(.unverified)]
    case .setEmail: [.setEmail(.asserted)]
    case .adoptEmail: [.setEmail(.assertedWhereNone)]
    case .clearEmail: [.setEmail(.none)]
    case .fillProfile: [.setProfile(blanksOnly: true)]
    case .overwriteProfile: [.setProfile(blanksOnly: false)]
    case .revokeSessions: [.endSessions]
    case .cancelPending: [.cancelCodes]
    case .rememberUndo: [.putCode(.undo)]
    case .sendCode(let purpose): [.putCode(purpose)]
    case .issueToken: [.renewSession]
    case .endSession: [.endSession]
    case .disable: [.setState(.disabled)]
    case .enable: [.setState(.active)]
    case .setLabel(let name, let value): [.setLabel(name: name, value: value)]
    case .setIdentifier(let name): [.setIdentifier(name)]
    case .clearIdentifier(let name): [.clearIdentifier(name)]
    case .notifyOwner: [.tellOwner]
    case .delete: [.deleteAccount]
    }
  }
}
