import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyYAML

@testable import LinkPolicyExploration

/// What small policies declare, for whatever goes by declarations alone.
enum SmallDeclarations {
  /// One provider of passwords, addresses that accounts hold, passwords and e-mail links counted.
  static let usual = made("addresses: {}")
  /// An address is held by the methods of an account.
  static let heldByMethods = made("addresses: {held-by: methods}")
  /// Accounts are searched in two pools.
  static let pools = made("pools: {staff: [google.com], all: ['*']}")
  /// Nothing asks how many methods an account has.
  static let uncounted = made("addresses: {}", count: "tenant: none", rest: "tenant: {not: none}")
  /// Passwords give a name.
  static let named = made("addresses: {}", gives: "[email, name]")

  /// Methods can be superseded.
  static let superseding = made("addresses: {}", linking: "do: [supersede-subject]")

  private static func made(
    _ line: String, count: String = "methods: none", rest: String = "methods: {not: none}",
    gives: String = "[email]", linking: String = "refuse: no"
  ) -> EffectDeclarations {
    let text = """
      linkpolicy: 1
      name: small
      providers:
        google.com: {kind: federated}
        password: {kinds: [password, email-link], gives: \(gives)}
      methods: {count: [password, email-link]}
      \(line)
      decisions:
        reload:
          rows:
            - {id: one, \(count), refuse: no}
            - {id: two, \(rest), do: []}
        link.federated:
          rows:
            - {id: new, credential: new, session: recent, same-provider: other-subject, tenant: {not: other}, account: {not: none}, \(linking)}
            - {id: not, refuse: no}
        link.password|email-link: {rows: [{id: none, refuse: no}]}
      errors:
        no: {}
      """
    do {
      return EffectDeclarations(
        try CompiledPolicy(yaml: Array(text.utf8), name: "small.yaml"))
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
