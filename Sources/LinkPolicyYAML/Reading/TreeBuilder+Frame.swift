internal import LinkPolicy
internal import LinkPolicyDiagnostics

extension TreeBuilder {
  /// A collection whose end has not come yet.
  struct Frame {
    /// What a map waits for.
    enum Turn {
      case key
      /// The value of a key, with which it becomes an entry.
      case value(of: Located<Name>, YAMLScalar.Style)
      /// The value of a refused key, which is read and dropped.
      case orphan
    }

    let isMap: Bool
    let style: YAMLCollectionStyle
    let start: SourcePosition
    /// The end of what came last in it.
    var end: SourcePosition
    /// Whether it stands where its parent map expects a key.
    let isKey: Bool
    var turn = Turn.key
    var entries: [YAMLMap.Entry] = []
    var items: [YAMLNode] = []
    var isOverlong = false
    /// The keys so far, kept only once the map is too long to go through for each key.
    private var keys: [Name: Int] = [:]
    private static var scanned: Int { 48 }
    /// A bit for what the keys so far look like, so that most keys are known to be new at a glance.
    private var looks: UInt64 = 0

    init(isMap: Bool, style: YAMLCollectionStyle, start: SourcePosition, isKey: Bool) {
      self.isMap = isMap
      self.style = style
      self.start = start
      end = start
      self.isKey = isKey
      // Rows have about this many keys, and lists in them no more items; growing to it would copy them twice.
      if isMap {
        entries.reserveCapacity(4)
      } else {
        items.reserveCapacity(4)
      }
    }

    /// The collection as a node.
    var node: YAMLNode {
      let content: YAMLNode.Content =
        isMap ? .map(YAMLMap(entries, style)) : .list(YAMLList(items, style))
      return YAMLNode(content, at: start, end: end)
    }

    /// The place of an earlier entry with this key, or nil.
    mutating func earlier(_ key: Name) -> SourcePosition? {
      if entries.count < Self.scanned {
        let look = Self.look(of: key)
        defer { looks |= look }
        guard looks & look != 0 else { return nil }
        // By index, because iterating would copy whole entries.
        for index in entries.indices where entries[index].key.value == key {
          return entries[index].key.position
        }
        return nil
      }
      if keys.isEmpty {
        for (index, entry) in entries.enumerated() {
          keys[entry.key.value] = index
        }
      }
      if let index = keys[key] {
        return entries[index].key.position
      }
      keys[key] = entries.count
      return nil
    }

    /// One bit, the same for keys that are the same: of the length and of both ends.
    private static func look(of key: Name) -> UInt64 {
      guard let first = key.bytes.first, let last = key.bytes.last else { return 1 }
      let mixed = Int(first) &* 5 &+ Int(last) &* 11 &+ key.bytes.count
      return 1 << UInt64(mixed & 63)
    }
  }

  /// Whether the node that comes next stands where a key belongs.
  var expectsKey: Bool {
    guard let frame = open.last, frame.isMap, case .key = frame.turn else { return false }
    return true
  }

  /// Puts a finished node where it belongs: root, item or value.
  mutating func place(_ node: consuming YAMLNode) {
    guard !open.isEmpty else {
      reading.root = node
      return
    }
    let top = open.count - 1
    open[top].end = node.end
    guard open[top].isMap else {
      placeItem(node, in: top)
      return
    }
    if case .value(of: let key, let style) = open[top].turn {
      open[top].entries.append(YAMLMap.Entry(key, style, value: node))
    }
    open[top].turn = .key
  }

  private mutating func placeItem(_ node: consuming YAMLNode, in top: Int) {
    guard open[top].items.count < limits.rows else {
      if !open[top].isOverlong {
        open[top].isOverlong = true
        problems.add(
          Diagnostic(
            .yamlRowLimit, .error, "the list has more than \(limits.rows) items", at: node.position,
            help: "split it; items from here on were left out",
            related: [Diagnostic.Related("the list begins here", at: open[top].start)]))
      }
      return
    }
    open[top].items.append(node)
  }
}
