internal import LinkPolicy
internal import LinkPolicyDiagnostics

extension TreeBuilder {
  mutating func openList(_ event: Event, isFlow: Bool) -> Bool {
    if isFlow {
      gaps.read(to: event.start, inFlow: isInFlow, into: &problems)
      gaps.skip(to: event.end, position(event.end), into: &problems)
      gaps.indentLines(behind: blockColumn)
    }
    return push(isMap: false, isFlow ? .flow : .block, at: position(event.start))
  }

  mutating func openMap(_ event: Event, isFlow: Bool) -> Bool {
    guard isFlow else {
      return push(isMap: true, .block, at: position(event.start))
    }
    gaps.read(to: event.start, inFlow: isInFlow, into: &problems)
    // The map of a lone `key: value` in a list begins at its key, with no token of its own.
    if event.start.index == event.end.index || gaps.byte(at: event.start) == UInt8(ascii: "?") {
      return push(isMap: true, .pair, at: position(event.start))
    }
    gaps.skip(to: event.end, position(event.end), into: &problems)
    gaps.indentLines(behind: blockColumn)
    return push(isMap: true, .flow, at: position(event.start))
  }

  mutating func close(_ event: Event) {
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

  /// Whether what comes next stands within brackets.
  var isInFlow: Bool {
    open.last.map { $0.style != .block } ?? false
  }

  /// The column of the innermost block collection; nil where there is none.
  var blockColumn: Int? {
    open.last { $0.style == .block }?.start.column
  }

  /// Counts a node; returns whether another one is allowed.
  mutating func count(at position: SourcePosition) -> Bool {
    reading.statistics.nodes += 1
    guard reading.statistics.nodes > limits.nodes else { return true }
    return stop(
      Diagnostic(
        .yamlNodeLimit, .error, "the file has more than \(limits.nodes) values", at: position,
        help: "split it; " + SyntaxProblem.nothingFollows))
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
          help: "flatten them; " + SyntaxProblem.nothingFollows))
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
