internal import LinkPolicy
internal import LinkPolicyYAML

/// Where in a table a place is: in its rows, in one of them, or in what edits those of a policy that is extended.
struct RowPlace {
  /// Which part of a table.
  enum Part: Equatable {
    /// The list of rows itself, or a group of rows.
    case rows
    /// In a row, behind these keys; nil is an item of a list.
    case inRow([Name?])
    /// In the edits, behind these keys.
    case edited([Name?])
  }

  /// The table's name as findings have it: its key, `guards`, or `facts.NAME`.
  let table: Name
  /// The fact that the rows give a value to, if it is one of those tables.
  let fact: Name?
  /// Which part of it.
  let part: Part
  /// Whether the row stands for one of the policy that is extended.
  let isEdit: Bool

  /// Takes a way apart; nil for one that leads into no table.
  init?(_ path: TextPath) {
    let names = path.map { $0.name }
    var rest: ArraySlice<Name?>
    switch path.first?.name?.text {
    case "guards":
      (table, fact) = ("guards", nil)
      rest = names.dropFirst()
      if rest.first == .some(nil) {
        // Guards are a list without the key that tables have for their rows.
        rest = ["rows"] + rest
      }
    case "decisions":
      guard let key = path.dropFirst().first?.name else { return nil }
      (table, fact) = (key, nil)
      rest = names.dropFirst(2)
    case "facts":
      guard let name = path.dropFirst().first?.name else { return nil }
      (table, fact) = (Name("facts." + name.text), name)
      rest = names.dropFirst(2)
    default:
      return nil
    }
    guard let first = rest.first, let key = first else { return nil }
    rest = rest.dropFirst()
    switch RowEditKey(key) {
    case .change, .replace: isEdit = true
    case .remove:
      isEdit = true
      part = .edited([key])
      return
    case .before, .after:
      isEdit = false
      // The key is the row beside which others come.
      guard !rest.isEmpty else {
        part = .edited([key])
        return
      }
      rest = rest.dropFirst()
    case nil:
      guard key == "rows" else { return nil }
      isEdit = false
    }
    guard rest.first == .some(nil) else {
      part = .rows
      return
    }
    rest = rest.dropFirst()
    // Rows in a group that shares conditions.
    while rest.starts(with: ["rows", nil]) {
      rest = rest.dropFirst(2)
    }
    part = .inRow(Array(rest))
  }
}
