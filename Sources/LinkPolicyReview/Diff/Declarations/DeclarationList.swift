internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// A collector of the differences between the declarations of two policies.
struct DeclarationList {
  private let policies: Sides<CompiledPolicy>
  private let documents: Sides<PolicyDocument>
  private(set) var differences: [DeclarationDifference] = []

  init(_ policies: Sides<CompiledPolicy>) {
    self.policies = policies
    documents = Sides { policies[$0].document }
  }

  private mutating func add(
    _ part: DeclaredPart, _ words: Sides<String>,
    at positions: Sides<SourcePosition?> = Sides { _ in nil }, as subject: String? = nil
  ) {
    guard words.old != words.new else { return }
    var difference = DeclarationDifference(
      part: part, subject: subject ?? part.subject, words: words, positions: positions)
    difference.kinds = part.knownKinds(policies, words) ?? [.declares]
    differences.append(difference)
  }

  /// Adds the differences between the named declarations of one kind, such as settings.
  private mutating func addNamed(
    _ part: (Name) -> DeclaredPart, _ declared: Sides<[(name: Located<Name>, words: String)]>,
    absent: String = "-"
  ) {
    var names: [Name] = []
    for side in Side.allCases {
      for entry in declared[side] where !names.contains(entry.name.value) {
        names.append(entry.name.value)
      }
    }
    for name in names {
      let entries = Sides { side in declared[side].first { $0.name.value == name } }
      add(
        part(name), Sides { entries[$0]?.words ?? absent },
        at: Sides { entries[$0]?.name.position })
    }
  }

  /// Adds the differences between providers, such as another issuer or another kind of method.
  ///
  /// A provider that a policy lacks counts as `not declared`, because no attempt can use it.
  mutating func addProviders() {
    let all = entries { side, provider, id in
      var words = [provider.kinds.map { $0.name.text }.joined(separator: ", ")]
      let gifts = [
        (provider.givesEmail, "email"), (provider.givesName, "name"),
        (provider.givesNameOnce, "name once"), (provider.givesPhoto, "photo"),
      ].filter { $0.0 }.map { $0.1 }
      words.append("gives " + (gifts.isEmpty ? "nothing" : gifts.joined(separator: ", ")))
      // The cells already show the results of consent and relays.
      if provider.keepsCase {
        words.append("keeps the case")
      }
      if policies[side].vocabulary.providers.namedForPasswords?.id == provider.id {
        words.append("stores the passwords that are set")
      }
      // A provider without `issuer` is its own issuer.
      let issuer = policies[side].vocabulary.providers.issuer(of: id)
      if !issuer.hasSameBytes(as: id) {
        words.append("issuer " + issuer)
      }
      return words.joined(separator: "; ")
    }
    addNamed({ .provider($0) }, all, absent: "not declared")
  }

  /// Adds the providers for which only one policy ignores the letter case of subjects.
  mutating func addSubjects() {
    let all = entries { _, provider, _ in
      (provider.foldsSubjects ? SubjectComparison.folded : .exact).rawValue
    }
    // The comparison of subjects can differ only if both policies declare the provider.
    addNamed(
      { .subjects($0) },
      Sides { side in
        all[side].filter { entry in
          all[side.other].contains { $0.name.value == entry.name.value }
        }
      })
  }

  /// Returns an entry for each provider that a policy declares or that belongs to a family in the policy.
  private func entries(
    _ words: (_ side: Side, _ provider: ProviderTable.Provider, _ id: String) -> String
  ) -> Sides<[(name: Located<Name>, words: String)]> {
    let joined = ProviderTable(joining: Side.allCases.map { policies[$0].vocabulary.providers })
    func entry(_ name: Located<Name>, _ side: Side) -> (name: Located<Name>, words: String)? {
      let table = policies[side].vocabulary.providers
      guard let place = joined.providers.firstIndex(where: { $0.id == name.value }) else {
        return nil
      }
      let id = joined.example(of: place)
      return table.value(of: id).map { (name, words(side, table.providers[$0], id)) }
    }
    let declared = Sides { side in
      documents[side].providers.compactMap { entry($0.id, side) }
    }
    var all = declared
    for side in Side.allCases {
      // A provider or family that only the other policy declares can belong to a larger family in this policy.
      for other in declared[side.other]
      where !declared[side].contains(where: { $0.name.value == other.name.value }) {
        if let entry = entry(other.name, side) {
          all[side].append(entry)
        }
      }
    }
    return all
  }

  /// Adds the differences between the values of settings that both policies have.
  ///
  /// The cells already cover common values and defaults of settings.
  mutating func addSettings() {
    addNamed(
      { .setting($0) },
      Sides { side in
        documents[side].settings.filter { setting in
          documents[side.other].settings.contains { $0.name.value == setting.name.value }
        }.map { setting in
          (
            name: setting.name,
            words: Self.sorted(setting.values.map { $0.value })
              + (setting.isPerProvider ? "; per provider" : "")
          )
        }
      })
  }

  /// Adds the differences between the values and marks of inputs, such as the mark for required inputs.
  ///
  /// The list omits an input of only one policy if the cells cover the input. The cells cover an input if a condition
  /// tests the input, and the input is neither required nor a factor.
  mutating func addInputs() {
    addNamed(
      { .input($0) },
      Sides { side in
        documents[side].inputs.filter { input in
          input.rejects
            || documents[side.other].inputs.contains { $0.name.value == input.name.value }
            || !tests(input, policies[side])
        }.map { input in
          (
            name: input.name,
            words: Self.sorted(input.values.map { $0.value })
              + input.marks
          )
        }
      })
  }

  private func tests(_ input: InputDeclaration, _ policy: CompiledPolicy) -> Bool {
    let fact = policy.vocabulary.schema.index(of: Name("input." + input.name.value.text))
    return policy.conditions.contains { $0.fact == fact }
  }

  /// Adds the differences between the parties of actions and inputs that both policies have.
  mutating func addParties() {
    let declared = Sides { side in
      documents[side].actions.map { ("action " + $0.name.value.text, $0.name, $0.performer) }
        + documents[side].inputs.map { ("input " + $0.name.value.text, $0.name, $0.supplier) }
    }
    addNamed(
      { .party($0) },
      Sides { side in
        declared[side].filter { one in
          declared[side.other].contains { $0.0 == one.0 }
        }.map { (Located(Name($0.0), at: $0.1.position), $0.2.word.text) }
      })
  }

  /// Adds the differences between identifiers, and between the orders in which actions search accounts.
  mutating func addIdentifiers() {
    addNamed(
      { .identifier($0) },
      Sides { side in
        documents[side].identifiers.map { identifier in
          (name: identifier.name, words: identifier.foldsCase ? "fold case" : "exact")
        }
      })
    addNamed(
      { .search($0) },
      Sides { side in
        documents[side].searches.map { search in
          (
            name: search.action,
            words: search.places.map { $0.value.text }.joined(separator: ", ")
          )
        }.filter { $0.words != Self.usualSearch }
      }, absent: Self.usualSearch)
  }

  /// The order of a search if the policy declares no order: the credential, then the address.
  private static var usualSearch: String { "credential, address" }

  mutating func addLabels() {
    addNamed(
      { .label($0) },
      Sides { side in
        documents[side].labels.map { label in
          (
            name: label.name,
            words: Self.sorted(label.values.map { $0.value }) + "; first "
              + (label.values.first?.value.text ?? "-") + "; of the "
              + (label.bearer == .account ? "account" : "method")
          )
        }
      })
  }

  /// Adds the differences in the treatment of out-of-band codes.
  ///
  /// The rows already cover a code purpose that only one policy can mail.
  mutating func addPurposes() {
    addNamed(
      { .purpose($0) },
      Sides { side in
        documents[side].purposes.map { purpose in
          (name: purpose.name, words: purpose.treatment.words.joined(separator: "; "))
        }
      })
  }

  mutating func addActions() {
    addNamed(
      { .action($0) },
      Sides { side in
        documents[side].actions.map { action in
          (
            name: action.name,
            words: "points to \(action.pointsTo.word)"
              + (action.kinds.isEmpty
                ? "" : "; kinds " + Self.sorted(action.kinds.map { $0.value }))
              + "; address \(action.address.word)"
              + (action.takes.map { "; takes " + $0.value.text } ?? "")
          )
        }
      })
  }

  /// Adds the differences between the rules for comparing addresses and for finding accounts by address.
  mutating func addAddresses() {
    let rules = Sides { documents[$0].addresses }
    let places = Sides { documents[$0].addressesPosition }
    add(.addresses, Sides { rules[$0].match.word }, at: places, as: "addresses: match")
    add(.addresses, Sides { rules[$0].heldBy.word }, at: places, as: "addresses: held-by")
    add(
      .addresses, Sides { side in rules[side].elect.map { $0.word }.joined(separator: ", ") },
      at: places, as: "addresses: elect")
    add(.addresses, Sides { "\(rules[$0].isUnique)" }, at: places, as: "addresses: unique")
    add(.addresses, Sides { "\(rules[$0].dropsDots)" }, at: places, as: "addresses: drop dots")
    add(
      .addresses, Sides { "\(rules[$0].dropsPlusTag)" }, at: places, as: "addresses: drop plus tag")
    add(.addresses, Sides { "\(rules[$0].foldsCase)" }, at: places, as: "addresses: fold case")
    add(
      .addresses, Sides { rules[$0].international.word }, at: places, as: "addresses: international"
    )
    add(
      .addresses,
      Sides { side in
        Self.sorted(
          rules[side].aliases.map {
            Name($0.alias.value.lowercased.text + " for " + $0.domain.value.lowercased.text)
          })
      },
      at: Sides { rules[$0].aliases.first?.alias.position }, as: "addresses: aliases")
    addListing()
    // The conditions of `proof` determine which addresses the lookup requests, but cells cover only the recorded proof.
    if Side.allCases.contains(where: { rules[$0].match == .anyProven }) {
      add(
        .proof, Sides { PolicyWords.proof(policies[$0]) },
        at: Sides { documents[$0].proof.first?.fact.position })
    }
  }

  private mutating func addListing() {
    let isTold = Side.allCases.contains { side in
      let storage = policies[side].storage
      return (storage.tables.flatMap { $0.rows } + storage.guards).contains { row in
        row.answer.tell.contains { $0 == .methods || $0 == .addressMethods }
      }
    }
    guard isTold else { return }
    add(
      .listing,
      Sides { side in
        policies[side].vocabulary.listing.kinds.kinds.map { $0.name.text }.joined(separator: ", ")
      }, as: "methods: list")
    add(
      .listing, Sides { policies[$0].vocabulary.listing.order.name.text }, as: "methods: order")
  }

  /// Adds a difference between the pools of providers.
  ///
  /// A single pool contains every provider, so one pool means the same as no pools.
  mutating func addPools() {
    add(
      .pools,
      Sides { side in
        let pools = documents[side].pools
        return (pools.count == 1 ? [] : pools).map { pool in
          Self.sorted(pool.providers.map { $0.value })
        }.sorted { Name($0) < Name($1) }.joined(separator: " | ")
      },
      at: Sides { documents[$0].pools.first?.name.position })
  }

  /// Adds the attempts that only one policy decides, such as `link.phone`.
  mutating func addTables() {
    let decided = Sides { side in
      var list: [(name: Located<Name>, words: String)] = []
      for table in policies[side].storage.tables {
        let action = policies[side].vocabulary.actions[table.action].name.text
        let kinds = table.kinds.isEmpty ? [""] : table.kinds.map { "." + $0.name.text }
        for kind in kinds {
          list.append((Located(Name(action + kind), at: table.position), "decided"))
        }
      }
      return list
    }
    addNamed({ .attempts($0) }, decided, absent: "not decided")
  }

  /// Adds the differences between invariants, on which no decision depends.
  ///
  /// Invariants that differ only in their ids count as equal.
  mutating func addInvariants() {
    let stated = Sides { side in
      zip(documents[side].invariants, policies[side].storage.invariants).map { text, invariant in
        (
          name: text.id,
          words: "never " + Self.sorted(text.never.map { $0.value }) + " where "
            + Self.sorted(
              invariant.conditions.map { Name(PolicyWords.meaning($0, policies[side])) })
        )
      }
    }
    addNamed(
      { .invariant($0) },
      Sides { side in
        stated[side].filter { one in
          !stated[side.other].contains { $0.name.value != one.name.value && $0.words == one.words }
        }
      })
  }

  /// Adds a difference if only one policy tests tenants.
  mutating func addTenants() {
    add(
      .tenants,
      Sides { policies[$0].vocabulary.isUsed(.tenant) ? "distinguished" : "not distinguished" })
  }

  /// Adds a difference between the refusals of stale tickets, which the engine gives without a row.
  mutating func addStaleTickets() {
    add(
      .staleTickets,
      Sides { side in
        let error = documents[side].errors.first { $0.name.value == Name(Refusal.startAgain) }
        guard let error else { return "-" }
        return (error.ask.map { "ask " + $0.value.text + "; " } ?? "")
          + (error.tell.isEmpty ? "" : "tell " + Self.sorted(error.tell.map { $0.value }) + "; ")
          + Self.sorted(error.names.map { Name($0.platform.value.text + " " + $0.name.value.text) })
      })
  }

  /// Adds the differences between pinned digests.
  ///
  /// The `own` digest of the outermost text covers the merged text. A policy that is no longer extended needs no pin.
  mutating func addPins() {
    var keys: [DigestPin.PinKey] = []
    for side in Side.allCases {
      for pin in documents[side].pins where !keys.contains(pin.key) {
        keys.append(pin.key)
      }
    }
    for key in keys {
      var pins = Sides { side in documents[side].pins.first { $0.key == key } }
      if key.layer >= documents.new.layers {
        guard key.subject == .own else { continue }
        let outermost = DigestPin.PinKey(.own, layer: documents.new.layers - 1)
        pins.new = documents.new.pins.first { $0.key == outermost }
        guard pins.new == nil else { continue }
      }
      add(
        .pin(key), Sides { pins[$0]?.digest.value.text ?? "-" },
        at: Sides { pins[$0]?.digest.position })
    }
  }

  private static func sorted(_ names: [Name]) -> String {
    names.sorted().map { $0.text }.joined(separator: ", ")
  }
}
