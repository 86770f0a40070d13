package import LinkPolicy
package import LinkPolicyAnalysis

/// A difference between what two policies declare that no cell shows.
///
/// What conditions and answers come to is compared cell by cell; this is the rest: how attempts and
/// accounts are read and found, and what effects give them.
package struct DeclarationDifference: Sendable, Equatable {
  /// What is declared, such as `provider google.com`.
  package var subject: String
  /// What each policy says of it, in words; `-` for nothing.
  package var words: Sides<String>
  /// Where each says it; nil where it says nothing.
  package var positions: Sides<SourcePosition?>

  /// What two policies declare otherwise, in the order in which policies are written.
  package static func all(_ policies: Sides<CompiledPolicy>) -> [DeclarationDifference] {
    var list = DeclarationList(policies)
    list.addProviders()
    list.addRelays()
    list.addSettings()
    list.addLabels()
    list.addPurposes()
    list.addActions()
    list.addAddresses()
    list.addPools()
    list.addTables()
    return list.differences
  }
}

/// Collects what two policies declare otherwise.
private struct DeclarationList {
  private let policies: Sides<CompiledPolicy>
  private let documents: Sides<PolicyDocument>
  private(set) var differences: [DeclarationDifference] = []

  init(_ policies: Sides<CompiledPolicy>) {
    self.policies = policies
    documents = Sides { policies[$0].document }
  }

  private mutating func add(
    _ subject: String, _ words: Sides<String>,
    at positions: Sides<SourcePosition?> = Sides { _ in nil }
  ) {
    if words.old != words.new {
      differences.append(
        DeclarationDifference(subject: subject, words: words, positions: positions))
    }
  }

  /// Adds what is declared by name in each, where it differs.
  private mutating func addNamed(
    _ what: String, _ declared: Sides<[(name: Located<Name>, words: String)]>,
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
        what + " " + name.text, Sides { entries[$0]?.words ?? absent },
        at: Sides { entries[$0]?.name.position })
    }
  }

  /// How attempts by a provider are read; one that is not declared cannot make any.
  mutating func addProviders() {
    let usesConsent = Side.allCases.contains { policies[$0].vocabulary.isUsed(.relay) }
    let declared = Sides { side in
      policies[side].vocabulary.providers.providers.enumerated().map { index, provider in
        var words = [provider.kinds.map { $0.name.text }.joined(separator: ", ")]
        let gifts = [
          (provider.givesEmail, "email"), (provider.givesName, "name"),
          (provider.givesNameOnce, "name once"), (provider.givesPhoto, "photo"),
        ].filter { $0.0 }.map { $0.1 }
        words.append("gives " + (gifts.isEmpty ? "nothing" : gifts.joined(separator: ", ")))
        if provider.requiresConsent, usesConsent {
          words.append("needs consent")
        }
        if provider.keepsCase {
          words.append("keeps the case")
        }
        if let issuer = provider.issuer {
          words.append("issuer " + issuer.text)
        }
        return (
          name: documents[side].providers[index].id, words: words.joined(separator: "; ")
        )
      }
    }
    var all = declared
    for side in Side.allCases {
      // A member or smaller family that only the other policy lists is read as its family.
      for entry in declared[side.other]
      where !all[side].contains(where: { $0.name.value == entry.name.value }) {
        let table = policies[side].vocabulary.providers
        let id = entry.name.value.text
        if let value = table.value(of: id.hasSuffix("*") ? id.dropLast() + "one" : id) {
          all[side].append((name: entry.name, words: declared[side][value].words))
        }
      }
    }
    addNamed("provider", all, absent: "not declared")
  }

  /// Which domains are relays; cells tell only whose address one is.
  mutating func addRelays() {
    guard Side.allCases.contains(where: { policies[$0].vocabulary.isUsed(.relay) }) else { return }
    add(
      "relay domains",
      Sides { side in
        let sets = documents[side].domains.filter { $0.isRelay }
        return Self.sorted(sets.flatMap { $0.domains.map { $0.value.lowercased } })
      },
      at: Sides { side in documents[side].domains.first { $0.isRelay }?.name.position })
  }

  /// Values and defaults of the settings that both have; cells are compared where both have them.
  mutating func addSettings() {
    addNamed(
      "setting",
      Sides { side in
        documents[side].settings.filter { setting in
          documents[side.other].settings.contains { $0.name.value == setting.name.value }
        }.map { setting in
          let first = setting.values.first?.value.text ?? "-"
          return (
            name: setting.name,
            words: Self.sorted(setting.values.map { $0.value }) + "; default " + first
              + (setting.isPerProvider ? "; per provider" : "")
          )
        }
      })
  }

  mutating func addLabels() {
    addNamed(
      "label",
      Sides { side in
        documents[side].labels.map { label in
          let first = label.values.first?.value.text ?? "-"
          return (
            name: label.name,
            words: Self.sorted(label.values.map { $0.value }) + "; default " + first + "; of the "
              + (label.bearer == .account ? "account" : "method")
          )
        }
      })
  }

  /// What becomes of codes; one that only one policy can mail is told by what its rows do.
  mutating func addPurposes() {
    addNamed(
      "purpose",
      Sides { side in
        documents[side].purposes.map { purpose in
          (name: purpose.name, words: purpose.treatment.words.joined(separator: "; "))
        }
      })
  }

  mutating func addActions() {
    addNamed(
      "action",
      Sides { side in
        documents[side].actions.map { action in
          (
            name: action.name,
            words: "points to \(action.pointsTo)"
              + (action.kinds.isEmpty
                ? "" : "; kinds " + Self.sorted(action.kinds.map { $0.value }))
              + "; address \(action.address)"
              + (action.takes.map { "; takes " + $0.value.text } ?? "")
          )
        }
      })
  }

  /// How addresses are compared and accounts found by them.
  mutating func addAddresses() {
    let rules = Sides { documents[$0].addresses }
    add("addresses: match", Sides { "\(rules[$0].match)" })
    add("addresses: held-by", Sides { "\(rules[$0].heldBy)" })
    add(
      "addresses: elect",
      Sides { side in rules[side].elect.map { "\($0)" }.joined(separator: ", ") })
    add("addresses: unique", Sides { "\(rules[$0].isUnique)" })
    add("addresses: drop dots", Sides { "\(rules[$0].dropsDots)" })
    add("addresses: drop plus tag", Sides { "\(rules[$0].dropsPlusTag)" })
    add("addresses: fold case", Sides { "\(rules[$0].foldsCase)" })
    add("addresses: international", Sides { "\(rules[$0].international)" })
    add(
      "addresses: aliases",
      Sides { side in
        Self.sorted(
          rules[side].aliases.map {
            Name($0.alias.value.lowercased.text + " for " + $0.domain.value.lowercased.text)
          })
      })
    let areCounted = Side.allCases.contains { policies[$0].vocabulary.isUsed(.methods) }
    if areCounted {
      add(
        "methods: count",
        Sides { side in
          let counted = policies[side].vocabulary.countedKinds
          return MethodKind.allCases.filter { counted.contains($0) }.map { $0.name.text }
            .joined(separator: ", ")
        })
    }
    addListing()
    // Which records are looked up goes by what is proven; recorded proof is compared by cells.
    if Side.allCases.contains(where: { rules[$0].match == .anyProven }) {
      add("proof", Sides { side in documents[side].proof.map { $0.words }.joined(separator: ", ") })
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
      "methods: list",
      Sides { side in
        policies[side].vocabulary.listing.kinds.kinds.map { $0.name.text }.joined(separator: ", ")
      })
    add("methods: order", Sides { policies[$0].vocabulary.listing.order.name.text })
  }

  mutating func addPools() {
    add(
      "pools",
      Sides { side in
        documents[side].pools.map { pool in
          Self.sorted(pool.providers.map { $0.value })
        }.sorted { Name($0) < Name($1) }.joined(separator: " | ")
      },
      at: Sides { documents[$0].pools.first?.name.position })
  }

  /// What only one of them decides.
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
    addNamed("attempts", decided, absent: "not decided")
  }

  private static func sorted(_ names: [Name]) -> String {
    names.sorted().map { $0.text }.joined(separator: ", ")
  }
}

extension Condition {
  fileprivate var words: String {
    let list = values.map { $0.value.text }.joined(separator: ", ")
    return fact.value.text + ": " + (isNegated ? "{not: [" + list + "]}" : "[" + list + "]")
  }
}
