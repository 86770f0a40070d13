internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicySystem

/// A client that runs another implementation in one process, and restarts the process after a fault.
///
/// Each case gets exactly one result. If a batch of cases causes a fault, the client bisects the batch to find the
/// faulty case. The faulty case counts as errored, and the client sends the other cases of the batch again.
struct RunnerClient {
  /// A case to send.
  struct RunnerCase {
    var id: String
    var body: JSONValue
  }

  let runner: ForeignRunner
  private let launcher: LineProcessLauncher
  private var process: LineProcess?
  /// The number of times that the client has started a process.
  private(set) var starts = 0
  private var faults = 0
  private var lastFault: RunnerFault?
  /// The fault after which the client stopped sending cases; nil while the client sends cases.
  private var surrender: RunnerFault?
  private var sequence = 0
  /// The policies that were sent to the process, by name, so that no policy is sent twice.
  private var given: [Name: PolicyDigest] = [:]
  /// The result that every case of a rejected policy gets, by the policy's digest.
  private var refused: [PolicyDigest: ForeignResult] = [:]

  init(runner: ForeignRunner, launcher: LineProcessLauncher) {
    self.runner = runner
    self.launcher = launcher
  }

  /// Starts a process and returns its self-description.
  mutating func introduce() throws(RunnerFault) -> Implementation {
    do throws(ProcessFault) {
      process = try launcher.start(runner.command)
    } catch {
      throw RunnerFault(error)
    }
    starts += 1
    given = [:]
    return try RunnerAnswers(exchange(RunnerMessages.Hello().text())).implementation()
  }

  /// Ends the process with `bye`, and returns how the process exited; nil if the process did not exit.
  mutating func end() -> ProcessEnd? {
    defer { process = nil }
    return process?.end(RunnerMessages.Bye().text())
  }

  /// Returns one result per case, in the order of the cases.
  mutating func results(_ questions: [RunnerCase], under policy: RunnerPolicy?) -> [ForeignResult] {
    var results: [ForeignResult] = []
    var rest = questions[...]
    while !rest.isEmpty {
      results += ask(rest.prefix(runner.batchSize), under: policy)
      rest = rest.dropFirst(runner.batchSize)
    }
    return results
  }

  private mutating func ask(
    _ batch: ArraySlice<RunnerCase>, under policy: RunnerPolicy?
  ) -> [ForeignResult] {
    do throws(RunnerFault) {
      try start()
    } catch {
      surrender = error
      faults += 1
      return batch.map { _ in .errored("it was not asked: " + error.reason) }
    }
    if let refusal = introduce(policy) {
      return batch.map { _ in refusal }
    }
    do throws(RunnerFault) {
      sequence += 1
      let request = RunnerMessages.Run(
        sequence: sequence, policy: policy?.policy.name,
        cases: batch.map { RunnerMessages.Question(body: $0.body) })
      let results = try RunnerAnswers(exchange(request.text())).results(
        sequence: sequence, ids: batch.map { $0.id })
      return results
    } catch {
      failed(error)
      return narrow(batch, under: policy, after: error)
    }
  }

  /// Bisects a batch that caused a fault, and returns the results of the batch's cases.
  private mutating func narrow(
    _ batch: ArraySlice<RunnerCase>, under policy: RunnerPolicy?, after fault: RunnerFault
  ) -> [ForeignResult] {
    guard batch.count > 1 else { return [.errored(fault.reason)] }
    let before = faults
    let first = batch.prefix(batch.count / 2)
    let second = batch.dropFirst(first.count)
    let results = ask(first, under: policy)
    // If the first half of a batch shows no fault, the second half caused the fault. The client bisects the second half
    // without sending it as a whole, so that an intermittent fault also results in one errored case.
    return results
      + (faults > before ? ask(second, under: policy) : narrow(second, under: policy, after: fault))
  }

  /// Starts a process if no process is running.
  private mutating func start() throws(RunnerFault) {
    if let surrender {
      throw surrender
    }
    guard process == nil else { return }
    guard starts <= runner.restartLimit else {
      let last = lastFault.map { ", the last time because " + $0.reason } ?? ""
      throw RunnerFault("it was started again \(runner.restartLimit) times" + last)
    }
    do throws(RunnerFault) {
      _ = try introduce()
    } catch {
      process?.stop()
      process = nil
      throw error
    }
  }

  /// Sends a policy unless the process already has the policy.
  ///
  /// If the process rejects the policy, the method returns the result that every case of the policy gets.
  private mutating func introduce(_ policy: RunnerPolicy?) -> ForeignResult? {
    guard let policy else { return nil }
    let digest = policy.policy.digest
    if let refusal = refused[digest] {
      return refusal
    }
    let name = Name(policy.policy.name)
    guard given[name] != digest else { return nil }
    do throws(RunnerFault) {
      let request = RunnerMessages.GivenPolicy(
        name: policy.policy.name, digest: digest.text,
        text: String(decoding: policy.text, as: UTF8.self))
      refused[digest] = try RunnerAnswers(exchange(request.text())).policy()
    } catch {
      failed(error)
      refused[digest] = .errored("given the policy, " + error.reason)
    }
    given[name] = digest
    return refused[digest]
  }

  private func exchange(_ line: [UInt8]) throws(RunnerFault) -> [UInt8] {
    guard let process else { throw RunnerFault("it is not started") }
    do throws(ProcessFault) {
      return try process.exchange(
        line, milliseconds: runner.milliseconds, limit: runner.lineLimit)
    } catch {
      throw RunnerFault(error)
    }
  }

  private mutating func failed(_ fault: RunnerFault) {
    faults += 1
    lastFault = fault
    process?.stop()
    process = nil
  }
}

/// The command that starts another implementation, and the limits of its runs.
public struct ForeignRunner: Sendable {
  /// The shell command that starts the implementation, such as `python3 runner.py`.
  public var command: String
  /// The time limit for each answer; a process that exceeds the limit counts as faulty.
  public var timeOut: Duration
  /// The greatest number of restarts of each process after faults; a process with more faults gets
  /// no more cases.
  public var restartLimit: Int
  /// The maximum number of cases in one request; values below 1 become 1.
  public var batchSize: Int {
    didSet { batchSize = max(1, batchSize) }
  }
  /// The maximum size of an answer line, in bytes.
  package var lineLimit = 64 << 20

  /// Creates a runner, by default with a minute for each answer and ten restarts.
  ///
  /// - Parameters:
  ///   - command: the shell command.
  ///   - timeOut: the time limit for one answer; the default is one minute.
  ///   - restartLimit: the maximum number of restarts of each process after faults.
  ///   - batchSize: the maximum number of cases in one request; at least 1.
  public init(
    _ command: String, timeOut: Duration = .seconds(60), restartLimit: Int = 10,
    batchSize: Int = 256
  ) {
    self.command = command
    self.timeOut = timeOut
    self.restartLimit = restartLimit
    self.batchSize = max(1, batchSize)
  }

  /// The time limit in milliseconds, at least 1.
  var milliseconds: Int {
    let (seconds, attoseconds) = timeOut.components
    let bounded = min(max(seconds, 0), 1_000_000_000)
    return max(1, Int(bounded) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}

/// The reason, such as a timeout, why an implementation gave no usable answer.
///
/// A case that causes a fault gets the verdict `errored`, which counts as failed.
public struct RunnerFault: Error, Sendable, Equatable {
  /// A description of the fault, such as a timeout, for people.
  public let reason: String

  init(_ reason: String) {
    self.reason = reason
  }

  /// Creates the fault for a problem of a process, such as a timeout.
  init(_ fault: ProcessFault) {
    reason =
      switch fault {
      case .cannotStart(let failure): "it cannot be started (error \(failure.number))"
      case .timeOut(let milliseconds): "it gave no answer for " + Self.seconds(milliseconds)
      case .tooLong(let bytes): "it wrote a line of more than \(bytes) bytes"
      case .unasked: "it wrote a line that it was not asked for"
      case .early(let line):
        "it answered before it had read the request: " + Name(bytes: line).quoted
      case .closed(output: let isOutput):
        "it closed its standard " + (isOutput ? "output" : "input")
      case .ended(let end, withinLine: let isWithin):
        end.text + (isWithin ? " in the middle of a line" : "")
      case .unreadable(let failure): "its answer cannot be read (error \(failure.number))"
      }
  }

  private static func seconds(_ milliseconds: Int) -> String {
    let isWhole = milliseconds % 1000 == 0
    let text = isWhole ? String(milliseconds / 1000) : "\(Double(milliseconds) / 1000)"
    return text + (text == "1" ? " second" : " seconds")
  }

  /// Creates the fault for an answer that violates the protocol; the fault quotes the start of the answer's line.
  static func unreadable(_ what: String, _ line: [UInt8]) -> Self {
    Self("its answer " + what + ": " + Name(bytes: line).quoted)
  }
}
