internal import LinkPolicy

/// Merges an overlay onto the policy it extends, tree by tree, so that positions stay.
///
/// Declarations are joined by name, the overlay's winning; tables are edited by row id.
struct PolicyOverlay {
  var findings = PolicyFindings()

  /// What becomes of a section that the base has as well.
  enum Treatment {
    /// Its entries are joined by name.
    case joined
    /// Its tables are replaced, or their rows edited.
    case tables
    /// Its rows are edited.
    case guards
    /// Its items follow those of the base.
    case appended
    /// It stands in the place of the base's.
    case replaced

    init(of section: Name) {
      self =
        switch section {
        case "sources", "domains", "providers", "claims", "settings", "labels", "purposes",
          "actions", "action-groups", "addresses", "methods", "pools", "errors":
          .joined
        case "facts", "decisions": .tables
        case "guards": .guards
        case "impossible", "invariants", "findings": .appended
        default: .replaced
        }
    }
  }

  mutating func merge(_ overlay: YAMLNode, onto base: YAMLNode) -> YAMLNode {
    guard let changes = overlay.map, var map = base.map else { return overlay }
    // What the base states of itself was checked there; the result can only state its own.
    map.entries.removeAll { $0.key.value.isSpelled(OwnDigest.key) }
    for entry in changes.entries
    where entry.key.value != "extends" && !entry.key.value.isSpelled(OwnDigest.key) {
      let key = entry.key.value
      guard let index = map.entries.firstIndex(where: { $0.key.value == key }) else {
        map.entries.append(entry)
        continue
      }
      let present = map.entries[index].value
      switch Treatment(of: key) {
      case .joined:
        let isList = key == "purposes"
        map.entries[index].value = join(
          isList ? Self.named(entry.value) : entry.value,
          onto: isList ? Self.named(present) : present)
      case .tables: map.entries[index].value = editTables(entry.value, in: present)
      case .guards: map.entries[index].value = editGuards(entry.value, in: present)
      case .appended: map.entries[index].value = append(entry.value, to: present)
      case .replaced: map.entries[index] = entry
      }
    }
    if let own = changes.entries.first(where: { $0.key.value.isSpelled(OwnDigest.key) }) {
      let version = map.entries.filter { $0.key.value == "linkpolicy" }
      map.entries = version + [own] + map.entries.filter { $0.key.value != "linkpolicy" }
    }
    return YAMLNode(.map(map), at: overlay.position, end: overlay.end)
  }

  /// A list of names, as purposes are written that say no more, as a map with nothing said of each.
  private static func named(_ node: YAMLNode) -> YAMLNode {
    let items = node.list?.items ?? [node]
    guard node.map == nil, items.allSatisfy({ $0.scalar.map { !$0.isMissing } ?? false }) else {
      return node
    }
    let entries = items.map { item in
      YAMLMap.Entry(
        Located(item.scalar?.value ?? "", at: item.position), item.scalar?.style ?? .plain,
        value: YAMLNode(.map(YAMLMap([], .flow)), at: item.position))
    }
    return YAMLNode(.map(YAMLMap(entries, .flow)), at: node.position, end: node.end)
  }

  private mutating func join(_ overlay: YAMLNode, onto base: YAMLNode) -> YAMLNode {
    guard var map = base.map else { return overlay }
    for entry in findings.entries(overlay, of: "declarations") {
      if let index = map.entries.firstIndex(where: { $0.key.value == entry.key.value }) {
        map.entries[index] = entry
      } else {
        map.entries.append(entry)
      }
    }
    return YAMLNode(.map(map), at: base.position, end: base.end)
  }

  private mutating func append(_ overlay: YAMLNode, to base: YAMLNode) -> YAMLNode {
    guard var list = base.list else { return overlay }
    list.items += findings.items(overlay, of: "entries")
    return YAMLNode(.list(list), at: base.position, end: base.end)
  }

  /// Tables with `rows` of their own replace the base's; others say how to edit its rows.
  private mutating func editTables(_ overlay: YAMLNode, in base: YAMLNode) -> YAMLNode {
    guard var map = base.map else { return overlay }
    for entry in findings.entries(overlay, of: "tables") {
      let index = map.entries.firstIndex { $0.key.value == entry.key.value }
      if entry.value.map?["rows"] != nil {
        if let index {
          map.entries[index] = entry
        } else {
          map.entries.append(entry)
        }
        continue
      }
      guard let index, var table = map.entries[index].value.map,
        let rows = table.entries.firstIndex(where: { $0.key.value == "rows" })
      else {
        var help = "a new table needs `rows:`"
        if let nearest = Name.nearest(entry.key.value, to: map.entries.map { $0.key.value }) {
          help = "did you mean `" + nearest.text + "`?"
        }
        findings.add(
          .unknownOverlay, "the policy extended has no table `" + entry.key.value.text + "`",
          at: entry.key.position, help: help)
        continue
      }
      var edit = RowEdit(table.entries[rows].value)
      edit.apply(entry.value, &findings)
      table.entries[rows].value = edit.rows
      map.entries[index].value.content = .map(table)
    }
    return YAMLNode(.map(map), at: base.position, end: base.end)
  }

  private mutating func editGuards(_ overlay: YAMLNode, in base: YAMLNode) -> YAMLNode {
    if overlay.list != nil {
      findings.wrongType(
        overlay, expected: "a map of `change`, `replace`, `remove`, `before`, `after`")
      return base
    }
    var edit = RowEdit(base)
    edit.apply(overlay, &findings)
    return edit.rows
  }
}
