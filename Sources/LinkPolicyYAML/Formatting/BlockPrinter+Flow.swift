internal import LinkPolicy

extension BlockPrinter {
  /// Writes a scalar or a flow collection from where the writer stands.
  ///
  /// One line if it fits and holds no comment; else lines filled with its items, below the first.
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
      // Between the brackets of an empty collection only comments can stand.
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
    // A row says first when it applies and then, in the next line, what happens.
    let split = map.entries.firstIndex { RowTable.startsTail($0.key.value) } ?? 0
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

  /// `reserve` is the room needed behind the value for brackets and a comma.
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
