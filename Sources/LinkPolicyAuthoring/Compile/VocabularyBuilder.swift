internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// A builder that resolves the declarations of a document into a ``Vocabulary``.
///
/// The builder continues after every finding, so that one run reports all findings. The vocabulary is valid only if no
/// finding is an error.
struct VocabularyBuilder {
  let document: PolicyDocument
  var findings = Findings()

  init(_ document: PolicyDocument) {
    self.document = document
  }

  /// Builds the vocabulary and marks every fact as used.
  mutating func build() -> Vocabulary {
    let purposes = buildPurposes()
    let actions = buildActions(purposes)
    let providers = buildProviders()
    let domains = buildDomains()
    let claims = buildClaims()
    let schema = buildSchema(actions, providers)
    checkAliases()
    var actionTable = NameTable()
    for (index, action) in actions.enumerated() {
      actionTable.insert(action.name, index)
    }
    var settingTable = NameTable()
    for (index, setting) in document.settings.enumerated() {
      settingTable.insert(setting.name.value, index)
    }
    return Vocabulary(
      schema: schema, actions: actions, actionTable: actionTable, providers: providers,
      domains: domains, claims: claims, settingTable: settingTable, labels: document.labels,
      purposes: purposes, addresses: foldedAddresses(), pools: buildPools(providers),
      identifiers: buildIdentifiers(actions),
      countedKinds: buildCountedKinds(), countsDisabled: document.countsDisabled,
      listing: buildListing(), relayExample: relayExample(),
      usedFacts: .all(schema.facts.count))
  }

  private mutating func buildActions(_ purposes: PurposeTable) -> [ActionDefinition] {
    var actions = ActionDefinition.standard
    for declared in document.actions {
      if actions.contains(where: { $0.name == declared.name.value }) {
        findings.duplicate("action", declared.name, first: nil)
        continue
      }
      var kinds = MethodKindSet()
      for name in declared.kinds {
        if let kind = kind(name) {
          kinds.insert(kind)
        }
      }
      var action = ActionDefinition(
        name: declared.name.value, pointsTo: declared.pointsTo, kinds: kinds,
        address: declared.address)
      action.takes = purpose(takenBy: action, declared, purposes)
      actions.append(action)
    }
    return actions
  }

  private mutating func buildProviders() -> ProviderTable {
    findings.checkUnique("provider", document.providers.map { $0.id })
    var providers: [ProviderTable.Provider] = []
    for declared in document.providers {
      var provider = ProviderTable.Provider(id: declared.id.value, kinds: [])
      for name in declared.kinds {
        if let kind = kind(name) {
          provider.kinds.append(kind)
        }
      }
      if declared.kinds.isEmpty {
        findings.error(
          .invalidDeclaration, "provider `" + declared.id.value.text + "` offers no kind",
          at: declared.id.position, help: "add `kind:` with one of " + Self.kindNames)
      }
      if provider.kinds.isEmpty {
        // The provider gets a kind as a placeholder, so that the remaining checks can run.
        provider.kinds = [.federated]
      }
      if declared.id.value == "other" || declared.id.value == "none" {
        findings.error(
          .invalidDeclaration,
          "`" + declared.id.value.text + "` is the engine's own word and cannot name a provider",
          at: declared.id.position)
      }
      checkIssuer(of: declared)
      buildGifts(of: declared, &provider)
      provider.requiresConsent = declared.requiresConsent
      provider.keepsCase = declared.keepsCase
      provider.foldsSubjects = declared.foldsSubjects
      provider.issuer = declared.issuer?.value
      providers.append(provider)
    }
    let table = ProviderTable(providers)
    checkFoldedSubjects(table)
    return table
  }

  /// Checks that the kinds of each provider permit `subjects: folded`, and that two providers that can share a
  /// credential both fold subjects, or neither does.
  private mutating func checkFoldedSubjects(_ table: ProviderTable) {
    for (index, provider) in table.providers.enumerated() where provider.foldsSubjects {
      let (id, position) = (provider.id.text, document.providers[index].id.position)
      if provider.kinds.contains(.passkey) {
        findings.error(
          .invalidDeclaration,
          "provider `" + id
            + "` folds subjects, but the credential ids of passkeys are case-sensitive",
          at: position, help: "declare a separate provider for the passkeys")
      } else if !provider.kinds.contains(where: { $0 == .federated || $0 == .custom }) {
        findings.error(
          .invalidDeclaration,
          "provider `" + id
            + "` folds subjects, but none of its kinds has a subject with letters",
          at: position, help: "remove `subjects: folded`")
      }
      for (place, other) in table.providers.enumerated()
      where !other.foldsSubjects && table.canShareCredential(index, place) {
        findings.error(
          .invalidDeclaration,
          "providers `" + id + "` and `" + other.id.text
            + "` can have the same issuer, and only one of them folds subjects",
          at: position, help: "declare `subjects: folded` for both, or for neither")
      }
    }
  }

  /// Checks that a provider's issuer is an id, not the pattern of a family, because each member of a family is a
  /// separate issuer.
  private mutating func checkIssuer(of declared: ProviderDeclaration) {
    guard let issuer = declared.issuer, issuer.value.bytes.last == UInt8(ascii: "*") else { return }
    findings.error(
      .invalidDeclaration,
      "the issuer `" + issuer.value.text + "` of provider `" + declared.id.value.text
        + "` is the pattern of a family", at: issuer.position,
      help:
        "name one issuer for all, such as `directory`, or remove `issuer`: each member is then its own issuer"
    )
  }

  private mutating func buildGifts(
    of declared: ProviderDeclaration, _ provider: inout ProviderTable.Provider
  ) {
    guard let gives = declared.gives else { return }
    provider.givesEmail = false
    provider.givesName = false
    provider.givesPhoto = false
    for gift in gives {
      switch ProviderGift.allCases.first(where: { $0.name == gift.value }) {
      case .email: provider.givesEmail = true
      case .name: provider.givesName = true
      case .nameOnce: provider.givesNameOnce = true
      case .photo: provider.givesPhoto = true
      case nil: findings.unknown("gift", gift, among: ProviderGift.allCases.map { $0.name })
      }
    }
  }

  private mutating func buildDomains() -> DomainTable {
    findings.checkUnique("domain set", document.domains.map { $0.name })
    var relays = ValueSet()
    for (index, set) in document.domains.enumerated() where set.isRelay {
      relays.insert(index)
    }
    var table = DomainTable(setCount: document.domains.count, relays: relays)
    for (index, set) in document.domains.enumerated() {
      if set.name.value == "other" || set.name.value == "absent" {
        findings.error(
          .invalidDeclaration,
          "`" + set.name.value.text + "` is the engine's own word and cannot name a domain set",
          at: set.name.position)
      }
      for domain in set.domains {
        checkDomain(domain)
        if let first = table.insert(domain.value, into: index) {
          findings.error(
            .duplicateName,
            "domain `" + domain.value.text + "` is already in set `"
              + document.domains[first].name.value.text + "`", at: domain.position,
            help: "remove the domain from one of the sets; domain sets are disjoint")
        }
      }
    }
    for alias in document.addresses.aliases {
      let bytes = alias.domain.value.bytes
      let target = table.value(of: bytes.span, from: 0)
      let own = table.value(of: alias.alias.value.bytes.span, from: 0)
      if own == table.other, target < table.setCount {
        _ = table.insert(alias.alias.value, into: target)
      } else if own != target {
        findings.error(
          .invalidDeclaration,
          "alias `" + alias.alias.value.text + "` is in another domain set than `"
            + alias.domain.value.text + "`", at: alias.alias.position)
      }
    }
    return table
  }

  private mutating func checkDomain(_ domain: Located<Name>) {
    let name =
      DomainTable.isPattern(domain.value)
      ? Name(bytes: Array(domain.value.bytes.dropFirst(2))) : domain.value
    let address = Name(bytes: Array("a@".utf8) + name.bytes)
    do {
      _ = try EmailAddress.validate(address.bytes.span)
    } catch {
      findings.error(
        .invalidDeclaration,
        "`" + domain.value.text + "` is not an e-mail domain: " + error.message,
        at: domain.position,
        help:
          "write a domain such as `example.com`, or `*.example.com` for the domains below `example.com`"
      )
    }
  }

  /// Returns the address rules with aliases in lower case, as in canonical addresses.
  private func foldedAddresses() -> AddressRules {
    var rules = document.addresses
    for index in rules.aliases.indices {
      rules.aliases[index].alias.value = rules.aliases[index].alias.value.lowercased
      rules.aliases[index].domain.value = rules.aliases[index].domain.value.lowercased
    }
    return rules
  }

  private mutating func checkAliases() {
    findings.checkUnique("alias", document.addresses.aliases.map { $0.alias })
    let rules = foldedAddresses()
    let aliases = rules.aliases.map { $0.alias.value }
    for (alias, domain) in rules.aliases {
      for name in [alias, domain] {
        checkDomain(name)
        if DomainTable.isPattern(name.value) {
          findings.error(
            .invalidDeclaration,
            "`" + name.value.text + "` is a pattern, and an alias maps one domain to another",
            at: name.position, help: "declare an alias for each domain")
        }
      }
      if aliases.contains(domain.value) {
        findings.error(
          .invalidDeclaration, "alias `" + alias.value.text + "` refers to another alias",
          at: domain.position, help: "name the final domain")
      }
    }
  }

  private mutating func buildClaims() -> [Vocabulary.ClaimDefinition] {
    findings.checkUnique("claim", document.claims.map { $0.name })
    var claims: [Vocabulary.ClaimDefinition] = []
    for claim in document.claims {
      findings.checkUnique("word", claim.words.map { $0.name })
      var seen: [ClaimValue] = []
      for word in claim.words {
        for value in word.values {
          if seen.contains(value.value) {
            findings.error(
              .duplicateName,
              "this value already belongs to another word of claim `"
                + claim.name.value.text + "`", at: value.position)
          }
          seen.append(value.value)
        }
      }
      claims.append(
        Vocabulary.ClaimDefinition(
          name: claim.name.value, words: claim.words.map { $0.values.map { $0.value } }))
    }
    return claims
  }

  private mutating func buildCountedKinds() -> MethodKindSet {
    guard !document.countedKinds.isEmpty else {
      return MethodKindSet.all.subtracting(MethodKindSet([.anonymous]))
    }
    var kinds = MethodKindSet()
    for name in document.countedKinds {
      if let kind = kind(name) {
        kinds.insert(kind)
      }
    }
    return kinds
  }

  private mutating func buildListing() -> MethodListing {
    let kinds =
      document.listedKinds.isEmpty
      ? .all : MethodKindSet(document.listedKinds.compactMap { kind($0) })
    return MethodListing(kinds: kinds, order: document.listingOrder)
  }

  private func relayExample() -> String? {
    for set in document.domains where set.isRelay {
      guard let domain = set.domains.first?.value else { continue }
      return DomainTable.isPattern(domain)
        ? Name(bytes: [UInt8(ascii: "x")] + domain.bytes.dropFirst()).text : domain.text
    }
    return nil
  }

  private static var kindNames: String {
    Findings.list(MethodKind.allCases.map { $0.name })
  }

  mutating func kind(_ name: Located<Name>) -> MethodKind? {
    if let kind = MethodKind(name.value) {
      return kind
    }
    findings.unknown("kind of sign-in", name, among: MethodKind.allCases.map { $0.name })
    return nil
  }
}

extension VocabularyBuilder {
  /// Builds the table of code purposes and reports invalid declarations.
  mutating func buildPurposes() -> PurposeTable {
    let standard = PurposeTable.standard.map { $0.purpose.name }
    findings.checkUnique("purpose", document.purposes.map { $0.name })
    for declared in document.purposes {
      let name = declared.name
      if standard.contains(name.value) {
        findings.error(
          .duplicateName, "every policy has the purpose `" + name.value.text + "`",
          at: name.position, help: "remove the declaration; the meaning of this purpose is fixed")
      } else if !CodePurpose(name.value).isWellFormed {
        findings.error(
          .invalidDeclaration, "`" + name.value.text + "` cannot name a purpose",
          at: name.position,
          help: "use lower-case letters, digits and single hyphens, a letter first, such as"
            + " `invite`; 64 bytes at most")
      }
      switch (declared.treatment.owner, declared.treatment.staleness) {
      case (.nobody, .withAddress):
        findings.error(
          .invalidDeclaration,
          "codes of `" + name.value.text + "` have no account, so no address can change",
          at: name.position, help: "write `for: nobody, stale: never`")
      case (.nobody, .never), (.account, .withAddress), (.account, .never): break
      }
    }
    return PurposeTable(adding: document.purposes)
  }

  /// Returns the purpose of the codes that a declared action accepts; nil if the action accepts no codes or the
  /// declaration is invalid.
  mutating func purpose(
    takenBy action: ActionDefinition, _ declared: ActionDeclaration, _ purposes: PurposeTable
  ) -> CodePurpose? {
    guard action.carriesCode else {
      if let takes = declared.takes {
        findings.error(
          .invalidDeclaration, "action `" + action.name.text + "` takes no code",
          at: takes.position,
          help: "remove `takes`; only an action that points to a code, or has the kind"
            + " `email-link`, carries a code")
      }
      return nil
    }
    guard let takes = declared.takes else {
      findings.error(
        .invalidDeclaration,
        "action `" + action.name.text + "` takes a code without stating its purpose",
        at: declared.name.position,
        help: "add `takes:` with one of " + Findings.list(Array(purposes.names.prefix(12)))
          + (purposes.names.count > 12 ? ", ..." : ""))
      return nil
    }
    guard let purpose = purposes[CodePurpose(takes.value)] else {
      findings.unknown("purpose", takes, among: purposes.names)
      return nil
    }
    switch (action.pointsTo, purpose.treatment.owner) {
    case (.code, .nobody):
      findings.error(
        .invalidDeclaration,
        "action `" + action.name.text + "` points to a code's account, and codes of `"
          + takes.value.text + "` have no account",
        at: takes.position,
        help: "take a purpose whose codes have an account, or change `points-to`"
      )
    case (.code, .account), (.session, _), (.target, _), (.credential, _): break
    }
    return purpose.purpose
  }
}
