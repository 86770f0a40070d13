package import LinkPolicy

/// The canonical bytes of a policy's meaning, which do not depend on the spelling of the policy.
///
/// Each name is written as its length and its bytes, so that policies with different meanings have different bytes.
/// Sets are sorted. Rows, guards, effects and values keep their order, because the order affects the meaning.
struct CanonicalForm {
  private(set) var bytes: [UInt8] = []

  private mutating func add(_ count: Int) {
    for shift in [24, 16, 8, 0] {
      bytes.append(UInt8(truncatingIfNeeded: count >> shift))
    }
  }

  private mutating func add(_ name: Name) {
    add(name.bytes.count)
    bytes += name.bytes
  }

  private mutating func add(_ names: [Name]) {
    add(names.count)
    for name in names {
      add(name)
    }
  }

  private mutating func add(_ names: [Located<Name>]) {
    add(names.count)
    for name in names {
      add(name.value)
    }
  }

  private mutating func addSet(_ names: [Located<Name>]) {
    // Most sets have one name, so they are already sorted.
    if names.count < 2 {
      add(names)
    } else {
      add(names.map { $0.value }.sorted())
    }
  }

  private mutating func add(_ flag: Bool) {
    bytes.append(flag ? 1 : 0)
  }

  private mutating func add(_ name: Located<Name>?) {
    add(name != nil)
    if let name {
      add(name.value)
    }
  }

  mutating func add(_ document: PolicyDocument) {
    add("linkpolicy 1" as Name)
    add(document.name.value)
    addDomains(document)
    addProviders(document)
    addClaims(document)
    add(document.settings.count)
    for setting in document.settings.sorted(by: { $0.name.value < $1.name.value }) {
      add(setting.name.value)
      add(setting.values)
      add(setting.isPerProvider)
    }
    add(document.labels.count)
    for label in document.labels.sorted(by: { $0.name.value < $1.name.value }) {
      add(label.name.value)
      add(label.values)
      add(Int(label.bearer.rawValue))
    }
    addActions(document)
    addAddresses(document)
    add(document.facts.count)
    for fact in document.facts {
      add(fact.name.value)
      add(fact.values)
      add(fact.hit == .first)
      add(fact.rows)
    }
    add(document.proof)
    add(document.impossible.count)
    var combinations: [Name] = []
    for impossible in document.impossible {
      var form = CanonicalForm()
      form.add(impossible.conditions)
      combinations.append(Name(bytes: form.bytes))
    }
    add(combinations.sorted())
    add(document.guards)
    add(document.decisions.count)
    for table in document.decisions.sorted(by: { $0.key.value < $1.key.value }) {
      add(table.action.value)
      addSet(table.kinds)
      add(table.hit == .first)
      add(table.rows)
    }
    addErrors(document)
    addCodes(document)
    addListing(document)
    addDisabled(document)
    addInputs(document)
    addIdentifiers(document)
    addFoldedSubjects(document)
    addPasswordProvider(document)
  }

  private mutating func addDomains(_ document: PolicyDocument) {
    add(document.domains.count)
    for set in document.domains.sorted(by: { $0.name.value < $1.name.value }) {
      add(set.name.value)
      add(set.domains.map { Self.folded($0.value) }.sorted())
      add(set.isRelay)
    }
  }

  private mutating func addProviders(_ document: PolicyDocument) {
    add(document.providers.count)
    for provider in document.providers.sorted(by: { $0.id.value < $1.id.value }) {
      add(provider.id.value)
      add(provider.kinds)
      add(provider.gives != nil)
      addSet(provider.gives ?? [])
      add(provider.requiresConsent)
      add(provider.keepsCase)
      add(provider.issuer)
    }
  }

  private mutating func addClaims(_ document: PolicyDocument) {
    add(document.claims.count)
    for claim in document.claims.sorted(by: { $0.name.value < $1.name.value }) {
      add(claim.name.value)
      add(claim.words.count)
      for word in claim.words {
        add(word.name.value)
        add(word.values.map { Self.form(of: $0.value) }.sorted())
      }
    }
  }

  /// Returns a domain with ASCII letters in lower case, for comparison.
  private static func folded(_ domain: Name) -> Name {
    Name(
      bytes: domain.bytes.map { byte in
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
      })
  }

  private static func form(of value: ClaimValue) -> Name {
    switch value {
    case .boolean(let flag): flag ? "b1" : "b0"
    case .string(let text): Name(bytes: [UInt8(ascii: "s")] + text.bytes)
    case .number(let text): Name(bytes: [UInt8(ascii: "n")] + text.bytes)
    case .null: "z"
    }
  }

  private mutating func addActions(_ document: PolicyDocument) {
    add(document.actions.count)
    for action in document.actions.sorted(by: { $0.name.value < $1.name.value }) {
      add(action.name.value)
      add(Int(action.pointsTo.rawValue))
      addSet(action.kinds)
      add(Int(action.address.rawValue))
    }
    add(document.actionGroups.count)
    for group in document.actionGroups.sorted(by: { $0.name.value < $1.name.value }) {
      add(group.name.value)
      addSet(group.actions)
    }
  }

  /// Adds the declared code purposes, and the declared actions that accept codes; adds nothing if the policy declares
  /// neither.
  private mutating func addCodes(_ document: PolicyDocument) {
    let taking = document.actions.filter { $0.takes != nil }
    guard !document.purposes.isEmpty || !taking.isEmpty else { return }
    add("codes" as Name)
    add(document.purposes.count)
    for purpose in document.purposes.sorted(by: { $0.name.value < $1.name.value }) {
      add(purpose.name.value)
      add(Int(purpose.treatment.recipient.rawValue))
      add(Int(purpose.treatment.owner.rawValue))
      add(Int(purpose.treatment.staleness.rawValue))
    }
    add(taking.count)
    for action in taking.sorted(by: { $0.name.value < $1.name.value }) {
      add(action.name.value)
      add(action.takes)
    }
  }

  private mutating func addAddresses(_ document: PolicyDocument) {
    let rules = document.addresses
    add(Int(rules.match.rawValue))
    add(Int(rules.heldBy.rawValue))
    add(rules.elect.count)
    for election in rules.elect {
      add(Int(election.rawValue))
    }
    add(rules.isUnique)
    add(rules.dropsDots)
    add(rules.dropsPlusTag)
    add(rules.foldsCase)
    add(Int(rules.international.rawValue))
    add(rules.aliases.count)
    let aliases = rules.aliases.map { (Self.folded($0.alias.value), Self.folded($0.domain.value)) }
    for (alias, domain) in aliases.sorted(by: { $0.0 < $1.0 }) {
      add(alias)
      add(domain)
    }
    addSet(document.countedKinds)
    add(document.pools.count)
    for pool in document.pools.sorted(by: { $0.name.value < $1.name.value }) {
      add(pool.name.value)
      addSet(pool.providers)
    }
  }

  /// Adds the kinds and the order of the methods that `tell: methods` lists; adds nothing if the policy lists methods
  /// of all kinds, in the order in which they were added.
  private mutating func addListing(_ document: PolicyDocument) {
    guard !document.listedKinds.isEmpty || document.listingOrder != .added else { return }
    add("listing" as Name)
    addSet(document.listedKinds)
    add(Int(document.listingOrder.rawValue))
  }

  /// Adds the word `disabled` if the policy does not count disabled methods; adds nothing otherwise.
  private mutating func addDisabled(_ document: PolicyDocument) {
    guard !document.countsDisabled else { return }
    add("disabled" as Name)
  }

  /// Adds the inputs, if the policy declares inputs.
  private mutating func addInputs(_ document: PolicyDocument) {
    guard !document.inputs.isEmpty else { return }
    add("inputs" as Name)
    add(document.inputs.count)
    for input in document.inputs.sorted(by: { $0.name.value < $1.name.value }) {
      add(input.name.value)
      add(input.values)
      add(input.isRequired)
    }
    addInputMarks(of: document, named: "retry") { $0.isRetry }
    addInputMarks(of: document, named: "factor") { $0.isFactor }
  }

  /// Adds a mark, such as `retry`, and the names of the inputs with this mark; adds nothing if no input has the mark.
  private mutating func addInputMarks(
    of document: PolicyDocument, named word: Name, where isMarked: (InputDeclaration) -> Bool
  ) {
    let marked = document.inputs.filter(isMarked).map { $0.name.value }.sorted { $0 < $1 }
    guard !marked.isEmpty else { return }
    add(word)
    add(marked.count)
    for name in marked {
      add(name)
    }
  }

  /// Adds the providers that fold subjects, if the policy declares such providers.
  private mutating func addFoldedSubjects(_ document: PolicyDocument) {
    let folded = document.providers.filter { $0.foldsSubjects }.map { $0.id.value }
    guard !folded.isEmpty else { return }
    add("folded-subjects" as Name)
    add(folded.sorted())
  }

  /// Adds the provider that gets a new password if the attempt names no provider: the first declared password provider
  /// that is not a family.
  ///
  /// The form lists the providers in the order of their names, so it adds nothing if this provider is also the first by
  /// name.
  private mutating func addPasswordProvider(_ document: PolicyDocument) {
    let named = document.providers.filter { provider in
      provider.id.value.bytes.last != UInt8(ascii: "*")
        && provider.kinds.contains { $0.value == MethodKind.password.name }
    }.map { $0.id.value }
    guard let first = named.first, named.contains(where: { $0 < first }) else { return }
    add("password-provider" as Name)
    add(first)
  }

  /// Adds the identifiers and the orders of searches, if the policy declares identifiers or orders.
  private mutating func addIdentifiers(_ document: PolicyDocument) {
    guard !document.identifiers.isEmpty || !document.searches.isEmpty else { return }
    add("identifiers" as Name)
    add(document.identifiers.count)
    for identifier in document.identifiers.sorted(by: { $0.name.value < $1.name.value }) {
      add(identifier.name.value)
      add(identifier.foldsCase)
    }
    add(document.searches.count)
    for search in document.searches.sorted(by: { $0.action.value < $1.action.value }) {
      add(search.action.value)
      add(search.places)
    }
  }

  private mutating func addErrors(_ document: PolicyDocument) {
    add(document.errors.count)
    for error in document.errors.sorted(by: { $0.name.value < $1.name.value }) {
      add(error.name.value)
      add(error.ask)
      addSet(error.tell)
      add(error.names.count)
      for (platform, name) in error.names.sorted(by: { $0.platform.value < $1.platform.value }) {
        add(platform.value)
        add(name.value)
      }
    }
  }

  private mutating func add(_ conditions: [Condition]) {
    add(conditions.count)
    // Sorting indices instead of conditions avoids copies of conditions.
    let order = conditions.indices.sorted { conditions[$0].fact.value < conditions[$1].fact.value }
    for condition in order.lazy.map({ conditions[$0] }) {
      add(condition.fact.value)
      add(condition.isNegated)
      addSet(condition.values)
    }
  }

  private mutating func add(_ rows: [RowDeclaration]) {
    add(rows.count)
    for row in rows {
      add(row.id.value)
      add(row.conditions)
      add(row.value)
      add(row.effects != nil)
      add(row.effects?.count ?? 0)
      for effect in row.effects ?? [] {
        add(effect.name.value)
        if effect.name.value == "drop" {
          addSet(effect.arguments)
        } else {
          add(effect.arguments)
        }
      }
      add(row.refusal)
      add(row.would != nil)
      addSet(row.would ?? [])
      add(row.ask)
      add(row.tell != nil)
      addSet(row.tell ?? [])
      add(row.show)
    }
  }
}

extension PolicyDigest {
  /// Hashes the meaning of a document, in the encoding of ``CanonicalForm``.
  package init(of document: PolicyDocument) {
    var form = CanonicalForm()
    form.add(document)
    self.init(bytes: SHA256.digest(of: form.bytes))
  }
}
