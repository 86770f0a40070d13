internal import LinkPolicy
internal import LinkPolicyJSON

/// What came of one block.
struct BlockProduct: Sendable {
  var block: VectorBlock
  /// The bytes that were read.
  var bytes = 0
  /// Where its cases stand, in their order.
  var ids: [IDTable.Entry] = []
  var tallies: [RunTally]
  /// The cases that did not pass.
  var results: [CaseResult] = []
  var disagreements: [Disagreement] = []
  var problems: [InvalidInput] = []
  var unselected = UnselectedNames()
  /// The digests of the policies that decided, by name.
  var digests: [Name: String] = [:]
  /// Whether cases were left unread because one failed.
  var isStopped = false

  var hasFailure: Bool { results.contains { $0.verdict.isFailure } }
}

/// Reads, plays and judges blocks on one thread.
struct BlockWorker: Worker {
  private let runner: VectorRunner
  private let implementations: [Implementation]
  private var clients: [RunnerClient]
  private var policies: [Name: Result<RunnerPolicy, InvalidInput>] = [:]
  /// The digests of the policies met so far, by their own names.
  private var digests: [Name: String] = [:]

  init(_ runner: VectorRunner, _ implementations: [Implementation], _ launcher: RunnerLauncher) {
    self.runner = runner
    self.implementations = implementations
    clients = runner.foreign.map { RunnerClient($0, launcher) }
  }

  mutating func work(on piece: BlockSource.Piece) -> BlockProduct {
    switch piece {
    case .block(let block):
      return clients.isEmpty ? play(block) : ask(block)
    case .problem(let problem):
      let block = VectorBlock(
        file: 0, name: "", suite: "", format: .jsonLines, bytes: [])
      return BlockProduct(block: block, tallies: [], problems: [problem])
    }
  }

  mutating func finish() {
    for index in clients.indices {
      _ = clients[index].end()
    }
  }

  private func product(_ block: VectorBlock) -> BlockProduct {
    var product = BlockProduct(block: block, tallies: [])
    product.bytes = block.bytes.count
    product.block.bytes = []
    product.tallies = Array(repeating: RunTally(), count: max(1, clients.count))
    return product
  }

  /// Takes note of a case; whether it is wanted.
  private func takes(_ vector: VectorCase, _ product: inout BlockProduct) -> Bool {
    product.ids.append(IDTable.Entry(vector.id, at: vector.position))
    guard !runner.selection.includes(vector) else { return true }
    product.unselected.add(vector)
    for index in product.tallies.indices {
      product.tallies[index].counts.skipped += 1
    }
    return false
  }

  private mutating func policy(of vector: VectorCase) throws(InvalidInput) -> RunnerPolicy {
    let name = Name(try runner.policies.name(for: vector))
    if let known = policies[name] {
      return try known.get()
    }
    let result: Result<RunnerPolicy, InvalidInput>
    do throws(InvalidInput) {
      let policy = try runner.policies.policy(named: name.text)
      digests[Name(policy.policy.name)] = policy.policy.digest.text
      result = .success(policy)
    } catch {
      result = .failure(error)
    }
    policies[name] = result
    return try result.get()
  }
}

/// This engine.
extension BlockWorker {
  private mutating func play(_ block: VectorBlock) -> BlockProduct {
    var product = product(block)
    let problem = block.read(keepsJSON: false) { vector in
      guard takes(vector, &product) else { return true }
      let played: PlayedCase
      do throws(InvalidInput) {
        played = try play(vector)
      } catch {
        product.problems.append(error)
        return true
      }
      for step in played.steps {
        if let decision = step.decision {
          product.tallies[0].rowCounts.add(decision)
        }
      }
      let result = runner.judge(played)
      count(result, 0, &product)
      product.isStopped = runner.stopsAtFailure && result.verdict.isFailure
      return !product.isStopped
    }
    if let problem {
      product.problems.append(problem)
    }
    product.digests = digests
    return product
  }

  private mutating func play(_ vector: VectorCase) throws(InvalidInput) -> PlayedCase {
    guard vector.needsPolicy else {
      return Player.play(policyTextOf: vector, finder: runner.policies.finder)
    }
    return Player(try policy(of: vector).policy).play(vector)
  }

  private func count(_ result: CaseResult, _ index: Int, _ product: inout BlockProduct) {
    product.tallies[index].add(
      result.verdict, steps: result.vector.stepCount, suite: product.block.suite,
      policy: result.policy)
    if case .passed = result.verdict { return }
    var result = result
    result.suite = product.block.suite
    product.results.append(result)
  }
}

/// Other implementations.
extension BlockWorker {
  private struct Case {
    var vector: VectorCase
    var policy: RunnerPolicy?
  }

  private mutating func ask(_ block: VectorBlock) -> BlockProduct {
    var product = product(block)
    var batch: [Case] = []
    var isOver = false
    let size = runner.foreign.map { $0.batchSize }.max() ?? 1
    let problem = block.read(keepsJSON: true) { vector in
      guard takes(vector, &product) else { return true }
      var policy: RunnerPolicy?
      if vector.needsPolicy {
        do throws(InvalidInput) {
          policy = try self.policy(of: vector)
        } catch {
          product.problems.append(error)
          return true
        }
      }
      let isSame = batch.first?.policy?.policy.digest == policy?.policy.digest
      if batch.count >= size || !batch.isEmpty && !isSame {
        isOver = !ask(&batch, &product)
      }
      batch.append(Case(vector: vector, policy: policy))
      return !isOver
    }
    if !isOver {
      isOver = !ask(&batch, &product)
    }
    if let problem {
      product.problems.append(problem)
    }
    product.digests = digests
    product.isStopped = isOver
    return product
  }

  /// Asks every implementation about some cases of one policy; whether to go on.
  private mutating func ask(_ batch: inout [Case], _ product: inout BlockProduct) -> Bool {
    defer { batch = [] }
    guard let first = batch.first else { return true }
    return ask(batch, first.policy, &product)
  }

  private mutating func ask(
    _ batch: [Case], _ policy: RunnerPolicy?, _ product: inout BlockProduct
  ) -> Bool {
    let questions = batch.map { item in
      RunnerClient.Question(
        id: item.vector.id, body: item.vector.json ?? JSONValue(.object([])))
    }
    var answers: [[ForeignResult]] = []
    for index in clients.indices {
      answers.append(clients[index].results(questions, under: policy))
    }
    for (number, item) in batch.enumerated() {
      let results = clients.indices.map { index in
        runner.judge(
          item.vector, answers[index][number], implementations[index],
          policy: policy?.policy.name, command: clients[index].runner.command)
      }
      for (index, result) in results.enumerated() {
        count(result, index, &product)
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
