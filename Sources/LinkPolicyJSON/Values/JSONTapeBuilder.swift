internal import LinkPolicy

/// Makes a tape of values that are built in code.
struct JSONTapeBuilder {
  private var nodes: [JSONTape.Node] = []
  private var numbers: [JSONNumber] = []
  private var texts: [Name] = []

  var tape: JSONTape { JSONTape(nodes, numbers: numbers, texts: texts) }

  mutating func add(_ content: JSONValue.Content, at offset: Int) {
    switch content {
    case .null: addNode(.null, at: offset)
    case .bool(let value): addNode(value ? .yes : .no, at: offset)
    case .number(let value):
      addNode(.number, at: offset, detail: numbers.count)
      numbers.append(value)
    case .string(let value):
      texts.append(value)
      addNode(.string, at: offset, detail: texts.count)
    case .array(let elements):
      let container = nodes.count
      addNode(.array, at: offset, detail: elements.count)
      for element in elements {
        add(element)
      }
      nodes[container].end = UInt32(nodes.count)
    case .object(let members):
      let container = nodes.count
      addNode(.object, at: offset, detail: members.count)
      for member in members {
        add(member.keyValue)
        add(member.value)
      }
      nodes[container].end = UInt32(nodes.count)
    }
  }

  /// Adds a value of another tape with everything in it.
  mutating func add(_ value: JSONValue) {
    add(value.content, at: value.offset)
  }

  private mutating func addNode(_ kind: JSONTape.Node.Kind, at offset: Int, detail: Int = 0) {
    nodes.append(
      JSONTape.Node(
        kind: kind, offset: UInt32(clamping: offset), detail: UInt32(clamping: detail)))
  }
}
