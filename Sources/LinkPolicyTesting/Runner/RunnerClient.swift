internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicySystem

/// Asks one process of another implementation, and starts it again after a fault.
///
/// A case gets exactly one result. Where a batch brings about a fault, it is narrowed down by
/// halves to the case that did it; that case is errored, the others are asked again.
struct RunnerClient {
  /// A case as it is asked about.
  struct Question {
    var id: String
    var body: JSONValue
  }

  let runner: ForeignRunner
  private let launcher: LineProcessLauncher
  private var process: LineProcess?
  /// How often a process was started.
  private(set) var starts = 0
  private var faults = 0
  private var lastFault: RunnerFault?
  /// Why it is not asked any more.
  private var surrender: RunnerFault?
  private var sequence = 0
  /// The policies that the process was given, by name.
  private var given: [Name: PolicyDigest] = [:]
  /// The policies that it does not take.
  private var refused: [PolicyDigest: ForeignResult] = [:]

  init(_ runner: ForeignRunner, _ launcher: LineProcessLauncher) {
    self.runner = runner
    self.launcher = launcher
  }

  /// Starts it, if it is not started, and says what it is.
  mutating func introduce() throws(RunnerFault) -> Implementation {
    do throws(ProcessFault) {
      process = try launcher.start(runner.command)
    } catch {
      throw RunnerFault(error)
    }
    starts += 1
    given = [:]
    return try RunnerAnswers(exchange(RunnerMessages.hello)).implementation()
  }

  /// Says good-bye; how it ended, nil where it did not by itself.
  mutating func end() -> ProcessEnd? {
    defer { process = nil }
    return process?.end(RunnerMessages.bye)
  }

  /// One result for each case, in their order.
  mutating func results(_ questions: [Question], under policy: RunnerPolicy?) -> [ForeignResult] {
    var results: [ForeignResult] = []
    var rest = questions[...]
    while !rest.isEmpty {
      results += ask(rest.prefix(runner.batchSize), policy)
      rest = rest.dropFirst(runner.batchSize)
    }
    return results
  }

  private mutating func ask(
    _ batch: ArraySlice<Question>, _ policy: RunnerPolicy?
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
      let line = try exchange(
        RunnerMessages.run(sequence, batch.map { $0.body }, policy: policy?.policy.name))
      let results = try RunnerAnswers(line).results(
        sequence: sequence, ids: batch.map { $0.id })
      return results
    } catch {
      failed(error)
      return narrow(batch, policy, error)
    }
  }

  /// The results of a batch that brings about a fault.
  private mutating func narrow(
    _ batch: ArraySlice<Question>, _ policy: RunnerPolicy?, _ fault: RunnerFault
  ) -> [ForeignResult] {
    guard batch.count > 1 else { return [.errored(fault.reason)] }
    let before = faults
    let first = batch.prefix(batch.count / 2)
    let second = batch.dropFirst(first.count)
    let results = ask(first, policy)
    // If it was not in the first half it is in the second, which need not show it again as a
    // whole: one case is errored even where the fault comes and goes.
    return results + (faults > before ? ask(second, policy) : narrow(second, policy, fault))
  }

  /// Makes sure that there is a process.
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

  /// Gives it a policy that it was not given yet; what its cases come to where it takes it not.
  private mutating func introduce(_ policy: RunnerPolicy?) -> ForeignResult? {
    guard let policy else { return nil }
    let digest = policy.policy.digest
    if let refusal = refused[digest] {
      return refusal
    }
    let name = Name(policy.policy.name)
    guard given[name] != digest else { return nil }
    do throws(RunnerFault) {
      let line = try exchange(RunnerMessages.policy(policy))
      refused[digest] = try RunnerAnswers(line).policy()
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
