internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The operator that changes the default of a setting or an optional input, to each other value in turn.
struct ChangeDefault: MutationOperator {
  let name = "default-changed"
  let summary = "makes another value the default of a setting or an input"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    for (index, setting) in source.document.settings.enumerated() {
      for (place, value) in setting.values.enumerated().dropFirst() {
        var document = source.document
        document.settings[index].values.swapAt(0, place)
        let fact = source.schema.settings.lowerBound + index
        mutants.append(
          Mutant(
            operation: name, row: nil, subject: "settings/" + setting.name.value.text,
            detail: value.value.text, position: setting.name.position, part: .tables,
            overriding: nil, reading: .defaultValue(fact: fact, after: place),
            variants: [
              .init(document: document, summary: "`" + value.value.text + "` by default")
            ]))
      }
    }
    for (index, input) in source.document.inputs.enumerated() where !input.isRequired {
      for (place, value) in input.values.enumerated().dropFirst() {
        var document = source.document
        document.inputs[index].values.swapAt(0, place)
        mutants.append(
          Mutant(
            operation: name, row: nil, subject: "inputs/" + input.name.value.text,
            detail: value.value.text, position: input.name.position, part: .tables,
            overriding: nil,
            reading: .defaultValue(fact: source.schema.inputs.lowerBound + index, after: place),
            variants: [
              .init(document: document, summary: "`" + value.value.text + "` by default")
            ]))
      }
    }
    return mutants
  }
}

/// The operator that changes a provider's consent requirement, its kinds, the values that the provider gives, or its
/// case rule.
struct ChangeProvider: MutationOperator {
  let name = "provider-changed"
  let summary = "changes a provider's consent, kinds, gifts or case"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.document.providers.indices.flatMap { index in
      consent(source, index) + kinds(source, index) + gifts(source, index)
        + letterCase(source, index) + subjects(source, index)
    }
  }

  private func mutant(
    of source: MutationSource, provider index: Int, detail: String, reading: ReadingChange,
    _ edit: (inout ProviderDeclaration) -> Void
  ) -> Mutant {
    var document = source.document
    edit(&document.providers[index])
    let provider = source.document.providers[index]
    return Mutant(
      operation: name, row: nil, subject: "providers/" + provider.id.value.text, detail: detail,
      position: provider.id.position, part: reading.part, overriding: nil, reading: reading,
      variants: [.init(document: document, summary: detail)])
  }

  private func consent(_ source: MutationSource, _ index: Int) -> [Mutant] {
    let isRequired = source.document.providers[index].requiresConsent
    return [
      mutant(
        of: source, provider: index,
        detail: isRequired ? "consent not required" : "consent required",
        reading: .relay(provider: index)
      ) { $0.requiresConsent.toggle() }
    ]
  }

  private func kinds(_ source: MutationSource, _ index: Int) -> [Mutant] {
    let kinds = source.document.providers[index].kinds
    guard kinds.count > 1 else { return [] }
    var mutants = kinds.indices.map { place in
      mutant(
        of: source, provider: index, detail: "without kind " + kinds[place].value.text,
        reading: .providers([index])
      ) { $0.kinds.remove(at: place) }
    }
    mutants.append(
      mutant(
        of: source, provider: index, detail: kinds[1].value.text + " by default",
        reading: .providers([index])
      ) {
        $0.kinds.swapAt(0, 1)
      })
    return mutants
  }

  private static var allGifts: [Name] { ["email", "name", "name-once", "photo"] }

  private func gifts(_ source: MutationSource, _ index: Int) -> [Mutant] {
    let provider = source.document.providers[index]
    let given = provider.gives?.map { $0.value } ?? Self.allGifts.filter { $0 != "name-once" }
    return Self.allGifts.map { gift in
      let isGiven = given.contains(gift)
      return mutant(
        of: source, provider: index, detail: (isGiven ? "does not give " : "gives ") + gift.text,
        reading: gift == "email" ? .email(provider: index) : .profile(provider: index)
      ) {
        $0.gives = (isGiven ? given.filter { $0 != gift } : given + [gift]).map { Located($0) }
      }
    }
  }

  private func letterCase(_ source: MutationSource, _ index: Int) -> [Mutant] {
    let keeps = source.document.providers[index].keepsCase
    return [
      mutant(
        of: source, provider: index, detail: keeps ? "folds case" : "keeps case",
        reading: .letterCase(provider: index)
      ) {
        $0.keepsCase.toggle()
      }
    ]
  }

  /// Returns the mutant that compares folded subjects byte by byte.
  ///
  /// The result is empty if the provider does not fold subjects, or if an earlier provider with the same issuer already
  /// has this mutant.
  ///
  /// There is no reverse mutant, because a policy that compares bytes needs no vectors with letters of another case.
  private func subjects(_ source: MutationSource, _ index: Int) -> [Mutant] {
    let table = source.policy.vocabulary.providers
    // All providers of one issuer fold subjects alike.
    let joined = table.providers.indices.filter {
      $0 == index || table.canShareCredential($0, index) && table.providers[$0].foldsSubjects
    }
    guard source.document.providers[index].foldsSubjects, joined.first == index else { return [] }
    var document = source.document
    for place in joined {
      document.providers[place].foldsSubjects = false
    }
    let provider = source.document.providers[index]
    let detail = "compares subjects exactly"
    return [
      Mutant(
        operation: name, row: nil, subject: "providers/" + provider.id.value.text, detail: detail,
        position: provider.id.position, part: ReadingChange.providers(joined).part, overriding: nil,
        reading: .providers(joined), variants: [.init(document: document, summary: detail)])
    ]
  }
}

extension ReadingChange {
  /// The part of the policy that must be compiled again.
  fileprivate var part: PolicyEditor.Part {
    switch self {
    case .profile, .letterCase: .readings
    case .domain, .claim, .relay, .defaultValue, .email, .providers, .count, .listing, .search,
      .comparison, .table:
      .everything
    }
  }
}

/// The operator that adds a kind of method to the counted kinds, or removes a kind.
struct ChangeCount: MutationOperator {
  let name = "count-changed"
  let summary = "counts one kind of method more or less"

  func mutants(of source: MutationSource) -> [Mutant] {
    let counted = source.policy.vocabulary.countedKinds.kinds
    // No account has a method of a kind that no provider offers.
    return source.policy.vocabulary.providers.offeredKinds.map { kind in
      var document = source.document
      let isCounted = counted.contains(kind)
      let kinds = isCounted ? counted.filter { $0 != kind } : counted + [kind]
      document.countedKinds = kinds.map { Located($0.name) }
      return Mutant(
        operation: name, row: nil, subject: "methods", detail: kind.name.text,
        position: source.document.countedKinds.first?.position
          ?? source.document.name.position,
        part: .everything, overriding: nil, reading: .count([.methods]),
        variants: [
          .init(
            document: document,
            summary: (isCounted ? "does not count " : "counts ") + kind.name.text)
        ])
    }
  }
}

/// The operator that makes a policy count disabled methods, if the policy does not count disabled methods yet.
struct CountDisabled: MutationOperator {
  let name = "disabled-counted"
  let summary = "counts methods that the service has disabled, too"

  func mutants(of source: MutationSource) -> [Mutant] {
    guard !source.document.countsDisabled else { return [] }
    var document = source.document
    document.countsDisabled = true
    return [
      Mutant(
        operation: name, row: nil, subject: "methods", detail: "disabled",
        position: source.document.countedKinds.first?.position ?? source.document.name.position,
        part: .everything, overriding: nil, reading: .count([.methods, .otherMethods]),
        variants: [.init(document: document, summary: "counts disabled methods")])
    ]
  }
}

/// The operator that adds a kind of method to a declared listing, removes a kind, or changes the order.
struct ChangeListing: MutationOperator {
  let name = "listing-changed"
  let summary =
    "changes the kinds of methods that answers list, or their order"

  func mutants(of source: MutationSource) -> [Mutant] {
    let document = source.document
    guard !document.listedKinds.isEmpty || document.listingOrder != .added else { return [] }
    let listed = source.policy.vocabulary.listing.kinds.kinds
    var mutants: [Mutant] = []
    for kind in source.policy.vocabulary.providers.offeredKinds {
      let isListed = listed.contains(kind)
      let kinds = isListed ? listed.filter { $0 != kind } : listed + [kind]
      // The operator skips an empty list, because an empty list means all kinds.
      guard !kinds.isEmpty else { continue }
      var edited = document
      edited.listedKinds = kinds.map { Located($0.name) }
      mutants.append(
        mutant(
          of: source, detail: kind.name.text, edited: edited,
          summary: (isListed ? "does not list " : "lists ") + kind.name.text))
    }
    for order in ListingOrder.allCases where order != document.listingOrder {
      var edited = document
      edited.listingOrder = order
      mutants.append(
        mutant(
          of: source, detail: order.name.text, edited: edited,
          summary: "lists by order of " + order.name.text))
    }
    return mutants
  }

  private func mutant(
    of source: MutationSource, detail: String, edited: PolicyDocument, summary: String
  ) -> Mutant {
    Mutant(
      operation: name, row: nil, subject: "methods", detail: detail,
      position: source.document.listedKinds.first?.position ?? source.document.name.position,
      // Only disclosures depend on the listing, and no check depends on a disclosure's methods.
      part: .readings, overriding: nil, reading: .listing,
      variants: [.init(document: edited, summary: summary)])
  }
}

/// The operator that changes the conditions under which an attempt proves its address.
struct ChangeProof: MutationOperator {
  let name = "proof-changed"
  let summary = "changes the conditions under which an attempt proves its address"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    for (index, condition) in source.storage.proof.enumerated() {
      func add(_ detail: String, _ edit: (inout [Condition]) -> Void) {
        var document = source.document
        edit(&document.proof)
        mutants.append(
          Mutant(
            operation: name, row: nil, subject: "proof", detail: detail,
            position: condition.position, part: .proof, overriding: nil, reading: nil,
            variants: [.init(document: document, summary: detail)]))
      }
      add("without " + source.schema.facts[condition.fact].name.text) { $0.remove(at: index) }
      for value in source.all(condition.fact).values {
        var values = condition.values
        if values.contains(value) {
          values.remove(value)
        } else {
          values.insert(value)
        }
        guard !values.isEmpty else { continue }
        add(source.text(condition.fact, values)) {
          $0[index] = source.condition(condition.fact, values)
        }
      }
      let rest = source.all(condition.fact).subtracting(condition.values)
      if !rest.isEmpty {
        add(source.text(condition.fact, rest)) {
          $0[index] = source.condition(condition.fact, rest)
        }
      }
    }
    return mutants
  }
}

/// The operator that renames an error on one platform, so that clients there receive another name.
struct ChangeErrorNames: MutationOperator {
  let name = "error-renamed"
  let summary = "renames an error on one platform"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    for (index, error) in source.document.errors.enumerated() {
      for (number, (platform, name)) in error.names.enumerated() {
        var document = source.document
        document.errors[index].names[number].name.value = Name(name.value.text + "-other")
        mutants.append(
          source.errorMutant(
            by: self.name, error: error, detail: platform.value.text, document: document,
            words: "other name on "))
      }
    }
    return mutants
  }
}
