internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// Builds the tree from libyaml's events and refuses what the strict subset leaves out.
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
  /// Whether the tree would be cut off somewhere and must not be handed out.
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

  /// Takes events until the document ends or something forbids going on.
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

  /// The only place where libyaml's marks become positions.
  func position(_ mark: Mark) -> SourcePosition {
    // libyaml ends a last line that has no line feed with one of its own.
    guard mark.line < text.end.line else { return text.end }
    let shift = text.hasMark && mark.line == 0 ? 2 : 1
    return SourcePosition(file: file, line: mark.line + 1, column: mark.column + shift)
  }

  /// Adds a finding after which no tree is handed out, and ends the reading.
  mutating func stop(_ problem: Diagnostic) -> Bool {
    problems.add(problem)
    isCut = true
    return false
  }

  private var isEmpty: Bool {
    guard let root = reading.root else { return true }
    return root.scalar.map { $0.style == .plain && $0.value.bytes.isEmpty } ?? false
  }

  /// Returns whether to go on; `text` is that of a scalar event.
  private mutating func take(_ event: Event, _ text: Name) -> Bool {
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
      return takeScalar(event, text, form, length: length)
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
    // A refused character on the same line has most likely caused it, and is reported already.
    guard problems.brokenLines.isDisjoint(with: [place.line, context.line]) else { return }
    problems.add(
      SyntaxProblem.diagnostic(
        failure, byte: gaps.byte(at: failure.mark), afterEnd: hasExplicitEnd && documents == 1,
        at: place, context: context))
  }
}
