/// The declaration of an engine fact.
///
/// A fact is a type without instances that conforms to one of three refinements, depending on the source of its
/// value:
///
/// - ``NamedFact``: names that the policy declares.
/// - ``StatedFact``: a value that the caller states.
/// - ``FoundFact``: a value read from accounts, sessions and codes.
///
/// Readers, schemas, the space of situations, explorers, the prover and the documentation get the declaration from
/// ``EngineFact/accept(_:)``. A new case of ``EngineFact`` does not compile until you declare it there. A declaration
/// that forgets a part does not compile either.
package protocol EngineFactDeclaration {
  /// The case of the fact.
  ///
  /// Its raw value is the index of the fact in every ``FactSchema``.
  static var fact: EngineFact { get }
  /// The name of the fact in a policy.
  static var name: Name { get }
  /// The description of the fact in the documentation and in the policy's schema.
  static var meaning: Name { get }
}

/// A value of a fact that the engine defines.
///
/// Raw values are the indices of the values in a schema: consecutive from zero.
package protocol FactWord: RawRepresentable, CaseIterable, Sendable, Hashable
where RawValue == Int {
  /// The word for the value in a policy and in JSON.
  var word: Name { get }
}

/// A fact whose values are names from the policy, plus a few that the engine adds, such as `other`.
package protocol NamedFact: EngineFactDeclaration {
  /// Returns the values of the fact under a policy's declarations.
  static func values(_ declared: DeclaredNames) -> [Name]
  /// Returns the phrase for a value in a sentence about an attempt; nil if the sentence already
  /// names the value.
  static func clause(of value: Name) -> String?
}

/// The names in a policy that facts use as values.
package struct DeclaredNames {
  package var actions: [Name]
  /// The providers and families.
  package var providers: [Name]
  /// The domain sets.
  package var domains: [Name]
}

/// A fact whose values the engine defines.
package protocol WordFact: EngineFactDeclaration {
  associatedtype Value: FactWord
  /// The value of the fact if nothing sets it.
  static var unset: Value { get }
  /// The values in an ordinary sign-in, the most common first.
  ///
  /// A matrix fixes the fact at the first value that can occur.
  static var ordinary: [Value] { get }
  /// The words of conditions that stand for several values.
  ///
  /// If a value was divided, its old word stays here, so that old conditions keep their meaning. A decision never
  /// reports such a word. The default is an empty list.
  static var collectives: [(word: Name, values: [Value])] { get }
  /// Returns the phrase for a value in a sentence about an attempt, such as `with a new credential`.
  static func clause(of value: Value) -> Name
  /// Returns the party that can cause a value.
  static func bringer(of value: Value) -> Bringer
}

/// The party that can cause a value of a fact.
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
  /// No party: the value changes as time passes.
  case time

  /// The name of the party in the documentation.
  package var words: Name {
    switch self {
    case .anybody: "anybody"
    case .provider: "who signs in at the provider"
    case .secretHolder: "who knows the secret"
    case .mailbox: "who reads the mailbox"
    case .sessionHolder: "who has the session"
    case .service: "the service"
    case .time: "time"
    }
  }
}

/// A fact that is read from the rows that the store returned: accounts, sessions, codes.
package protocol FoundFact: WordFact {
  /// Whether the fact depends on methods of the account other than those of the attempt's provider.
  static var looksAtFurtherMethods: Bool { get }
  /// Whether the fact describes the assertion and its code, and not accounts.
  ///
  /// The default is false. The condition `proof` of a policy may test only facts for which it is true.
  static var isAboutAssertion: Bool { get }
  /// Reads the fact.
  ///
  /// The reader must already have chosen the address and found the account pointed to.
  ///
  /// - Throws: an ``InputError`` if a value that the caller stated contradicts the rows.
  static func read(_ reader: FactReader) throws(InputError) -> Value
  /// Returns the values that the fact can have in situations whose representative was read as `value`.
  ///
  /// Tools enumerate situations with representative accounts. These accounts vary only properties on which several
  /// facts depend together. They do not vary what only one fact reads, such as whether an account is disabled. This
  /// function adds the other values of such a fact.
  static func values(whereRead value: Value) -> [Value]
}

/// A fact that the caller states and the engine checks against the accounts.
///
/// Its ``FoundFact/read(_:)`` uses the stated value only if the accounts allow a check. Otherwise the fact has its
/// unset value.
package protocol CheckedFact: StatedFact, FoundFact {}

extension WordFact {
  package static var collectives: [(word: Name, values: [Value])] { [] }
}

extension FoundFact {
  package static var isAboutAssertion: Bool { false }
}

/// The values of facts that the engine defines.
///
/// Each enumeration is declared next to its fact. If callers state the fact, the enumeration is a public type and has
/// an alias here.
package enum FactValue {
  package typealias Nonce = Assertion.Nonce
  package typealias Origin = Assertion.Origin
  package typealias Secret = Assertion.Secret
  package typealias Connection = Assertion.Connection
}
