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
  case account, accountState, credential, address, sameProvider, methods, relay, otherMethods
}
