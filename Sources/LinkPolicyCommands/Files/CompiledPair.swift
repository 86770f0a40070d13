internal import LinkPolicyReview
internal import LinkPolicySystem
internal import LinkPolicyTesting
internal import LinkPolicyYAML

/// Two policies to be laid side by side, compiled at the same time.
struct CompiledPair {
  /// The policies.
  let policies: Sides<CompiledPolicy>
  /// What each was compiled with.
  let cells: Sides<CellMaker>

  /// Compiles both; throws an ``InvalidInput`` with the findings of the first that is broken.
  init(_ texts: Sides<PolicyText>) throws(InvalidInput) {
    var waiting = [texts.old.document, texts.new.document].makeIterator()
    var compiled: [Compiler.Outcome] = []
    OrderedWork.run(
      threads: min(2, ProcessResources.processorCount), worker: { _ in Compiler() },
      next: { waiting.next() },
      take: { outcome in
        compiled.append(outcome)
        return true
      })
    let (old, new) = (try compiled[0].get(), try compiled[1].get())
    policies = Sides(old: old.policy, new: new.policy)
    cells = Sides(old: old.cells, new: new.cells)
  }

  private struct Compiler: Worker {
    typealias Outcome = Result<(policy: CompiledPolicy, cells: CellMaker), InvalidInput>

    mutating func work(on document: PolicyDocument) -> Outcome {
      do throws(InvalidInput) {
        return .success(try CompiledPolicy.withCells(document))
      } catch {
        return .failure(error)
      }
    }

    mutating func finish() {}
  }
}
