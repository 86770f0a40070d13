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
