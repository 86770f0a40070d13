internal import LinkPolicy
internal import LinkPolicyDiagnostics
package import LinkPolicySystem
internal import LinkPolicyYAML

/// Runs vectors: reads them, has them played by this engine or by other implementations, and
/// judges what comes.
///
/// Works on several threads, in as much memory as a few blocks of the input take, and some forty
/// bytes for each id. What it reports does not depend on the number of threads. It has no clock:
/// known failures are judged by the day it is told.
public struct VectorRunner: Sendable {
  /// Finds the policies of the cases.
  public var policies: any VectorPolicies
  /// Tells failures that are known from those that are news.
  public var known: KnownFailures
  /// The cases that are wanted.
  public var selection = VectorSelection()
  /// The other implementations that are asked; none for this engine.
  public var foreign: [ForeignRunner] = []
  /// How many threads work, each with a process of its own for each implementation that is asked.
  public var jobs = 1
  /// Whether nothing is run after the first case that fails.
  public var stopsAtFailure = false
  /// Whether the levels of conformance are counted that each implementation reaches.
  public var countsLevels = false
  /// Whether cases that passed are told too, as ``ReportFormat/junit`` needs; else only counted.
  public var tellsPassed = false
  /// What is told which vector files are read, for one that writes files beside.
  package var register: FileRegister?

  /// Runs every case of this engine on one thread, unless more is set.
  ///
  /// - Parameters:
  ///   - policies: finds the policies that cases name.
  ///   - known: tells failures that are known from those that are news.
  public init(policies: any VectorPolicies, known: KnownFailures) {
    self.policies = policies
    self.known = known
  }

  /// Runs every selected case of the input, and hands on what happens as it happens.
  ///
  /// Input that cannot be read is an event; the rest is still run.
  ///
  /// - Parameters:
  ///   - inputs: the files or bytes to read, in order.
  ///   - totalBytes: the bytes of all input, for ``RunProgress/totalBytes``; 0 where that is not
  ///     known.
  ///   - each: is called on the caller's thread with each event, in an order that does not depend
  ///     on the number of threads.
  /// - Returns: the counts of the whole run, with what implementations disagree on.
  /// - Throws: an ``UnusableRunner`` if one of the other implementations does not even say what it
  ///   is.
  public func run(
    _ inputs: [VectorInput], totalBytes: Int = 0, each: (RunEvent) -> Void = { _ in }
  ) throws(UnusableRunner) -> VectorRun {
    let launcher = LineProcessLauncher()
    let implementations = try introduce(launcher)
    each(.started(implementations))
    var source = BlockSource(inputs, noting: register)
    var collector = RunCollector(implementations, totalBytes: totalBytes)
    // With one thread to work, this one may as well do it; but another implementation needs one
    // on which a broken pipe is not deadly.
    let threads = jobs > 1 || !foreign.isEmpty ? max(1, jobs) : 0
    OrderedWork.run(
      threads: threads, worker: { _ in BlockWorker(self, implementations, launcher) },
      next: { source.next() },
      take: { product in
        collector.take(product, each: each)
        return !(stopsAtFailure && product.hasFailure)
      })
    return collector.finish(selection)
  }

  /// The bytes of all input, as far as they can be told.
  package static func size(of inputs: [VectorInput]) -> Int {
    var size = 0
    for input in inputs {
      switch input {
      case .text(let bytes, _, _): size += bytes.count
      case .path(let path):
        do throws(InvalidInput) {
          size += try VectorFiles.at(path).found.reduce(0) { $0 + $1.size }
        } catch {
          // The run says what is wrong with it.
          continue
        }
      }
    }
    return size
  }

  /// Asks each implementation what it is.
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

/// Another implementation that does not say what it is.
public struct UnusableRunner: Error, Sendable {
  /// The command that should have started it.
  public let command: String
  /// What happened instead.
  public let fault: RunnerFault
}

/// Asks an implementation what it is, on a thread on which a broken pipe is not deadly.
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
    var client = RunnerClient(runner, launcher)
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
