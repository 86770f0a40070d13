internal import LinkPolicy
internal import LinkPolicyAuthoring

/// All parts of a policy in words, without the reasons of rows and the layout of the text.
struct PolicyParts {
  private(set) var entries: [PartEntry] = []
  private let document: PolicyDocument

  init(_ document: PolicyDocument) {
    self.document = document
    addVocabulary()
    addRules()
    addTables()
  }

  private mutating func add(
    _ subject: EditedPart.PartSubject, at position: SourcePosition?, words: String
  ) {
    entries.append(PartEntry(subject: subject, position: position, words: words))
  }

  private mutating func addVocabulary() {
    for pin in document.pins {
      add(.pin(pin.key), at: pin.digest.position, words: pin.digest.value.text)
    }
    for set in document.domains {
      add(
        .domain(set.name.value), at: set.name.position,
        words: Self.sorted(set.domains) + (set.isRelay ? "; relay" : ""))
    }
    for provider in document.providers {
      var words = [provider.kinds.map { $0.value.text }.joined(separator: ", ")]
      words += provider.gives.map { ["gives " + Self.sorted($0)] } ?? []
      words += provider.requiresConsent ? ["needs consent"] : []
      words += provider.keepsCase ? ["keeps the case"] : []
      words += provider.foldsSubjects ? ["folds subjects"] : []
      words += provider.issuer.map { ["issuer " + $0.value.text] } ?? []
      add(
        .provider(provider.id.value), at: provider.id.position,
        words: words.joined(separator: "; "))
    }
    for claim in document.claims {
      let words = claim.words.map { word in
        word.name.value.text + ": "
          + word.values.map { $0.value.typedWord }.sorted { Name($0) < Name($1) }
          .joined(separator: ", ")
      }
      add(.claim(claim.name.value), at: claim.name.position, words: words.joined(separator: "; "))
    }
    for setting in document.settings {
      add(
        .setting(setting.name.value), at: setting.name.position,
        words: Self.listed(setting.values) + (setting.isPerProvider ? "; per provider" : ""))
    }
    for input in document.inputs {
      add(
        .input(input.name.value), at: input.name.position,
        words: Self.listed(input.values) + "; by " + input.supplier.word.text
          + input.marks)
    }
    for identifier in document.identifiers {
      add(
        .identifier(identifier.name.value), at: identifier.name.position,
        words: identifier.foldsCase ? "fold case" : "exact")
    }
    for search in document.searches {
      add(
        .search(search.action.value), at: search.action.position,
        words: search.places.map { $0.value.text }.joined(separator: ", "))
    }
    for label in document.labels {
      add(
        .label(label.name.value), at: label.name.position,
        words: Self.listed(label.values) + (label.bearer == .account ? "" : "; on methods"))
    }
    for purpose in document.purposes {
      add(
        .purpose(purpose.name.value), at: purpose.name.position,
        words: purpose.treatment.words.joined(separator: "; "))
    }
    for action in document.actions {
      add(
        .action(action.name.value), at: action.name.position,
        words: "points to \(action.pointsTo.word); kinds " + Self.sorted(action.kinds)
          + "; address \(action.address.word)"
          + (action.takes.map { "; takes " + $0.value.text } ?? "")
          + (action.performer == action.impliedPerformer
            ? "" : "; by " + action.performer.word.text))
    }
    for group in document.actionGroups {
      add(
        .actionGroup(group.name.value), at: group.name.position, words: Self.sorted(group.actions))
    }
  }

  private mutating func addRules() {
    let rules = document.addresses
    let aliases = rules.aliases.map { $0.alias.value.text + " for " + $0.domain.value.text }
    let folded = [
      rules.foldsCase ? "case" : "", rules.dropsDots ? "dots" : "",
      rules.dropsPlusTag ? "plus-tags" : "",
    ].filter { !$0.isEmpty }
    add(
      .addresses, at: document.addressesPosition,
      words:
        "match \(rules.match.word), held by \(rules.heldBy.word), elect \(rules.elect.map { $0.word }.joined(separator: ", ")), unique \(rules.isUnique), "
        + "fold \(folded.joined(separator: ", ")), international \(rules.international.word)"
        + (aliases.isEmpty ? "" : ", aliases " + aliases.joined(separator: ", ")))
    let methods = document.countedKinds.first ?? document.listedKinds.first
    add(
      .methods, at: methods?.position,
      words: "count " + Self.sorted(document.countedKinds)
        + (document.countsDisabled ? "" : ", not disabled ones") + "; list "
        + Self.sorted(document.listedKinds)
        + "; order " + document.listingOrder.name.text)
    for pool in document.pools {
      add(.pool(pool.name.value), at: pool.name.position, words: Self.sorted(pool.providers))
    }
    add(.proof, at: document.proof.first?.fact.position, words: Self.words(document.proof))
    for entry in document.impossible {
      let words = Self.words(entry.conditions)
      add(.impossible(Name(words)), at: entry.conditions.first?.fact.position, words: words)
    }
    for error in document.errors {
      let names = error.names.map { $0.platform.value.text + " " + $0.name.value.text }
      add(
        .error(error.name.value), at: error.name.position,
        words: "ask " + (error.ask?.value.text ?? "-") + "; tell " + Self.listed(error.tell) + "; "
          + names.sorted { Name($0) < Name($1) }.joined(separator: ", "))
    }
    for invariant in document.invariants {
      add(
        .invariant(invariant.id.value), at: invariant.id.position,
        words: Self.words(invariant.conditions) + "; never " + Self.sorted(invariant.never))
    }
  }

  private mutating func addTables() {
    for fact in document.facts {
      add(
        .fact(fact.name.value), at: fact.name.position,
        words: Self.listed(fact.values) + "; hit \(fact.hit.word)")
      for row in fact.rows {
        add(
          .factRow(fact: fact.name.value, id: row.id.value), at: row.id.position,
          words: Self.words(row))
      }
      if fact.hit == .first {
        add(
          .factOrder(fact.name.value), at: fact.rows.first?.id.position,
          words: Self.order(fact.rows))
      }
    }
    for row in document.guards {
      add(.guardRow(row.id.value), at: row.id.position, words: Self.words(row))
    }
    addOrder("guards", document.guards)
    for table in document.decisions {
      let key = table.key.value
      for row in table.rows {
        add(.row(table: key, id: row.id.value), at: row.id.position, words: Self.words(row))
      }
      if table.hit == .first {
        addOrder(key, table.rows)
      }
    }
  }

  /// Adds, as a part of the policy, the ids of a table's rows or of the guards, in order.
  private mutating func addOrder(_ name: Name, _ rows: [RowDeclaration]) {
    add(.order(name), at: rows.first?.id.position, words: Self.order(rows))
  }

  // MARK: Words

  private static func order(_ rows: [RowDeclaration]) -> String {
    rows.map { $0.id.value.text }.joined(separator: ", ")
  }

  static func words(_ row: RowDeclaration) -> String {
    var words = row.conditions.isEmpty ? [] : [Self.words(row.conditions)]
    words += row.would.map { ["would " + sorted($0)] } ?? []
    words += row.value.map { ["is " + $0.value.text] } ?? []
    words +=
      row.effects.map { effects in
        [
          "do "
            + effects.map { effect in
              ([effect.name] + effect.arguments).map { $0.value.text }.joined(separator: " ")
            }.joined(separator: ", ")
        ]
      } ?? []
    words += row.refusal.map { ["refuse " + $0.value.text] } ?? []
    words += row.show.map { ["show " + $0.value.text] } ?? []
    words += row.ask.map { ["ask " + $0.value.text] } ?? []
    words += row.tell.map { ["tell " + listed($0)] } ?? []
    return words.joined(separator: "; ")
  }

  private static func words(_ conditions: [Condition]) -> String {
    conditions.map { Name(PolicyWords.condition($0)) }.sorted().map { $0.text }.joined(
      separator: ", ")
  }

  private static func listed(_ names: [Located<Name>]) -> String {
    names.map { $0.value.text }.joined(separator: ", ")
  }

  private static func sorted(_ names: [Located<Name>]) -> String {
    names.map { $0.value }.sorted().map { $0.text }.joined(separator: ", ")
  }
}
