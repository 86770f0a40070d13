internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Names of domains that stand for what a policy's sets of domains hold.
struct PlayedDomains: Sendable {
  let policy: CompiledPolicy
  /// Domains of which something is assumed, and which stand for themselves alone.
  let named: [String]

  /// The domains of a policy, of which those that are named elsewhere stand for no others.
  init(_ policy: CompiledPolicy, besides named: [String]) {
    self.policy = policy
    self.named = named
  }

  /// One name for each name and pattern of the policy's sets.
  var declared: [String] {
    policy.document.domains.enumerated().flatMap { value, declared in
      declared.domains.compactMap { name(of: $0.value.text, in: value) }
    }
  }

  /// The attacker's domain, which no policy is expected to name.
  static var usualAttackers: String { "example.org" }

  /// The attacker's usual domain, or where the policy names that another of which it says nothing.
  var attackers: String {
    let usual = Self.usualAttackers
    let count = policy.document.domains.reduce(0) { $0 + $1.domains.count }
    let others = (0...count).map { "unnamed" + String($0) + ".org" }
    let vocabulary = policy.vocabulary
    return ([usual] + others).first {
      vocabulary.domainValue(of: $0) == vocabulary.domains.other
    } ?? usual
  }

  /// A name that a domain or pattern of a set stands for; nil where other sets take every name that
  /// it has.
  func name(of domain: String, in value: Int) -> String? {
    guard domain.hasPrefix("*.") else { return domain }
    let rest = String(domain.dropFirst())
    // More names than are declared: one of them is nobody else's.
    let count = policy.document.domains.reduce(named.count) { $0 + $1.domains.count }
    let usual = ["one", "two", "three"] + (0...count).map { "n" + String($0) }
    // At the longest patterns there are addresses with one letter alone.
    let labels = usual + "abcdefghijklmnopqrstuvwxyz0123456789".map { String($0) }
    return labels.lazy.map { $0 + rest }.first { name in
      policy.vocabulary.domainValue(of: name) == value
        && !named.contains { $0.hasSameBytes(as: name) }
    }
  }
}
