package import LinkPolicy

/// What a step must answer; what is nil is not looked at.
package struct Expectation: Sendable {
  /// The attempt is malformed for this reason; then nothing else is expected.
  package var inputError: InputError.Reason?
  package var isAllowed: Bool?
  package var error: String?
  /// `allowed` or an error.
  package var shown: String?
  package var row: String?
  package var table: String?
  package var account: ExpectedText?
  package var isNew: Bool?
  package var effects: [Effect]?
  package var ask: Remedy?
  package var tell: [Disclosure]?
  package var told: ExpectedTold?
  /// Whether a ticket is handed out.
  package var hasTicket: Bool?
  package var opensSession: Bool?
  package var listeners: [ExpectedNotice]?
  /// The methods dropped or unlinked, in order.
  package var removed: [ExpectedMethod]?
  /// What the store must be told to do, and whom to tell.
  package var changes: ExpectedChanges?
  package var names: [(name: String, value: String)] = []
  package var facts: [(name: String, value: String)] = []
}

/// What a decision must tell; what is nil is not looked at.
package struct ExpectedTold: Sendable {
  package var account: ExpectedText?
  package var methods: [String]?
  package var addressMethods: [String]?
  package var providers: [String]?
  /// The subject of the credential handed back.
  package var credential: ExpectedText?
  package var isRegistered: Bool?
}

/// A text that must be there, or must not.
package enum ExpectedText: Sendable {
  case absent
  case present(String)

  /// What is there, or that nothing is.
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
