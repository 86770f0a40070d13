internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyReview
internal import LinkPolicySystem
internal import LinkPolicyYAML

/// Reads the logs of a replay: decompresses the logs, shows the progress, and saves the state in a file.
struct LogRun {
  // The number of bytes at the start of a log by which a later run recognizes the log.
  private static var startLength: Int { 4096 }
  // The minimum number of milliseconds between two saved states, and the divisor that limits saving to a twentieth of
  // the time.
  private static var stateInterval: Int { 1000 }
  private static var stateShare: Int { 20 }
  // The maximum size of a state in bytes, which is above the size of a state with the maximum number of groups.
  private static var stateLimit: Int { 4 << 30 }

  /// The counted records.
  private(set) var records: RecordCount
  private let state: String?
  private let isResumed: Bool
  private var line = ReplayProgressLine()
  private var nextState = 0

  init(
    _ logs: [String], of content: RecordCount.LineContent, findsDuplicates: Bool, state: String?
  ) {
    records = RecordCount(logs, of: content, findsDuplicates: findsDuplicates)
    self.state = state
    isResumed = state.map { Folder.entry(at: $0) != nil } ?? false
  }

  /// Counts the records in all logs, starting from the saved state if there is one.
  mutating func count(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    if let state, isResumed {
      try restore(state, terminal)
    }
    nextState = SystemClock.milliseconds + Self.stateInterval
    var code = ExitCode.clean
    while records.log < records.names.count {
      // A resumed run reads every log, because each log can have grown.
      let counted = records.parts[records.log]
      let log = try OpenLog(
        records.names[records.log], at: counted.offset, startLength: Self.startLength,
        before: OpenLog.length(ofDigest: counted.end), terminal)
      if counted.offset > 0 {
        guard counted.start == log.startDigest(counted.start) else {
          throw FileProblem.finding(
            about: state ?? "",
            "`\(log.name)` does not start like the log of this progress; remove the file to start again"
          )
        }
        guard counted.end == log.precedingDigest else {
          throw FileProblem.finding(
            about: state ?? "",
            "`\(log.name)` was shortened or rewritten after this progress; remove the file to start again"
          )
        }
      }
      records.openLog(startingWith: log.digest)
      code.join(try count(log, &terminal))
    }
    try finish()
    return code
  }

  private mutating func count(
    _ log: OpenLog, _ terminal: inout Terminal
  ) throws(InvalidInput) -> ExitCode {
    var code = ExitCode.clean
    while true {
      let block = try log.next()
      guard !block.isEmpty else { break }
      try add(block, of: log)
      line.show(records, of: log.size, &terminal)
      if state != nil, SystemClock.milliseconds >= nextState {
        code.join(writeState(&terminal))
      }
    }
    let isDamaged = !log.finish()
    // If the last line is incomplete, the next run reads the line again.
    if state != nil {
      code.join(writeState(&terminal))
    }
    records.endLog(isDamaged: isDamaged)
    return code
  }

  private mutating func add(_ block: [UInt8], of log: OpenLog) throws(InvalidInput) {
    do throws(RecordCount.CountError) {
      try records.take(block)
    } catch {
      throw Self.problem(error, of: log.name)
    }
  }

  private mutating func finish() throws(InvalidInput) {
    do throws(RecordCount.CountError) {
      try records.finish()
    } catch {
      throw Self.problem(error, of: records.names[records.log])
    }
  }

  private static func problem(_ error: RecordCount.CountError, of log: String) -> InvalidInput {
    switch error {
    case .tooManyGroups:
      FileProblem.finding(
        about: log,
        "has more than \(RecordGroups.limit) groups of different records; replay parts of the log, "
          + "or record fewer facts")
    }
  }

  // MARK: State

  private mutating func restore(
    _ path: String, _ terminal: Terminal
  ) throws(InvalidInput) {
    let bytes = try InputFile.read(path, as: path, limit: Self.stateLimit, noting: FileRegister())
    do throws(RecordCount.StateError) {
      try records.restore(bytes)
    } catch {
      switch error {
      case .unreadable:
        throw FileProblem.finding(
          about: path,
          "is not the progress of a replay by this version; remove the file to start again")
      case .otherLogs(let logs):
        throw FileProblem.finding(
          about: path,
          "is the progress of these logs: " + logs.joined(separator: ", ")
            + "; replay these logs, or remove the file to start again")
      }
    }
  }

  private mutating func writeState(_ terminal: inout Terminal) -> ExitCode {
    guard let state else { return .clean }
    let before = SystemClock.milliseconds
    // The run's register would reject a second output to the same file, so each state gets a new register.
    let code: ExitCode
    do throws(OutputProblem) {
      let output = try OutputFile(state, FileRegister())
      output.write(records.state)
      try output.commit()
      code = .clean
    } catch {
      code = terminal.say(error)
    }
    let now = SystemClock.milliseconds
    nextState = now + max(Self.stateInterval, (now - before) * Self.stateShare)
    return code
  }
}

/// A log that is open for reading, decompressed if its name has the suffix of a compressed file.
final class OpenLog {
  private enum LogInput {
    case plain(ByteInput)
    case compressed(DecompressedFile)
  }

  let name: String
  /// The size of the file in bytes; 0 if the size is unknown or the file is compressed.
  let size: Int
  /// A text with the number and the digest of the file's first bytes, before decompression.
  private(set) var digest = ""
  /// A text with the number and the digest of the bytes before the offset.
  private(set) var precedingDigest = RecordCount.digest(of: [])
  private var input: LogInput
  private let file: ReadableFile?

  /// Opens a log at an offset of its content, and computes the digest of up to `length` bytes before the offset.
  init(
    _ path: String, at offset: Int, startLength: Int, before length: Int, _ terminal: Terminal
  ) throws(InvalidInput) {
    guard path != "-" else {
      (name, size, file) = (InputBytes.standardInputName, 0, nil)
      input = .plain(terminal.input)
      return
    }
    name = path
    let format = DecompressedFile.CompressionFormat.allCases.first {
      path.hasSuffix($0.rawValue)
    }
    do throws(SystemFailure) {
      let file = try ReadableFile(stream: path)
      self.file = file
      if let identity = FileIdentity(ofFile: file.descriptor) {
        terminal.files.noteRead(identity, as: path)
        digest = RecordCount.digest(of: try SystemCalls.read(file.descriptor, upTo: startLength))
        try file.seek(to: 0)
      }
      guard let format else {
        size = Folder.size(of: path)
        input = .plain(ByteInput(.file(file)))
        if offset > 0 {
          try file.seek(to: max(0, offset - length))
          precedingDigest = RecordCount.digest(
            of: try SystemCalls.read(file.descriptor, upTo: min(offset, length)))
          try file.seek(to: offset)
        }
        return
      }
      size = 0
      input = .compressed(try DecompressedFile(file, format))
      try skip(offset, before: length)
    } catch {
      let program = format.map { " through `" + $0.program + "`" } ?? ""
      throw FileProblem.finding(about: path, "cannot be read" + program + ": " + error.reason)
    }
  }

  /// Returns the number of bytes that a digest covers; 0 if the text is not a digest.
  static func length(ofDigest digest: String) -> Int {
    digest.split(separator: ":").first.flatMap { Int($0) } ?? 0
  }

  /// Returns the digest of as many first bytes of the log as another digest covers.
  ///
  /// A log that was short when the other digest was computed may have grown since then.
  func startDigest(_ other: String) -> String {
    guard let file else { return digest }
    let length = Self.length(ofDigest: other)
    do throws(FileProblem) {
      let again = try ReadableFile(file.name, noting: nil)
      var bytes: [UInt8] = []
      while bytes.count < length {
        let more = try again.next()
        guard !more.isEmpty else { break }
        bytes += more
      }
      return RecordCount.digest(of: Array(bytes.prefix(length)))
    } catch {
      return digest
    }
  }

  /// Skips a number of decompressed bytes, and computes the digest of the last skipped bytes.
  private func skip(_ count: Int, before length: Int) throws(SystemFailure) {
    var left = count
    var last: [UInt8] = []
    while left > 0, case .compressed(let file) = input {
      let block = try file.next()
      guard !block.isEmpty else { break }
      last = Array((last + block.prefix(left).suffix(length)).suffix(length))
      if block.count > left {
        pending = Array(block[left...])
      }
      left -= block.count
    }
    // A log that ends before the offset cannot have the recorded bytes before the offset.
    precedingDigest = RecordCount.digest(of: left > 0 ? [] : last)
  }

  /// The bytes after the skipped bytes in the same block.
  private var pending: [UInt8] = []

  /// Returns the next bytes; returns an empty array at the end.
  func next() throws(InvalidInput) -> [UInt8] {
    guard pending.isEmpty else {
      defer { pending = [] }
      return pending
    }
    do throws(SystemFailure) {
      switch input {
      case .plain(var bytes):
        let block = try bytes.next()
        input = .plain(bytes)
        return block
      case .compressed(let file): return try file.next()
      }
    } catch {
      throw FileProblem.finding(about: name, "cannot be read: " + error.reason)
    }
  }

  /// Ends the reading, and returns whether the data was complete; the data of an uncompressed log is always complete.
  func finish() -> Bool {
    switch input {
    case .plain: true
    case .compressed(let file): file.finish()
    }
  }
}

/// The progress line of a replay, shown only on a terminal.
struct ReplayProgressLine {
  // The number of milliseconds between two updates, and before the first update.
  private static var interval: Int { 200 }

  private let start = SystemClock.milliseconds
  private var last = SystemClock.milliseconds
  private var firstLine: Int?

  /// Shows the state if an update is due; `size` is the size of the log, or 0 if the size is unknown.
  mutating func show(_ records: RecordCount, of size: Int, _ terminal: inout Terminal) {
    guard terminal.showsProgress else { return }
    let first = firstLine ?? records.lines
    firstLine = first
    let now = SystemClock.milliseconds
    guard now - last >= Self.interval else { return }
    last = now
    let rate = (records.lines - first) * 1000 / max(1, now - start)
    var text: TerminalText = "\(records.lines, of: "record"), \(rate) a second, "
    text += "\(records.groups.groups.count, of: "group")"
    if size > 0 {
      text += ", \(records.offset / 1024 * 100 / max(1, size / 1024)) %"
      if records.names.count > 1 {
        text += " of log \(records.log + 1) of \(records.names.count)"
      }
    }
    terminal.show(progress: text)
  }
}
