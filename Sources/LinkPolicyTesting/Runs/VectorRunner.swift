internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON
package import LinkPolicySystem
internal import LinkPolicyYAML

/// Runs vectors: the runner reads cases, plays them on this engine or on other implementations, and compares the
/// results.
///
/// For each thread, the runner stores a few blocks of input and a few thousand decoded parts. Each case id takes about
/// 40 bytes. The reports do not depend on the number of threads. The runner reads no clock, so ``KnownFailures/today``
/// determines which known failures have expired.
public struct VectorRunner: Sendable {
  /// The source of the cases' policies.
  public var policies: any VectorPolicies
  /// The known failures, which do not count as failed cases.
  public var known: KnownFailures
  /// The selection of the cases to run.
  public var selection = VectorSelection()
  /// The other implementations; if the list is empty, this engine plays the cases.
  public var foreign: [ForeignRunner] = []
  /// The number of threads; each thread starts a separate process of each other implementation.
  public var jobs = 1
  /// Whether the run stops after the first failed case.
  public var stopsAtFailure = false
  /// Whether to count the conformance levels of each implementation.
  public var countsLevels = false
  /// Whether to report passed cases too, as ``ReportFormat/junit`` requires; if false, the run only counts passed
  /// cases.
  public var tellsPassed = false
  /// The register of the files that are read, for a caller that also writes files.
  package var register: FileRegister?

  /// Creates a runner that plays every case with this engine on one thread.
  ///
  /// - Parameters:
  ///   - policies: the source of the cases' policies.
  ///   - known: the known failures.
  public init(policies: any VectorPolicies, known: KnownFailures) {
    self.policies = policies
    self.known = known
  }

  /// Runs every selected case of the input, and reports events during the run.
  ///
  /// The run reports unreadable input as an event, and continues with the rest of the input.
  ///
  /// - Parameters:
  ///   - inputs: the files or texts to read, in order.
  ///   - totalBytes: the total size of the input, for ``RunProgress/totalBytes``; 0 if the size is unknown.
  ///   - each: called on the caller's thread with each event, in an order that does not depend on the number
  ///     of threads.
  /// - Returns: the results of the run.
  /// - Throws: an ``UnusableRunner`` if one of the other implementations does not answer `hello`.
  public func run(
    _ inputs: [VectorInput], totalBytes: Int = 0, each: (RunEvent) -> Void = { _ in }
  ) throws(UnusableRunner) -> VectorRun {
    let launcher = LineProcessLauncher()
    let implementations = try introduce(launcher)
    each(.started(implementations))
    var source = BlockSource(inputs, noting: register)
    var collector = RunCollector(implementations, totalBytes: totalBytes)
    // A single job runs on the caller's thread. If the run writes to other implementations, a thread that blocks
    // SIGPIPE is necessary.
    let threads = jobs > 1 || !foreign.isEmpty ? max(1, jobs) : 0
    OrderedWork.run(
      threads: threads,
      worker: { _ in
        BlockWorker(runner: self, implementations: implementations, launcher: launcher)
      },
      next: { source.next() },
      take: { product in
        collector.take(product, each: each)
        return !(stopsAtFailure && product.hasFailure)
      })
    return collector.finish(selection, each: each)
  }

  /// Returns the total size of the input in bytes, excluding unreadable parts.
  package static func size(of inputs: [VectorInput]) -> Int {
    var size = 0
    for input in inputs {
      switch input {
      case .text(let bytes, _, _): size += bytes.count
      case .path(let path):
        do throws(InvalidInput) {
          size += try VectorFiles.at(path).found.reduce(0) { $0 + $1.size }
        } catch {
          // The run itself reports the unreadable path.
          continue
        }
      }
    }
    return size
  }

  /// Requests the self-description of each implementation.
  private func introduce(_ launcher: LineProcessLauncher) throws(UnusableRunner) -> [Implementation]
  {
    var implementations: [Implementation] = []
    for runner in foreign {
      switch Introduction.make(runner, launcher) {
      case .success(let implementation): implementations.append(implementation)
      case .failure(let fault): throw UnusableRunner(command: runner.command, fault: fault)
      }
    }
    return implementations
  }
}

/// The error for an implementation that does not answer `hello`.
public struct UnusableRunner: Error, Sendable {
  /// The command that starts the implementation, as given with `--runner`.
  public let command: String
  /// The fault that prevented a usable answer to `hello`, such as a timeout.
  public let fault: RunnerFault
}

/// A worker that requests the self-description of an implementation, on a thread that blocks SIGPIPE.
private struct Introduction: Worker {
  let runner: ForeignRunner
  let launcher: LineProcessLauncher

  static func make(
    _ runner: ForeignRunner, _ launcher: LineProcessLauncher
  ) -> Result<Implementation, RunnerFault> {
    var result: Result<Implementation, RunnerFault> = .failure(RunnerFault("there is no thread"))
    var isAsked = false
    OrderedWork.run(
      threads: 1, worker: { _ in Introduction(runner: runner, launcher: launcher) },
      next: {
        defer { isAsked = true }
        return isAsked ? nil : 0
      },
      take: {
        result = $0
        return true
      })
    return result
  }

  mutating func work(on piece: Int) -> Result<Implementation, RunnerFault> {
    var client = RunnerClient(runner: runner, launcher: launcher)
    do throws(RunnerFault) {
      let implementation = try client.introduce()
      _ = client.end()
      return .success(implementation)
    } catch {
      return .failure(error)
    }
  }

  mutating func finish() {}
}

extension VectorRunner {
  /// Returns the result of a case that this engine played, with the verdict.
  func judge(_ played: PlayedCase) -> CaseResult {
    let vector = played.vector
    let policy = played.policy?.name
    let mismatches = played.mismatches
    // Nearly every case passes, and a passed case needs no further work.
    if mismatches.isEmpty, !known.concerns(vector) {
      return CaseResult(
        vector: vector, verdict: .passed, mismatches: [], played: nil, policy: policy)
    }
    var result = CaseResult(
      vector: vector, verdict: mismatches.isEmpty ? .passed : .failed, mismatches: mismatches,
      played: played, policy: policy)
    apply(known, to: &result)
    result.command = command(vector, runner: nil)
    return result
  }

  /// Returns the result of a case that another implementation answered, with the verdict.
  func judge(
    _ vector: VectorCase, answer: ForeignResult, of implementation: Implementation,
    policy: Policy?, command: String
  ) -> CaseResult {
    var mismatches: [Mismatch] = []
    let verdict: CaseResult.Verdict
    switch answer {
    case .skipped(let reason, let issue): verdict = .skipped(reason: reason, issue: issue)
    case .errored(let message): verdict = .errored(message)
    case .answered where vector.isAboutMore(than: implementation.keys):
      verdict = .skipped(reason: "it does not answer `changes`", issue: nil)
    case .answered(let steps, _) where vector.answersNothing(steps):
      verdict = .errored("it answers no step")
    case .accepted where vector.sequence != nil, .rejected where vector.sequence != nil:
      verdict = .errored("it answers no step")
    case .answered, .accepted, .rejected:
      mismatches = vector.mismatches(
        answer, keys: implementation.keys, names: policy.map { MethodNames($0) })
      verdict = mismatches.isEmpty ? .passed : .failed
    }
    var result = CaseResult(
      vector: vector, verdict: verdict, mismatches: mismatches, played: nil, policy: policy?.name)
    result.implementation = implementation.name
    apply(known, to: &result, uncompared: vector.uncompared(with: implementation.keys))
    result.command = self.command(vector, runner: command)
    return result
  }

  /// Changes the verdict on a case with an entry in the known failures: a failure becomes `known` until the entry
  /// expires, and a pass becomes `failed`.
  ///
  /// If some expected keys are not compared, a case that is known to fail may pass, because its failure may concern one
  /// of these keys. The runner counts a case that passes in this way as skipped, unless the entry names this
  /// implementation.
  private func apply(
    _ known: KnownFailures, to result: inout CaseResult, uncompared: [String] = []
  ) {
    if case .skipped = result.verdict { return }
    guard
      let entry = known.entry(
        about: result.vector, under: result.policy, runner: result.implementation)
    else { return }
    var list = MismatchList(step: nil, at: result.vector.position)
    if !result.verdict.isFailure, entry.runner == nil, !uncompared.isEmpty {
      let keys = uncompared.map { "`" + $0 + "`" }.joined(separator: ", ")
      result.verdict = .skipped(
        reason: "it is known to fail (\(entry.text)), and these keys are not compared: \(keys)",
        issue: nil)
    } else if !result.verdict.isFailure {
      result.verdict = .failed
      list.add(
        "known", expected: "a failure (reason: " + entry.text + ")",
        got: "a pass, so remove the entry from the known failures")
    } else if entry.isExpired(on: known.today) {
      list.add(
        "known", expected: "no failure any more (" + entry.text + ")",
        got: "a failure, although the entry has expired")
    } else {
      result.verdict = .known(entry)
    }
    result.mismatches += list.items
  }

  /// Returns the command that reruns only one case, such as `linkpolicy test --id f0003 linking.yaml`.
  private func command(_ vector: VectorCase, runner: String?) -> String {
    var words = "linkpolicy test --id " + Self.shell(vector.id)
    words += policies.override.map { " --policy " + Self.shell($0) } ?? ""
    words += runner.map { " --runner " + Self.shell($0) } ?? ""
    return words + " " + Self.shell(vector.file)
  }

  /// Returns a word in shell syntax, such as `'a b'`; single quotes are added only if necessary.
  private static func shell(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "/")]
          .contains(byte)
    }
    guard !isPlain || word.isEmpty || word.hasPrefix("-") else { return word }
    return "'"
      + HarmlessText.line(word).split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}

extension VectorCase {
  /// Returns whether the case expects changes but the implementation does not answer the key `changes`.
  ///
  /// The runner skips such a case, because the case would otherwise pass without a test of the change sets.
  fileprivate func isAboutMore(than keys: Set<Name>?) -> Bool {
    guard let keys, !keys.contains(Name(AnswerKey.changes.rawValue)) else { return false }
    return steps.contains { step in
      if case .attempt(let attempt) = step.content {
        attempt.expectation.changes != nil
      } else {
        false
      }
    }
  }

  /// Returns whether the case has attempts but the implementation answers no attempt.
  fileprivate func answersNothing(_ answers: [Expectation?]) -> Bool {
    let hasAttempts = steps.contains { if case .attempt = $0.content { true } else { false } }
    return hasAttempts && answers.compactMap { $0 }.isEmpty
  }

  /// Returns the differences between the answer of an implementation and the expectations.
  fileprivate func mismatches(
    _ answer: ForeignResult, keys: Set<Name>?, names: MethodNames?
  ) -> [Mismatch] {
    var list = MismatchList(step: nil, at: position)
    switch (content, answer) {
    case (.sequence(let sequence), .answered(let steps, let accounts)):
      guard let names else {
        preconditionFailure("a sequence is asked under a policy")
      }
      guard steps.count == sequence.steps.count else {
        list.add(
          "steps", expected: String(sequence.steps.count), got: String(steps.count))
        return list.items
      }
      return sequence.mismatches(
        of: steps, accounts: accounts, keys: keys, names: names, at: position)
    case (.rejectedPolicy, .rejected), (.rejectedInput, .rejected):
      return []
    case (.rejectedPolicy, .accepted), (.rejectedInput, .accepted):
      list.add(kind, expected: "refused", got: "accepted")
    case (.sequence, _):
      list.add("steps", expected: "answers", got: MismatchList.unanswered)
    case (_, _):
      list.add(kind, expected: "refused", got: "answers to steps")
    }
    return list.items
  }
}

extension VectorSequence {
  fileprivate func mismatches(
    of answers: [Expectation?], accounts: AnsweredAccounts?, keys: Set<Name>?,
    names: MethodNames, at position: SourcePosition
  ) -> [Mismatch] {
    var mismatches: [Mismatch] = []
    for (index, step) in steps.enumerated() {
      guard case .attempt(let attempt) = step.content else { continue }
      let expected = attempt.expectation.normative(keys)
      var list = MismatchList(step: index + 1, at: step.position)
      if let answer = answers[index] {
        if let reason = answer.inputError {
          expected.compare(inputError: reason, message: nil, into: &list)
        } else {
          expected.compare(answer, names: names, into: &list)
        }
      } else {
        list.add("outcome", expected: expected.outcomeWord, got: MismatchList.unanswered)
      }
      mismatches += list.items
    }
    guard let expected = self.accounts else { return mismatches }
    guard let accounts else {
      var list = MismatchList(step: nil, at: position)
      list.add("accounts", expected: String(expected.count), got: MismatchList.unanswered)
      return mismatches + list.items
    }
    let compared = AccountKey.compared(of: keys)
    let end = AccountComparison(
      of: expected.map { $0.keeping(compared) }, with: accounts.accounts,
      codes: .answered(accounts.codes), names: names, at: position)
    return mismatches + end.mismatches
  }
}
