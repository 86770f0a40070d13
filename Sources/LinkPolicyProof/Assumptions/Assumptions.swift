package import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyDiagnostics

/// What providers really do: who can obtain an assertion of an address.
///
/// Apart from what a policy believes of them. The first row that fits says it. A file may also add
/// exclusions, and say which addresses are one mailbox.
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
    var providers: ProviderPattern?
    var domains: [String]?
    var claims: [AssumedClaim] = []
    /// The switches, with the word that each must have.
    var conditions: [(one: ProofSwitch, value: String)] = []
    var obtainer: Obtainer
    /// Where the row stands.
    var position: SourcePosition

    /// The first condition that does not hold in an environment; nil where all hold.
    func unmetCondition(in environment: ProofEnvironment) -> ProofSwitch? {
      conditions.first { !environment[$0.one].hasSameBytes(as: $0.value) }?.one
    }

    /// Whether the row is about a provider and a domain, whatever the claims.
    func isAbout(_ provider: String, _ domain: String) -> Bool {
      (providers?.matches(provider) ?? true)
        && (domains?.contains { $0.hasSameBytes(as: domain) } ?? true)
    }
  }

  /// The rows in order.
  let rows: [Row]
  /// The switches that the file sets.
  let switches: [(one: ProofSwitch, value: String)]
  /// What nobody does beside the closed list, in the order of their numbers.
  package let excluded: [AddedExclusion]
  /// Which addresses are one mailbox.
  let mailboxes: [SharedMailbox]
  /// Where they come from.
  package let sources: SourceMap
  /// Whether every provider named must be one of the policy's.
  let isStrict: Bool

  /// The name of the file.
  package var name: String { sources.files.first?.name ?? "" }

  /// Whether it is the table that ships with the package, which alone may name providers that a policy lacks.
  package var isShipped: Bool { !isStrict }

  /// Every domain that some row names.
  var domains: [String] {
    var found: [String] = []
    for domain in rows.flatMap({ $0.domains ?? [] }) + mailboxes.flatMap({ $0.domains })
    where !found.contains(where: { $0.hasSameBytes(as: domain) }) {
      found.append(domain)
    }
    return found
  }

  /// Every provider that some row names by its id.
  var providers: [String] {
    rows.flatMap { $0.providers?.ids ?? [] } + excluded.flatMap { $0.providers?.ids ?? [] }
  }

  /// Every family that some row names, such as `saml.*`.
  var families: [String] {
    (rows.flatMap { $0.providers?.words ?? [] } + excluded.flatMap { $0.providers?.words ?? [] })
      .map { $0.value }.filter { $0.hasSuffix("*") }
  }

  /// Every combination of claims that some row names.
  var claims: [[AssumedClaim]] { rows.map { $0.claims }.filter { !$0.isEmpty } }

  /// Who can obtain an assertion of an address at a domain from a provider, with these claims.
  ///
  /// Anybody, if no row fits.
  func obtainer(
    _ provider: String, _ domain: String, _ claims: [AddressRecord.Claim],
    under policy: CompiledPolicy, in environment: ProofEnvironment
  ) -> Obtainer {
    let fitting = rows(fitting: provider, domain, in: environment).first { _, row in
      row.claims.allSatisfy { $0.isAmong(claims, under: policy) }
    }
    return fitting?.row.obtainer ?? .anyone
  }

  /// The rows that are about a provider and a domain, each with its place, whatever the claims.
  func rows(
    fitting provider: String, _ domain: String, in environment: ProofEnvironment
  ) -> [(place: Int, row: Row)] {
    rows.enumerated().filter { _, row in
      row.isAbout(provider, domain) && row.unmetCondition(in: environment) == nil
    }.map { ($0.offset, $0.element) }
  }

  /// The environment that the file's switches make.
  package var environment: ProofEnvironment {
    var environment = ProofEnvironment()
    for (one, value) in switches {
      _ = environment.set(one, value)
    }
    return environment
  }

  /// Refuses names of providers and actions that the policy does not know, and claims that can be read in two ways.
  ///
  /// Throws an ``InvalidInput`` with every such name and claim. The shipped assumptions name providers that
  /// a policy need not have.
  package func check(against policy: CompiledPolicy) throws(InvalidInput) {
    var findings = isStrict ? rows.flatMap { $0.providers?.findings(about: policy) ?? [] } : []
    findings += rows.flatMap { row in row.claims.flatMap { $0.findings(about: policy) } }
    findings += excluded.flatMap { $0.findings(about: policy) }
    if !findings.isEmpty {
      throw InvalidInput(findings, in: sources)
    }
  }
}
