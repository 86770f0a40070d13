internal import LinkPolicy

/// Writes a tree line by line, block collections by indentation.
struct BlockPrinter {
  let scalars: ScalarText
  var source: SourceTrivia?
  var writer = LineWriter()

  init(scalars: ScalarText, source: SourceTrivia?) {
    self.scalars = scalars
    self.source = source
  }

  /// The tree as text, ending with one line feed.
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

  /// Writes the comments that stand before a place, in lines of their own or at the last line's end.
  mutating func flushComments(
    before place: SourcePosition?, indent: Int, keepsBlanks: Bool = true
  ) {
    while let comment = source?.takeComment(before: place) {
      if comment.isTrailing, writer.end(with: comment.text) { continue }
      let isAfterBlank = keepsBlanks && hasBlank(before: comment.position.line)
      writer.addLine(comment: comment.text, indent: indent, afterBlank: isAfterBlank)
    }
  }

  /// Writes a block collection; `continues` if it begins behind a dash.
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

  /// Brings the writer to where an entry or an item begins.
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

  /// Brings the writer to where a scalar or a flow collection begins, behind a key or a dash.
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

/// How much deeper each level of block collections stands.
enum YAMLCollectionIndent {
  static let step = 2
}

extension YAMLNode {
  /// Whether the node is written by indentation; an empty collection has to be in brackets.
  var isBlock: Bool {
    switch content {
    case .scalar: false
    case .map(let map): map.style == .block && !map.entries.isEmpty
    case .list(let list): list.style == .block && !list.items.isEmpty
    }
  }
}
