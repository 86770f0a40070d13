import LinkPolicy
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview
@testable import LinkPolicyTesting

@Suite("Runs of mutation")
struct MutationRunTests {
  @Test("an empty suite kills nothing")
  func nothing() throws {
    let policy = try Sketches.policy("unrelated")
    let index = SuiteIndex(policy)
    var options = MutationRun.MutationOptions()
    options.operators = ["row-removed", "rows-swapped"]
    let report = MutationReport(MutationRun(of: policy, with: index, options: options), index)
    #expect(report.total.killed == 0 && report.total.survived > 0)
    #expect(!report.isClean)
    #expect(report.survivors.count == report.total.survived)
  }

  @Test("few vectors notice as much as all, and a killed mutant names them")
  func adequate() throws {
    let policy = try Sketches.policy("unrelated")
    var index = SuiteIndex(policy)
    let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    var cases: [VectorCase] = []
    for file in try VectorFiles.at(root + "/vectors/unrelated").found {
      try VectorReader.read(file) { cases.append($0) }
    }
    // Each is there twice, so that half of them can be spared.
    cases += cases.map { $0.renamed($0.id + "-again") }
    index.add(cases, threads: 2)
    #expect(index.failing.isEmpty && index.vectors.count == cases.count)
    var options = MutationRun.MutationOptions()
    options.operators = ["row-removed", "condition-dropped", "effect-removed"]
    options.witnesses = 50
    let all = MutationRun(of: policy, with: index, options: options)
    let ids = all.adequate(index)
    #expect(!ids.isEmpty && ids.count <= cases.count / 2)
    var fewer = SuiteIndex(policy)
    fewer.add(cases.filter { ids.contains($0.id) }, threads: 1)
    options.witnesses = 1
    let some = MutationRun(of: policy, with: fewer, options: options)
    let counts = (MutationReport(all, index).total, MutationReport(some, fewer).total)
    #expect(counts.0 == counts.1)
  }

  @Test("each mutant is reported when it is judged, in the order of the mutants")
  func judged() throws {
    let policy = try TinyPolicy.policy()
    let index = SuiteIndex(policy)
    var options = MutationRun.MutationOptions()
    options.threads = 2
    var seen: [String] = []
    var survivors = 0
    var all: Set<Int> = []
    let run = MutationRun(of: policy, with: index, options: options) { judged in
      seen.append(judged.mutant.id)
      all.insert(judged.all)
      #expect(judged.done == seen.count)
      if case .survived = judged.verdict { survivors += 1 }
    }
    #expect(seen == run.mutants.map { $0.id } && all == [seen.count])
    #expect(survivors == run.survivors.count && survivors > 0)
  }

  @Test("only what is asked for is made, and threads change nothing")
  func options() throws {
    let policy = try TinyPolicy.policy()
    let index = SuiteIndex(policy)
    func run(_ change: (inout MutationRun.MutationOptions) -> Void) -> MutationRun {
      var options = MutationRun.MutationOptions()
      change(&options)
      return MutationRun(of: policy, with: index, options: options)
    }
    func verdicts(_ run: MutationRun) -> [String] {
      run.verdicts.map { verdict in
        switch verdict {
        case .refused: "refused"
        case .equivalent: "equivalent"
        case .killed: "killed"
        case .survived(let survivor): survivor.summary
        }
      }
    }
    let all = run { $0.threads = 1 }
    #expect(all.operators == MutationOperators.names.map { $0.name })
    #expect(all.mutants.count == all.verdicts.count && !verdicts(all).contains("killed"))
    let row = run { $0.rows = ["sign-in/new"] }
    #expect(
      row.mutants.map { $0.id }
        == all.mutants.filter { $0.row?.text == "sign-in/new" }.map { $0.id })
    #expect(row.mutants.count > 10)
    let chosen = run { $0.operators = ["rows-swapped", "row-removed", "no-such"] }
    // In the order of the operators, not in which they were named.
    #expect(chosen.operators == ["row-removed", "rows-swapped"])
    #expect(Set(chosen.mutants.map { $0.operation }) == Set(chosen.operators))
    #expect(verdicts(run { $0.threads = 3 }) == verdicts(all))
    let total = MutationReport(all, index).total
    #expect(total.refused + total.mutants == all.mutants.count)
    #expect(total.survived == all.survivors.count && total.killed == 0 && total.refused > 0)
  }

  @Test("a row or a list of effects that is merely named otherwise counts with a trace alone")
  func trace() throws {
    let policy = try Sketches.policy("unrelated")
    let index = SuiteIndex(policy)
    #expect(index.situationCount == 0)
    for (key, expected, isNormative) in [
      ("row", "first", false), ("table", "sign-in", false), ("facts.trust", "none", false),
      ("effects", "[create]", false), ("effects", "to be carried out", true),
      ("outcome", "allowed", true), ("accounts[0].email", "none", true),
    ] {
      let mismatch = Mismatch(
        step: 1, key: key, expected: expected, got: "", position: SourcePosition(line: 1, column: 1)
      )
      #expect(mismatch.isNormative == isNormative, "\(key)")
    }
  }
}

extension VectorCase {
  fileprivate func renamed(_ id: String) -> VectorCase {
    var copy = self
    copy.id = id
    return copy
  }
}
