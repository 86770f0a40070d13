internal import CYAML
internal import LinkPolicy

/// The events that libyaml produces for a text; no other code accesses libyaml's memory.
@safe
struct EventStream: ~Copyable {
  private let text: UnsafeMutableBufferPointer<UInt8>
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>
  private let isReady: Bool
  /// The maximum number of bytes to copy from a scalar.
  private let scalarBytes: Int
  private var names = NameCache()
  /// The text of the last scalar, cut at the maximum number of bytes.
  private(set) var scalar = Name(bytes: [])

  /// Copies the text, because libyaml reads the text in pieces after the initializer returns.
  init(_ bytes: [UInt8], scalarBytes: Int) {
    unsafe text = UnsafeMutableBufferPointer.allocate(capacity: bytes.count)
    _ = unsafe text.initialize(fromContentsOf: bytes)
    unsafe parser = UnsafeMutablePointer.allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    unsafe event = UnsafeMutablePointer.allocate(capacity: 1)
    unsafe event.initialize(to: yaml_event_t())
    self.scalarBytes = scalarBytes
    isReady = unsafe yaml_parser_initialize(parser) == 1
    if isReady {
      unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      unsafe yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    }
  }

  deinit {
    if isReady {
      unsafe yaml_parser_delete(parser)
    }
    unsafe event.deallocate()
    unsafe parser.deallocate()
    unsafe text.deallocate()
  }

  /// Returns the next event, or nil after a failure.
  ///
  /// Do not call this function again after the last event or a failure.
  mutating func next() -> YAMLEvent? {
    guard isReady, unsafe yaml_parser_parse(parser, event) == 1 else { return nil }
    defer { unsafe yaml_event_delete(event) }
    let start = unsafe Mark(event.pointee.start_mark)
    let end = unsafe Mark(event.pointee.end_mark)
    let data = unsafe event.pointee.data
    switch unsafe event.pointee.type {
    case YAML_SCALAR_EVENT:
      let scalar = unsafe data.scalar
      let length = unsafe scalar.length
      let value = unsafe UnsafeBufferPointer(start: scalar.value, count: min(length, scalarBytes))
      self.scalar = unsafe names.name(Span(_unsafeElements: value))
      return unsafe YAMLEvent(
        kind: .scalar(YAMLEvent.ScalarForm(scalar.style), length: length), start: start, end: end,
        hasProperties: scalar.anchor != nil || scalar.tag != nil)
    case YAML_MAPPING_START_EVENT:
      let map = unsafe data.mapping_start
      return unsafe YAMLEvent(
        kind: .mapStart(isFlow: map.style == YAML_FLOW_MAPPING_STYLE), start: start, end: end,
        hasProperties: map.anchor != nil || map.tag != nil)
    case YAML_MAPPING_END_EVENT:
      return YAMLEvent(kind: .mapEnd, start: start, end: end)
    case YAML_SEQUENCE_START_EVENT:
      let list = unsafe data.sequence_start
      return unsafe YAMLEvent(
        kind: .listStart(isFlow: list.style == YAML_FLOW_SEQUENCE_STYLE), start: start, end: end,
        hasProperties: list.anchor != nil || list.tag != nil)
    case YAML_SEQUENCE_END_EVENT:
      return YAMLEvent(kind: .listEnd, start: start, end: end)
    case YAML_ALIAS_EVENT:
      return YAMLEvent(kind: .alias, start: start, end: end)
    case YAML_DOCUMENT_START_EVENT:
      let document = unsafe data.document_start
      let tags = unsafe document.tag_directives.start != document.tag_directives.end
      return unsafe YAMLEvent(
        kind: .documentStart(hasDirectives: tags || document.version_directive != nil),
        start: start, end: end)
    case YAML_DOCUMENT_END_EVENT:
      let isImplicit = unsafe data.document_end.implicit != 0
      return YAMLEvent(kind: .documentEnd(isExplicit: !isImplicit), start: start, end: end)
    case YAML_STREAM_START_EVENT:
      return YAMLEvent(kind: .streamStart, start: start, end: end)
    default:
      return YAMLEvent(kind: .streamEnd, start: start, end: end)
    }
  }

  /// The failure that ended the stream of events.
  var failure: EventFailure {
    guard isReady, unsafe parser.pointee.error != YAML_MEMORY_ERROR else {
      let nowhere = Mark(index: 0, line: 0, column: 0)
      return EventFailure(
        problem: "out of memory", context: "", mark: nowhere, contextMark: nowhere)
    }
    let problem = unsafe parser.pointee.problem
    let context = unsafe parser.pointee.context
    return unsafe EventFailure(
      problem: problem.map { unsafe String(cString: $0) } ?? "",
      context: context.map { unsafe String(cString: $0) } ?? "",
      mark: Mark(parser.pointee.problem_mark),
      contextMark: Mark(parser.pointee.context_mark))
  }
}

/// One event of libyaml, copied from its memory, without the text of scalars.
struct YAMLEvent {
  enum EventKind {
    case streamStart
    case streamEnd
    case documentStart(hasDirectives: Bool)
    case documentEnd(isExplicit: Bool)
    case alias
    /// A scalar whose text is in the stream; `length` is the full length in bytes, even if the text in the stream is
    /// cut.
    case scalar(ScalarForm, length: Int)
    case listStart(isFlow: Bool)
    case listEnd
    case mapStart(isFlow: Bool)
    case mapEnd
  }

  enum ScalarForm {
    case plain
    case singleQuoted
    case doubleQuoted
    case block
  }

  var kind: EventKind
  var start: Mark
  var end: Mark
  /// Whether an anchor or a tag precedes the value.
  var hasProperties = false
}

/// A parse failure that libyaml reports.
struct EventFailure {
  /// The problem in libyaml's words, such as `did not find expected key`.
  var problem: String
  /// The context, as described by libyaml; empty if the context is unknown.
  var context: String
  var mark: Mark
  var contextMark: Mark
}

/// A position in the units of libyaml: zero-based, and in Unicode scalars.
///
/// Only ``TreeBuilder/position(_:)`` converts a mark to a ``SourcePosition``.
struct Mark {
  var index: Int
  var line: Int
  var column: Int
}

extension Mark {
  fileprivate init(_ mark: yaml_mark_t) {
    index = Int(mark.index)
    line = Int(mark.line)
    column = Int(mark.column)
  }
}

extension YAMLEvent.ScalarForm {
  fileprivate init(_ style: yaml_scalar_style_t) {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: self = .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: self = .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: self = .block
    default: self = .plain
    }
  }
}
