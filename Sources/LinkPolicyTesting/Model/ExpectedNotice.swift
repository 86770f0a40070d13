package import LinkPolicy
package import LinkPolicyJSON

/// What listeners are told, without the ids.
package enum ExpectedNotice: Sendable, Equatable {
  case signedIn, signedOut, tokenRefreshed, sessionsRevoked, ownerNotified
  case codeMailed(CodePurpose)

  /// The words of those without argument.
  package static let words: JSONWords<ExpectedNotice> = [
    "signed-in": .signedIn, "signed-out": .signedOut, "token-refreshed": .tokenRefreshed,
    "sessions-revoked": .sessionsRevoked, "owner-notified": .ownerNotified,
  ]

  /// What listeners are told of an event; nil for a removed method, which is expected by a key of its own.
  package init?(_ event: Accounts.Event) {
    switch event {
    case .signedIn: self = .signedIn
    case .signedOut: self = .signedOut
    case .tokenRefreshed: self = .tokenRefreshed
    case .sessionsRevoked: self = .sessionsRevoked
    case .codeMailed(_, let purpose, _): self = .codeMailed(purpose)
    case .ownerNotified: self = .ownerNotified
    case .methodRemoved: return nil
    }
  }

  package var description: String {
    if case .codeMailed(let purpose) = self {
      return "code-mailed: " + purpose.name.text
    }
    for (index, notice) in Self.words.values.enumerated() where notice == self {
      return Self.words.words[index]
    }
    return "?"
  }
}
