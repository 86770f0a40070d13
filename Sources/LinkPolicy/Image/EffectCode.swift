/// The number of an effect in an image.
///
/// Part of the format: a number is never given to another effect, and a new effect gets a new one.
enum EffectCode: UInt32, CaseIterable {
  case create = 1
  case createWithoutAddress = 2
  case signIn = 3
  case link = 4
  case replaceSubject = 5
  case supersedeSubject = 6
  case seizeCredential = 7
  case refreshMethod = 8
  case unlink = 9
  case dropUnproven = 10
  case drop = 11
  case dropFactors = 12
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
  case sendCode = 24
  case issueToken = 25
  case endSession = 26
  case disable = 27
  case enable = 28
  case setLabel = 29
  case notifyOwner = 30
  case delete = 31

  /// The number of an effect.
  init(_ effect: Effect) {
    self =
      switch effect {
      case .create: .create
      case .createWithoutAddress: .createWithoutAddress
      case .signIn: .signIn
      case .link: .link
      case .replaceSubject: .replaceSubject
      case .supersedeSubject: .supersedeSubject
      case .seizeCredential: .seizeCredential
      case .refreshMethod: .refreshMethod
      case .unlink: .unlink
      case .dropUnproven: .dropUnproven
      case .drop: .drop
      case .dropFactors: .dropFactors
      case .setPassword: .setPassword
      case .verifyEmail: .verifyEmail
      case .unverifyEmail: .unverifyEmail
      case .setEmail: .setEmail
      case .adoptEmail: .adoptEmail
      case .clearEmail: .clearEmail
      case .fillProfile: .fillProfile
      case .overwriteProfile: .overwriteProfile
      case .revokeSessions: .revokeSessions
      case .cancelPending: .cancelPending
      case .rememberUndo: .rememberUndo
      case .sendCode: .sendCode
      case .issueToken: .issueToken
      case .endSession: .endSession
      case .disable: .disable
      case .enable: .enable
      case .setLabel: .setLabel
      case .notifyOwner: .notifyOwner
      case .delete: .delete
      }
  }

  /// What stands behind the number.
  enum Arguments: Sendable {
    case none
    /// Any number of kinds, by their raw values.
    case kinds
    /// The number of a purpose.
    case purpose
    /// The number of a label and of one of its values.
    case label
  }

  /// What stands behind the number.
  var arguments: Arguments {
    switch self {
    case .drop: .kinds
    case .sendCode: .purpose
    case .setLabel: .label
    case .create, .createWithoutAddress, .signIn, .link, .replaceSubject, .supersedeSubject,
      .seizeCredential, .refreshMethod, .unlink, .dropUnproven, .dropFactors, .setPassword,
      .verifyEmail, .unverifyEmail, .setEmail, .adoptEmail, .clearEmail, .fillProfile,
      .overwriteProfile, .revokeSessions, .cancelPending, .rememberUndo, .issueToken, .endSession,
      .disable, .enable, .notifyOwner, .delete:
      .none
    }
  }
}
