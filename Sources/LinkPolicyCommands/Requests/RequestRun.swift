internal import LinkPolicy
internal import LinkPolicyClaims
internal import LinkPolicyJSON
internal import LinkPolicySystem
internal import LinkPolicyTesting
internal import LinkPolicyYAML

/// A run that answers the requests of a stream, with one answer for every line that is not blank, in order.
struct RequestRun {
  // The maximum number of findings to show for a stream. A file of another kind has a finding on every line, and the
  // display of each finding reads its line again.
  private static var findingLimit: Int { 20 }

  /// An answer and the position of its line.
  struct AnsweredLine {
    /// The answer, with the id of the line.
    let answer: AnswerLine
    /// The file of the line.
    let file: String
    /// The number of the line.
    let number: Int
    fileprivate let answerer: RequestAnswerer

    /// Writes the answer as a line of JSON.
    func write(to output: inout ByteOutput, isExplained: Bool = false) {
      output.write { answerer.append(answer, to: &$0, isExplained: isExplained) }
    }
  }

  /// The options of `decide` and `lookup`, which answer lines for programs.
  static var options: [Option] {
    [
      .flag("--record", summary: "reject `decide` requests without `record`"),
      .value(
        "--account-key", "FILE",
        summary: "replace account ids in records with hashes, made with the key in FILE"),
      .choice(
        "--record-facts", ["tested", "all"],
        summary: "record the facts that the policy tests, or all; see Docs/Records.md"),
    ]
  }

  /// The policy that answers the requests.
  let source: PolicySource
  /// The file of requests; `-` for standard input.
  let path: String
  /// Whether every request for a decision must ask for a decision record.
  private let needsRecords: Bool
  /// The file with the key that hashes account ids in records; nil if records contain the ids themselves.
  private let keyPath: String?
  /// The facts that records include: the tested facts, or all facts.
  private let recorded: RecordedFacts

  /// Reads the operands `POLICY [FILE]` and the options.
  ///
  /// - Parameters:
  ///   - arguments: the arguments of the command.
  ///   - needed: whether every request for a decision must ask for a record; nil to read the option `--record`.
  /// - Throws: a `UsageError` for wrong operands, or if the key would be read from standard input.
  init(_ arguments: Arguments, needsRecords needed: Bool? = nil) throws(UsageError) {
    let operands = try arguments.operands(1...2)
    source = PolicySource(operands[0])
    path = operands.count > 1 ? operands[1] : "-"
    if source.isStandardInput, path == "-" {
      throw arguments.error("policy and requests cannot both be standard input")
    }
    needsRecords = needed ?? arguments.has("--record")
    keyPath = arguments.value("--account-key")
    recorded = arguments.value("--record-facts") == "all" ? .all : .tested
    if keyPath == "-" {
      throw arguments.error("the key cannot be standard input")
    }
  }

  /// Answers every line that is not blank, and passes each answer to `write`.
  ///
  /// The run flushes its output before it waits for more input, so that a program can send one request at a time. The
  /// answer to an unreadable line contains the findings; standard error gets only the first findings.
  func run(
    _ terminal: inout Terminal, write: (AnsweredLine, inout Terminal) -> Void
  ) throws(InvalidInput) -> ExitCode {
    let answerer = RequestAnswerer(
      try source.policy(terminal), claims: .mappings, needsRecords: needsRecords,
      naming: try naming(terminal), facts: recorded)
    var reader = try RequestReader(path, terminal)
    var code = ExitCode.clean
    var (count, shown, unshown) = (0, 0, 0)
    while !terminal.output.isClosed, let line = try reader.next(wait: { terminal.output.flush() }) {
      count += 1
      let answer = answerer.answer(line)
      write(
        AnsweredLine(
          answer: answer, file: reader.name, number: reader.line, answerer: answerer), &terminal)
      switch answer.content {
      case .decision, .lookup, .claims: break
      case .error: code.join(.undecided)
      }
      if case .failure(let findings) = line.request {
        code.join(.invalidInput)
        let first = findings.diagnostics.prefix(Self.findingLimit - shown)
        shown += first.count
        unshown += first.isEmpty ? 1 : 0
        terminal.say(InvalidInput(Array(first), in: findings.sources))
      }
    }
    if unshown > 0 {
      terminal.say("\(unshown.of("further line")) of `\(reader.name)` cannot be read")
    }
    if count == 0, !terminal.output.isClosed {
      throw Self.empty(reader.name)
    }
    return code
  }

  /// Returns the form of accounts in records: their ids, or hashes of the ids under a key.
  private func naming(_ terminal: Terminal) throws(InvalidInput) -> RecordedAccount {
    guard let keyPath else { return .id }
    let bytes = try InputBytes.readAny(keyPath, terminal)
    guard let key = RecordKey(bytes: bytes) else {
      throw FileProblem.finding(
        about: keyPath,
        "a key has at least \(RecordKey.shortest) bytes, and this key has \(bytes.count) bytes; "
          + "make a key with `openssl rand -out FILE 32`")
    }
    return .keyed(key)
  }

  /// Returns the error for a stream without a request; the sender of such a stream probably made a mistake.
  private static func empty(_ name: String) -> InvalidInput {
    let finding = Diagnostic(
      .jsonEmpty, .error, "there are no requests in `\(name)`",
      at: SourcePosition(line: 1, column: 1),
      help: "write one request per line, in the format of `linkpolicy schema request`")
    return InvalidInput([finding], in: SourceMap(files: [SourceMap.File(name: name)]))
  }
}

/// A reader of the requests of a JSON Lines file or of standard input, line by line.
struct RequestReader {
  /// The name of the file in positions.
  let name: String
  private var lines: LineReader
  private var isOver = false

  /// Opens a file, or standard input for `-`.
  init(_ path: String, _ terminal: Terminal) throws(InvalidInput) {
    var input = terminal.input
    name = path == "-" ? InputBytes.standardInputName : path
    if path != "-" {
      do throws(SystemFailure) {
        input = ByteInput(.file(try ReadableFile(stream: path)))
      } catch {
        throw FileProblem.finding(about: path, error.reason)
      }
    }
    lines = LineReader(input, limit: RequestLine.limits.documentBytes)
  }

  /// The number of the last line that was read.
  var line: Int { lines.number }

  /// Returns the next line that is not blank, even if the line is unreadable; nil at the end.
  ///
  /// The reader calls `wait` before it waits for more input. The reader throws an ``InvalidInput`` if the stream
  /// becomes unreadable.
  mutating func next(wait: () -> Void) throws(InvalidInput) -> RequestLine? {
    while !isOver {
      switch try nextLine(wait) {
      case .bytes(let bytes):
        if !RequestLine.isBlank(bytes.span) {
          return RequestLine(bytes, name: name, line: line)
        }
      case .tooLong: return RequestLine(tooLongIn: name, line: line)
      case nil: isOver = true
      }
    }
    return nil
  }

  private mutating func nextLine(_ wait: () -> Void) throws(InvalidInput) -> LineReader.Line? {
    do throws(SystemFailure) {
      return try lines.next(wait: wait)
    } catch {
      isOver = true
      throw FileProblem.finding(about: name, "cannot be read: " + error.reason)
    }
  }
}

/// A reader of lines, whose memory is bounded by the limit for a line.
///
/// A blank line over the limit is returned as an empty line, because no content is lost.
struct LineReader {
  /// A line, or the reason for its absence.
  enum Line {
    /// The bytes, without the line feed.
    case bytes([UInt8])
    /// The reader skipped a line that was longer than the limit and not blank.
    case tooLong
  }

  /// The number of the last line that was read.
  private(set) var number = 0

  private var input: ByteInput
  private let limit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var scanned = 0
  private var isAtEnd = false
  /// The content so far of a line that the reader skips because of its length.
  private var skipped = Skipped.nothing

  /// The content of the skipped part of a line: nothing, only blanks, or text.
  private enum Skipped {
    case nothing, blank, text
  }

  init(_ input: ByteInput, limit: Int) {
    self.input = input
    self.limit = limit
  }

  /// Returns the next line; nil at the end.
  ///
  /// The reader calls `wait` before it waits for more input.
  mutating func next(wait: () -> Void) throws(SystemFailure) -> Line? {
    while true {
      if let end = SystemCalls.firstIndex(of: UInt8(ascii: "\n"), in: buffer, from: scanned) {
        return take(upTo: end)
      }
      scanned = buffer.count
      if isAtEnd {
        return start == buffer.count && skipped == .nothing ? nil : take(upTo: buffer.count)
      }
      if skipped != .nothing || buffer.count - start > limit {
        skip(upTo: buffer.count)
      }
      wait()
      try refill()
    }
  }

  private mutating func skip(upTo end: Int) {
    if skipped != .text {
      skipped = RequestLine.isBlank(buffer[start..<end].span) ? .blank : .text
    }
    start = end
  }

  private mutating func take(upTo end: Int) -> Line {
    if skipped != .nothing || end - start > limit {
      skip(upTo: end)
    }
    let line: Line =
      switch skipped {
      case .nothing: .bytes(Array(buffer[start..<end]))
      case .blank: .bytes([])
      case .text: .tooLong
      }
    skipped = .nothing
    start = min(end + 1, buffer.count)
    scanned = start
    number += 1
    return line
  }

  private mutating func refill() throws(SystemFailure) {
    buffer.removeFirst(start)
    scanned -= start
    start = 0
    let more = try input.next()
    isAtEnd = more.isEmpty
    buffer += more
  }
}
