internal import LinkPolicy
internal import LinkPolicyAuthoring

/// One edit that an overlay makes: a row changed or removed, a declaration, a section.
struct OverlayEdit {
  /// A step from a node down: an entry of a map, or an item of a list.
  typealias Path = [Int]

  /// Where it stands in the overlay.
  let position: SourcePosition
  /// What it does, as in `removes row `first` of `sign-in.federated``.
  let words: String
  /// Which node of the overlay it is.
  let path: Path
  /// The row or guard that it removes.
  var removed: RemovedRow?

  /// What an overlay says of itself, which edits nothing.
  private static var says: [Name] { ["linkpolicy", "extends", "digest", "name", "title"] }

  /// All edits of an overlay's tree, in the order written.
  static func all(in overlay: YAMLNode) -> [OverlayEdit] {
    var edits: [OverlayEdit] = []
    for (index, section) in (overlay.map?.entries ?? []).enumerated() {
      let key = section.key.value
      let whole = OverlayEdit(
        position: section.key.position, words: "sets `" + key.text + "`", path: [index])
      guard !says.contains(key) else { continue }
      switch PolicyOverlay.Treatment(of: key) {
      case .joined:
        guard let map = section.value.map else {
          edits.append(whole)
          continue
        }
        for (place, entry) in map.entries.enumerated() {
          edits.append(
            OverlayEdit(
              position: entry.key.position,
              words: "sets `" + key.text + "." + entry.key.value.text + "`", path: [index, place]))
        }
      case .tables:
        for (place, entry) in (section.value.map?.entries ?? []).enumerated() {
          let table = "`" + entry.key.value.text + "`"
          if entry.value.map?["rows"] != nil {
            edits.append(
              OverlayEdit(
                position: entry.key.position, words: "has rows of its own for " + table,
                path: [index, place]))
          } else {
            edits += rowEdits(
              entry.value, of: "row", in: " of " + table, at: [index, place], entry.key.value)
          }
        }
      case .guards: edits += rowEdits(section.value, of: "guard", in: "", at: [index], key)
      case .appended:
        for (place, item) in (section.value.list?.items ?? []).enumerated() {
          edits.append(
            OverlayEdit(
              position: item.position, words: "adds to `" + key.text + "`", path: [index, place]))
        }
      case .replaced: edits.append(whole)
      }
    }
    return edits
  }

  /// The edits of a list of rows.
  private static func rowEdits(
    _ node: YAMLNode, of what: String, in table: String, at path: Path, _ key: Name
  ) -> [OverlayEdit] {
    var edits: [OverlayEdit] = []
    let add = { (verb: String, id: Name?, node: YAMLNode, place: Path) in
      let name = id.map { " `" + $0.text + "`" } ?? ""
      edits.append(
        OverlayEdit(
          position: node.map?["id"]?.position ?? node.position,
          words: verb + " " + what + name + table, path: path + place))
    }
    let remove = { (id: Name?, node: YAMLNode, place: Path) in
      add("removes", id, node, place)
      edits[edits.count - 1].removed = id.map {
        RemovedRow(table: key, id: $0, position: node.position)
      }
    }
    for (index, entry) in (node.map?.entries ?? []).enumerated() {
      let items = (entry.value.list?.items ?? []).enumerated()
      // Whatever else stands there is a finding of the reader, and no edit.
      guard let edit = RowEditKey(entry.key.value) else { continue }
      switch edit {
      case .change, .replace:
        for (place, item) in items {
          add(edit.name.text + "s", item.map?["id"]?.scalar?.value, item, [index, place])
        }
      case .remove:
        if let only = entry.value.scalar {
          remove(only.value, entry.value, [index])
        }
        for (place, item) in items {
          remove(item.scalar?.value, item, [index, place])
        }
      case .before, .after:
        for (place, beside) in (entry.value.map?.entries ?? []).enumerated() {
          for (number, row) in (beside.value.list?.items ?? []).enumerated() {
            add("adds", row.map?["id"]?.scalar?.value, row, [index, place, number])
          }
        }
      }
    }
    return edits
  }
}

extension YAMLNode {
  /// The node without those at some paths.
  func without(_ paths: [OverlayEdit.Path]) -> YAMLNode {
    guard !paths.isEmpty else { return self }
    var node = self
    let kept = { (index: Int, child: YAMLNode) -> YAMLNode? in
      let below = paths.filter { $0.first == index }.map { Array($0.dropFirst()) }
      return below.contains([]) ? nil : child.without(below)
    }
    switch content {
    case .scalar: break
    case .list(var list):
      list.items = list.items.enumerated().compactMap { kept($0.offset, $0.element) }
      node.content = .list(list)
    case .map(var map):
      map.entries = map.entries.enumerated().compactMap { index, entry in
        kept(index, entry.value).map { value in
          var entry = entry
          entry.value = value
          return entry
        }
      }
      node.content = .map(map)
    }
    return node
  }
}
