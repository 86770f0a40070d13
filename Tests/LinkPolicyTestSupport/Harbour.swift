import LinkPolicy
package import LinkPolicyAuthoring
import LinkPolicyYAML

/// A very small policy to be edited as text.
package enum Harbour {
  package static let text = """
    linkpolicy: 1
    name: harbour
    domains:
      own: [harbour.example]
    providers:
      login.harbour.example: {kind: federated}
      pier.example:          {kind: federated}
    settings: {joining: [open, closed]}
    facts:
      trust:
        values: [trusted, untrusted]
        rows:
          - {id: own,       provider: login.harbour.example, domain: own, is: trusted}
          - {id: otherwise, is: untrusted}
    proof: {trust: trusted}
    guards:
      - {id: closed, would: [create], setting.joining: closed, refuse: closed-for-now}
    decisions:
      sign-in.federated:
        rows:
          - {id: returning, credential: known,                           do: [sign-in]}
          - {id: broken,    credential: broken,                          refuse: unknown-person}
          - {id: first,     credential: new, address: [absent, free],    do: [create, sign-in]}
          - {id: stranger,  credential: new, address: taken, trust: untrusted, refuse: already-registered}
          - {id: joins,     credential: new, address: taken, trust: trusted,
             do: [drop-unproven, replace-subject, sign-in]}
      link.federated:
        rows:
          - {id: nobody, session: [none, gone], refuse: sign-in-first}
          - {id: taken,  session: [recent, old, revoked], credential: [known, broken], refuse: taken-by-another}
          - {id: own,    session: [recent, old, revoked], credential: own, do: []}
          - {id: add,    session: [recent, old, revoked], credential: new, do: [replace-subject]}
    errors:
      closed-for-now:     {}
      unknown-person:     {}
      already-registered: {names: {web: already registered}}
      sign-in-first:      {}
      taken-by-another:   {}

    """

  /// The policy with one text in the place of another, which must be there once.
  package static func policy(_ edits: (old: String, new: String)...) throws -> CompiledPolicy {
    try policy(edits)
  }

  /// The policy with texts in the place of others, each of which must be there once.
  package static func policy(_ edits: [(old: String, new: String)]) throws -> CompiledPolicy {
    var text = text
    for (old, new) in edits {
      let parts = text.split(separator: old, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw EditError(old: old, count: parts.count - 1) }
      text = parts.joined(separator: new)
    }
    return try CompiledPolicy(yaml: Array(text.utf8), name: "harbour.yaml")
  }

  package struct EditError: Error {
    let old: String
    let count: Int

    package init(old: String, count: Int) {
      self.old = old
      self.count = count
    }
  }
}
