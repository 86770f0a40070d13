package import LinkPolicy

/// An edit of a list of rows, identified by their ids: `change`, `replace`, `remove`, `before` or `after`.
///
/// A new row gets the `given` conditions of the row that it replaces, or next to which it is inserted.
struct RowEdit {
  private(set) var rows: YAMLNode

  init(_ rows: YAMLNode) {
    self.rows = rows
  }

  mutating func apply(_ edits: YAMLNode, _ findings: inout PolicyFindings) {
    guard var map = MapReader(edits, as: "edits of rows", &findings) else { return }
    for key in RowEditKey.allCases {
      switch key {
      case .change:
        for row in list(map.node(key.word), &findings) {
          change(row, &findings)
        }
      case .replace:
        for row in list(map.node(key.word), &findings) {
          if let id = id(of: row, &findings) {
            edit(id, &findings) { _ in [row] }
          }
        }
      case .remove:
        for id in map.names(key.word, &findings) ?? [] {
          edit(id, &findings) { _ in [] }
        }
      case .before:
        add(map.node(key.word), &findings) { row, new in new + [row] }
      case .after:
        add(map.node(key.word), &findings) { row, new in [row] + new }
      }
    }
    map.finish(&findings)
  }

  /// Inserts rows next to the rows whose ids are the keys of the edit.
  private mutating func add(
    _ node: YAMLNode?, _ findings: inout PolicyFindings,
    joined: (YAMLNode, [YAMLNode]) -> [YAMLNode]
  ) {
    for entry in node.map({ findings.entries($0, of: "row ids") }) ?? [] {
      let new = findings.items(entry.value, of: "rows")
      edit(entry.key, &findings) { joined($0, new) }
    }
  }

  private func list(_ node: YAMLNode?, _ findings: inout PolicyFindings) -> [YAMLNode] {
    node.map { findings.items($0, of: "rows") } ?? []
  }

  private func id(of row: YAMLNode, _ findings: inout PolicyFindings) -> Located<Name>? {
    guard let node = row.map?["id"] else {
      findings.add(.missingKey, "`id` is missing", at: row.position)
      return nil
    }
    return findings.name(node)
  }

  /// Replaces or adds the keys that an edit lists for a row.
  ///
  /// A new `do` or `refuse` also removes the old `do` and `refuse`.
  private mutating func change(_ row: YAMLNode, _ findings: inout PolicyFindings) {
    guard let id = id(of: row, &findings), let changes = row.map else { return }
    edit(id, &findings) { present in
      guard var map = present.map else { return [present] }
      if changes["do"] != nil || changes["refuse"] != nil {
        map.entries.removeAll { $0.key.value == "do" || $0.key.value == "refuse" }
      }
      for entry in changes.entries {
        if let index = map.entries.firstIndex(where: { $0.key.value == entry.key.value }) {
          map.entries[index] = entry
        } else {
          map.entries.append(entry)
        }
      }
      return [YAMLNode(.map(map), at: row.position, end: row.end)]
    }
  }

  /// Replaces the row that has the given id by other rows; an unknown id is a finding.
  private mutating func edit(
    _ id: Located<Name>, _ findings: inout PolicyFindings, with replace: (YAMLNode) -> [YAMLNode]
  ) {
    var known: [Name] = []
    if let edited = Self.edited(rows, id: id.value, with: replace, known: &known) {
      rows = edited
      return
    }
    var help: String?
    if let nearest = findings.nearest(id.value, to: known) {
      help = "did you mean `" + nearest.text + "`?"
    }
    findings.add(
      .unknownOverlay, "the extended policy has no row `" + id.value.text + "` here",
      at: id.position, help: help)
  }

  /// Returns the list with the row replaced, even if the row is in a `given` group; nil if no row has the id.
  private static func edited(
    _ rows: YAMLNode, id: Name, with replace: (YAMLNode) -> [YAMLNode], known: inout [Name]
  ) -> YAMLNode? {
    guard var list = rows.list else { return nil }
    for (index, row) in list.items.enumerated() {
      guard var map = row.map else { continue }
      if let name = map["id"]?.scalar?.value {
        known.append(name)
        guard name == id else { continue }
        list.items.replaceSubrange(index...index, with: replace(row))
        return YAMLNode(.list(list), at: rows.position, end: rows.end)
      }
      guard let inner = map.entries.firstIndex(where: { $0.key.value == "rows" }),
        let edited = edited(map.entries[inner].value, id: id, with: replace, known: &known)
      else { continue }
      if edited.list?.items.isEmpty ?? true {
        list.items.remove(at: index)
      } else {
        map.entries[inner].value = edited
        list.items[index].content = .map(map)
      }
      return YAMLNode(.list(list), at: rows.position, end: rows.end)
    }
    return nil
  }
}

/// The keys with which an overlay edits the rows of a table, or the guards, in the order of application.
package enum RowEditKey: Sendable, CaseIterable {
  /// The edit lists partial rows by id, and the keys of each partial row replace the same keys of the existing row.
  case change
  /// The edit lists rows that replace existing rows.
  case replace
  /// The edit lists the ids of rows to remove.
  case remove
  /// The edit lists rows to insert before existing rows; the ids of the existing rows are the keys of the edit.
  case before
  /// The edit lists rows to insert after existing rows; the ids of the existing rows are the keys of the edit.
  case after

  /// Creates the key with a name; returns nil if no key has the name.
  package init?(_ name: Name) {
    guard let key = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = key
  }

  /// The key as written in a policy, such as `change`.
  package var name: Name { Name("\(word)") }

  /// The key as a static string, for the comparison with keys of a policy.
  var word: StaticString {
    switch self {
    case .change: "change"
    case .replace: "replace"
    case .remove: "remove"
    case .before: "before"
    case .after: "after"
    }
  }
}
