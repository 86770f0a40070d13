import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import LinkPolicyYAML

@testable import LinkPolicyProof

/// The harbour with sign-in links and telephones: small enough to be proved many times.
enum MailingHarbour {
  static let text = """
    linkpolicy: 1
    name: mailing-harbour
    domains:
      own: [harbour.example]
    providers:
      login.harbour.example: {kind: federated}
      pier.example:          {kind: federated}
      mail:                  {kind: email-link, gives: [email]}
      call:                  {kind: phone}
    settings: {joining: [open, closed]}
    labels: {mark: [plain, marked]}
    facts:
      trust:
        values: [trusted, untrusted]
        rows:
          - {id: mailed,    kind: email-link, is: trusted}
          - {id: own,       kind: {not: email-link}, provider: login.harbour.example, domain: own, is: trusted}
          - {id: otherwise, is: untrusted}
    proof: {trust: trusted}
    guards:
      - {id: closed, would: [create], setting.joining: closed, refuse: closed-for-now}
    decisions:
      send-link:
        rows:
          - {id: send, do: [send-code: sign-in]}
      sign-in.federated:
        rows:
          - {id: returning, credential: known,                        do: [refresh-method, sign-in]}
          - {id: broken,    credential: broken,                       refuse: unknown-person}
          - {id: first,     credential: new, address: [absent, free], do: [create, fill-profile, sign-in]}
          - {id: stranger,  credential: new, address: taken, trust: untrusted, refuse: already-registered}
          - {id: joins,     credential: new, address: taken, trust: trusted,
             do: [drop-unproven, replace-subject, verify-email, revoke-sessions, sign-in]}
      sign-in.email-link:
        rows:
          - {id: unusable, code: {not: valid},                            refuse: unknown-person}
          - {id: strays,   code: valid, link-address: [different, absent], refuse: unknown-person}
          - {id: arrives,  code: valid, link-address: same, address: free, do: [create, verify-email, sign-in]}
          - {id: enters,   code: valid, link-address: same, address: taken, credential: new,
             do: [drop-unproven, link, verify-email, sign-in]}
          - {id: again,    code: valid, link-address: same, credential: known, do: [verify-email, sign-in]}
      sign-in.phone:
        rows:
          - {id: called,  credential: known,  do: [sign-in]}
          - {id: nobody,  credential: broken, refuse: unknown-person}
          - {id: rings,   credential: new,    do: [create, sign-in]}
    errors:
      closed-for-now:     {}
      unknown-person:     {}
      already-registered: {}

    """

  /// The policy with texts in the place of others, each of which must be there once.
  static func policy(_ edits: [(old: String, new: String)] = []) throws -> CompiledPolicy {
    var text = text
    for (old, new) in edits {
      let parts = text.split(separator: old, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw Harbour.EditError(old: old, count: parts.count - 1) }
      text = parts.joined(separator: new)
    }
    return try CompiledPolicy(yaml: Array(text.utf8), name: "mailing-harbour.yaml")
  }

  /// What the tables show of an invariant under an edited policy, and what a search comes to that does not ask them.
  static func decide(
    _ id: String, _ edits: [(old: String, new: String)], in switches: [(String, String)] = []
  ) throws -> (isShown: Bool, isBroken: Bool) {
    let policy = try policy(edits)
    let isShown = try HarbourProof.prove(policy, in: switches) { $0.invariants = [id] }.isProved
    let closures = try HarbourProof.prove(policy, in: switches) { $0.invariants = ["I6"] }
    return (isShown, try !TableSearch.found(closures).isDisjoint(with: [id]))
  }
}
