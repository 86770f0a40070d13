internal import LinkPolicy

/// A printer for a YAML tree, which writes block collections with indentation.
struct BlockPrinter {
  let scalars: ScalarText
  var source: SourceTrivia?
  var writer = LineWriter()

  init(scalars: ScalarText, source: SourceTrivia?) {
    self.scalars = scalars
    self.source = source
  }

  /// Returns the tree as text, ending with one line feed.
  mutating func print(_ root: YAMLNode) -> [UInt8] {
    if root.isBlock {
      printBlock(root, indent: 0, continues: false)
    } else {
      flushComments(before: root.position, indent: 0)
      writer.start(indent: 0, afterBlank: hasBlank(before: root.position.line))
      printFlow(root, inFlow: false)
    }
    flushComments(before: nil, indent: 0)
    return writer.finished()
  }

  /// Writes the comments that precede a position in the source, on separate lines or at the end of the last line.
  mutating func flushComments(
    before place: SourcePosition?, indent: Int, keepsBlanks: Bool = true
  ) {
    while let comment = source?.takeComment(before: place) {
      if comment.isTrailing, writer.end(with: comment.text) { continue }
      let isAfterBlank = keepsBlanks && hasBlank(before: comment.position.line)
      writer.addLine(comment: comment.text, indent: indent, afterBlank: isAfterBlank)
    }
  }

  /// Writes a block collection; `continues` is true if the collection starts after a dash.
  mutating func printBlock(_ node: YAMLNode, indent: Int, continues: Bool) {
    switch node.content {
    case .scalar:
      printFlow(node, inFlow: false)
    case .map(let map):
      let column = alignedColumn(of: map, indent: indent)
      for (index, entry) in map.entries.enumerated() {
        let place = entry.key.position
        begin(at: place, dash: nil, indent: indent, continues: continues && index == 0)
        writer.add(scalars.key(entry, inFlow: false) + Array(":".utf8))
        printValue(entry.value, indent: indent, column: column)
      }
    case .list(let list):
      let table = rowTable(of: list, indent: indent)
      for (index, item) in list.items.enumerated() {
        let dash = source?.dash(of: item, in: node) ?? item.position
        begin(at: dash, dash: dash, indent: indent, continues: continues && index == 0)
        writer.add("-")
        printItem(item, indent: indent, row: table?.rows[index])
      }
    }
  }

  /// Starts a map entry or list item, on a new line or after the dash of the enclosing item.
  private mutating func begin(
    at place: SourcePosition, dash: SourcePosition?, indent: Int, continues: Bool
  ) {
    flushComments(before: place, indent: indent)
    if continues, writer.isOpen {
      writer.add(" ")
    } else {
      writer.start(indent: indent, afterBlank: !continues && hasBlank(before: place.line))
    }
  }

  private mutating func printValue(_ value: YAMLNode, indent: Int, column: Int?) {
    if value.isBlock {
      let deeper = YAMLCollectionIndent.step
      printBlock(value, indent: indent + deeper, continues: false)
      return
    }
    beginValue(value, indent: indent + YAMLCollectionIndent.step, column: column)
    printFlow(value, inFlow: false)
  }

  private mutating func printItem(_ item: YAMLNode, indent: Int, row: RowLayout?) {
    let deeper = indent + YAMLCollectionIndent.step
    if item.isBlock {
      printBlock(item, indent: deeper, continues: true)
      return
    }
    beginValue(item, indent: deeper, column: nil)
    guard let row else {
      printFlow(item, inFlow: false)
      return
    }
    for (index, line) in row.lines.enumerated() {
      if index > 0 {
        writer.start(indent: deeper + 1)
      }
      writer.add(line)
    }
  }

  /// Moves the writer to the start of a scalar or a flow collection, after a key or a dash.
  private mutating func beginValue(_ value: YAMLNode, indent: Int, column: Int?) {
    flushComments(before: value.position, indent: indent, keepsBlanks: false)
    guard writer.isOpen else {
      writer.start(indent: indent)
      return
    }
    if let scalar = value.scalar, scalars.text(scalar, inFlow: false).isEmpty { return }
    let gap = max(1, (column ?? 0) - writer.column)
    writer.add([UInt8](repeating: 0x20, count: gap))
  }

  private func hasBlank(before line: Int) -> Bool {
    source?.hasBlank(before: line) ?? false
  }
}

extension BlockPrinter {
  /// Returns the common column for the opening brackets of a map's values; nil if the map is not a table.
  ///
  /// A map is a table if every value is a flow collection without comments that fits on one line in the common column.
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

  /// Returns the table layout for the rows of a list; nil if no item of the list is a row.
  func rowTable(of list: YAMLList, indent: Int) -> RowAlignment? {
    var rows: [Int: [RowAlignment.RowCell]] = [:]
    for (index, item) in list.items.enumerated() {
      guard let map = item.map, map.style != .block, !map.entries.isEmpty,
        source?.hasComment(in: item) != true
      else { continue }
      rows[index] = map.entries.map { entry in
        let text = scalars.inline(entry)
        return RowAlignment.RowCell(key: entry.key.value, text: text, width: text.scalarCount)
      }
    }
    // The brace follows the dash and a space, which take two columns.
    return rows.isEmpty ? nil : RowAlignment(rows, width: LineWriter.width - indent - 2)
  }
}

extension BlockPrinter {
  /// Writes a scalar or a flow collection at the position of the writer.
  ///
  /// A node that fits and contains no comment takes one line. Otherwise the items of the node fill several lines, and
  /// the further lines are indented.
  mutating func printFlow(_ node: YAMLNode, inFlow: Bool, reserve: Int = 0) {
    let text = scalars.inline(node, inFlow: inFlow)
    let fits = writer.column + text.scalarCount + reserve <= LineWriter.width
    let hasComment = source?.hasComment(in: node) ?? false
    switch node.content {
    case .map(let map) where !map.entries.isEmpty && (hasComment || !fits):
      printBroken(map, of: node, reserve: reserve)
    case .list(let list) where !list.items.isEmpty && (hasComment || !fits):
      printBroken(list, of: node, reserve: reserve)
    case .map, .list:
      // Only comments can be between the brackets of an empty collection.
      guard hasComment else { return writer.add(text) }
      let indent = writer.column + 1
      writer.add(Array(text.prefix(1)))
      close(node, Array(text.suffix(1)), indent: indent)
    case .scalar:
      writer.add(text)
    }
  }

  private mutating func printBroken(_ map: YAMLMap, of node: YAMLNode, reserve: Int) {
    let indent = writer.column + 1
    writer.add("{")
    // A row has its conditions on the first line, and its answer on the next line.
    let split = map.entries.firstIndex { RowAlignment.startsTail($0.key.value) } ?? 0
    for (index, entry) in map.entries.enumerated() {
      let isLast = index == map.entries.count - 1
      flushComments(before: entry.key.position, indent: indent, keepsBlanks: false)
      let width = scalars.inline(entry).scalarCount + 1 + (isLast ? reserve : 0)
      beginItem(width: width, indent: indent, isFirst: index == 0, breaks: index == split)
      printEntry(entry, indent: indent, reserve: isLast ? reserve + 1 : 1)
      if !isLast {
        writer.add(",")
      }
    }
    close(node, Array("}".utf8), indent: indent)
  }

  private mutating func printBroken(_ list: YAMLList, of node: YAMLNode, reserve: Int) {
    let indent = writer.column + 1
    writer.add("[")
    for (index, item) in list.items.enumerated() {
      let isLast = index == list.items.count - 1
      flushComments(before: item.position, indent: indent, keepsBlanks: false)
      let width = scalars.inlineItem(item).scalarCount + 1 + (isLast ? reserve : 0)
      beginItem(width: width, indent: indent, isFirst: index == 0, breaks: false)
      let deeper = isLast ? reserve + 1 : 1
      if let map = item.map, map.style == .pair, map.entries.count == 1 {
        printEntry(map.entries[0], indent: indent, reserve: deeper)
      } else {
        printFlow(item, inFlow: true, reserve: deeper)
      }
      if !isLast {
        writer.add(",")
      }
    }
    close(node, Array("]".utf8), indent: indent)
  }

  /// Writes an entry; after the value, the line keeps `reserve` columns free for brackets and a comma.
  private mutating func printEntry(_ entry: YAMLMap.Entry, indent: Int, reserve: Int) {
    writer.add(scalars.key(entry, inFlow: true) + Array(":".utf8))
    flushComments(before: entry.value.position, indent: indent, keepsBlanks: false)
    if writer.isOpen {
      writer.add(" ")
    } else {
      writer.start(indent: indent)
    }
    printFlow(entry.value, inFlow: true, reserve: reserve)
  }

  private mutating func beginItem(width: Int, indent: Int, isFirst: Bool, breaks: Bool) {
    if !writer.isOpen {
      writer.start(indent: indent)
    } else if !isFirst {
      if breaks || writer.column + 1 + width > LineWriter.width {
        writer.start(indent: indent)
      } else {
        writer.add(" ")
      }
    }
  }

  private mutating func close(_ node: YAMLNode, _ bracket: [UInt8], indent: Int) {
    flushComments(before: node.end, indent: indent, keepsBlanks: false)
    if !writer.isOpen {
      writer.start(indent: indent)
    }
    writer.add(bracket)
  }
}

extension YAMLNode {
  /// Whether the node is written with indentation; false for an empty collection, which needs brackets.
  var isBlock: Bool {
    switch content {
    case .scalar: false
    case .map(let map): map.style == .block && !map.entries.isEmpty
    case .list(let list): list.style == .block && !list.items.isEmpty
    }
  }
}

extension YAMLNode {
  fileprivate var isBracketed: Bool { scalar == nil && !isBlock }
}

/// The indentation of each level of block collections, in spaces.
enum YAMLCollectionIndent {
  static let step = 2
}
