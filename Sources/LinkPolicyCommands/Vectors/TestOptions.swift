internal import LinkPolicySystem
internal import LinkPolicyTesting

/// How vectors are run, as the arguments of `test` say.
struct TestOptions {
  // More children than this at once are a mistake on any machine of today.
  private static var jobLimit: Int { 1024 }
  private static var longestTimeOut: Int { 86_400 }

  private let selection: VectorSelection
  private let knownFile: String?
  private let foreign: [ForeignRunner]
  private let jobs: Int?
  private let stopsAtFailure: Bool
  private let countsLevels: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    selection = CaseSelection.selection(arguments)
    knownFile = arguments.value("--known")
    stopsAtFailure = arguments.has("--fail-fast")
    countsLevels = arguments.has("--levels")
    jobs = try arguments.value("--jobs").map { (text) throws(UsageError) in
      guard let jobs = Int(text), 1...Self.jobLimit ~= jobs else {
        throw arguments.error("`--jobs` needs a number from 1 to \(Self.jobLimit), not `\(text)`")
      }
      return jobs
    }
    let commands = arguments.values("--runner")
    let timeOut = try arguments.value("--timeout").map { (text) throws(UsageError) in
      guard let timeOut = Self.duration(text) else {
        throw arguments.error("`--timeout` needs seconds, such as `30` or `0.5`, not `\(text)`")
      }
      return timeOut
    }
    if timeOut != nil, commands.isEmpty {
      throw arguments.error("`--timeout` is for a `--runner`, and there is none")
    }
    foreign = commands.map { command in
      var runner = ForeignRunner(command)
      runner.timeOut = timeOut ?? runner.timeOut
      return runner
    }
  }

  /// What is known to fail: what the cases say of themselves, and the list that is named.
  func known(_ terminal: Terminal) throws(InvalidInput) -> KnownFailures {
    guard let knownFile else { return KnownFailures(today: terminal.today) }
    let bytes = try InputBytes.read(knownFile, terminal)
    return KnownFailures(
      today: terminal.today, try KnownFailures.entries(bytes, name: knownFile))
  }

  /// Sets up a run.
  ///
  /// Where nothing is said, every processor plays; but another implementation is started once,
  /// because not each can run beside itself.
  func apply(to runner: inout VectorRunner) {
    runner.selection = selection
    runner.foreign = foreign
    runner.stopsAtFailure = stopsAtFailure
    runner.countsLevels = countsLevels
    runner.jobs = jobs ?? (foreign.isEmpty ? ProcessResources.processorCount : 1)
  }

  /// Seconds with at most three decimals, more than none and at most a day.
  private static func duration(_ text: String) -> Duration? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let isNumber = parts.allSatisfy { part in
      1...6 ~= part.utf8.count
        && part.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }
    guard isNumber, let seconds = Int(parts[0]) else { return nil }
    var milliseconds = seconds * 1000
    if parts.count == 2 {
      guard parts[1].utf8.count <= 3 else { return nil }
      let digits = parts[1] + String(repeating: "0", count: 3 - parts[1].utf8.count)
      milliseconds += Int(digits) ?? 0
    }
    guard 1...(longestTimeOut * 1000) ~= milliseconds else { return nil }
    return .milliseconds(milliseconds)
  }
}
