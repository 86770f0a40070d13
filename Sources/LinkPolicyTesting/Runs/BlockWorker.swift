internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON
internal import LinkPolicySystem

/// The results of one piece of the input.
struct BlockProduct: Sendable {
  /// The piece that was processed.
  ///
  /// To save memory, a block in this piece no longer contains its bytes.
  var piece: BlockSource.InputPiece
  /// The number of bytes that were read.
  var bytes = 0
  /// The ids of the cases with their positions, in order.
  var ids: [IDTable.IDEntry] = []
  var tallies: [RunTally] = []
  /// The cases that did not pass and, on request, the cases that passed.
  var results: [CaseResult] = []
  var disagreements: [Disagreement] = []
  var problems: [InvalidInput] = []
  /// The messages for people, for example about a policy whose digest differs from the digest in the manifest.
  var notes: [String] = []
  var unselected = UnselectedNames()

  var hasFailure: Bool { results.contains { $0.verdict.isFailure } }
}

/// A policy that the cases of a worker share, with the player of these cases.
///
/// The type is a class, because the worker often passes a policy on, and a reference is cheap to copy.
private final class KnownPolicy {
  let policy: RunnerPolicy
  let player: Player
  let name: String
  /// The states that the player reached in earlier sequences.
  var prefixes = PlayedPrefixes()

  init(_ policy: RunnerPolicy) {
    self.policy = policy
    player = Player(policy.policy)
    name = policy.policy.name
  }
}

/// A worker that reads, plays and judges blocks on one thread.
struct BlockWorker: Worker {
  private let runner: VectorRunner
  private let implementations: [Implementation]
  private var clients: [RunnerClient]
  private var policies: [Name: Result<KnownPolicy, InvalidInput>] = [:]
  /// The policy of the last case, with the number of the case's file and the policy's name in the case; nil before the
  /// first case.
  private var last: (file: Int, name: String, policy: KnownPolicy)?
  private let decoder: LineDecoder

  init(
    runner: VectorRunner, implementations: [Implementation], launcher: LineProcessLauncher
  ) {
    self.runner = runner
    self.implementations = implementations
    clients = runner.foreign.map { RunnerClient(runner: $0, launcher: launcher) }
    // Other implementations receive the JSON of each case.
    decoder = LineDecoder(keepsJSON: !runner.foreign.isEmpty)
  }

  mutating func work(on piece: BlockSource.InputPiece) -> BlockProduct {
    switch piece {
    case .block(let block):
      return clients.isEmpty ? play(block) : ask(block)
    case .problem(let problem): return BlockProduct(piece: piece, problems: [problem])
    case .note(let note): return BlockProduct(piece: piece, notes: [note])
    case .end: return BlockProduct(piece: piece)
    }
  }

  mutating func finish() {
    for index in clients.indices {
      _ = clients[index].end()
    }
  }

  private func product(_ block: VectorBlock) -> BlockProduct {
    var emptied = block
    emptied.bytes = []
    var product = BlockProduct(piece: .block(emptied), bytes: block.bytes.count)
    product.tallies = Array(repeating: RunTally(), count: max(1, clients.count))
    return product
  }

  /// Records the id of a case, and returns whether the run selects the case.
  ///
  /// A case that is not selected is counted as skipped.
  private static func takes(
    _ vector: VectorCase, under selection: VectorSelection, into product: inout BlockProduct
  ) -> Bool {
    product.ids.append(IDTable.IDEntry(vector.id, at: vector.position))
    guard !selection.includes(vector) else { return true }
    product.unselected.add(vector)
    for index in product.tallies.indices {
      product.tallies[index].counts.skipped += 1
    }
    return false
  }

  /// Returns the policy of a case, and adds a message if the policy's digest differs from the digest in the manifest.
  private mutating func policy(
    of vector: VectorCase, in block: VectorBlock, notingIn product: inout BlockProduct
  ) throws(InvalidInput) -> KnownPolicy {
    // Nearly every case has the same policy and file as the previous case.
    if let last, last.file == block.number, last.name.hasSameBytes(as: vector.policy) {
      return last.policy
    }
    let known = try policy(named: Name(try runner.policies.name(for: vector)))
    last = (block.number, vector.policy, known)
    if runner.policies.override != nil {
      noteOtherPolicy(of: block, in: &product)
    } else if let manifest = block.file.shard?.suite.manifest {
      let policy = known.policy.policy
      let listed = manifest.policies.first { $0.name.hasSameBytes(as: known.name) }
      if let listed, !listed.digest.hasSameBytes(as: policy.digest.text) {
        noteOtherPolicy(of: block, in: &product)
        product.notes.append(
          "the suite `\(manifest.suite)` was made for a policy `\(known.name)` with the digest "
            + "`\(listed.digest.prefix(12))…`, but this policy has the digest "
            + "`\(policy.digest.text.prefix(12))…`")
      }
    }
    return known
  }

  /// Records that a suite ran under another policy than its own, so that the run reaches no conformance level.
  private func noteOtherPolicy(of block: VectorBlock, in product: inout BlockProduct) {
    guard runner.countsLevels else { return }
    for index in product.tallies.indices {
      product.tallies[index].noteOtherPolicy(in: BlockSuite(block))
    }
  }

  private mutating func policy(named name: Name) throws(InvalidInput) -> KnownPolicy {
    if let known = policies[name] {
      return try known.get()
    }
    let result: Result<KnownPolicy, InvalidInput>
    do throws(InvalidInput) {
      result = .success(KnownPolicy(try runner.policies.policy(named: name.text)))
    } catch {
      result = .failure(error)
    }
    policies[name] = result
    return try result.get()
  }
}

/// Plays cases on this engine.
extension BlockWorker {
  private mutating func play(_ block: VectorBlock) -> BlockProduct {
    var product = product(block)
    let suite = BlockSuite(block)
    // Methods that run for each case are static, because a method of the worker would copy the worker each time.
    let (selection, knownFailures) = (runner.selection, runner.known)
    let (countsLevels, tellsPassed) = (runner.countsLevels, runner.tellsPassed)
    let problem = block.read(by: decoder) { line in
      let vector = line.vector
      guard Self.takes(vector, under: selection, into: &product) else { return true }
      let played: PlayedCase
      do throws(InvalidInput) {
        if vector.needsPolicy {
          let known = try policy(of: vector, in: block, notingIn: &product)
          try vector.check(under: known.player.policy)
          if Self.passes(
            line, under: known, knownFailures: knownFailures, in: suite, into: &product)
          {
            if countsLevels {
              product.tallies[0].add(vector, verdict: .passed, without: [], of: suite)
            }
            if tellsPassed {
              product.results.append(
                CaseResult(passed: vector, suite: suite.name, policy: known.name))
            }
            return true
          }
          played = known.player.play(vector)
        } else {
          played = Player.play(policyTextOf: vector, finder: runner.policies.finder)
        }
      } catch {
        product.problems.append(error)
        return true
      }
      let result = runner.judge(played)
      count(result, ofImplementation: 0, in: suite, into: &product)
      return !(runner.stopsAtFailure && result.verdict.isFailure)
    }
    if let problem {
      product.problems.append(problem)
    }
    return product
  }

  /// Returns whether a case passes, and counts a passing case.
  ///
  /// The worker plays a failing case again to store its steps.
  private static func passes(
    _ line: LineDecoder.LineCase, under policy: KnownPolicy, knownFailures known: KnownFailures,
    in suite: BlockSuite, into product: inout BlockProduct
  ) -> Bool {
    let vector = line.vector
    guard case .sequence(let sequence) = vector.content else { return false }
    let passes = policy.player.passes(
      sequence, numbers: line.numbers, at: vector.position, knowing: &policy.prefixes
    ) { product.tallies[0].rowCounts.add($0) }
    guard passes, !known.concerns(vector) else { return false }
    product.tallies[0].add(
      .passed, steps: vector.stepCount, suite: suite.name, policy: policy.name)
    return true
  }

  private func count(
    _ result: CaseResult, ofImplementation index: Int, in suite: BlockSuite,
    into product: inout BlockProduct
  ) {
    product.tallies[index].add(
      result.verdict, steps: result.vector.stepCount, suite: suite.name,
      policy: result.policy)
    if runner.countsLevels {
      let keys = implementations.indices.contains(index) ? implementations[index].keys : nil
      let unanswered = keys.map { result.vector.unanswered(by: $0) } ?? []
      product.tallies[index].add(
        result.vector, verdict: result.verdict, without: unanswered, of: suite)
    }
    if case .passed = result.verdict, !runner.tellsPassed { return }
    var result = result
    result.suite = suite.name
    product.results.append(result)
  }
}

/// Runs cases on other implementations.
extension BlockWorker {
  private struct BatchCase {
    var vector: VectorCase
    var policy: RunnerPolicy?
  }

  private mutating func ask(_ block: VectorBlock) -> BlockProduct {
    var product = product(block)
    let suite = BlockSuite(block)
    var batch: [BatchCase] = []
    var isOver = false
    let size = runner.foreign.map { $0.batchSize }.max() ?? 1
    let selection = runner.selection
    let problem = block.read(by: decoder) { line in
      let vector = line.vector
      guard Self.takes(vector, under: selection, into: &product) else { return true }
      var policy: RunnerPolicy?
      if vector.needsPolicy {
        do throws(InvalidInput) {
          policy = try self.policy(of: vector, in: block, notingIn: &product).policy
          try policy.map { (policy) throws(InvalidInput) in try vector.check(under: policy.policy) }
        } catch {
          product.problems.append(error)
          return true
        }
      }
      let isSame = batch.first?.policy?.policy.digest == policy?.policy.digest
      if batch.count >= size || !batch.isEmpty && !isSame {
        isOver = !ask(&batch, in: suite, into: &product)
      }
      batch.append(BatchCase(vector: vector, policy: policy))
      return !isOver
    }
    if !isOver {
      _ = ask(&batch, in: suite, into: &product)
    }
    if let problem {
      product.problems.append(problem)
    }
    return product
  }

  /// Sends cases of one policy to every implementation, and returns whether the run continues.
  private mutating func ask(
    _ batch: inout [BatchCase], in suite: BlockSuite, into product: inout BlockProduct
  ) -> Bool {
    defer { batch = [] }
    guard let first = batch.first else { return true }
    return ask(batch, under: first.policy, in: suite, into: &product)
  }

  private mutating func ask(
    _ batch: [BatchCase], under policy: RunnerPolicy?, in suite: BlockSuite,
    into product: inout BlockProduct
  ) -> Bool {
    let questions = batch.map { item in
      RunnerClient.RunnerCase(
        id: item.vector.id, body: item.vector.json ?? JSONValue(.object([])))
    }
    var answers: [[ForeignResult]] = []
    for index in clients.indices {
      answers.append(clients[index].results(questions, under: policy))
    }
    for (number, item) in batch.enumerated() {
      let results = clients.indices.map { index in
        runner.judge(
          item.vector, answer: answers[index][number], of: implementations[index],
          policy: policy?.policy, command: clients[index].runner.command)
      }
      for (index, result) in results.enumerated() {
        count(result, ofImplementation: index, in: suite, into: &product)
      }
      if results.count > 1, let disagreement = Disagreement(results) {
        product.disagreements.append(disagreement)
      }
      if runner.stopsAtFailure, results.contains(where: { $0.verdict.isFailure }) {
        return false
      }
    }
    return true
  }
}
