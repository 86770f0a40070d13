internal import LinkPolicy

/// The texts about facts of the session and of the account to which an attempt points.
extension FactText {
  static var session: FactText {
    FactText(
      "the state of the caller's session. `gone`: the session is unknown or signed out, or its account was deleted",
      values: [
        ValueText("none", "without a session", by: .anybody),
        ValueText("recent", "in a recent session", by: .sessionHolder),
        ValueText("old", "in an old session", by: .time),
        ValueText("revoked", "in a revoked session", by: .sessionHolder),
        ValueText("gone", "in a session that is gone", by: .anybody),
      ],
      ordinary: ["none"])
  }

  static var tenant: FactText {
    FactText(
      "`none`: neither the attempt nor the account has a tenant. `same`: the account, if any, is in the attempt's tenant. `other`: the session, target or code leads to an account of another tenant",
      values: [
        ValueText("none", "without a tenant", by: .anybody),
        ValueText("same", "in a single tenant", by: .anybody),
        ValueText("other", "for an account of another tenant", by: .anybody),
      ],
      ordinary: ["none"])
  }

  static var account: FactText {
    FactText(
      "the state of the account's address. `none`: the attempt points to no account",
      values: [
        ValueText("none", "without an account", by: .anybody),
        ValueText("no-address", "for an account without an address", by: .anybody),
        ValueText("unverified", "for an account with an unverified address", by: .anybody),
        ValueText("verified", "for an account with a verified address", by: .mailbox),
      ])
  }

  static var accountState: FactText {
    FactText(
      "whether the account is active or disabled. `none`: the attempt points to no account",
      values: [
        ValueText("none", "without an account", by: .anybody),
        ValueText("active", "for an active account", by: .anybody),
        ValueText("disabled", "for a disabled account", by: .service),
      ],
      ordinary: ["active", "none"])
  }

  static var factors: FactText {
    FactText(
      "whether the attempt points to an account with a second factor",
      values: [
        ValueText("none", "without a second factor", by: .anybody),
        ValueText("some", "for an account with a second factor", by: .sessionHolder),
      ],
      ordinary: ["none"])
  }
}

/// The texts about facts of the holders of a credential and of an address.
extension FactText {
  static var credential: FactText {
    FactText(
      "`new`: no account holds the credential. `own`: the account of the session, target or code holds the credential. `known`: another account holds the credential. `broken`: the account that held the credential was deleted",
      values: [
        ValueText("new", "with a new credential", by: .provider),
        ValueText("own", "with a credential of the account itself", by: .provider),
        ValueText("known", "with a known credential", by: .provider),
        ValueText("broken", "with a credential whose account is gone", by: .provider),
      ])
  }

  static var address: FactText {
    FactText(
      "`free`: no account holds the asserted address. `own`: the only holder is the account that the session, target, code, credential or identifier leads to. `taken`: only another account holds the address",
      values: [
        ValueText("absent", "without an address", by: .anybody),
        ValueText("free", "for an address that nobody has", by: .anybody),
        ValueText("own", "for the address of the account itself", by: .anybody),
        ValueText("taken", "for an address that another account has", by: .anybody),
        ValueText("several", "for an address that several accounts have", by: .anybody),
      ])
  }

  static var relay: FactText {
    FactText(
      "who has a relay address, or a provider with `consent: required`: the attempt (`asserted`), the account, or both. Addresses of the account's listed federated methods count too",
      values: [
        ValueText("neither", "with a relay address on neither side", by: .anybody),
        ValueText("asserted", "with a relay address that is asserted", by: .anybody),
        ValueText("account", "with a relay address that the account has", by: .anybody),
        ValueText("both", "with a relay address on both sides", by: .anybody),
      ],
      ordinary: ["neither", "asserted"])
  }
}

/// The texts about facts of the methods of an account.
extension FactText {
  static var sameProvider: FactText {
    FactText(
      "whether the account has a listed method of the attempt's provider and kind. `same-subject`: with the attempt's subject. `other-subject`: only with another subject",
      values: [
        ValueText("none", "for an account without a method of this provider", by: .anybody),
        ValueText("same-subject", "for an account with this very method", by: .anybody),
        ValueText(
          "other-subject", "for an account with another subject of this provider", by: .anybody),
      ],
      ordinary: ["none", "same-subject"])
  }

  static var methods: FactText {
    FactText(
      "how many listed methods the account has, of the kinds in `methods: {count: ...}`. All methods that an attempt names, as for `unlink`, count as one",
      values: [
        ValueText("none", "without a counted method", by: .anybody),
        ValueText("one", "for an account with one method", by: .anybody),
        ValueText("more", "for an account with several methods", by: .anybody),
      ])
  }

  static var otherMethods: FactText {
    FactText(
      "whether the account has a listed method that differs from the attempt's method in provider or kind. Anonymous methods do not count",
      values: [
        ValueText("none", "for an account with no other provider", by: .anybody),
        ValueText("some", "for an account with another provider", by: .anybody),
      ])
  }
}
