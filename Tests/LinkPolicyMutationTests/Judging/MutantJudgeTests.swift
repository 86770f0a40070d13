import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyReview

/// Verdicts about edits of declarations and rows, with no vector that could notice them.
@Suite("Judging mutants")
struct MutantJudgeTests {
  /// What is judged of each of an operator's mutants: `equivalent`, `refused`, or the changed cell.
  private static func verdicts(
    _ operation: any MutationOperator, of policy: CompiledPolicy
  ) -> [String: String] {
    var judge = MutantJudge(
      policy, SuiteIndex(policy), countsTrace: false, witnessLimit: 1)
    var verdicts: [String: String] = [:]
    for mutant in operation.mutants(of: MutationSource(policy)) {
      let words: String
      switch judge.work(on: mutant) {
      case .refused: words = "refused"
      case .equivalent: words = "equivalent"
      case .killed: words = "killed"
      case .survived(let survivor):
        let cell = survivor.cell.map { cell in
          cell.map { $0.fact.text + ": " + $0.value.text }.joined(separator: ", ")
        }
        #expect(survivor.played == 0 && !survivor.summary.isEmpty)
        words = cell ?? "somewhere"
      }
      verdicts[mutant.subject.isEmpty ? mutant.id : mutant.subject + "/" + mutant.detail] = words
    }
    return verdicts
  }

  @Test("another default matters where some row tests the setting")
  func defaults() throws {
    let verdicts = Self.verdicts(ChangeDefault(), of: try TinyPolicy.policy())
    #expect(verdicts.count == 3)
    #expect(verdicts["settings/unasked/two"] == "equivalent")
    #expect(verdicts["settings/mode/shut"]?.contains("setting.mode: open") == true)
    // It makes a word fair that was bad, and rows ask only whether it is good.
    #expect(verdicts["settings/mode/half"] == "equivalent")
  }

  @Test("a domain more matters where its set is told from others")
  func domains() throws {
    let told = Self.verdicts(AddDomain(), of: try Harbour.policy())
    #expect(told.count == 3)
    #expect(told.values.allSatisfy { $0.contains("domain: other") })
    let removed = Self.verdicts(RemoveDomain(), of: try Harbour.policy())
    #expect(removed.values.allSatisfy { $0.contains("domain: own") } && removed.count == 1)
    let untold = try Harbour.policy((", domain: own,", ","))
    #expect(Self.verdicts(AddDomain(), of: untold).values.allSatisfy { $0 == "equivalent" })
  }

  @Test("a name that nobody of a kind gave is filled in once somebody gives it")
  func names() throws {
    let text = VariousPolicy.text.replacing(
      "[create, set-password, sign-in]", with: "[create, set-password, fill-profile, sign-in]")
    let filling = try CompiledPolicy(yaml: Array(text.utf8), name: "various.yaml")
    let gives = "providers/password/gives name"
    #expect(Self.verdicts(ChangeProvider(), of: filling)[gives] == "somewhere")
    let plain = try VariousPolicy.policy()
    #expect(Self.verdicts(ChangeProvider(), of: plain)[gives] == "equivalent")
  }

  @Test("another search or comparison of identifiers survives unless a vector states one")
  func identifiers() throws {
    let policy = try Sketches.edited("identifiers", Sketches.addressesOfOthersRefused)
    #expect(
      Self.verdicts(SwapPlaces(), of: policy) == [
        "find/sign-in/username before address": "somewhere",
        "find/sign-up/username before address": "somewhere",
      ])
    #expect(Self.verdicts(DropFold(), of: policy) == ["identifiers/username/": "somewhere"])
  }

  @Test("a row's verdict is that of trying every vector that can occur")
  func rows() throws {
    let policy = try TinyPolicy.policy()
    let loader = MutantLoader(editor: PolicyEditor(policy))
    let vectors = BruteForce.vectors(ofTable: 0, policy)
    let answers = vectors.map { BruteForce.answer($0, policy) }
    var met: [String: Int] = [:]
    let operators: [any MutationOperator] = [
      RemoveRow(), SwapRows(), DropEffect(), SwapEffects(), ChangeValue(), ChangeWould(),
      WidenCondition(), RemoveGuard(),
    ]
    for operation in operators {
      let verdicts = Self.verdicts(operation, of: policy)
      for mutant in operation.mutants(of: MutationSource(policy)) {
        let verdict = try #require(verdicts[mutant.id])
        let edited = loader.load(mutant)?.policy
        let expected =
          edited.map { edited in
            zip(vectors, answers).allSatisfy { BruteForce.answer($0, edited) == $1 }
              ? "equivalent" : "survived"
          } ?? "refused"
        let found = ["equivalent", "refused"].contains(verdict) ? verdict : "survived"
        #expect(found == expected, "\(mutant.id)")
        met[found, default: 0] += 1
      }
    }
    #expect((met["equivalent"] ?? 0) > 1 && (met["survived"] ?? 0) > 20)
  }
}
