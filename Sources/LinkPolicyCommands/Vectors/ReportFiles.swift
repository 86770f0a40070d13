internal import LinkPolicyVectors

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The reports of one run: one on standard output, further ones in files.
struct ReportFiles {
  /// A file that cannot be written.
  struct Failure: Error {
    let path: String
    let failure: SystemCalls.Failure
  }

  private struct File {
    let path: String
    var report: RunReport
    var output: ByteOutput
  }

  private let requests: [(format: ReportFormat, path: String)]
  private var standard: RunReport
  private var files: [File] = []
  private var isBegun = false

  /// Understands `--format` and `--report`.
  init(_ arguments: Arguments) throws(UsageError) {
    standard = RunReport(
      arguments.value("--format").flatMap { ReportFormat(rawValue: $0) } ?? .pretty)
    var requests: [(format: ReportFormat, path: String)] = []
    for value in arguments.values("--report") {
      let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[1].isEmpty else {
        throw arguments.error("`--report` needs FORMAT=PATH, not `" + value + "`")
      }
      guard let format = ReportFormat(rawValue: String(parts[0])) else {
        throw .unknown(
          "format", String(parts[0]), among: ReportFormat.allCases.map { $0.rawValue },
          usage: arguments.error("").usage)
      }
      let path = String(parts[1])
      guard !requests.contains(where: { $0.path == path }) else {
        throw arguments.error("two reports would be written into `" + path + "`")
      }
      requests.append((format, path))
    }
    self.requests = requests
  }

  /// Opens the files, so that a long run does not end with a report that cannot be written.
  mutating func open() throws(Failure) {
    for (format, path) in requests {
      #if canImport(Glibc)
        let descriptor = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      #elseif canImport(Musl)
        let descriptor = unsafe Musl.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      #else
        let descriptor = unsafe Darwin.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      #endif
      guard descriptor >= 0 else {
        throw Failure(path: path, failure: SystemCalls.Failure(number: errno))
      }
      files.append(
        File(
          path: path, report: RunReport(format), output: ByteOutput(.descriptor(descriptor))))
    }
  }

  /// The first report that could not be written.
  var failure: Failure? {
    for file in files {
      if let failure = file.output.failure {
        return Failure(path: file.path, failure: failure)
      }
    }
    return nil
  }

  /// Writes what comes before any case.
  mutating func begin(_ implementations: [Implementation], _ terminal: inout Terminal) {
    write(&terminal) { $0.begin(implementations) }
  }

  /// Writes what there is to say of a case.
  mutating func add(_ result: CaseResult, _ terminal: inout Terminal) {
    write(&terminal) { $0.add(result) }
  }

  /// Writes what comes after the last case, and hands everything over.
  mutating func finish(_ run: VectorRun, _ terminal: inout Terminal) {
    write(&terminal) { $0.finish(run) }
    for index in files.indices {
      files[index].output.flush()
    }
  }

  private mutating func write(
    _ terminal: inout Terminal, _ part: (inout RunReport) -> [UInt8]
  ) {
    let bytes = part(&standard)
    if !bytes.isEmpty {
      terminal.clearProgress()
      terminal.output.write(bytes)
    }
    for index in files.indices {
      files[index].output.write(part(&files[index].report))
    }
  }
}
