internal import LinkPolicy

/// The texts about facts whose values a policy declares.
extension FactText {
  static var action: FactText {
    FactText(
      "the action that the attempt requests. Guards can also test a group of actions")
  }

  static var kind: FactText {
    FactText(
      "the attempt's kind of method. `none`: the attempt carries no method")
  }

  static var provider: FactText {
    FactText(
      "the provider of the attempt's method. `other`: the policy does not name the provider, but the family `\"*\"` admits it",
      values: [
        ValueText("none", "by no provider", by: .anybody),
        ValueText("other", "by a provider that is not declared", by: .anybody),
      ],
      declared: "by `", family: "by a provider of the family `")
  }

  static var domain: FactText {
    FactText(
      "the declared domain set of the asserted address. `absent`: the attempt asserts no usable address",
      values: [
        ValueText("other", "at a domain of no declared set", by: .anybody),
        ValueText("absent", "without an address", by: .anybody),
      ],
      declared: "at a domain of `")
  }
}

/// The texts about facts of an assertion.
extension FactText {
  static var origin: FactText {
    FactText(
      "`returned`: an earlier refusal returned the attempt's credential. `fresh`: no refusal returned the credential",
      values: [
        ValueText("fresh", "with a fresh credential", by: .provider),
        ValueText(
          "returned", "with a credential from an earlier refusal", by: .anybody,
          described: "returned credential"),
      ],
      ordinary: ["fresh"])
  }

  static var nonce: FactText {
    FactText(
      "`matched`: the assertion has the request's nonce. `mismatched`: the assertion has a nonce that the request did not send. `missing`: the request sent a nonce, but the assertion has none. `not-sent`: neither the request nor the assertion has a nonce. `absent`: the attempt is not federated",
      values: [
        ValueText("matched", "with the nonce of this request", by: .provider),
        ValueText(
          "mismatched", "with the nonce of another request", by: .anybody, described: "wrong nonce"),
        ValueText(
          "missing", "without the nonce that this request sent", by: .anybody,
          described: "no nonce, although one was sent"),
        ValueText("not-sent", "with no nonce sent", by: .anybody),
        ValueText("absent", "without a nonce to compare", by: .anybody),
      ],
      ordinary: ["matched", "not-sent", "absent"],
      divided: ("absent", into: ["missing", "not-sent"]))
  }

  static var connection: FactText {
    FactText(
      "whether a tenant's own connection proved the domain of the address. `none`: the provider is not a tenant's own connection",
      values: [
        ValueText(
          "bound", "through the tenant's own connection", by: .service,
          described: "through the tenant's connection"),
        ValueText(
          "unbound", "through a connection that is not bound to the domain", by: .provider,
          described: "through an unbound connection"),
        ValueText("none", "through no connection of a tenant's own", by: .anybody),
      ],
      ordinary: ["none"])
  }

  static var secret: FactText {
    FactText(
      "whether the attempt's password is right. `absent`: the service compared no stored password",
      values: [
        ValueText(
          "right", "with the right password", by: .secretHolder, described: "right password"),
        ValueText("wrong", "with a wrong password", by: .anybody, described: "wrong password"),
        ValueText("absent", "without a password to check", by: .anybody),
      ],
      ordinary: ["right", "absent"])
  }
}

/// The texts about facts of an attempt, its link request and its ticket.
extension FactText {
  static var consent: FactText {
    FactText(
      "whether the person consented to the link",
      values: [
        ValueText("given", "with consent to the link", by: .anybody, described: "with consent"),
        ValueText("absent", "without consent to the link", by: .anybody),
      ],
      ordinary: ["absent"])
  }

  static var method: FactText {
    FactText(
      "whether the service enabled the attempt's method or e-mail link",
      values: [
        ValueText("enabled", "while the method is enabled", by: .service),
        ValueText(
          "disabled", "while the method is disabled", by: .service,
          described: "while the method is disabled"),
      ],
      ordinary: ["enabled"])
  }

  static var linkDomain: FactText {
    FactText(
      "whether the service allows the domain of the requested e-mail link",
      values: [
        ValueText("allowed", "for a link at an allowed domain", by: .anybody),
        ValueText(
          "refused", "for a link at a refused domain", by: .anybody,
          described: "for a link domain that is not allowed"),
        ValueText("absent", "without stating a link's domain", by: .anybody),
      ],
      ordinary: ["allowed", "absent"])
  }

  static var linkInApp: FactText {
    FactText(
      "whether the requested e-mail link opens in the app",
      values: [
        ValueText("on", "for a link that opens in the app", by: .anybody),
        ValueText(
          "off", "for a link that does not open in the app", by: .anybody,
          described: "for a link outside the app"),
        ValueText("absent", "without stating where a link opens", by: .anybody),
      ],
      ordinary: ["on", "absent"])
  }

  static var ticket: FactText {
    FactText(
      "the remedy in the attempt's ticket, such as `consent`. The engine refuses an invalid ticket before any row decides",
      values: [
        ValueText("absent", "without a ticket", by: .anybody),
        ValueText(
          "existing-credential", "with a ticket that asks for an existing credential", by: .anybody),
        ValueText("consent", "with a ticket that asks for consent", by: .anybody),
        ValueText("reauthentication", "with a ticket that asks for reauthentication", by: .anybody),
        ValueText("verification", "with a ticket that asks for verification", by: .anybody),
        ValueText("second-factor", "with a ticket that asks for the second factor", by: .anybody),
      ],
      ordinary: ["absent"])
  }
}

/// The texts about facts of the code that an attempt carries.
extension FactText {
  static var code: FactText {
    FactText(
      "`valid`: the code is unused, unexpired and not stale. `stale`: the account's address has changed since the code was made. `unknown`: the code never existed, was canceled or has another purpose. `absent`: the attempt carries no code",
      values: [
        ValueText("valid", "with a valid code", by: .mailbox),
        ValueText("expired", "with an expired code", by: .time),
        ValueText("used", "with a code that was used before", by: .anybody),
        ValueText("stale", "with a code from before an address change", by: .anybody),
        ValueText("unknown", "with an unknown code", by: .anybody),
        ValueText("absent", "without a code", by: .anybody),
      ],
      ordinary: ["valid", "absent"])
  }

  static var linkAddress: FactText {
    FactText(
      "whether the e-mail link was mailed to the address in the attempt",
      values: [
        ValueText("same", "with the address that the link was sent to", by: .anybody),
        ValueText("different", "with another address than the link's", by: .anybody),
        ValueText("absent", "without the address that the link was sent to", by: .anybody),
      ],
      ordinary: ["same", "absent"])
  }

  static var requestedBy: FactText {
    FactText(
      "`this-session`: the caller's session requested the code. `same-account`: another session of the caller's account requested the code. `other-account`: a session of another or unknown account requested the code. `absent`: no known session requested the code. `other` matches `same-account` and `other-account`",
      values: [
        ValueText("this-session", "with a code that this session asked for", by: .sessionHolder),
        ValueText(
          "same-account", "with a code that another session of its account asked for",
          by: .sessionHolder),
        ValueText(
          "other-account", "with a code that no session of its account asked for", by: .anybody),
        ValueText("absent", "with no code that anybody asked for", by: .anybody),
      ],
      ordinary: ["other-account", "absent"],
      collectives: [("other", ["same-account", "other-account"])])
  }

  static var codeCredential: FactText {
    FactText(
      "whether the code was requested with the attempt's credential. `absent`: the attempt or the code has no credential to compare",
      values: [
        ValueText("same", "with a code for this credential", by: .provider),
        ValueText("other", "with a code for another credential", by: .anybody),
        ValueText("absent", "with no code for a credential", by: .anybody),
      ],
      ordinary: ["same", "absent"])
  }
}
