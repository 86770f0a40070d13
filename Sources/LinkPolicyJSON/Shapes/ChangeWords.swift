package import LinkPolicy

/// The writes by the words that JSON has for them.
package enum WriteWord: String, Sendable, CaseIterable {
  case insertAccount = "insert-account"
  case deleteAccount = "delete-account"
  case setEmail = "set-email"
  case setProfile = "set-profile"
  case setState = "set-state"
  case setLabel = "set-label"
  case putMethod = "put-method"
  case removeMethod = "remove-method"
  case supersedeMethod = "supersede-method"
  case dropFactors = "drop-factors"
  case openSession = "open-session"
  case renewSession = "renew-session"
  case endSession = "end-session"
  case endSessions = "end-sessions"
  case putCode = "put-code"
  case useCode = "use-code"
  case cancelCodes = "cancel-codes"

  /// The word for a write.
  package init(_ write: Write) {
    switch write {
    case .insertAccount: self = .insertAccount
    case .deleteAccount: self = .deleteAccount
    case .setEmail: self = .setEmail
    case .setProfile: self = .setProfile
    case .setState: self = .setState
    case .setLabel: self = .setLabel
    case .putMethod: self = .putMethod
    case .removeMethod: self = .removeMethod
    case .supersedeMethod: self = .supersedeMethod
    case .dropFactors: self = .dropFactors
    case .openSession: self = .openSession
    case .renewSession: self = .renewSession
    case .endSession: self = .endSession
    case .endSessions: self = .endSessions
    case .putCode: self = .putCode
    case .useCode: self = .useCode
    case .cancelCodes: self = .cancelCodes
    }
  }
}

/// The requirements by the key that tells them apart in JSON.
package enum RequirementWord: String, Sendable, CaseIterable {
  case account, credential, address, session, code

  /// The key for a requirement.
  package init(_ requirement: Requirement) {
    switch requirement {
    case .account: self = .account
    case .credential: self = .credential
    case .address: self = .address
    case .session: self = .session
    case .code: self = .code
    }
  }
}

/// The notices by the words that JSON has for them.
package enum NoticeWord: String, Sendable, CaseIterable {
  case mail, owner

  /// The word for a notice.
  package init(_ notice: Notice) {
    switch notice {
    case .mail: self = .mail
    case .owner: self = .owner
    }
  }
}
