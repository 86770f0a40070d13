import LinkPolicyYAML

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyDiagnostics

/// Reads a policy from YAML text, with a findings text that failures can show.
func policy(_ yaml: String) throws(InvalidInput) -> Policy {
  try compiled(yaml).policy
}

/// The same, with its tables.
func compiled(_ yaml: String) throws(InvalidInput) -> CompiledPolicy {
  try CompiledPolicy(yaml: Array(yaml.utf8), name: "test.yaml")
}

/// Policies that decide every standard action, for tests of what can occur.
enum Everything {
  /// The address rules and pools that the rich policy is tried with.
  static var variants: [(name: String, text: String)] {
    let pools = "pools: {work: [\"saml.*\"], all: [\"*\"]}"
    return [
      (
        "default",
        """
        methods: {count: [federated]}
        addresses: {fold: [case, dots, plus-tags], aliases: {b.example: a.example}}
        """
      ),
      ("by methods", "addresses: {held-by: methods}"),
      ("any proven", "addresses: {match: any-proven, elect: [held, primary]}"),
      ("any proven by methods", "addresses: {match: any-proven, held-by: methods, unique: no}"),
      ("a pool of one", "pools: {one: [hidden], mail: [mail, silent], all: [\"*\"]}"),
      ("pools", pools + "\naddresses: {unique: no}"),
    ]
  }

  /// Relays, consent, families, claims, labels, settings, and tables that change accounts.
  static func rich(_ variant: String) -> String {
    """
    linkpolicy: 1
    name: rich
    domains:
      a: [a.example]
      relay: {names: [relay.example, "*.relay.example"], relay: true}
    providers:
      plain: {kind: federated}
      hidden: {kind: federated, consent: required}
      silent: {kind: federated, gives: [name]}
      "saml.*": {kind: federated, issuer: work}
      mail: {kinds: [password, email-link]}
      phone: {kind: phone}
      custom: {kind: custom}
      anonymous: {kind: anonymous}
    claims:
      verified: {yes: [true], no: [false]}
    settings:
      mode: [open, shut]
    labels:
      tier: [basic, gold]
      strength: {values: [weak, strong], on: method}
    \(variant)
    facts:
      trust:
        values: [yes, no]
        rows:
          - {id: verified, claim.verified: yes, is: yes}
          - {id: rest, is: no}
    proof: {trust: yes}
    guards:
      - {id: elsewhere, tenant: other, refuse: no}
      - {id: every-fact, action: delete, methods: more, other-methods: some, relay: both, tenant: other, label.tier: gold, label.strength: weak,
         setting.mode: shut, would: delete, refuse: no}
    """ + tables
  }

  /// Two providers, a password, and nothing else.
  static var plain: String {
    """
    linkpolicy: 1
    name: plain
    providers:
      plain: {kind: federated}
      mail: {kinds: [password, email-link]}
      phone: {kind: phone}
      custom: {kind: custom}
      anonymous: {kind: anonymous}
    guards:
      - {id: elsewhere, tenant: other, refuse: no}
      - {id: every-fact, action: delete, methods: more, other-methods: some, relay: neither, tenant: other, would: delete, refuse: no}
    """ + tables
  }

  /// The same with purposes of its own, and actions that take them in every way there is.
  static var purposes: String {
    let declared = """
      purposes: {invite: {}, note: {to: account, stale: never}, welcome: {for: nobody}}
      actions:
        accept: {points-to: code, takes: invite}
        confirm: {points-to: code, kinds: [federated, phone], address: optional, takes: note}
        enter: {points-to: code, kinds: [email-link], takes: verify}
        join: {points-to: credential, kinds: [federated, email-link], takes: welcome}
        attach: {points-to: session, kinds: [email-link], takes: invite}
        set: {points-to: target, kinds: [email-link], takes: change}
      providers:
      """
    let added = ["accept", "confirm", "enter", "join", "attach", "set"].map {
      "  \($0): {rows: [{id: all, session: recent, do: []}, {id: rest, do: []}]}\n"
    }
    let parts = plain.split(separator: "providers:", maxSplits: 1)
    return parts[0] + declared + parts[1] + "\n" + added.joined()
  }

  private static var tables: String {
    """

    errors: {no: {}}
    decisions:
      sign-in.federated|phone|custom:
        rows:
          - {id: known, credential: known, address: [absent, free, own], do: [refresh-method, sign-in]}
          - {id: elsewhere, credential: known, address: [taken, several], do: [sign-in]}
          - {id: new, credential: new, address: [absent, free], do: [create, sign-in]}
          - {id: joins, credential: new, address: taken, same-provider: none, do: [link]}
          - {id: supersedes, credential: new, address: taken, same-provider: other-subject,
             do: [supersede-subject]}
          - {id: rest, refuse: no}
      sign-in.password|email-link:
        rows:
          - {id: right, kind: password, credential: known, secret: right, do: [sign-in]}
          - {id: free, kind: email-link, credential: new, address: free, do: [create, sign-in]}
          - {id: linked, kind: email-link, credential: known, code: valid, do: [sign-in]}
          - {id: rest, refuse: no}
      sign-in.anonymous: {rows: [{id: any, do: [create-without-address, sign-in]}]}
      sign-up:
        rows:
          - {id: free, credential: new, address: free, do: [create, sign-in]}
          - {id: rest, refuse: no}
      link.federated|phone|custom:
        rows:
          - {id: new, account: {not: none}, credential: new, same-provider: none,
             address: [absent, free, own], do: [link]}
          - {id: rest, refuse: no}
      link.password|email-link:
        rows:
          - {id: own, account: [unverified, verified], credential: [new, own], address: own,
             same-provider: none, do: [link]}
          - {id: adopted, account: no-address, credential: new, address: free,
             same-provider: none, do: [adopt-email, link]}
          - {id: rest, refuse: no}
      unlink:
        rows:
          - {id: there, same-provider: {not: none}, do: [unlink]}
          - {id: rest, refuse: no}
      reauthenticate:
        rows:
          - {id: own, credential: own, session: [recent, old], do: [issue-token]}
          - {id: rest, refuse: no}
      update-profile: {rows: [{id: any, do: []}]}
      update-email:
        rows:
          - {id: free, account: {not: none}, address: free, do: [set-email]}
          - {id: rest, refuse: no}
      request-email:
        rows:
          - {id: any, account: {not: none}, do: [{send-code: change}]}
          - {id: rest, refuse: no}
      confirm-email:
        rows:
          - {id: free, code: valid, account: {not: none}, address: [free, own],
             do: [set-email, verify-email]}
          - {id: rest, refuse: no}
      recover-email:
        rows:
          - {id: free, code: valid, account: {not: none}, address: [free, own],
             do: [set-email]}
          - {id: rest, refuse: no}
      request-verification:
        rows:
          - {id: any, account: [unverified, verified], do: [{send-code: verify}]}
          - {id: rest, refuse: no}
      verify-email:
        rows:
          - {id: own, code: valid, account: [unverified, verified], do: [verify-email]}
          - {id: rest, refuse: no}
      send-link: {rows: [{id: any, do: [{send-code: sign-in}]}]}
      update-password:
        rows:
          - {id: any, account: [unverified, verified], do: [set-password]}
          - {id: rest, refuse: no}
      request-reset:
        rows:
          - {id: any, account: {not: none}, do: [{send-code: reset}]}
          - {id: rest, refuse: no}
      reset-password:
        rows:
          - {id: any, code: valid, account: [unverified, verified], do: [set-password]}
          - {id: rest, refuse: no}
      delete:
        rows:
          - {id: any, account: {not: none}, do: [delete]}
          - {id: rest, refuse: no}
      refresh:
        rows:
          - {id: alive, session: [recent, old], do: [issue-token]}
          - {id: rest, refuse: no}
      reload: {rows: [{id: any, do: []}]}
      sign-out: {rows: [{id: any, do: [end-session]}]}
      sign-in-methods: {rows: [{id: any, do: []}]}
      admin-create:
        rows:
          - {id: any, address: [absent, free], do: [create]}
          - {id: rest, refuse: no}
      admin-delete:
        rows:
          - {id: any, account: {not: none}, do: [delete]}
          - {id: rest, refuse: no}
      admin-attach:
        rows:
          - {id: new, account: {not: none}, credential: new, same-provider: none,
             address: [absent, free, own], do: [link]}
          - {id: rest, refuse: no}
      mark-verified:
        rows:
          - {id: any, account: [unverified, verified], do: [verify-email]}
          - {id: rest, refuse: no}
      mark-unverified:
        rows:
          - {id: any, account: [unverified, verified], do: [unverify-email]}
          - {id: rest, refuse: no}
      disable:
        rows:
          - {id: any, account: {not: none}, do: [disable]}
          - {id: rest, refuse: no}
      enable:
        rows:
          - {id: any, account: {not: none}, do: [enable]}
          - {id: rest, refuse: no}
    """
  }
}
