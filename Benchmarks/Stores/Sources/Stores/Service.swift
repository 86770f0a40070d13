import LinkPolicy
import LinkPolicyStore
import LinkPolicyYAML
import SQLiteStore

/// A service of many companies: each signs its people in by a connection of its own, which is believed about its domain.
enum Service {
  /// A policy with one provider and one domain for each connection.
  static func policy(connections: Int) throws -> Policy {
    var text = "linkpolicy: 1\nname: companies\ndomains:\n"
    for connection in 0..<connections {
      text += "  d\(connection): [company\(connection).example]\n"
    }
    text += "providers:\n"
    for connection in 0..<connections {
      text += "  saml.c\(connection): {kind: federated}\n"
    }
    text += "facts:\n  trust:\n    values: [trusted, untrusted]\n    rows:\n"
    // A row holds fifty connections, as a policy of many companies would group them.
    for first in stride(from: 0, to: connections, by: 50) {
      let group = first..<min(first + 50, connections)
      let providers = group.map { "saml.c\($0)" }.joined(separator: ", ")
      let domains = group.map { "d\($0)" }.joined(separator: ", ")
      text +=
        "      - {id: g\(first), provider: [\(providers)], domain: [\(domains)], is: trusted}\n"
    }
    text += """
            - {id: otherwise, is: untrusted}
      proof: {trust: trusted}
      decisions:
        sign-in.federated:
          rows:
            - {id: returning, credential: known,  do: [sign-in]}
            - {id: broken,    credential: broken, refuse: unknown-person}
            - {id: first,     credential: new, address: [absent, free], do: [create, sign-in]}
            - {id: join,      credential: new, address: taken, trust: trusted,
               do: [drop-unproven, replace-subject, revoke-sessions, sign-in]}
            - {id: stranger,  credential: new, address: taken, trust: untrusted, refuse: already-registered}
      errors: {unknown-person: {}, already-registered: {}}

      """
    return try Policy(yaml: Array(text.utf8), name: "companies.yaml")
  }

  /// Puts accounts into a store, as sign-ins would have: one method each, the connections in turn.
  static func fill(_ store: inout SQLiteStore, accounts: Int, connections: Int) throws {
    try store.begin()
    for place in 0..<accounts {
      let connection = place % connections
      let address = "p\(place)@company\(connection).example"
      try store.run(
        "INSERT INTO account (id, email, given) VALUES (?, ?, ?)",
        [.text("a\(place)"), .text(address), .text(address)])
      try store.run(
        """
        INSERT INTO method (account, provider, issuer, kind, subject, address, proved, place)
        VALUES (?, ?, ?, 'federated', ?, ?, ?, 1)
        """,
        [
          .text("a\(place)"), .text("saml.c\(connection)"), .text("saml.c\(connection)"),
          .text("s\(place)"), .text(address), .text(address),
        ])
    }
    try store.commit()
  }

  /// Somebody who has an account signs in.
  static func returning(_ place: Int, connections: Int) -> Attempt {
    attempt(place % connections, "s\(place)", "p\(place)")
  }

  /// Somebody signs in for the first time.
  static func first(_ number: Int, connections: Int) -> Attempt {
    attempt(number % connections, "new\(number)", "new\(number)")
  }

  private static func attempt(_ connection: Int, _ subject: String, _ local: String) -> Attempt {
    Attempt(
      .signIn,
      with: Assertion(
        verified: "saml.c\(connection)", subject: subject,
        addresses: [AddressRecord("\(local)@company\(connection).example")]))
  }
}
