/// The word with which an effect begins in a policy, such as `link`; the words are declared only here.
///
/// The cases are in the order of the reference documentation of effects. Images store the raw value of an effect's
/// word, so raw values are part of the image format. A new effect gets a new number, and no number is ever reused.
package enum EffectWord: UInt8, Sendable, CaseIterable {
  case create = 1
  case createWithoutAddress = 2
  case signIn = 3
  case link = 4
  case addSubject = 32
  case replaceSubject = 5
  case supersedeSubject = 6
  case seizeCredential = 7
  case refreshMethod = 8
  case unlink = 9
  case dropUnproven = 10
  case dropFactors = 12
  case enrollFactor = 33
  case removeFactor = 34
  case setPassword = 13
  case verifyEmail = 14
  case unverifyEmail = 15
  case setEmail = 16
  case adoptEmail = 17
  case clearEmail = 18
  case fillProfile = 19
  case overwriteProfile = 20
  case revokeSessions = 21
  case cancelPending = 22
  case rememberUndo = 23
  case issueToken = 25
  case endSession = 26
  case disable = 27
  case enable = 28
  case notifyOwner = 30
  case delete = 31
  case drop = 11
  case sendCode = 24
  case set = 29
  case setIdentifier = 35
  case clearIdentifier = 36

  /// The spelling of the word in a policy.
  package var name: Name {
    switch self {
    case .create: "create"
    case .createWithoutAddress: "create-without-address"
    case .signIn: "sign-in"
    case .link: "link"
    case .addSubject: "add-subject"
    case .replaceSubject: "replace-subject"
    case .supersedeSubject: "supersede-subject"
    case .seizeCredential: "seize-credential"
    case .refreshMethod: "refresh-method"
    case .unlink: "unlink"
    case .dropUnproven: "drop-unproven"
    case .dropFactors: "drop-factors"
    case .enrollFactor: "enroll-factor"
    case .removeFactor: "remove-factor"
    case .setPassword: "set-password"
    case .verifyEmail: "verify-email"
    case .unverifyEmail: "unverify-email"
    case .setEmail: "set-email"
    case .adoptEmail: "adopt-email"
    case .clearEmail: "clear-email"
    case .fillProfile: "fill-profile"
    case .overwriteProfile: "overwrite-profile"
    case .revokeSessions: "revoke-sessions"
    case .cancelPending: "cancel-pending"
    case .rememberUndo: "remember-undo"
    case .issueToken: "issue-token"
    case .endSession: "end-session"
    case .disable: "disable"
    case .enable: "enable"
    case .notifyOwner: "notify-owner"
    case .delete: "delete"
    case .drop: "drop"
    case .sendCode: "send-code"
    case .set: "set"
    case .setIdentifier: "set-identifier"
    case .clearIdentifier: "clear-identifier"
    }
  }

  /// The arguments that must follow an effect's word.
  package enum Form: Sendable {
    /// No arguments follow a word such as `link`, so the word is the complete effect.
    case plain(Effect)
    /// A list of kinds of method follows the word, as in `drop: [password, phone]`.
    case kinds
    /// A purpose of codes follows the word, as in `send-code: reset`.
    case purpose
    /// A label and its value follow the word, as in `set: {tier: staff}`.
    case label
    /// An identifier follows the word; the effect stores the identifier's value if `isStored` is true, and otherwise
    /// removes the value.
    case identifier(isStored: Bool)
  }

  /// The arguments that must follow this word.
  package var form: Form {
    switch self {
    case .create: .plain(.create)
    case .createWithoutAddress: .plain(.createWithoutAddress)
    case .signIn: .plain(.signIn)
    case .link: .plain(.link)
    case .addSubject: .plain(.addSubject)
    case .replaceSubject: .plain(.replaceSubject)
    case .supersedeSubject: .plain(.supersedeSubject)
    case .seizeCredential: .plain(.seizeCredential)
    case .refreshMethod: .plain(.refreshMethod)
    case .unlink: .plain(.unlink)
    case .dropUnproven: .plain(.dropUnproven)
    case .dropFactors: .plain(.dropFactors)
    case .enrollFactor: .plain(.enrollFactor)
    case .removeFactor: .plain(.removeFactor)
    case .setPassword: .plain(.setPassword)
    case .verifyEmail: .plain(.verifyEmail)
    case .unverifyEmail: .plain(.unverifyEmail)
    case .setEmail: .plain(.setEmail)
    case .adoptEmail: .plain(.adoptEmail)
    case .clearEmail: .plain(.clearEmail)
    case .fillProfile: .plain(.fillProfile)
    case .overwriteProfile: .plain(.overwriteProfile)
    case .revokeSessions: .plain(.revokeSessions)
    case .cancelPending: .plain(.cancelPending)
    case .rememberUndo: .plain(.rememberUndo)
    case .issueToken: .plain(.issueToken)
    case .endSession: .plain(.endSession)
    case .disable: .plain(.disable)
    case .enable: .plain(.enable)
    case .notifyOwner: .plain(.notifyOwner)
    case .delete: .plain(.delete)
    case .drop: .kinds
    case .sendCode: .purpose
    case .set: .label
    case .setIdentifier: .identifier(isStored: true)
    case .clearIdentifier: .identifier(isStored: false)
    }
  }

  /// Parses the first word of an effect; returns nil if no effect begins with this word.
  package init?(_ name: Name) {
    guard let word = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = word
  }
}
