/// A fact that the engine itself computes from attempt and situation.
///
/// The raw value is the fact's index in every ``FactSchema``. A new fact breaks nothing. If a new value divides an
/// old one (``StatedFact/divided``), policies that name the old one do not load. The declaration of each fact is in
/// `EngineFacts/Declarations`; `Docs/Facts.md` describes how to add one.
package enum EngineFact: Int, Sendable, CaseIterable {
  case action, kind, provider, domain
  case origin, nonce, connection, consent, method
  case secret, code, linkAddress, requestedBy, linkDomain, linkInApp
  case session, tenant
  case account, accountState, credential, address, sameProvider, methods, relay, otherMethods
}
