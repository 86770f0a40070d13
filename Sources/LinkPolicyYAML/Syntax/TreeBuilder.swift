internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// A builder that makes a tree from libyaml's events, and rejects constructs outside the strict subset.
struct TreeBuilder {
  let file: Int
  let limits: YAMLLimits
  let text: SourceText
  var gaps: GapReader
  var problems: ProblemList
  var reading = YAMLReading()
  var open: [Frame] = []
  private var documents = 0
  private var hasExplicitEnd = false
  /// Whether the tree is incomplete and must be discarded.
  private var isCut = false

  init(
    _ text: SourceText, file: Int, limits: YAMLLimits, keepsTrivia: Bool, problems: ProblemList
  ) {
    self.text = text
    self.file = file
    self.limits = limits
    self.problems = problems
    gaps = GapReader(text, file: file, keepsTrivia: keepsTrivia)
  }

  /// Processes events until the document ends or an error stops the reading.
  mutating func read() -> YAMLReading {
    var stream = EventStream(text.bytes, scalarBytes: limits.scalarBytes)
    var goesOn = true
    while goesOn {
      if let event = stream.next() {
        reading.statistics.events += 1
        goesOn = take(event, stream.scalar)
      } else {
        fail(stream.failure)
        goesOn = false
      }
    }
    if isCut {
      reading.root = nil
    } else if isEmpty {
      reading.root = nil
      problems.add(
        Diagnostic(
          .yamlEmpty, .error, "the file holds no value; expected a map",
          at: SourcePosition(file: file, line: 1, column: 1),
          help: "write `key: value` lines"))
    }
    reading.trivia = gaps.trivia
    return reading
  }

  /// Returns the position of a mark; only this method converts libyaml's marks.
  func position(_ mark: Mark) -> SourcePosition {
    // libyaml adds a line feed to a last line that has no line feed.
    guard mark.line < text.end.line else { return text.end }
    let shift = text.hasMark && mark.line == 0 ? 2 : 1
    return SourcePosition(file: file, line: mark.line + 1, column: mark.column + shift)
  }

  /// Adds a finding, marks the tree as incomplete, and returns false to stop the reading.
  mutating func stop(_ problem: Diagnostic) -> Bool {
    problems.add(problem)
    isCut = true
    return false
  }

  private var isEmpty: Bool {
    guard let root = reading.root else { return true }
    return root.scalar.map { $0.style == .plain && $0.value.bytes.isEmpty } ?? false
  }

  /// Processes an event and returns whether to continue; for a scalar event, `text` is the scalar's text.
  private mutating func take(_ event: YAMLEvent, _ text: Name) -> Bool {
    if event.hasProperties {
      refuseProperties(event)
    }
    switch event.kind {
    case .streamStart:
      return true
    case .streamEnd:
      gaps.read(to: event.start, inFlow: isInFlow, into: &problems)
      return false
    case .documentStart(let hasDirectives):
      if hasDirectives {
        problems.add(SyntaxProblem.directive(at: position(event.start)))
      }
      documents += 1
      if documents > 1 {
        problems.add(SyntaxProblem.severalDocuments(at: position(event.start)))
        return false
      }
      return true
    case .documentEnd(let isExplicit):
      hasExplicitEnd = isExplicit
      return true
    case .alias:
      return takeAlias(event)
    case .scalar(let form, let length):
      return takeScalar(event, value: text, form: form, length: length)
    case .listStart(let isFlow):
      return openList(event, isFlow: isFlow)
    case .mapStart(let isFlow):
      return openMap(event, isFlow: isFlow)
    case .listEnd, .mapEnd:
      close(event)
      return true
    }
  }

  private mutating func fail(_ failure: EventFailure) {
    isCut = true
    let place = position(failure.mark)
    let context = failure.context.isEmpty ? place : position(failure.contextMark)
    // A rejected character on the same line is the probable cause of the error, and is already reported.
    guard problems.brokenLines.isDisjoint(with: [place.line, context.line]) else { return }
    problems.add(
      SyntaxProblem.diagnostic(
        failure, byte: gaps.byte(at: failure.mark), afterEnd: hasExplicitEnd && documents == 1,
        at: place, context: context))
  }
}

extension TreeBuilder {
  /// A collection that is not closed yet.
  struct Frame {
    /// The key or value of a map that the builder expects next.
    enum Turn {
      case key
      /// The builder expects the value of a key, which completes an entry.
      case value(of: Located<Name>, YAMLScalar.Style)
      /// The builder expects the value of a rejected key, and will discard this value.
      case orphan
    }

    let isMap: Bool
    let style: YAMLCollectionStyle
    let start: SourcePosition
    /// The end of the collection's last child.
    var end: SourcePosition
    /// Whether the collection is a key of its parent map.
    let isKey: Bool
    var turn = Turn.key
    var entries: [YAMLMap.Entry] = []
    var items: [YAMLNode] = []
    var isOverlong = false
    /// The keys read so far; used only for a map that is too long for a linear search.
    private var keys: [Name: Int] = [:]
    private static var scanned: Int { 48 }
    /// A bit mask of the keys read so far.
    ///
    /// For most new keys, the mask shows without a comparison that the key is new.
    private var looks: UInt64 = 0

    init(isMap: Bool, style: YAMLCollectionStyle, start: SourcePosition, isKey: Bool) {
      self.isMap = isMap
      self.style = style
      self.start = start
      end = start
      self.isKey = isKey
      // Rows have about four keys, and lists in rows have at most four items. Gradual growth would copy the entries
      // twice.
      if isMap {
        entries.reserveCapacity(4)
      } else {
        items.reserveCapacity(4)
      }
    }

    /// The open collection as a node, with the children read so far.
    var node: YAMLNode {
      let content: YAMLNode.YAMLContent =
        isMap ? .map(YAMLMap(entries, style)) : .list(YAMLList(items, style))
      return YAMLNode(content, at: start, end: end)
    }

    /// Returns the position of an earlier entry with the given key; nil if the key is new.
    mutating func earlier(_ key: Name) -> SourcePosition? {
      if entries.count < Self.scanned {
        let look = Self.look(of: key)
        defer { looks |= look }
        guard looks & look != 0 else { return nil }
        // The loop uses indices, because an iteration over the entries would copy each whole entry.
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

    /// Returns a mask with one bit that depends on the length, first byte and last byte of a key.
    private static func look(of key: Name) -> UInt64 {
      guard let first = key.bytes.first, let last = key.bytes.last else { return 1 }
      let mixed = Int(first) &* 5 &+ Int(last) &* 11 &+ key.bytes.count
      return 1 << UInt64(mixed & 63)
    }
  }

  /// Whether the builder expects a key next.
  var expectsKey: Bool {
    guard let frame = open.last, frame.isMap, case .key = frame.turn else { return false }
    return true
  }

  /// Adds a complete node as the root, a list item or a map value.
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
            help: "split the list; items from here on were ignored",
            related: [Diagnostic.Related("the list begins here", at: open[top].start)]))
      }
      return
    }
    open[top].items.append(node)
  }
}

extension TreeBuilder {
  mutating func openList(_ event: YAMLEvent, isFlow: Bool) -> Bool {
    if isFlow {
      gaps.read(to: event.start, inFlow: isInFlow, into: &problems)
      gaps.skip(to: event.end, position(event.end), into: &problems)
      gaps.indentLines(behind: blockColumn)
    }
    return push(isMap: false, isFlow ? .flow : .block, at: position(event.start))
  }

  mutating func openMap(_ event: YAMLEvent, isFlow: Bool) -> Bool {
    guard isFlow else {
      return push(isMap: true, .block, at: position(event.start))
    }
    gaps.read(to: event.start, inFlow: isInFlow, into: &problems)
    // A map of a single `key: value` in a list starts at its key, without an opening bracket.
    if event.start.index == event.end.index || gaps.byte(at: event.start) == UInt8(ascii: "?") {
      return push(isMap: true, .pair, at: position(event.start))
    }
    gaps.skip(to: event.end, position(event.end), into: &problems)
    gaps.indentLines(behind: blockColumn)
    return push(isMap: true, .flow, at: position(event.start))
  }

  mutating func close(_ event: YAMLEvent) {
    guard var frame = open.popLast() else { return }
    if frame.style == .flow {
      gaps.read(to: event.start, inFlow: true, into: &problems)
      frame.end = position(event.end)
      gaps.skip(to: event.end, frame.end, .json, into: &problems)
      if !isInFlow {
        gaps.indentLines(behind: nil)
      }
    }
    if frame.isKey {
      open[open.count - 1].turn = .orphan
    } else {
      place(frame.node)
    }
  }

  /// Whether the next node is within brackets.
  var isInFlow: Bool {
    open.last.map { $0.style != .block } ?? false
  }

  /// The column of the innermost block collection; nil outside block collections.
  var blockColumn: Int? {
    open.last { $0.style == .block }?.start.column
  }

  /// Counts a node, and returns whether another node is allowed.
  mutating func count(at position: SourcePosition) -> Bool {
    reading.statistics.nodes += 1
    guard reading.statistics.nodes > limits.nodes else { return true }
    return stop(
      Diagnostic(
        .yamlNodeLimit, .error, "the file has more than \(limits.nodes) keys and values",
        at: position,
        help: "split the file; " + SyntaxProblem.nothingFollows))
  }

  private mutating func push(
    isMap: Bool, _ style: YAMLCollectionStyle, at position: SourcePosition
  ) -> Bool {
    guard count(at: position) else { return false }
    guard open.count < limits.depth else {
      return stop(
        Diagnostic(
          .yamlDepthLimit, .error, "collections are nested deeper than \(limits.depth)",
          at: position,
          help: "flatten the collections; " + SyntaxProblem.nothingFollows))
    }
    let isKey = expectsKey
    if isKey {
      problems.add(
        Diagnostic(
          .yamlComplexKey, .error, "a \(isMap ? "map" : "list") is not allowed as a key",
          at: position,
          help: "write `key: value`, with a plain or quoted key"))
    }
    open.append(Frame(isMap: isMap, style: style, start: position, isKey: isKey))
    return true
  }
}

extension TreeBuilder {
  /// Rejects the anchor and the tag before a value; the builder still reads the value.
  mutating func refuseProperties(_ event: YAMLEvent) {
    gaps.read(to: event.start, inFlow: isInFlow, into: &problems)
    var ahead = gaps
    while let byte = ahead.byte {
      switch byte {
      case UInt8(ascii: "&"):
        let place = ahead.place
        let name = ahead.takeWord()
        problems.add(
          Diagnostic(
            .yamlAnchor, .error, "the anchor `\(name.text)` is not allowed", at: place,
            help: "remove the anchor, and write the value in every place that needs the value"))
      case UInt8(ascii: "!"):
        let place = ahead.place
        let name = ahead.takeWord()
        problems.add(
          Diagnostic(
            .yamlTag, .error, "the tag `\(name.text)` is not allowed", at: place,
            help: "remove the tag; every value in this file is text"))
      case UInt8(ascii: "#"), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: " "):
        ahead.skipBlank()
      default:
        return
      }
    }
  }
}
