package import LinkPolicy

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
