import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyJSON
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview
@testable import LinkPolicyTesting

/// The vectors that come with survivors, played under the policy and under the mutant.
@Suite("Vectors of survivors")
struct SurvivorVectorTests {
  /// How many survivors of an operator a vector is looked for.
  private static var limit: Int { Thoroughness.pick(1_000, orElse: 2) }
  /// The operators whose mutants that load mean the same here, or differ in what no vector expects: the order
  /// of events, and names of errors on platforms.
  private static let unseen = ["effects-swapped", "effect-moved", "error-renamed"]

  /// A run without vectors over a policy, with a vector looked for each survivor.
  private static func report(_ operation: String, _ explorer: Explorer) -> MutationReport {
    let index = SuiteIndex(explorer.policy)
    var options = MutationRun.MutationOptions()
    options.operators = [operation]
    let run = MutationRun(of: explorer.policy, with: index, options: options)
    var report = MutationReport(run, index)
    report.search(
      by: explorer, named: "various", limit: limit, threads: 2, progress: { _ in })
    return report
  }

  /// The explored policy; the search of each operator starts from it.
  private static let explorer = Result { () throws -> Explorer in
    var limits = Explorer.Limits()
    limits.stores = 120
    var explorer = Explorer(try VariousPolicy.policy(), limits: limits)
    explorer.explore()
    return explorer
  }

  @Test("findings/review.md 2: what survives every operator comes with vectors that notice it")
  func operators() throws {
    let explorer = try Self.explorer.get()
    let policy = explorer.policy
    var searched = 0
    var shown = 0
    // The policy counts disabled methods, so that there is nothing to count more of, and declares no identifier.
    for operation in MutationOperators.names.map({ $0.name })
    where operation != "disabled-counted" && !OperatorTests.ofIdentifiers.contains(operation) {
      let report = Self.report(operation, explorer)
      #expect(report.total.killed == 0 && report.total.survived > 0, "\(operation)")
      #expect(report.searched == min(Self.limit, report.total.survived), "\(operation)")
      #expect(
        report.shown > 0 || Self.unseen.contains(operation),
        "no vector for any survivor of \(operation)")
      for entry in report.survivors {
        guard let sequence = entry.sequence else {
          #expect(entry.witness == nil)
          continue
        }
        // The answers of the policy make the sequence a vector that passes under it and fails here.
        let vector = SequenceVector(
          sequence, under: policy, named: "various", prefix: "m", answers: .policy)
        let cases = try VectorReader.read(vector.json.line, name: "survivor", format: .jsonLines)
        let vectorCase = try #require(cases.first).expectingAll
        #expect(Player(policy.policy).play(vectorCase).mismatches.isEmpty, "\(entry.mutant.id)")
        let mismatches = Player(entry.survivor.policy.policy).play(vectorCase).mismatches
        #expect(mismatches.contains { $0.isNormative }, "\(entry.mutant.id)")
        // What is offered names the steps alone: what is expected comes from a document.
        let written = String(decoding: try #require(entry.witness), as: UTF8.self)
        #expect(written.contains("steps") && !written.contains("expect"), "\(entry.mutant.id)")
      }
      searched += report.searched
      shown += report.shown
    }
    #expect(searched > 60 && shown * 10 > searched * 7, "\(shown) of \(searched)")
  }

  @Test("a search without time left looks at no survivor, and the report says so")
  func spent() throws {
    var limits = Explorer.Limits()
    limits.stores = 20
    var explorer = Explorer(try TinyPolicy.policy(), limits: limits)
    explorer.explore()
    let index = SuiteIndex(explorer.policy)
    var options = MutationRun.MutationOptions()
    options.operators = ["row-removed", "effect-dropped"]
    let run = MutationRun(of: explorer.policy, with: index, options: options)
    var report = MutationReport(run, index)
    report.search(
      by: explorer, named: "tiny", limit: 5, threads: 2, until: { true }, progress: { _ in })
    #expect(report.searched == 0 && report.total.survived > 0)
    #expect(!report.text.text.contains("Vectors for survivors"))
    report.search(by: explorer, named: "tiny", limit: 1, threads: 2, progress: { _ in })
    #expect(report.searched == 1)
    let rest = report.likely.count - 1
    #expect(report.text.text.contains("\n\(rest) less dangerous survivors were not searched\n"))
  }

  @Test("findings/review.md 2: sequences for mutants are looked for beyond those that reach cells")
  func generated() throws {
    var limits = Explorer.Limits()
    limits.stores = 20
    var explorer = Explorer(try TinyPolicy.policy(), limits: limits)
    explorer.explore()
    let policy = explorer.policy
    let cases = try SequenceGenerator(explorer).sequences(for: .cells).flatMap { sequence in
      let vector = SequenceVector(
        sequence, under: policy, named: "tiny", prefix: "m", answers: .policy)
      return try VectorReader.read(vector.json.line, name: "cells", format: .jsonLines)
        .map { $0.expectingAll }
    }
    var index = SuiteIndex(policy)
    index.add(cases, threads: 2)
    #expect(index.failing.isEmpty && !cases.isEmpty)
    let run = MutationRun(of: policy, with: index, options: MutationRun.MutationOptions())
    let total = MutationReport(run, index).total
    let made = MutantSequences(explorer, threads: 2) { _ in }
    #expect(made.unnoticed.count < total.survived, "\(made.unnoticed.count)")
    #expect(made.noticed > total.killed && !made.sequences.isEmpty, "\(made.noticed)")
  }

  @Test("findings/review.md 2: an edited policy has the digest of its own document")
  func digests() throws {
    let policy = try VariousPolicy.policy()
    let loader = MutantLoader(policy)
    var seen: Set<PolicyDigest> = []
    for mutant in DropEffect().mutants(of: MutationSource(policy)) {
      guard let edited = loader.load(mutant)?.policy else { continue }
      #expect(edited.digest == PolicyDigest(of: edited.document), "\(mutant.id)")
      #expect(edited.digest != policy.digest && seen.insert(edited.digest).inserted)
      // Whoever compares the two does not take them for one.
      #expect(!PolicyComparison(policy, edited).isSame, "\(mutant.id)")
    }
    #expect(seen.count > 10)
  }
}
