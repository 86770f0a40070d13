internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON

/// A count of equal decision records in one or more logs, which the caller passes block by block.
///
/// Memory depends on the number of distinct groups and the length of a line, not on the length of the logs. With
/// ``findsDuplicates``, memory also grows by a few bytes for each record.
package struct RecordCount: Sendable {
  /// The content of each line of a log.
  package enum LineContent: Sendable {
    /// Each line is a decision record.
    case records
    /// Each line is a group of records that another run counted.
    case groups
  }

  /// The reason why counting cannot continue.
  package enum CountError: Error, Sendable {
    /// The logs have more groups than ``RecordGroups/limit``.
    case tooManyGroups
  }

  /// The maximum number of problems to keep with their messages; further problems are only counted.
  package static var problemLimit: Int { 1000 }
  // The maximum length of a line in bytes, which is greater than the length of any record.
  private static var lineLimit: Int { 8 << 20 }
  private static var recentLimit: Int { 4096 }

  /// The groups found so far.
  package private(set) var groups = RecordGroups()
  /// The problems found so far.
  package private(set) var problems: [ReplayProblem] = []
  /// The number of problems of each kind, including the problems beyond ``problemLimit``.
  package private(set) var problemCounts: [ReplayProblem.ProblemKind: Int] = [:]
  /// The number of records or groups that were read.
  package private(set) var lines = 0
  /// The index in ``names`` of the log whose blocks the caller passes next.
  package private(set) var log = 0
  /// The number of bytes of the current log before the first line that is not counted yet.
  package private(set) var offset = 0
  /// The number of lines of the current log before ``offset``.
  package private(set) var line = 0
  /// The counted part of each log; for the current log, the offset and line are updated only when the log ends.
  package private(set) var parts: [LogPart]
  /// The names of the logs, for problems and for resuming, in the order in which the logs are counted.
  package let names: [String]
  /// Whether a record with the correlation of an earlier record is reported as a problem and not counted.
  package let findsDuplicates: Bool

  private let content: LineContent
  private let scanner = RecordScanner()
  private var buffer: [UInt8] = []
  /// Whether the beginning of the current line was dropped because the line is too long.
  private var isTooLong = false
  private var correlations: Set<UInt64> = []
  /// The last counted bytes of the current log, by which a later run recognizes where to continue.
  private var recent: [UInt8] = []
  /// The unfinished last line of each ended log that does not end with a line feed.
  private var lastLines: [LastLine] = []
  /// The sum of the counts and the sum of the weights of all groups; neither sum ever overflows.
  private var total = (count: 0, weight: 0)

  /// Starts a count of the logs with these names, in this order, without opening a log.
  ///
  /// The caller reads the logs, and passes their blocks to ``take(_:)``.
  package init(_ names: [String], of content: LineContent, findsDuplicates: Bool = false) {
    self.names = names
    self.content = content
    self.findsDuplicates = findsDuplicates
    parts = names.map { _ in LogPart() }
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

  /// Advances the offset past the given bytes, and keeps the last bytes, by which a later run finds its place.
  private mutating func pass(_ bytes: ArraySlice<UInt8>) {
    offset += bytes.count
    recent = Array((recent + bytes.suffix(Self.recentLimit)).suffix(Self.recentLimit))
  }

  /// Opens the current log, and stores the digest of the log's first bytes.
  package mutating func openLog(startingWith start: String) {
    parts[log].start = start
  }

  /// The counted part of the current log, up to ``offset``.
  private var currentPart: LogPart {
    var part = parts[log]
    (part.offset, part.line) = (offset, line)
    if !recent.isEmpty {
      part.end = Self.digest(of: recent)
    }
    return part
  }

  /// Ends the current log, and goes to the first uncounted line of the next log.
  ///
  /// - Parameter isDamaged: whether the source of the log reported that the log ends too early.
  package mutating func endLog(isDamaged: Bool = false) {
    parts[log] = currentPart
    if !buffer.isEmpty || isTooLong || isDamaged {
      lastLines.append(
        LastLine(
          place: RecordGroups.LogPlace(log: log, line: line + 1), bytes: buffer,
          isTooLong: isTooLong, isDamaged: isDamaged))
    }
    buffer = []
    isTooLong = false
    recent = []
    goTo(log + 1)
  }

  /// Goes to the first uncounted line of a log.
  private mutating func goTo(_ next: Int) {
    log = next
    (offset, line) = next < parts.count ? (parts[next].offset, parts[next].line) : (0, 0)
  }

  /// The last line of a log, without a line feed.
  private struct LastLine {
    var place: RecordGroups.LogPlace
    var bytes: [UInt8]
    var isTooLong: Bool
    var isDamaged: Bool
  }

  /// Counts the last line of each log if the line is a record without a line feed; call this once, after all logs.
  ///
  /// Read ``state`` before this call, because a later run reads these lines again from their start to their end.
  ///
  /// - Throws: a ``CountError`` if the logs have too many groups.
  package mutating func finish() throws(CountError) {
    for last in lastLines {
      (log, line) = (last.place.log, last.place.line)
      try count(last)
    }
    lastLines = []
    goTo(names.count)
  }

  private mutating func count(_ last: LastLine) throws(CountError) {
    guard !last.isDamaged, !last.isTooLong else {
      return report(
        .truncated,
        last.isDamaged ? "the compressed data is damaged or ends too early" : Self.tooLongMessage)
    }
    guard !RequestLine.isBlank(last.bytes.span) else { return }
    do throws(LineProblem) {
      try countParsed(last.bytes)
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

  /// Counts complete lines, and returns their total number of bytes.
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
      throw .notJSON(error.diagnostics.first?.message ?? "the line cannot be read")
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

  /// Adds a count and a weight to the sums of all groups; returns false, and adds nothing, if a sum would overflow.
  private mutating func enter(count: Int, weight: Int) -> Bool {
    let (counts, weights) = (
      total.count.addingReportingOverflow(count), total.weight.addingReportingOverflow(weight)
    )
    guard !counts.overflow, !weights.overflow else { return false }
    total = (counts.partialValue, weights.partialValue)
    return true
  }

  /// Returns whether no earlier record has the given correlation; reports a duplicate as a problem.
  ///
  /// The check compares 64-bit hashes of the correlations. Among ten million records, two different correlations have
  /// equal hashes with a probability of 1 in 300,000.
  private mutating func isNew(_ bytes: RawSpan, _ range: Range<Int>) -> Bool {
    let hash = RecordGroups.hash(of: bytes, in: range, from: 0)
    guard correlations.insert(hash).inserted else {
      report(.duplicate, "an earlier record has the same correlation")
      return false
    }
    return true
  }

  /// Counts a problem of the current line, and keeps the first problems, up to ``problemLimit``.
  private mutating func report(_ kind: ReplayProblem.ProblemKind, _ message: String) {
    problemCounts[kind, default: 0] += 1
    guard problems.count < Self.problemLimit else { return }
    problems.append(ReplayProblem(kind, file: names[log], line: line, message))
  }
}

extension RecordCount {
  // The version of the format; the first versions stored the place in a single log.
  private static var stateVersion: Int { 3 }

  /// The progress of a count as JSON lines: a head, followed by one line for each group.
  ///
  /// The state excludes the last line of a log if the line was not read completely.
  ///
  /// - Returns: the lines, each with its line feed.
  package var state: [UInt8] {
    var parts = parts
    if log < parts.count {
      parts[log] = currentPart
    }
    let head = JSONValue.object([
      "replay-state": .int(Self.stateVersion), "lines": .int(lines),
      "logs": .array(
        zip(names, parts).map { name, part in
          .object([
            "name": .string(name), "start": .string(part.start), "end": .string(part.end),
            "offset": .int(part.offset), "line": .int(part.line),
          ])
        }),
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

  /// The reason why a saved count cannot be continued.
  package enum StateError: Error, Sendable {
    /// The file is not a saved count of this version.
    case unreadable
    /// The saved count belongs to other logs, with the given names.
    case otherLogs([String])
  }

  /// Returns the number of the given bytes and their SHA-256 in hexadecimal digits, separated by a colon.
  package static func digest(of bytes: [UInt8]) -> String {
    String(bytes.count) + ":" + Hexadecimal.text(SHA256.digest(of: bytes))
  }

  /// The counted part of a log, with two digests from ``digest(of:)`` by which a later run recognizes the log.
  package struct LogPart: Sendable {
    /// The digest of the first bytes of the log.
    package fileprivate(set) var start = RecordCount.digest(of: [])
    /// The digest of the last counted bytes.
    package fileprivate(set) var end = RecordCount.digest(of: [])
    /// The number of counted bytes, after which a later run continues.
    package fileprivate(set) var offset = 0
    /// The number of counted lines, after which a later run continues to number lines.
    package fileprivate(set) var line = 0
  }

  /// Restores the progress of a count, which then continues each log after its counted part.
  package mutating func restore(_ state: [UInt8]) throws(StateError) {
    var lines = state.split(separator: UInt8(ascii: "\n"))[...]
    guard let head = Self.value(lines.popFirst()), head["replay-state"]?.int == Self.stateVersion,
      let logs = head["logs"]?.elements
    else { throw .unreadable }
    func number(_ value: JSONValue?) throws(StateError) -> Int {
      guard let number = value?.int, number >= 0 else { throw .unreadable }
      return Int(number)
    }
    let others = logs.compactMap { $0["name"]?.text }
    guard others == names else { throw .otherLogs(others) }
    for (index, log) in logs.enumerated() {
      guard let start = log["start"]?.text, let end = log["end"]?.text else { throw .unreadable }
      (parts[index].start, parts[index].end) = (start, end)
      parts[index].offset = try number(log["offset"])
      parts[index].line = try number(log["line"])
    }
    goTo(0)
    self.lines = try number(head["lines"])
    let counts = head["counts"]?.elements ?? []
    let kinds = ReplayProblem.ProblemKind.allCases
    guard counts.count == kinds.count else { throw .unreadable }
    for (kind, count) in zip(kinds, counts) {
      let count = try number(count)
      problemCounts[kind] = count > 0 ? count : nil
    }
    for problem in head["problems"]?.elements ?? [] {
      guard let kind = problem["kind"]?.text.flatMap({ ReplayProblem.ProblemKind(rawValue: $0) }),
        let file = problem["file"]?.text, let message = problem["message"]?.text
      else { throw .unreadable }
      problems.append(
        ReplayProblem(kind, file: file, line: try number(problem["line"]), message))
    }
    for line in lines {
      guard let group = Self.value(line), let record = group["record"] else { throw .unreadable }
      let place = RecordGroups.LogPlace(
        log: try number(group["log"]), line: try number(group["line"]))
      let (count, weight) = (try number(group["count"]), try number(group["weight"]))
      guard enter(count: count, weight: weight),
        groups.add(record, count: count, weight: weight, at: place)
      else { throw .unreadable }
    }
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
