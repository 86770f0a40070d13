package import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyDiagnostics

/// The assumptions of a proof: for each provider, the people who can obtain an assertion of an
/// address.
///
/// The rows describe how providers really behave, not how far a policy trusts the providers. If several rows match, the
/// first row decides. An assumptions file can also exclude further attempts, and declare several addresses to be one
/// mailbox.
package struct Assumptions: Sendable {
  /// The people who can obtain an assertion of an address.
  package enum Obtainer: String, Sendable, CaseIterable {
    /// The current owner of the address.
    case owner
    /// The current owner of the address and every former owner.
    case formerOwner = "former-owner"
    /// Any person, including an attacker; also the result if no row matches.
    case anyone
  }

  /// A row of the assertion table, which states who can obtain certain assertions.
  ///
  /// A nil field of the row matches every value.
  struct AssumptionRow: Sendable {
    var providers: ProviderPattern?
    var domains: [String]?
    var claims: [AssumedClaim] = []
    /// The switches that the row's conditions name, each with its required value.
    var conditions: [(one: ProofSwitch, value: String)] = []
    var obtainer = Obtainer.anyone
    /// The position of the row in the assumptions file.
    var position = SourcePosition(line: 1, column: 1)

    /// Returns the first condition that does not hold in an environment; nil if all conditions hold.
    func unmetCondition(in environment: ProofEnvironment) -> ProofSwitch? {
      conditions.first { !environment[$0.one].hasSameBytes(as: $0.value) }?.one
    }

    /// Returns whether the row matches some assertion of a provider about an address at a domain.
    func isAbout(_ provider: String, _ domain: String) -> Bool {
      (providers?.matches(provider) ?? true)
        && (domains?.contains { $0.hasSameBytes(as: domain) } ?? true)
    }
  }

  /// The rows of the assertion table, in the order of the file.
  let rows: [AssumptionRow]
  /// The switches that the file sets.
  let switches: [(one: ProofSwitch, value: String)]
  /// The exclusions that the file adds to the built-in exclusions of ``Exclusion``, in the order of their numbers.
  package let excluded: [AddedExclusion]
  /// The rows that declare several addresses to be one mailbox.
  let mailboxes: [SharedMailbox]
  /// The file that contains the assumptions.
  package let sources: SourceMap
  /// Whether the policy must declare every provider that the file names.
  let isStrict: Bool

  /// The name of the assumptions file, such as `default.yaml`; empty if the assumptions have no file.
  package var name: String { sources.files.first?.name ?? "" }

  /// Whether these are the assumptions that ship with the package.
  ///
  /// Only the shipped assumptions may name providers that the policy does not declare.
  package var isShipped: Bool { !isStrict }

  /// Every domain that a row names.
  var domains: [String] {
    var found: [String] = []
    for domain in rows.flatMap({ $0.domains ?? [] }) + mailboxes.flatMap({ $0.domains })
    where !found.contains(where: { $0.hasSameBytes(as: domain) }) {
      found.append(domain)
    }
    return found
  }

  /// Every provider id that a row names.
  var providers: [String] {
    rows.flatMap { $0.providers?.ids ?? [] } + excluded.flatMap { $0.providers?.ids ?? [] }
  }

  /// Every provider family that a row names, such as `saml.*`.
  var families: [String] {
    (rows.flatMap { $0.providers?.words ?? [] } + excluded.flatMap { $0.providers?.words ?? [] })
      .map { $0.value }.filter { $0.hasSuffix("*") }
  }

  /// The claims of each row that requires claims.
  var claims: [[AssumedClaim]] { rows.map { $0.claims }.filter { !$0.isEmpty } }

  /// Returns the people who can obtain an assertion with given claims from a provider, for an address at a domain.
  ///
  /// Returns `anyone` if no row matches the assertion.
  func obtainer(
    from provider: String, at domain: String, with claims: [AddressRecord.Claim],
    under policy: CompiledPolicy, in environment: ProofEnvironment
  ) -> Obtainer {
    let fitting = rows(fitting: provider, domain, in: environment).first { _, row in
      row.claims.allSatisfy { $0.isAmong(claims, under: policy) }
    }
    return fitting?.row.obtainer ?? .anyone
  }

  /// Returns each row that matches a provider, a domain and an environment, with its index; claims are not compared.
  func rows(
    fitting provider: String, _ domain: String, in environment: ProofEnvironment
  ) -> [(place: Int, row: AssumptionRow)] {
    rows.enumerated().filter { _, row in
      row.isAbout(provider, domain) && row.unmetCondition(in: environment) == nil
    }.map { ($0.offset, $0.element) }
  }

  /// The default environment, changed by the switches that the file sets.
  package var environment: ProofEnvironment {
    var environment = ProofEnvironment()
    for (one, value) in switches {
      _ = environment.set(one, value)
    }
    return environment
  }

  /// Checks that a policy declares every provider, action and input in the file, and that each claim has one
  /// interpretation.
  ///
  /// Throws an ``InvalidInput`` that lists every violation. In an assertion row, the shipped assumptions may name
  /// providers that the policy does not declare.
  package func check(against policy: CompiledPolicy) throws(InvalidInput) {
    var findings = isStrict ? rows.flatMap { $0.providers?.findings(about: policy) ?? [] } : []
    findings += rows.flatMap { row in row.claims.flatMap { $0.findings(about: policy) } }
    findings += excluded.flatMap { $0.findings(about: policy) }
    if !findings.isEmpty {
      throw InvalidInput(findings, in: sources)
    }
  }
}

extension Assumptions {
  /// Returns the domains that a policy or the assumptions may distinguish, starting with the usual example domain.
  ///
  /// If the policy or a row names the example domain, the second domain in the result is named neither by the policy
  /// nor by a row.
  ///
  /// ``domains(tooLongUnder:)`` returns the domains at which the played addresses would be too long.
  func domains(playedUnder policy: CompiledPolicy) -> [String] {
    allDomains(under: policy).filter { !policy.vocabulary.isTooLong($0) }
  }

  /// Returns the domains at which the played addresses exceed the maximum length of an address.
  func domains(tooLongUnder policy: CompiledPolicy) -> [String] {
    allDomains(under: policy).filter { policy.vocabulary.isTooLong($0) }
  }

  private func allDomains(under policy: CompiledPolicy) -> [String] {
    var names = plainDomains(under: policy)
    names += PlayedDomains(policy, besides: domains).declared
    for (alias, domain) in policy.vocabulary.addresses.aliases {
      names += [domain.value.text, alias.value.text]
    }
    return names + domains
  }

  /// Returns the example domain `example.com`.
  ///
  /// If the policy or a row names the example domain, the result also contains a domain that is named neither by the
  /// policy nor by a row.
  func plainDomains(under policy: CompiledPolicy) -> [String] {
    let usual = "example.com"
    let ends = ["com", "net", "org", "example"]
    // There are more candidates than named domains, so at least one candidate is unnamed.
    let aliases = policy.vocabulary.addresses.aliases.count
    let named = policy.document.domains.reduce(domains.count + 2 * aliases) {
      $0 + $1.domains.count
    }
    let others = (0...named).map {
      "unnamed" + String($0 / ends.count) + "." + ends[$0 % ends.count]
    }
    let plain = ([usual] + others).first { isPlain($0, under: policy) }
    return [usual] + (plain.map { $0.hasSameBytes(as: usual) ? [] : [$0] } ?? [])
  }

  /// Returns whether neither the policy nor a row names a domain.
  private func isPlain(_ domain: String, under policy: CompiledPolicy) -> Bool {
    let vocabulary = policy.vocabulary
    let aliases = vocabulary.addresses.aliases.flatMap { [$0.alias.value, $0.domain.value] }
    return vocabulary.domainValue(of: domain) == vocabulary.domains.other
      && !domains.contains { $0.hasSameBytes(as: domain) } && !aliases.contains(Name(domain))
  }
}

extension Assumptions {
  /// Returns the provider ids with which a proof plays the attempts of a declared provider.
  ///
  /// For a family such as `saml.*`, the ids are the members that the assumptions name and `count` unnamed members.
  ///
  /// - Parameters:
  ///   - value: the provider's value of the fact `provider`.
  ///   - policy: the policy that declares the provider.
  ///   - count: the number of unnamed members to play for a family.
  /// - Returns: ids that resolve to the provider, such as `saml.one` for the family `saml.*`.
  func played(_ value: Int, of policy: CompiledPolicy, others count: Int) -> [String] {
    let table = policy.vocabulary.providers
    guard table.providers[value].isFamily else { return [table.example(of: value)] }
    // If the assumptions name a narrower family than the policy declares, the proof also plays two members of the
    // narrower family.
    let family = table.providers[value].id.text
    let narrower = families.filter { !$0.hasSameBytes(as: family) }.flatMap { word in
      Self.names.map { String(word.dropLast()) + $0 }
    }
    let named = (providers + narrower).filter { table.value(of: $0) == value }
    var ids: [String] = []
    var number = 0
    while ids.count < count, number < count + named.count {
      let name = number < Self.names.count ? Self.names[number] : "other" + String(number)
      number += 1
      let id = table.example(of: value, named: name)
      if !(named + ids).contains(where: { $0.hasSameBytes(as: id) }) {
        ids.append(id)
      }
    }
    for id in named where !ids.contains(where: { $0.hasSameBytes(as: id) }) {
      ids.append(id)
    }
    return ids
  }

  /// The names of the two family members that represent every member without a row.
  private static var names: [String] { ["one", "two"] }
}

extension [SharedMailbox] {
  /// Returns an address of another mailbox that a policy treats as the owner's address; nil if no such address exists.
  ///
  /// Two addresses that the policy treats as equal count as two mailboxes, unless a row declares them to be one
  /// mailbox.
  ///
  /// - Parameters:
  ///   - domain: the domain of the owner's address, in its canonical spelling.
  ///   - policy: the policy, which specifies the folding.
  /// - Returns: the address as the other mailbox's owner spells it, such as `own.er@example.com`.
  func alias(ofOwnersAt domain: String, under policy: CompiledPolicy) -> String? {
    let vocabulary = policy.vocabulary
    let folding = vocabulary.folding(keepsCase: false)
    let ignored = ignored(at: domain)
    if folding.dropsDots, !ignored.contains(.dots) {
      return "own.er@" + domain
    }
    if folding.dropsPlusTag, !ignored.contains(.plusTags) {
      return "owner+other@" + domain
    }
    let other = vocabulary.spellings(of: domain).first { !areOne(domain, $0) }
    return other.map { "owner@" + $0 }
  }
}

extension Vocabulary {
  /// Returns whether the addresses that a proof plays are too long at the domain, or at its canonical spelling.
  ///
  /// If the domain is an alias, its canonical spelling can be longer.
  fileprivate func isTooLong(_ domain: String) -> Bool {
    exceeds(domain) || canonicalDomain(of: domain).map { exceeds($0) } ?? false
  }

  private func exceeds(_ domain: String) -> Bool {
    do throws(InputError) {
      _ = try self.domain(of: "a@" + domain)
    } catch {
      // No address at the domain is valid.
      return false
    }
    do throws(InputError) {
      _ = try self.domain(of: "attacker@" + domain)
      return false
    } catch {
      return true
    }
  }

  /// Returns the value of the fact `domain` for addresses at a domain; nil if no address at the domain is valid.
  func domainValue(of domain: String) -> Int? {
    do throws(InputError) {
      return try self.domain(of: "a@" + domain)
    } catch {
      return nil
    }
  }
}

extension Vocabulary {
  /// Returns the domains that the policy treats as one domain, beginning with the canonical domain.
  func spellings(of domain: String) -> [String] {
    let aliases = addresses.aliases.filter { $0.domain.value == Name(domain) }
    return [domain] + aliases.map { $0.alias.value.text }
  }

  /// Returns the canonical form of a domain; nil if no address at the domain is valid.
  func canonicalDomain(of domain: String) -> String? {
    do throws(InputError) {
      let address = try canonical("a@" + domain)
      return String(
        decoding: address.utf8.drop { $0 != UInt8(ascii: "@") }.dropFirst(), as: UTF8.self)
    } catch {
      return nil
    }
  }
}
