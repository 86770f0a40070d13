package import LinkPolicy

/// A row of the table of facts: the texts about a fact of the engine, for people and for tools.
///
/// The engine decides without these texts.
package struct FactText: Sendable {
  /// The text about a value of a fact, such as `revoked` of the fact `session`.
  package struct ValueText: Sendable {
    /// The value, such as `revoked`.
    package var value: Name
    /// The phrase for the value in a sentence about a sign-in, such as `with a new credential`.
    package var clause: Name
    /// The party that can cause the value.
    package var bringer: Bringer
    /// The phrase for the value in the description of an attempt; nil for a value that descriptions omit.
    package var phrase: Name?

    init(_ value: Name, _ clause: Name, by bringer: Bringer, described phrase: Name? = nil) {
      self.value = value
      self.clause = clause
      self.bringer = bringer
      self.phrase = phrase
    }
  }

  /// The description of the fact in the documentation and in the policy's schema.
  package var meaning: Name
  /// The texts about the values that the engine defines, in the order of the values.
  package var values: [ValueText]
  /// The start of the clause for a value that the policy declares, such as `by` for a provider; nil if sentences already
  /// name the value.
  package var declared: Name?
  /// The start of the clause for a family of providers; nil for a fact without families.
  package var family: Name?
  /// The values of the fact in an ordinary sign-in, the most common value first.
  ///
  /// The matrix on a rendered page shows only one of these values: the first value that can occur. The list is empty for
  /// a fact whose value each column of the matrix fixes.
  package var ordinary: [Name]
  /// The collective words of the fact, which represent several values in a condition, such as `requested-by: other`.
  ///
  /// If a newer engine divides a value, the old word becomes a collective word, so that old conditions keep their
  /// meaning. A decision never reports a collective word.
  package var collectives: [(word: Name, values: [Name])]
  /// An old value that a newer version of the engine has divided, and the new values that replace the old value; nil if
  /// the engine has divided no value of the fact.
  ///
  /// An attempt that had the old value now has one of the new values. A condition that names the old value but not all
  /// new values is therefore an error. Without the error, a guard from an older version would silently stop refusing
  /// attempts.
  package var divided: (old: Name, into: [Name])?

  init(
    _ meaning: Name, values: [ValueText] = [], declared: Name? = nil, family: Name? = nil,
    ordinary: [Name] = [], collectives: [(word: Name, values: [Name])] = [],
    divided: (old: Name, into: [Name])? = nil
  ) {
    self.meaning = meaning
    self.values = values
    self.declared = declared
    self.family = family
    self.ordinary = ordinary
    self.collectives = collectives
    self.divided = divided
  }
}

/// The party that can cause a value of a fact, such as a person who reads the mailbox.
package enum Bringer: Sendable, CaseIterable {
  /// Any person who makes the attempt, without further knowledge or access.
  case anybody
  /// A person who signs in at the identity provider.
  case provider
  /// A person who knows the account's secret.
  case secretHolder
  /// A person who reads the mailbox that received the code.
  case mailbox
  /// A person who has the session.
  case sessionHolder
  /// The service, by its configuration or its actions.
  case service
  /// Nobody causes the value; it appears as time passes, such as `expired`.
  case time

  /// The name of the party in the documentation.
  package var words: Name {
    switch self {
    case .anybody: "anybody"
    case .provider: "a person who signs in at the provider"
    case .secretHolder: "a person who knows the password"
    case .mailbox: "a person who reads the address's mail"
    case .sessionHolder: "a person who has the session"
    case .service: "the service"
    case .time: "time"
    }
  }
}

extension EngineFact {
  /// The row of the fact in the table of texts.
  ///
  /// The `switch` of this property is the only place that maps facts to rows.
  package var text: FactText {
    switch self {
    case .action: .action
    case .kind: .kind
    case .provider: .provider
    case .domain: .domain
    case .origin: .origin
    case .nonce: .nonce
    case .connection: .connection
    case .consent: .consent
    case .method: .method
    case .secret: .secret
    case .code: .code
    case .linkAddress: .linkAddress
    case .requestedBy: .requestedBy
    case .codeCredential: .codeCredential
    case .linkDomain: .linkDomain
    case .linkInApp: .linkInApp
    case .ticket: .ticket
    case .session: .session
    case .tenant: .tenant
    case .account: .account
    case .accountState: .accountState
    case .credential: .credential
    case .address: .address
    case .sameProvider: .sameProvider
    case .methods: .methods
    case .relay: .relay
    case .otherMethods: .otherMethods
    case .factors: .factors
    }
  }
}
