/// A fact that the engine itself computes from attempt and situation.
///
/// The raw value is the fact's index in every ``FactSchema``. Value sets are final in version 1:
/// a new fact breaks nothing, a new value would. The meaning of each is in `Docs/Facts.md`.
package enum EngineFact: Int, Sendable, CaseIterable {
  case action, kind, provider, domain
  case origin, nonce, connection, consent, method
  case secret, code, linkAddress, requestedBy, linkDomain, linkInApp
  case session, tenant
  case account, accountState, credential, address, sameProvider, methods, relay

  package var name: Name {
    switch self {
    case .action: "action"
    case .kind: "kind"
    case .provider: "provider"
    case .domain: "domain"
    case .origin: "origin"
    case .nonce: "nonce"
    case .connection: "connection"
    case .consent: "consent"
    case .method: "method"
    case .secret: "secret"
    case .code: "code"
    case .linkAddress: "link-address"
    case .requestedBy: "requested-by"
    case .linkDomain: "link-domain"
    case .linkInApp: "link-in-app"
    case .session: "session"
    case .tenant: "tenant"
    case .account: "account"
    case .accountState: "account.state"
    case .credential: "credential"
    case .address: "address"
    case .sameProvider: "same-provider"
    case .methods: "methods"
    case .relay: "relay"
    }
  }

  /// The values, in order; empty for the four whose values the policy declares.
  package var values: [Name] {
    switch self {
    case .action, .provider, .domain: []
    case .kind: MethodKind.allCases.map { $0.name } + ["none"]
    case .origin: ["fresh", "returned"]
    case .nonce: ["matched", "mismatched", "absent"]
    case .connection: ["bound", "unbound", "none"]
    case .consent: ["given", "absent"]
    case .method: ["enabled", "disabled"]
    case .secret: ["right", "wrong", "absent"]
    case .code: ["valid", "expired", "used", "stale", "unknown", "absent"]
    case .linkAddress: ["same", "different", "absent"]
    case .requestedBy: ["this-session", "other", "absent"]
    case .linkDomain: ["allowed", "refused", "absent"]
    case .linkInApp: ["on", "off", "absent"]
    case .session: ["none", "recent", "old", "revoked", "gone"]
    case .tenant: ["none", "same", "other"]
    case .account: ["none", "no-address", "unverified", "verified"]
    case .accountState: ["none", "active", "disabled"]
    case .credential: ["new", "own", "known", "broken"]
    case .address: ["absent", "free", "own", "taken", "several"]
    case .sameProvider: ["none", "same-subject", "other-subject"]
    case .methods: ["none", "one", "more"]
    case .relay: ["neither", "asserted", "account", "both"]
    }
  }
}

/// The values of engine facts that the engine itself names, by their indices.
///
/// Each enumeration lists the values of ``EngineFact/values`` in the same order; a test holds the
/// two together.
package enum FactValue {
  package enum Account: Int, CaseIterable { case none, noAddress, unverified, verified }
  package enum AccountState: Int, CaseIterable { case none, active, disabled }
  package enum Credential: Int, CaseIterable { case new, own, known, broken }
  package enum Address: Int, CaseIterable { case absent, free, own, taken, several }
  package enum SameProvider: Int, CaseIterable { case none, sameSubject, otherSubject }
  package enum Methods: Int, CaseIterable { case none, one, more }
  package enum Relay: Int, CaseIterable { case neither, asserted, account, both }
  package enum Session: Int, CaseIterable { case none, recent, old, revoked, gone }
  package enum Tenant: Int, CaseIterable { case none, same, other }
  package enum Code: Int, CaseIterable { case valid, expired, used, stale, unknown, absent }
  package enum LinkAddress: Int, CaseIterable { case same, different, absent }
  package enum RequestedBy: Int, CaseIterable { case thisSession, other, absent }
  package enum LinkDomain: Int, CaseIterable { case allowed, refused, absent }
  package enum LinkInApp: Int, CaseIterable { case on, off, absent }
  package enum Secret: Int, CaseIterable { case right, wrong, absent }
  package enum Consent: Int, CaseIterable { case given, absent }
  package enum MethodSwitch: Int, CaseIterable { case enabled, disabled }
  package enum Nonce: Int, CaseIterable { case matched, mismatched, absent }
  package enum Origin: Int, CaseIterable { case fresh, returned }
  package enum Connection: Int, CaseIterable { case bound, unbound, none }
}
