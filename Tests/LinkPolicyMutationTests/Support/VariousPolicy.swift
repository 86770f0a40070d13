import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyYAML

/// A small policy that uses so much of the language that every operator makes mutants of it.
enum VariousPolicy {
  static let text = """
    linkpolicy: 1
    name: various
    domains:
      own:   [own.example]
      near:  [near.example]
      relay: {names: [private.relay.example], relay: true}
    providers:
      login.own.example: {kind: federated}
      pier.example:      {kind: federated, consent: required, gives: [email, name]}
      password:          {kind: password, gives: [email]}
    claims:
      email_verified: {true: [true, "true"], false: [false]}
    settings: {joining: [open, closed]}
    methods: {count: [federated], list: [password, federated], order: provider}
    facts:
      trust:
        values: [trusted, untrusted]
        hit: first
        rows:
          - {id: own,       provider: login.own.example, domain: own, is: trusted}
          - {id: claimed,   claim.email_verified: true, is: trusted}
          - {id: otherwise, is: untrusted}
    proof: {trust: trusted}
    guards:
      - {id: closed,  would: [create], setting.joining: closed, refuse: closed-for-now}
      - {id: nobody,  action: [link, unlink, update-email], session: [none, revoked, gone], refuse: sign-in-first}
      - {id: consent, action: link, relay: {not: neither}, consent: absent, refuse: ask-first}
    decisions:
      sign-in.federated:
        hit: first
        rows:
          - {id: returning, credential: known, do: [fill-profile, sign-in]}
          - {id: broken,    credential: broken, refuse: unknown-person}
          - {id: joins,     credential: new, address: taken, trust: trusted,
             do: [drop-unproven, replace-subject, verify-email, sign-in, notify-owner]}
          - {id: stranger,  credential: new, address: taken, refuse: already-registered, tell: [methods],
             overrides: [joins]}
          - {id: first,     do: [create, fill-profile, sign-in]}
      sign-in.password:
        rows:
          - {id: right, secret: right, do: [sign-in]}
          - {id: wrong, secret: {not: right}, refuse: unknown-person}
      sign-up:
        rows:
          - {id: taken, address: [own, taken], refuse: already-registered, show: allowed}
          - {id: free,  address: free, do: [create, set-password, sign-in]}
      link.federated:
        rows:
          - {id: taken, credential: [known, broken], refuse: taken-by-another}
          - {id: own,   credential: own, do: []}
          - {id: add,   credential: new, do: [replace-subject]}
      link.password:
        rows:
          - {id: never, refuse: unknown-person}
      unlink.password:
        rows:
          - {id: absent,  account: [unverified, verified], do: [drop: [password]]}
          - {id: keep, account: no-address, refuse: keep-one}
      unlink.federated:
        rows:
          - {id: absent,  same-provider: {not: same-subject}, refuse: unknown-person}
          - {id: last,    same-provider: same-subject, methods: [none, one], refuse: keep-one}
          - {id: present, same-provider: same-subject, methods: more, do: [unlink]}
      update-email:
        rows:
          - {id: taken, address: taken, refuse: already-registered}
          - {id: free,  address: [own, free], do: [set-email, verify-email, notify-owner]}
      sign-in-methods:
        rows:
          - {id: list, do: [], tell: [methods]}
    errors:
      closed-for-now:     {}
      ask-first:          {ask: consent}
      keep-one:           {}
      unknown-person:     {}
      already-registered: {ask: existing-credential, names: {web: already registered}}
      sign-in-first:      {}
      taken-by-another:   {}
    """

  static func policy() throws -> CompiledPolicy {
    try CompiledPolicy(yaml: Array(text.utf8), name: "various.yaml")
  }
}
