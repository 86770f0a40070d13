/// Which write it is, without what it carries; the list is as closed as ``Write``.
package enum WriteKind: UInt8, Sendable, CaseIterable {
  case insertAccount, deleteAccount, setEmail, setProfile, setState, setLabel
  case putMethod, removeMethod, supersedeMethod, dropFactors
  case openSession, renewSession, endSession, endSessions
  case putCode, useCode, cancelCodes

  /// The word for it in JSON and in Docs/Changes.md.
  package var name: Name {
    switch self {
    case .insertAccount: "insert-account"
    case .deleteAccount: "delete-account"
    case .setEmail: "set-email"
    case .setProfile: "set-profile"
    case .setState: "set-state"
    case .setLabel: "set-label"
    case .putMethod: "put-method"
    case .removeMethod: "remove-method"
    case .supersedeMethod: "supersede-method"
    case .dropFactors: "drop-factors"
    case .openSession: "open-session"
    case .renewSession: "renew-session"
    case .endSession: "end-session"
    case .endSessions: "end-sessions"
    case .putCode: "put-code"
    case .useCode: "use-code"
    case .cancelCodes: "cancel-codes"
    }
  }
}

extension Write {
  /// Which write it is.
  package var kind: WriteKind {
    switch self {
    case .insertAccount: .insertAccount
    case .deleteAccount: .deleteAccount
    case .setEmail: .setEmail
    case .setProfile: .setProfile
    case .setState: .setState
    case .setLabel: .setLabel
    case .putMethod: .putMethod
    case .removeMethod: .removeMethod
    case .supersedeMethod: .supersedeMethod
    case .dropFactors: .dropFactors
    case .openSession: .openSession
    case .renewSession: .renewSession
    case .endSession: .endSession
    case .endSessions: .endSessions
    case .putCode: .putCode
    case .useCode: .useCode
    case .cancelCodes: .cancelCodes
    }
  }
}
