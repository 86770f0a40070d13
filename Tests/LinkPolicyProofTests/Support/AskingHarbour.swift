import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import LinkPolicyYAML

@testable import LinkPolicyProof

/// A harbour that links a second credential by a mailed code, and verifies an address for any session of its account.
enum AskingHarbour {
  static let text = """
    linkpolicy: 1
    name: asking-harbour
    domains:
      own: [harbour.example]
    providers:
      login.harbour.example: {kind: federated}
      pier.example:          {kind: federated}
    purposes:
      join: {to: account, for: account, stale: with-address}
    actions:
      confirm-join: {points-to: code, kinds: [federated], address: optional, takes: join}
    facts:
      trust:
        values: [trusted, untrusted]
        rows:
          - {id: own,       provider: login.harbour.example, domain: own, is: trusted}
          - {id: otherwise, is: untrusted}
    proof: {trust: trusted}
    decisions:
      sign-in.federated:
        hit: first
        rows:
          - {id: returning, credential: known, do: [refresh-method, sign-in]}
          - {id: broken, credential: broken, refuse: unknown-person}
          - {id: proved, overrides: earlier, address: [absent, free], trust: trusted,
             do: [create, verify-email, sign-in]}
          - {id: first, overrides: earlier, address: [absent, free], do: [create, sign-in]}
          - {id: asks, do: [send-code: join], refuse: already-registered}
      confirm-join:
        hit: first
        rows:
          - {id: unusable, code: {not: valid}, refuse: unknown-person}
          - {id: gone, account: {not: verified}, refuse: unknown-person}
          - {id: held, overrides: earlier, credential: {not: new}, refuse: already-registered}
          - {id: another, overrides: earlier, code-credential: {not: same}, refuse: unknown-person}
          - {id: joins, do: [add-subject, sign-in]}
      request-verification:
        rows:
          - {id: asks, session: [recent, old], do: [send-code: verify]}
          - {id: dead, session: {not: [recent, old]}, refuse: unknown-person}
      verify-email:
        hit: first
        rows:
          - {id: unusable, code: {not: valid}, refuse: unknown-person}
          - {id: gone, account: [none, no-address], refuse: unknown-person}
          - {id: elsewhere, requested-by: [other-account, absent], refuse: unknown-person}
          - {id: verifies, do: [verify-email]}
    errors:
      unknown-person:     {}
      already-registered: {}

    """

  /// Returns the policy with texts in the place of others, each of which must be there once.
  static func policy(_ edits: (old: String, new: String)...) throws -> CompiledPolicy {
    var text = text
    for (old, new) in edits {
      let parts = text.split(separator: old, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw Harbour.EditError(old: old, count: parts.count - 1) }
      text = parts.joined(separator: new)
    }
    return try CompiledPolicy(yaml: Array(text.utf8), name: "asking-harbour.yaml")
  }
}
