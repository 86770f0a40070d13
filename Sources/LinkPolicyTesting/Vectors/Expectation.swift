package import LinkPolicy
package import LinkPolicyJSON

/// The expected answer of a step; nil values are not compared.
package struct Expectation: Sendable {
  /// The reason for which a malformed attempt must be rejected; a step with a reason expects nothing else.
  package var inputError: InputError.Reason?
  package var isAllowed: Bool?
  package var error: String?
  /// The outcome that the client sees: `allowed` or an error.
  package var shown: String?
  package var row: String?
  package var table: String?
  package var account: ExpectedText?
  package var isNew: Bool?
  package var effects: [Effect]?
  package var ask: Remedy?
  package var tell: [Disclosure]?
  package var told: ExpectedTold?
  /// Whether the decision must issue a ticket, with which the caller can resume the refused attempt.
  package var hasTicket: Bool?
  package var opensSession: Bool?
  package var listeners: [ExpectedNotice]?
  /// The methods that the step must remove, in order.
  package var removed: [ExpectedMethod]?
  /// The expected requirements, writes and notices of the decision.
  package var changes: ExpectedChanges?
  package var names: [(name: String, value: String)] = []
  package var facts: [(name: String, value: String)] = []
}

/// The expected disclosures of a decision; nil values are not compared.
package struct ExpectedTold: Sendable {
  package var account: ExpectedText?
  package var methods: [String]?
  package var addressMethods: [String]?
  package var providers: [String]?
  /// The subject of the credential that the decision returns to the client.
  package var credential: ExpectedText?
  package var isRegistered: Bool?
}

/// An expected text, or the expectation that the text is absent.
package enum ExpectedText: Sendable {
  case absent
  case present(String)

  /// Creates the expectation of a text; nil expects that the text is absent.
  package init(_ text: String?) {
    self = text.map { .present($0) } ?? .absent
  }

  package func matches(_ text: String?) -> Bool {
    switch self {
    case .absent: text == nil
    case .present(let expected): text?.hasSameBytes(as: expected) ?? false
    }
  }

  package var description: String {
    switch self {
    case .absent: "none"
    case .present(let text): text
    }
  }
}

/// The expected final state of an account; nil values are not compared.
package struct ExpectedAccount: Sendable {
  package var id: String?
  package var email: ExpectedText?
  package var isVerified: Bool?
  package var methods: [ExpectedMethod]?
  package var labels: [(name: String, value: String)] = []
  /// The identifiers; an absent value means that the account must not have the identifier.
  package var identifiers: [(name: String, value: ExpectedText)] = []
  package var profileName: ExpectedText?
  package var profilePhoto: ExpectedText?
  package var state: Account.State?
  package var tenant: ExpectedText?
  package var factors: LongInteger?
  /// For each purpose, the address that received the account's newest code; canceled codes do not count.
  package var codes: [(purpose: Name, address: ExpectedText)] = []
  package var position: SourcePosition
}

/// An expected method: its provider and kind, and optionally other properties.
package struct ExpectedMethod: Sendable {
  package var provider: String
  /// The kind; nil for the first kind that the policy declares for the provider.
  package var kind: MethodKind?
  package var subject: ExpectedText?
  /// Whether the method is superseded; a superseded method can sign in but is not listed.
  package var isSuperseded = false
  package var address: ExpectedText?
  package var proved: ExpectedText?
  package var labels: [(name: String, value: String)] = []
  /// The time at which the method was added, in the store's time.
  package var since: LongInteger?

  package init(_ provider: String, _ kind: MethodKind?) {
    self.provider = provider
    self.kind = kind
  }
}

/// The expected change set of a step.
///
/// A list that the vector omits is not compared. An expected list and the actual list must have the same number of
/// entries, in the same order. Keys that an expected entry omits are not compared.
package struct ExpectedChanges: Sendable {
  /// The lists of a change set: the requirements, the writes and the notices.
  package enum ChangeSetList: String, Sendable, CaseIterable {
    case requires, writes, notices
  }

  /// The expected change set in the JSON format of `decide` lines.
  package let json: JSONValue

  /// Returns the expected entries of a list; nil if the list is absent.
  package func entries(of part: ChangeSetList) -> [JSONValue]? {
    json[part.rawValue]?.elements
  }
}

extension ExpectedChanges.ChangeSetList {
  /// Returns the word that determines the kind of an entry: the value of `write` or `notice`, or
  /// the key of a requirement.
  ///
  /// The result is nil if the entry does not name its kind.
  package func word(of entry: JSONValue) -> String? {
    switch self {
    case .requires: RequirementWord.allCases.first { entry[$0.rawValue] != nil }?.rawValue
    case .writes: entry["write"]?.text
    case .notices: entry["notice"]?.text
    }
  }
}

/// An expected event of the store, such as `signed-in`; ids are not compared.
package enum ExpectedNotice: Sendable, Equatable {
  case signedIn, signedOut, tokenRefreshed, sessionsRevoked, ownerNotified
  case codeMailed(CodePurpose)

  /// The events without an argument, by their words in vectors, such as `signed-in`.
  package static let words: JSONWords<ExpectedNotice> = [
    "signed-in": .signedIn, "signed-out": .signedOut, "token-refreshed": .tokenRefreshed,
    "sessions-revoked": .sessionsRevoked, "owner-notified": .ownerNotified,
  ]

  /// Creates the expectation that matches an event of the store.
  ///
  /// The result is nil for a removed method, because expectations list removed methods under the key `removed`.
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
