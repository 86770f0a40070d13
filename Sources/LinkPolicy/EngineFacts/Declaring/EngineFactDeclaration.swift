/// The one place in which a fact of the engine is declared.
///
/// A fact is a type without values that conforms to one of three refinements, by where its value
/// comes from: ``NamedFact`` (the policy's own names), ``StatedFact`` (the caller states it) or
/// ``FoundFact`` (it is read from accounts, sessions and codes). Readers, schemas, the space of
/// situations, explorers, the prover and the documentation ask ``EngineFact/accept(_:)`` for it, so
/// that a fact which is added stops at that one `switch` until it is declared, and a declaration
/// that leaves something out does not compile.
package protocol EngineFactDeclaration {
  /// Its case, whose raw value is its index in every ``FactSchema``.
  static var fact: EngineFact { get }
  /// The word for it in a policy.
  static var name: Name { get }
  /// What it says, as the documentation and the policy's schema put it.
  static var meaning: Name { get }
}

/// A value of a fact that the engine itself names.
///
/// Raw values are the indices of the fact's values in a schema: from zero, in order.
package protocol FactWord: RawRepresentable, CaseIterable, Sendable, Hashable
where RawValue == Int {
  /// The word for it in a policy and in JSON.
  var word: Name { get }
}

/// A fact whose values are names that the policy declares, beside a few of the engine's own.
package protocol NamedFact: EngineFactDeclaration {
  /// The values, from what the policy declares.
  static func values(_ declared: DeclaredNames) -> [Name]
  /// How a sentence about an attempt tells a value; nil where its subject tells it already.
  static func clause(of value: Name) -> String?
}

/// What a policy declares that facts have as their values.
package struct DeclaredNames {
  package var actions: [Name]
  /// The providers and families.
  package var providers: [Name]
  /// The sets of domains.
  package var domains: [Name]
}

/// A fact whose values the engine names.
package protocol WordFact: EngineFactDeclaration {
  associatedtype Value: FactWord
  /// The value it has where nothing sets it.
  static var unset: Value { get }
  /// The values of an ordinary sign-in, the most ordinary first; a matrix stands at the first that
  /// can occur.
  static var ordinary: [Value] { get }
  /// How a sentence about an attempt tells a value, such as `with a new credential`.
  static func clause(of value: Value) -> Name
  /// Who can bring a value about.
  static func bringer(of value: Value) -> Bringer
}

/// Who can bring a value of a fact about.
package enum Bringer: Sendable, CaseIterable {
  /// Whoever makes the attempt.
  case anybody
  /// Whoever signs in at the identity provider.
  case provider
  /// Whoever knows the account's secret.
  case secretHolder
  /// Whoever reads the mailbox that a code was mailed to.
  case mailbox
  /// Whoever has the session.
  case sessionHolder
  /// The service, by how it is set up or by what it does.
  case service
  /// Nobody in particular: time passes.
  case time

  /// The words for it in the documentation.
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
