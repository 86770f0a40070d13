import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport

@testable import LinkPolicyExploration
@testable import LinkPolicyReview
@testable import LinkPolicyYAML

/// Two systems that decide alike and share no name, and a map of them.
enum Coast {
  static let bay = """
    linkpolicy: 1
    name: bay
    providers:
      google.example: {kind: federated}
      token:          {kinds: [federated, custom]}
      "saml.*":       {kind: federated}
    claims:
      email_verified: {true: [true, "true"], false: [false]}
    settings: {joining: [open, closed]}
    facts:
      word:
        values: [proven, unproven]
        rows:
          - {id: claimed,   provider: google.example, claim.email_verified: true, is: proven}
          - {id: otherwise, is: unproven}
    proof: {word: proven}
    guards:
      - {id: closed, would: [create], setting.joining: closed, refuse: closed-for-now}
    decisions:
      sign-in:
        rows:
          - {id: returning, credential: known,                        do: [sign-in]}
          - {id: broken,    credential: broken,                       refuse: unknown-person}
          - {id: first,     credential: new, address: [absent, free], do: [create, sign-in]}
          - {id: stranger,  credential: new, address: taken, word: unproven, refuse: already-registered}
          - {id: joins,     credential: new, address: taken, word: proven,
             do: [drop-unproven, replace-subject, sign-in]}
    errors:
      closed-for-now:     {}
      unknown-person:     {}
      already-registered: {}

    """

  static let map = """
    map: 1
    title: the bay in the words of the cove
    providers:
      google.example: google
      token: {federated: ticket, custom: minted}
      saml.*: sso-*
    claims:
      email_verified: {is: verified, values: {true: yes, false: no}}
    settings:
      joining: {is: admission, values: {open: free, closed: shut}}
    errors:
      closed-for-now: not-now
      unknown-person: nobody
      already-registered: registered

    """

  /// What the cove calls what the bay has, each of which stands in its text.
  private static let names = [
    ("name: bay", "name: cove"), ("google.example", "google"),
    (
      "token:          {kinds: [federated, custom]}",
      "ticket: {kind: federated}\n  minted: {kind: custom}"
    ),
    ("saml.*", "sso-*"),
    (
      "email_verified: {true: [true, \"true\"], false: [false]}",
      "verified: {yes: [\"yes\", 1], no: [\"no\"]}"
    ),
    ("claim.email_verified: true", "claim.verified: yes"),
    ("{joining: [open, closed]}", "{admission: [free, shut]}"),
    ("setting.joining: closed", "setting.admission: shut"), ("closed-for-now", "not-now"),
    ("unknown-person", "nobody"), ("already-registered", "registered"),
  ]

  /// The bay with one text in the place of another.
  static func bay(_ edits: (old: String, new: String)...) throws -> CompiledPolicy {
    try policy(bay, edits)
  }

  /// The cove with one text in the place of another.
  static func cove(_ edits: (old: String, new: String)...) throws -> CompiledPolicy {
    try policy(bay, names.map { (old: $0.0, new: $0.1) } + edits)
  }

  private static func policy(
    _ text: String, _ edits: [(old: String, new: String)]
  ) throws -> CompiledPolicy {
    var text = text
    for (old, new) in edits {
      let parts = text.split(separator: old, omittingEmptySubsequences: false)
      guard parts.count > 1 else { throw Harbour.EditError(old: old, count: 0) }
      text = parts.joined(separator: new)
    }
    return try CompiledPolicy(yaml: Array(text.utf8), name: "coast.yaml")
  }

  /// The map with one text in the place of another.
  static func map(_ edits: (old: String, new: String)...) throws -> SystemMap {
    var text = map
    for (old, new) in edits {
      let parts = text.split(separator: old, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw Harbour.EditError(old: old, count: parts.count - 1) }
      text = parts.joined(separator: new)
    }
    return try SystemMap(Array(text.utf8), name: "map.yaml")
  }

  static func limits(_ stores: Int) -> Explorer.Limits {
    var limits = Explorer.Limits()
    limits.stores = stores
    return limits
  }
}
