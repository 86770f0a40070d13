internal import LinkPolicy

/// Which requirement it is, without what it is about; the list is as closed as `Requirement`.
package enum RequirementKind: Sendable, CaseIterable {
  case account, credential, address, session, code

  /// The word for it in vectors and in Docs/Changes.md.
  package var word: String {
    switch self {
    case .account: "account"
    case .credential: "credential"
    case .address: "address"
    case .session: "session"
    case .code: "code"
    }
  }
}

extension Requirement {
  /// Which requirement it is.
  var kind: RequirementKind {
    switch self {
    case .account: .account
    case .credential: .credential
    case .address: .address
    case .session: .session
    case .code: .code
    }
  }
}
