internal import LinkPolicy

extension BlockPrinter {
  /// The column where the brackets of a map's values begin, if it reads as a table.
  ///
  /// It does if every value is a flow collection that fits on its line in that column.
  func alignedColumn(of map: YAMLMap, indent: Int) -> Int? {
    guard map.entries.allSatisfy({ $0.value.isBracketed }) else { return nil }
    let keys = map.entries.map { scalars.key($0, inFlow: false).scalarCount }
    let column = indent + (keys.max() ?? 0) + 2
    let fits = map.entries.allSatisfy { entry in
      column + scalars.inline(entry.value).scalarCount <= LineWriter.width
        && source?.hasComment(in: entry.value) != true
    }
    return fits ? column : nil
  }

  /// The rows of a list laid out as a table, or nil if none of its items is a row.
  func rowTable(of list: YAMLList, indent: Int) -> RowTable? {
    var rows: [Int: [RowTable.Cell]] = [:]
    for (index, item) in list.items.enumerated() {
      guard let map = item.map, map.style != .block, !map.entries.isEmpty,
        source?.hasComment(in: item) != true
      else { continue }
      rows[index] = map.entries.map { entry in
        let text = scalars.inline(entry)
        return RowTable.Cell(key: entry.key.value, text: text, width: text.scalarCount)
      }
    }
    // The brace stands behind the dash and a space.
    return rows.isEmpty ? nil : RowTable(rows, width: LineWriter.width - indent - 2)
  }
}

extension YAMLNode {
  fileprivate var isBracketed: Bool { scalar == nil && !isBlock }
}
