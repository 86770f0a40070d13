internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics

/// One edit of an overlay, such as a changed, inserted or removed row, a declaration, or a section.
struct OverlayEdit {
  /// The indices from the root to a node, each an index of a map entry or of a list item.
  typealias Path = [Int]

  /// The position of the edit in the overlay.
  let position: SourcePosition
  /// The edit in words, such as ``removes row `first` of `sign-in.federated` ``.
  let words: String
  /// The path of the edit's node in the overlay.
  let path: Path
  /// The row or guard that the edit removes; nil for an edit that removes no row.
  var removed: RemovedRow?

  /// The keys that describe an overlay and edit nothing, such as `title`.
  private static var says: [Name] { ["linkpolicy", "extends", "digest", "name", "title"] }

  /// Returns all edits in an overlay's tree, in the order of the text.
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
                position: entry.key.position, words: "has its own rows for " + table,
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

  /// Returns the edits of one table's rows, or of the guards.
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
      // The reader reports any other key as a finding, so the key is not an edit.
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
  /// Returns the node without the nodes at the given paths.
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

/// A search for the overlay edits that caused a finding: a gap, an overlap or an impossible effect.
///
/// An edit is a cause if the problem disappears from the policy without the edit. Several edits can also cause a
/// problem together.
struct OverlayCauses: Sendable {
  private let overlay: YAMLNode
  private let base: YAMLNode
  private let sources: SourceMap

  /// The maximum number of policy versions that the search reads to explain findings.
  private static var versions: Int { 256 }

  /// Creates a search for the causes of findings in a policy with an overlay.
  init(_ overlay: YAMLNode, onto base: YAMLNode, _ sources: SourceMap) {
    self.overlay = overlay
    self.base = base
    self.sources = sources
  }

  /// Returns the findings, each with notes on the edits that caused the finding.
  func explaining(_ findings: [Diagnostic]) -> [Diagnostic] {
    guard findings.contains(where: { $0.found != nil }) else { return findings }
    var versions = Versions(causes: self)
    return findings.map { finding in
      guard let found = finding.found else { return finding }
      let edits = versions.causes(of: found)
      var finding = finding
      for edit in edits {
        let words =
          "the overlay " + edit.words + "; without "
          + (edits.count == 1 ? "this edit, " : "these edits, ")
          + Self.remedied(found)
        if let place = finding.related.firstIndex(where: { $0.position == edit.position }) {
          finding.related[place].message += "; " + words
        } else {
          finding.related.append(Diagnostic.Related(words, at: edit.position))
        }
      }
      return finding
    }
  }

  /// Returns a phrase that describes the policy without the edits, such as "the gap does not exist".
  private static func remedied(_ found: FoundCase) -> String {
    switch found.rows.count {
    case 0: "the gap does not exist"
    case 1: "the attempt does not reach that row"
    default: "the rows do not overlap in this way"
    }
  }

  /// Returns a reader of the policy without some edits of the overlay; nil if this version of the policy is invalid.
  private func reader(without edits: [OverlayEdit]) -> CaseReader? {
    var merging = PolicyOverlay()
    let merged = merging.merge(overlay.without(edits.map { $0.path }), onto: base)
    var decoder = DocumentDecoder()
    let document = decoder.decode(merged, sources: sources)
    let isWhole = merging.findings.diagnostics.isEmpty && decoder.findings.diagnostics.isEmpty
    return isWhole ? CaseReader(document) : nil
  }

  /// Versions of the policy without some edits of the overlay; the number of versions is limited.
  private struct Versions {
    let causes: OverlayCauses
    let edits: [OverlayEdit]
    private var left = OverlayCauses.versions
    /// For each edit, the cached version of the policy that lacks only this edit.
    private var single: [Int: CaseReader?] = [:]

    init(causes: OverlayCauses) {
      self.causes = causes
      edits = OverlayEdit.all(in: causes.overlay)
    }

    /// Returns the single edit that caused a finding, or the edits that caused it together.
    ///
    /// The result is empty if the policy without any of the edits has the same problem, or if the search reaches its
    /// limit.
    mutating func causes(of found: FoundCase) -> [OverlayEdit] {
      guard isMended(found, by: reader(without: edits)) else { return [] }
      for index in edits.indices {
        let reader: CaseReader?
        if let known = single[index] {
          reader = known
        } else {
          reader = self.reader(without: [edits[index]])
          single[index] = .some(reader)
        }
        if isMended(found, by: reader) {
          return [edits[index]]
        }
      }
      // The loop restores every edit that is not a cause, and keeps the causes in `undone`.
      var undone = edits
      for edit in edits {
        let others = undone.filter { $0.path != edit.path }
        if isMended(found, by: reader(without: others)) {
          undone = others
        }
      }
      return left > 0 ? undone : []
    }

    private mutating func reader(without edits: [OverlayEdit]) -> CaseReader? {
      guard left > 0 else { return nil }
      left -= 1
      return causes.reader(without: edits)
    }

    /// Returns whether the problem of a finding is absent from a policy version.
    ///
    /// A gap is absent if at least one row matches the attempt. Any other problem is absent if at least one row of the
    /// finding does not match the attempt. If the version decides the attempt before the rows, for example by a guard,
    /// the problem is absent.
    private func isMended(_ found: FoundCase, by reader: CaseReader?) -> Bool {
      switch reader?.answer(to: found) {
      case nil: false
      case .settled: true
      case .rows(let rows):
        found.rows.isEmpty ? !rows.isEmpty : !found.rows.allSatisfy { rows.contains($0) }
      }
    }
  }
}
