package import LinkPolicy

/// What providers really do: who can obtain an assertion of an address.
///
/// Apart from what a policy believes of them. The first row that fits says it.
package struct Assumptions: Sendable {
  /// Who can obtain an assertion of an address.
  package enum Obtainer: String, Sendable, CaseIterable {
    /// Its present owner.
    case owner
    /// Its present owner, and everybody who ever owned it.
    case formerOwner = "former-owner"
    /// Anybody.
    case anyone
  }

  /// One line of the table; what is nil fits everything.
  package struct Row: Sendable {
    /// Ids, or families that end in `*`.
    var providers: [Located<String>]?
    var domains: [String]?
    var claims: [AddressRecord.Claim] = []
    /// A switch, and the word it must have.
    var environment: (name: String, value: String)?
    var obtainer: Obtainer
  }

  /// A word with its place in the file.
  package struct Located<Value: Sendable>: Sendable {
    var value: Value
    var position: SourcePosition
  }

  /// The rows in order.
  let rows: [Row]
  /// The switches that the file sets.
  let switches: [(name: String, value: String)]
  /// Where they come from.
  package let sources: SourceMap
  /// Whether every provider named must be one of the policy's.
  let isStrict: Bool

  /// Every domain that some row names.
  var domains: [String] {
    var found: [String] = []
    for domain in rows.flatMap({ $0.domains ?? [] })
    where !found.contains(where: { $0.hasSameBytes(as: domain) }) {
      found.append(domain)
    }
    return found
  }

  /// Members of a policy's families that some row tells from the rest of their family, such as
  /// `google.com` where the policy declares `"*"` alone; of a narrower family one.
  func familyMembers(of policy: CompiledPolicy) -> [String] {
    let table = policy.vocabulary.providers
    var found: [String] = []
    for provider in rows.flatMap({ $0.providers ?? [] }) {
      let word = provider.value
      let id = word.hasSuffix("*") ? word.dropLast() + "one" : word
      guard let value = table.value(of: id), table.providers[value].isFamily,
        !table.providers[value].id.text.hasSameBytes(as: word),
        !found.contains(where: { $0.hasSameBytes(as: id) })
      else { continue }
      found.append(id)
    }
    return found
  }

  /// Every combination of claims that some row names.
  var claims: [[AddressRecord.Claim]] { rows.map { $0.claims }.filter { !$0.isEmpty } }

  /// Who can obtain an assertion of an address at a domain from a provider, with these claims.
  ///
  /// Anybody, where no row fits.
  func obtainer(
    _ provider: String, _ domain: String, _ claims: [AddressRecord.Claim],
    in environment: ProofEnvironment
  ) -> Obtainer {
    for row in rows where fits(row, provider, domain, claims, environment) {
      return row.obtainer
    }
    return .anyone
  }

  /// The rows that are about a provider and a domain, in order, whatever the claims.
  func rows(
    fitting provider: String, _ domain: String, in environment: ProofEnvironment
  ) -> [Row] {
    rows.filter { isAbout($0, provider, domain, environment) }
  }

  private func fits(
    _ row: Row, _ provider: String, _ domain: String, _ claims: [AddressRecord.Claim],
    _ environment: ProofEnvironment
  ) -> Bool {
    isAbout(row, provider, domain, environment)
      && row.claims.allSatisfy { wanted in
        claims.contains { $0.name.hasSameBytes(as: wanted.name) && $0.value == wanted.value }
      }
  }

  private func isAbout(
    _ row: Row, _ provider: String, _ domain: String, _ environment: ProofEnvironment
  ) -> Bool {
    if let (name, value) = row.environment,
      !environment.switches.contains(where: { $0.name == name && $0.value == value })
    {
      return false
    }
    if let providers = row.providers,
      !providers.contains(where: { Self.matches($0.value, provider) })
    {
      return false
    }
    if let domains = row.domains, !domains.contains(where: { $0.hasSameBytes(as: domain) }) {
      return false
    }
    return true
  }

  private static func matches(_ pattern: String, _ provider: String) -> Bool {
    guard pattern.hasSuffix("*") else { return pattern.hasSameBytes(as: provider) }
    let prefix = pattern.utf8.dropLast()
    return provider.utf8.count > prefix.count
      && provider.utf8.prefix(prefix.count).elementsEqual(prefix)
  }

  /// The environment that the file's switches make.
  package var environment: ProofEnvironment {
    var environment = ProofEnvironment()
    for (name, value) in switches {
      _ = environment.set(name, value)
    }
    return environment
  }

  /// Refuses a provider that the policy does not know.
  ///
  /// Throws an ``InvalidInput`` with every such name. The shipped assumptions name providers that
  /// a policy need not have.
  package func check(against policy: CompiledPolicy) throws(InvalidInput) {
    guard isStrict else { return }
    let table = policy.vocabulary.providers
    var diagnostics: [Diagnostic] = []
    for provider in rows.flatMap({ $0.providers ?? [] }) {
      let isKnown =
        table.provider(of: provider.value) != nil
        || table.providers.contains { $0.id == Name(provider.value) }
      guard !isKnown else { continue }
      let near = Name.nearest(Name(provider.value), to: table.providers.map { $0.id })
      diagnostics.append(
        Diagnostic(
          .unknownName, .error,
          "policy `\(policy.name)` declares no provider `\(provider.value)`",
          at: provider.position,
          help: near.map { "did you mean `\($0.text)`?" }
            ?? "name one that it declares, or leave the row out"))
    }
    if !diagnostics.isEmpty {
      throw InvalidInput(diagnostics, in: sources)
    }
  }
}
