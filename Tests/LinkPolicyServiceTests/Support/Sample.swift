import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyYAML

/// Small policies that differ in one thing each, and the attempt that tells them apart.
enum Sample {
  /// A policy that lets a stranger in, or not, by the name of its row.
  static func policy(
    _ row: String = "open", refuses: Bool = false, addresses: String = "{}", more: String = "",
    providers: String = "{p: {kind: federated}, mail: {kind: password}}",
    held: String = "refuse: closed"
  ) throws(InvalidInput) -> Policy {
    let answer = refuses ? "refuse: closed" : "do: [create, sign-in]"
    let text = """
      linkpolicy: 1
      name: sample
      providers: \(providers)
      addresses: \(addresses)
      \(more)
      decisions:
        sign-in:
          rows:
            - {id: known, credential: known, do: [sign-in]}
            - {id: broken, credential: broken, refuse: closed}
            - {id: held, credential: new, address: {not: [free, absent]}, \(held)}
            - {id: \(row), credential: new, address: [free, absent], \(answer)}
      errors: {closed: {}}
      """
    return try Policy(yaml: Array(text.utf8), name: "sample.yaml")
  }

  static func attempt(_ email: String? = "Ada@x.example") -> Attempt {
    Attempt(
      .signIn,
      with: Assertion(
        verified: "p", subject: "s1", addresses: email.map { [AddressRecord($0)] } ?? []))
  }

  /// The look-up of somebody whom no store knows.
  static func stranger(
    _ attempt: Attempt = attempt(), under policy: Policy
  ) throws(InputError) -> AnsweredLookup {
    let lookup = try policy.lookup(for: attempt, by: .nobody, under: [:])
    return try lookup.answered(
      credential: .nobody, addresses: lookup.addresses.map { _ in [] }, session: .notAsked,
      target: .notAsked, code: .notAsked, method: .enabled)
  }
}
