internal import LinkPolicy

/// A merge of an overlay and the policy that it extends.
///
/// The merge combines trees, so every node keeps the position in its own file.
///
/// Declarations are merged by name, and the declarations of the overlay take precedence. The overlay can replace a
/// table, or edit the table's rows by their ids.
struct PolicyOverlay {
  var findings = PolicyFindings()

  /// How the merge treats a section of the overlay and the base's section with the same key.
  enum Treatment {
    /// The entries of both sections are merged; an entry of the overlay replaces the base's entry with the same name.
    case joined
    /// The overlay's tables replace the tables of the base, or edit their rows.
    case tables
    /// The overlay changes, replaces, removes or inserts guards by their ids.
    case guards
    /// The items of the overlay follow the items of the base.
    case appended
    /// The section of the overlay replaces the section of the base.
    case replaced

    init(of section: Name) {
      self =
        switch section {
        case "sources", "domains", "providers", "claims", "settings", "inputs", "identifiers",
          "find", "labels",
          "purposes", "actions", "action-groups", "addresses", "methods", "pools", "errors":
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
    // The merged policy drops the base's digest, which was verified when the base was read.
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

  /// Converts a list of names, which is a short form of purposes, to a map with empty treatments.
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

  /// Edits tables: a table with `rows` replaces the base's table or is new; any other table edits the rows of the
  /// base's table.
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
        if let nearest = findings.nearest(
          entry.key.value, to: map.entries.map { $0.key.value })
        {
          help = "did you mean `" + nearest.text + "`?"
        }
        findings.add(
          .unknownOverlay, "the extended policy has no table `" + entry.key.value.text + "`",
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
