internal import LinkPolicy
internal import LinkPolicyStore

/// What a step came to, in the keys that vectors expect.
struct StepAnswer {
  /// The keys that are answered.
  static let keys = [
    "outcome", "error", "account", "new", "session", "ask", "tell", "told", "shown", "ticket",
    "listeners", "removed", "names", "changes", "input-error",
  ]

  let json: JSON

  /// Puts decision and outcome together; `account` is the one that the decision is about.
  init(_ decision: JSON, _ outcome: CommitOutcome, account: String?) {
    let told = decision["told"]
    let about = outcome.isAccountGone ? nil : outcome.newAccount ?? account
    var listeners: [JSON] = []
    var removed: [JSON] = []
    for event in outcome.events {
      switch event {
      case .signedIn: listeners.append(.string("signed-in"))
      case .signedOut: listeners.append(.string("signed-out"))
      case .tokenRefreshed: listeners.append(.string("token-refreshed"))
      case .sessionsRevoked: listeners.append(.string("sessions-revoked"))
      case .codeMailed(id: _, let purpose, address: _):
        listeners.append(.object([("code-mailed", .string(purpose.name.text))]))
      case .methodRemoved(account: _, let provider, let kind):
        removed.append(
          .object([("provider", .string(provider)), ("kind", .string(kind.name.text))]))
      case .ownerNotified: listeners.append(.string("owner-notified"))
      }
    }
    json = .object([
      ("outcome", decision["outcome"]), ("error", decision["error"]), ("account", .string(about)),
      ("new", .bool(outcome.newAccount != nil)), ("session", .bool(outcome.session != nil)),
      ("ask", decision["ask"]), ("tell", decision["tell"].or(.array([]))),
      ("shown", decision["shown"].or(decision["error"]).or(.string("allowed"))),
      ("ticket", .bool(!decision["ticket"].isNull)), ("listeners", .array(listeners)),
      ("removed", .array(removed)), ("names", decision["names"].or(.object([]))),
      (
        "told",
        .object([
          ("account", told["account"]), ("methods", told["methods"].or(.array([]))),
          ("address-methods", told["address-methods"].or(.array([]))),
          ("providers", told["providers"].or(.array([]))),
          ("credential", told["credential"]["subject"]),
          ("registered", told["registered"].or(.bool(false))),
        ])
      ),
      ("changes", decision["changes"]),
    ])
  }
}
