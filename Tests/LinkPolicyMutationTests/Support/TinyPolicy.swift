import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyYAML

/// A policy so small that its mutants can be listed by hand.
enum TinyPolicy {
  static let text = """
    linkpolicy: 1
    name: tiny
    domains: {own: [own.example]}
    providers: {p: {kind: federated}, q: {kind: federated}}
    settings: {mode: [open, shut, half], unasked: [one, two]}
    facts:
      word:
        values: [good, fair, bad]
        hit: first
        rows:
          - {id: own, provider: p, domain: own, is: good}
          - {id: half, setting.mode: half, is: fair, overrides: [own]}
          - {id: rest, is: bad}
    guards:
      - {id: shut, would: [create], setting.mode: shut, refuse: no}
    decisions:
      sign-in:
        hit: first
        rows:
          - {id: known, credential: known, do: [sign-in]}
          - {id: new, credential: new, address: [absent, free], do: [create, sign-in]}
          - {id: good, credential: new, word: good, do: [sign-in, notify-owner],
             overrides: [new]}
          - {id: rest, refuse: no}
    errors:
      no: {}
      never: {ask: verification}
    """

  static func policy() throws -> CompiledPolicy {
    try CompiledPolicy(yaml: Array(text.utf8), name: "tiny.yaml")
  }
}
