internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON

/// The count of the records in one or more logs, which are read block by block.
///
/// Memory depends on the number of distinct groups and the length of a line, not on the length of the logs. With
/// ``findsDuplicates``, it also grows by a few bytes for each record.
package struct RecordCount: Sendable {
  /// The content of the lines.
  package enum LineContent: Sendable {
    /// Decision records.
    case records
    /// Groups of records that were counted elsewhere.
    case groups
  }

  /// The reason why counting cannot continue.
  package enum CountError: Error, Sendable {
    /// There are more groups than ``RecordGroups/limit``.
    case tooManyGroups
  }

  /// The maximum number of problems that are kept; further ones are only counted.
  package static var problemLimit: Int { 1000 }
  // Above the length of any record.
  private static var lineLimit: Int { 8 << 20 }
  private static var recentLimit: Int { 4096 }

  /// The groups so far.
  package private(set) var groups = RecordGroups()
  /// The problems of lines so far.
  package private(set) var problems: [ReplayProblem] = []
  /// The number of problems of each kind, including those that are not kept.
  package private(set) var problemCounts: [ReplayProblem.ProblemKind: Int] = [:]
  /// The number of records or groups that were read.
  package private(set) var lines = 0
  /// The index of the current log.
  package private(set) var log = 0
  /// The number of bytes of the current log before the first line that was not counted.
  package private(set) var offset = 0
  /// The number of lines of the current log before that offset.
  package private(set) var line = 0
  /// The names of the logs.
  package let names: [String]
  /// Whether a record with the correlation of an earlier one is a problem, and is not counted.
  package let findsDuplicates: Bool

  private let content: LineContent
  private let scanner = RecordScanner()
  private var buffer: [UInt8] = []
  /// Whether the start of the current line was dropped because the line is too long.
  private var isTooLong = false
  private var correlations: Set<UInt64> = []
  /// The last counted bytes of the current log, by which a later run recognizes where it continues.
  private var recent: [UInt8] = []
  /// The sums of all groups, which never overflow.
  private var total = (count: 0, weight: 0)

  /// Starts a count of the named logs.
  package init(_ names: [String], of content: LineContent, findsDuplicates: Bool = false) {
    self.names = names
    self.content = content
    self.findsDuplicates = findsDuplicates
  }

  /// Counts the complete lines of the next block of the current log.
  package mutating func take(_ block: [UInt8]) throws(CountError) {
    var bytes = buffer
    buffer = []
    bytes += block
    let used = try count(bytes)
    pass(bytes[..<used])
    bytes.removeFirst(used)
    if bytes.count > Self.lineLimit {
      isTooLong = true
      pass(bytes[...])
      bytes = []
    }
    buffer = bytes
  }

  /// Moves the offset behind some bytes.
  private mutating func pass(_ bytes: ArraySlice<UInt8>) {
    offset += bytes.count
    recent = Array((recent + bytes.suffix(Self.recentLimit)).suffix(Self.recentLimit))
  }

  /// Ends the current log, and continues with the next one.
  ///
  /// A last line without a line feed is counted if it is a record.
  ///
  /// - Parameter isDamaged: whether the source of the log reported that its data ends too early.
  /// - Throws: a ``CountError`` if there are too many groups.
  package mutating func endLog(isDamaged: Bool = false) throws(CountError) {
    let rest = buffer
    buffer = []
    if !rest.isEmpty || isTooLong || isDamaged {
      try countLast(rest, isDamaged)
    }
    isTooLong = false
    log += 1
    (offset, line) = (0, 0)
    recent = []
  }

  private mutating func countLast(_ rest: [UInt8], _ isDamaged: Bool) throws(CountError) {
    line += 1
    guard !isDamaged, !isTooLong else {
      return report(
        .truncated,
        isDamaged ? "the compressed data is damaged or ends too early" : Self.tooLongMessage)
    }
    guard !RequestLine.isBlank(rest.span) else { return }
    do throws(LineProblem) {
      try countParsed(rest)
    } catch {
      switch error {
      case .full: throw .tooManyGroups
      case .notJSON: report(.truncated, "the log ends within a line")
      case .problem(let kind, let message): report(kind, message)
      }
    }
  }

  private static var tooLongMessage: String { "the line has more than \(lineLimit) bytes" }

  // MARK: Lines

  /// Counts complete lines, and returns the number of bytes that they have.
  private mutating func count(_ bytes: [UInt8]) throws(CountError) -> Int {
    let raw = unsafe bytes.span.bytes
    var start = 0
    while start < bytes.count {
      if content == .records, !isTooLong, let parts = scanner.parts(raw, from: start),
        parts.end < bytes.count, bytes[parts.end] == UInt8(ascii: "\n")
      {
        line += 1
        start = parts.end + 1
        guard !findsDuplicates || isNew(raw, parts.correlation) else { continue }
        lines += 1
        guard enter(count: 1, weight: parts.weight) else {
          report(.count, Self.overflowMessage)
          continue
        }
        guard groups.add(raw, parts, at: RecordGroups.LogPlace(log: log, line: line)) else {
          throw .tooManyGroups
        }
        continue
      }
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { break }
      line += 1
      try countLine(Array(bytes[start..<end]))
      start = end + 1
    }
    return start
  }

  private mutating func countLine(_ bytes: [UInt8]) throws(CountError) {
    guard !isTooLong else {
      isTooLong = false
      return report(.malformed, Self.tooLongMessage)
    }
    guard !RequestLine.isBlank(bytes.span) else { return }
    do throws(LineProblem) {
      try countParsed(bytes)
    } catch {
      switch error {
      case .full: throw .tooManyGroups
      case .notJSON(let message): report(.malformed, "not JSON: " + message)
      case .problem(let kind, let message): report(kind, message)
      }
    }
  }

  /// The reason why a line was not counted.
  private enum LineProblem: Error {
    case full
    case notJSON(String)
    case problem(ReplayProblem.ProblemKind, String)
  }

  private mutating func countParsed(_ bytes: [UInt8]) throws(LineProblem) {
    let root: JSONValue
    do throws(InvalidInput) {
      root = try JSONDocument(
        file: 0, of: SourceMap(files: [SourceMap.File(name: names[log], bytes: bytes)]),
        limits: .line
      ).root
    } catch {
      throw .notJSON(error.diagnostics.first?.message ?? "it cannot be read")
    }
    switch content {
    case .records:
      try check(root)
      try countRecord(root)
    case .groups:
      guard let record = root["record"], record.isObject else {
        throw .problem(
          .malformed, "expected a group with `count` and `record`, found " + root.kind)
      }
      try check(record)
      let count = try Self.number("count", of: root)
      let weight = root["weight"] == nil ? count : try Self.number("weight", of: root)
      try add(record, count: count, weight: weight)
    }
  }

  private func check(_ record: JSONValue) throws(LineProblem) {
    do throws(ReplayRecord.RecordError) {
      _ = try ReplayRecord(record)
    } catch {
      throw .problem(.malformed, error.message)
    }
  }

  private mutating func countRecord(_ record: JSONValue) throws(LineProblem) {
    let weight = record["weight"] == nil ? 1 : try Self.number("weight", of: record)
    if findsDuplicates {
      guard let correlation = record["correlation"]?.string else {
        throw .problem(.malformed, "the record has no `correlation` to compare")
      }
      guard unsafe isNew(correlation.bytes.span.bytes, 0..<correlation.bytes.count) else { return }
    }
    try add(record, count: 1, weight: weight)
  }

  private mutating func add(
    _ record: JSONValue, count: Int, weight: Int
  ) throws(LineProblem) {
    lines += 1
    let place = RecordGroups.LogPlace(log: log, line: line)
    guard enter(count: count, weight: weight) else {
      throw .problem(.count, Self.overflowMessage)
    }
    guard groups.add(record, count: count, weight: weight, at: place) else { throw .full }
  }

  private static func number(_ key: String, of object: JSONValue) throws(LineProblem) -> Int {
    guard let number = object[key]?.int, let value = Int(exactly: number) else {
      throw .problem(
        .count,
        "`" + key + "` is not an integer from 1 to " + String(Int.max) + ", written in digits")
    }
    guard value > 0 else {
      throw .problem(.count, "`" + key + "` is " + String(value) + ", and must be at least 1")
    }
    return value
  }

  private static var overflowMessage: String {
    "the sum of the numbers and weights up to this line is above " + String(Int.max)
  }

  /// Adds to the sums of all groups; returns false, and adds nothing, if a sum would overflow.
  private mutating func enter(count: Int, weight: Int) -> Bool {
    let (counts, weights) = (
      total.count.addingReportingOverflow(count), total.weight.addingReportingOverflow(weight)
    )
    guard !counts.overflow, !weights.overflow else { return false }
    total = (counts.partialValue, weights.partialValue)
    return true
  }

  /// Returns whether no earlier record has this correlation; reports a duplicate.
  ///
  /// Compares hashes of 64 bits: among ten million records, two different correlations have equal hashes with a
  /// probability of 1 in 300,000.
  private mutating func isNew(_ bytes: RawSpan, _ range: Range<Int>) -> Bool {
    let hash = RecordGroups.hash(of: bytes, in: range, from: 0)
    guard correlations.insert(hash).inserted else {
      report(.duplicate, "an earlier record has the same correlation")
      return false
    }
    return true
  }

  /// Keeps a problem of the current line.
  private mutating func report(_ kind: ReplayProblem.ProblemKind, _ message: String) {
    problemCounts[kind, default: 0] += 1
    guard problems.count < Self.problemLimit else { return }
    problems.append(ReplayProblem(kind, file: names[log], line: line, message))
  }
}

extension RecordCount {
  /// The progress of a count as JSON lines: a head, then each group.
  ///
  /// The state does not include a line that was read in part.
  ///
  /// - Parameter start: a digest of the first bytes of the current log, to recognize it.
  /// - Returns: the lines, each with its line feed.
  package func state(startingWith start: String) -> [UInt8] {
    let head = JSONValue.object([
      "replay-state": .int(2), "logs": .array(names.map { .string($0) }), "log": .int(log),
      "start": .string(start), "end": .string(Self.digest(of: recent)),
      "offset": .int(offset), "line": .int(line), "lines": .int(lines),
      "problems": .array(
        problems.map { problem in
          .object([
            "kind": .string(problem.kind.rawValue), "file": .string(problem.file),
            "line": .int(problem.line), "message": .string(problem.message),
          ])
        }),
      "counts": .array(
        ReplayProblem.ProblemKind.allCases.map { .int(problemCounts[$0] ?? 0) }),
    ])
    var bytes = head.line + [UInt8(ascii: "\n")]
    for group in groups.groups {
      bytes += Array(
        #"{"count":\#(group.count),"weight":\#(group.weight),"log":\#(group.first.log),"#.utf8)
      bytes += Array(#""line":\#(group.first.line),"record":"#.utf8)
      bytes += group.json + Array("}\n".utf8)
    }
    return bytes
  }

  /// The reason why a state cannot be used.
  package enum StateError: Error, Sendable {
    /// The file is not a state of this version.
    case unreadable
    /// The state is about other logs.
    case otherLogs([String])
  }

  /// Returns the number of some bytes and their digest, as text.
  package static func digest(of bytes: [UInt8]) -> String {
    String(bytes.count) + ":" + Hexadecimal.text(SHA256.digest(of: bytes))
  }

  /// The bytes of a log by which a later run recognizes it, each as ``digest(of:)`` of them.
  package struct LogMark: Sendable {
    /// The first bytes of the log.
    package let start: String
    /// The last bytes that were counted.
    package let end: String
  }

  /// Restores the progress of a count; returns the marks of the current log.
  package mutating func restore(_ state: [UInt8]) throws(StateError) -> LogMark {
    var parts = state.split(separator: UInt8(ascii: "\n"))[...]
    guard let head = Self.value(parts.popFirst()), head["replay-state"]?.int == 2,
      let logs = head["logs"]?.elements?.compactMap({ $0.text }), let start = head["start"]?.text,
      let end = head["end"]?.text
    else { throw .unreadable }
    guard logs == names else { throw .otherLogs(logs) }
    func number(_ value: JSONValue?) throws(StateError) -> Int {
      guard let number = value?.int, number >= 0 else { throw .unreadable }
      return Int(number)
    }
    log = try number(head["log"])
    offset = try number(head["offset"])
    line = try number(head["line"])
    lines = try number(head["lines"])
    let counts = head["counts"]?.elements ?? []
    let kinds = ReplayProblem.ProblemKind.allCases
    guard log <= names.count, counts.count == kinds.count else { throw .unreadable }
    for (kind, count) in zip(kinds, counts) {
      problemCounts[kind] = try number(count)
    }
    for problem in head["problems"]?.elements ?? [] {
      guard let kind = problem["kind"]?.text.flatMap({ ReplayProblem.ProblemKind(rawValue: $0) }),
        let file = problem["file"]?.text, let message = problem["message"]?.text
      else { throw .unreadable }
      problems.append(
        ReplayProblem(kind, file: file, line: try number(problem["line"]), message))
    }
    for part in parts {
      guard let group = Self.value(part), let record = group["record"] else { throw .unreadable }
      let place = RecordGroups.LogPlace(
        log: try number(group["log"]), line: try number(group["line"]))
      let (count, weight) = (try number(group["count"]), try number(group["weight"]))
      guard enter(count: count, weight: weight),
        groups.add(record, count: count, weight: weight, at: place)
      else { throw .unreadable }
    }
    return LogMark(start: start, end: end)
  }

  private static func value(_ line: ArraySlice<UInt8>?) -> JSONValue? {
    guard let line else { return nil }
    let sources = SourceMap(files: [SourceMap.File(name: "state", bytes: Array(line))])
    do throws(InvalidInput) {
      return try JSONDocument(file: 0, of: sources, limits: .line).root
    } catch {
      return nil
    }
  }
}
