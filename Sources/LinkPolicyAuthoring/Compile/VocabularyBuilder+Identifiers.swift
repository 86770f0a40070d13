internal import LinkPolicy
internal import LinkPolicyDiagnostics

extension VocabularyBuilder {
  /// Builds the identifiers and the orders of searches, and reports invalid declarations.
  mutating func buildIdentifiers(_ actions: [ActionDefinition]) -> IdentifierTable {
    var table = IdentifierTable()
    findings.checkUnique("identifier", document.identifiers.map { $0.name })
    if document.identifiers.count > IdentifierTable.capacity {
      findings.error(
        .tooMany,
        "the policy has " + String(document.identifiers.count) + " identifiers; the most is "
          + String(IdentifierTable.capacity),
        at: document.identifiers[IdentifierTable.capacity].name.position)
    }
    for declared in document.identifiers.prefix(IdentifierTable.capacity) {
      if declared.name.value == "credential" || declared.name.value == "address" {
        findings.error(
          .invalidDeclaration,
          "`" + declared.name.value.text
            + "` is the engine's own word and cannot name an identifier",
          at: declared.name.position, help: "choose another name, such as `username`")
      }
      table.identifiers.append(.init(declared.name.value, foldsCase: declared.foldsCase))
    }
    if document.pools.count > 1, let first = document.identifiers.first {
      findings.error(
        .invalidDeclaration, "identifiers are searched in all pools, and the policy has several",
        at: first.name.position,
        help: "remove `identifiers`, or join the pools; tenants separate accounts by identifier too"
      )
    }
    findings.checkUnique("order of a search", document.searches.map { $0.action })
    for search in document.searches {
      guard let action = actions.firstIndex(where: { $0.name == search.action.value }) else {
        findings.unknown("action", search.action, among: actions.map { $0.name })
        continue
      }
      guard !table.orders.contains(where: { $0.action == action }) else { continue }
      table.orders.append((action, places(of: search, actions[action], table)))
    }
    return table
  }

  private mutating func places(
    of search: SearchDeclaration, _ action: ActionDefinition, _ table: IdentifierTable
  ) -> [IdentifierTable.SearchPlace] {
    if action.pointsTo != .credential {
      findings.error(
        .invalidDeclaration,
        "`" + action.name.text + "` finds its account without a search",
        at: search.action.position,
        help: "remove the action from `find`; only actions that point to `credential` search")
    }
    findings.checkUnique("place", search.places)
    var places: [IdentifierTable.SearchPlace] = []
    for place in search.places {
      if place.value == "credential" {
        places.append(.credential)
      } else if place.value == "address" {
        places.append(.address)
      } else if let index = table.identifiers.firstIndex(where: { $0.name == place.value }) {
        places.append(.identifier(index))
      } else {
        findings.unknown(
          "place to search", place,
          among: ["credential", "address"] + table.identifiers.map { $0.name })
      }
    }
    if places.first != .credential {
      findings.error(
        .invalidDeclaration, "a search begins with `credential`", at: search.action.position,
        help: "write `" + action.name.text + ": [credential, ...]`")
    } else if action.address != .none, !places.contains(.address) {
      // Even an order without `address` would search by address, namely for an attempt that states no identifier.
      findings.error(
        .invalidDeclaration,
        "`" + action.name.text + "` finds accounts by address too, and its order omits `address`",
        at: search.action.position,
        help: "add `address` to the order; to link nobody by address, test the fact `address`")
    }
    return places
  }
}
