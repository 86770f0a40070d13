/// A fact that the engine itself computes from attempt and situation.
///
/// The raw value is the fact's index in every ``FactSchema``. Value sets are final in version 1:
/// a new fact breaks nothing, a new value would. What there is to say of a fact stands in its
/// declaration, in the folder beside this file; `Docs/Facts.md` says how one is added.
package enum EngineFact: Int, Sendable, CaseIterable {
  case action, kind, provider, domain
  case origin, nonce, connection, consent, method
  case secret, code, linkAddress, requestedBy, linkDomain, linkInApp
  case session, tenant
  case account, accountState, credential, address, sameProvider, methods, relay

  /// The word for it in a policy.
  package var name: Name { described.name }

  /// The values, in order; of facts whose values the policy declares those of the engine alone.
  package var values: [Name] { described.values }

  /// What it says, in a sentence of the documentation.
  package var meaning: Name { described.meaning }

  /// What its declaration says, as data.
  package var described: FactDescription {
    var describing = FactDescriber()
    accept(&describing)
    guard let description = describing.description else {
      preconditionFailure("every fact is declared")
    }
    return description
  }
}

/// The values of engine facts that the engine itself names.
///
/// Each enumeration stands in the declaration of its fact, or is the public type of what callers
/// state.
package enum FactValue {
  package typealias Nonce = Assertion.Nonce
  package typealias Origin = Assertion.Origin
  package typealias Secret = Assertion.Secret
  package typealias Connection = Assertion.Connection
}
