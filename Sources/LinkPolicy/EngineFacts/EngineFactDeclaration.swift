/// The declaration of a fact that the engine computes, such as `credential`.
///
/// A fact is a type without instances. The source of the fact's value determines the protocol to which the type
/// conforms:
///
/// - ``NamedFact``: the value is a name that the policy declares.
/// - ``StatedFact``: the caller states the value.
/// - ``FoundFact``: the engine reads the value from accounts, sessions and codes.
///
/// Readers, schemas, the space of situations, explorers and the prover get the declaration from
/// ``EngineFact/accept(_:)``. A new case of ``EngineFact`` does not compile until `accept(_:)` returns a declaration
/// for the case. A declaration that lacks a part, such as the unset value, does not compile either.
package protocol EngineFactDeclaration {
  /// The case of ``EngineFact`` for the fact.
  ///
  /// The raw value of the case is the index of the fact in every ``FactSchema``.
  static var fact: EngineFact { get }
}

extension EngineFactDeclaration {
  /// The name of the fact in a policy, such as `credential`.
  package static var name: Name { fact.name }
}

/// A value of a fact whose values the engine defines, such as `revoked` of the fact `session`.
///
/// The raw value is the index of the value in the fact's list of values. The indices are consecutive and begin at zero.
package protocol FactWord: RawRepresentable, CaseIterable, Sendable, Hashable
where RawValue == Int {
  /// The word for the value in a policy and in JSON, such as `revoked`.
  var word: Name { get }
}

/// A fact whose values are names from the policy, plus a few values of the engine, such as `other`.
package protocol NamedFact: EngineFactDeclaration {
  /// Returns the values of the fact, given the names that a policy declares.
  static func values(_ declared: DeclaredNames) -> [Name]
}

/// The names in a policy that facts use as values, such as provider ids.
package struct DeclaredNames {
  package var actions: [Name]
  /// The ids of the declared providers and families.
  package var providers: [Name]
  /// The names of the declared domain sets.
  package var domains: [Name]
}

/// A fact whose values the engine defines, such as `session`.
package protocol WordFact: EngineFactDeclaration {
  associatedtype Value: FactWord
  /// The value of the fact if the input does not set the fact, such as `absent`.
  static var unset: Value { get }
}

/// A fact that the engine reads from the rows that the store returned: accounts, sessions and codes.
package protocol FoundFact: WordFact {
  /// Whether the fact depends on the account's methods from providers other than the attempt's provider.
  static var looksAtFurtherMethods: Bool { get }
  /// Whether the fact describes only the assertion and its code, not accounts.
  ///
  /// The default is false. A policy's `proof` may test a found fact only if this property is true.
  static var isAboutAssertion: Bool { get }
  /// The input that the fact describes, such as the session. Without this input, the engine does not read the fact,
  /// which keeps its unset value.
  ///
  /// The default is ``FactInput/attempt``: the engine always reads the fact.
  static var input: FactInput { get }
  /// Reads the value of the fact.
  ///
  /// Before this call, the reader must have chosen the address and found the account to which the attempt points.
  ///
  /// - Throws: an ``InputError`` if the caller stated a value that contradicts the rows.
  static func read(_ reader: FactReader) throws(InputError) -> Value
  /// Returns all values of the fact that one enumerated situation represents; `value` is the fact's value in this
  /// situation.
  ///
  /// Tools enumerate situations with representative accounts, which differ only in properties that several facts read.
  /// If only one fact reads a property, such as whether an account is disabled, all representative accounts have the
  /// same value of the property. If this fact alone reads a property, the function also returns the fact's values for
  /// accounts in which the property has another value.
  static func values(whereRead value: Value) -> [Value]
}

/// A fact that the caller states and the engine checks against the accounts, such as `secret`.
///
/// The function ``FoundFact/read(_:)`` uses the stated value only if the accounts allow a check. Without a check, the
/// fact has its unset value.
package protocol CheckedFact: StatedFact, FoundFact {}

extension FoundFact {
  package static var isAboutAssertion: Bool { false }
  package static var input: FactInput { .attempt }
}

/// The enumeration of each fact's values, such as `Tenant`.
///
/// Each enumeration is declared next to its fact. For a fact of an assertion, the enumeration is a public type, and
/// `FactValue` has an alias of the type.
package enum FactValue {
  package typealias Nonce = Assertion.Nonce
  package typealias Origin = Assertion.Origin
  package typealias Secret = Assertion.Secret
  package typealias Connection = Assertion.Connection
}
