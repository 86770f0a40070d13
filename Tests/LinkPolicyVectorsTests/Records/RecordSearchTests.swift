import Foundation
import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyJSON
import LinkPolicyPresets
import LinkPolicySystem
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyTesting

@Suite("No record of any decision of the suites has an address, a subject or a name in it")
struct RecordSearchTests {
  private static let files: [VectorFile] =
    (try? VectorFiles.at(Project.file("vectors").path).found) ?? []

  /// The policies that cases name, each compiled once.
  private struct Policies {
    private var known: [String: Policy] = [:]

    mutating func policy(of vector: VectorCase) throws(InvalidInput) -> Policy {
      if let shipped = Presets.policy(named: vector.policy) { return shipped }
      let path = PolicyFinder.folder(of: vector.file) + "/" + vector.policy
      if let policy = known[path] { return policy }
      let policy = try Policy(yamlFile: path, names: Presets.finder)
      known[path] = policy
      return policy
    }
  }

  private let context = DecisionRecord.Context(time: "2026-11-25T04:05:06Z", correlation: "r-1")

  private func key() throws -> RecordKey {
    try #require(RecordKey(bytes: Array("0123456789abcdef0123456789abcdef".utf8)))
  }

  /// The record of a step; nil where it attempts nothing.
  private func line(_ step: PlayedStep, _ policy: Policy, _ key: RecordKey) -> [UInt8]? {
    guard case .attempt(let attempt) = step.step.content else { return nil }
    if let decision = step.decision {
      return DecisionRecord(of: decision, at: context, naming: .keyed(key)).line()
    }
    guard let error = step.inputError else { return nil }
    return DecisionRecord(of: error, deciding: attempt.attempt, by: policy, at: context).line()
  }

  /// What some vectors have as a subject and every policy as a value of facts, so that no search can tell them
  /// apart; ``aSubjectThatIsAWordChangesNothing()`` looks at it in another way.
  private static let words: Set<String> = ["other", "first", "same"]

  @Test("each file of vectors", arguments: Thoroughness.share(of: Array(Self.files.indices)))
  func search(index: Int) throws {
    let path = Self.files[index].path
    let isJSON = path.hasSuffix(".jsonl")
    let bytes = try InputFile.read(path, limit: 1 << 30)
    let key = try key()
    var policies = Policies()
    var (records, texts) = (0, 0)
    var found: [String] = []
    try VectorReader.read(bytes, name: path, format: isJSON ? .jsonLines : .yaml) {
      (vector: VectorCase) throws(InvalidInput) in
      guard vector.sequence != nil else { return }
      let policy = try policies.policy(of: vector)
      let played = Player(policy).play(vector)
      let personal = PersonalTexts(played)
      texts += personal.all.count
      for step in played.steps {
        guard let line = line(step, policy, key) else { continue }
        records += 1
        let leaked = personal.found(in: line).filter { !Self.words.contains($0) }
        if !leaked.isEmpty, found.count < 10 {
          let text = String(decoding: line, as: UTF8.self)
          found.append("\(vector.id) step \(step.number): \(leaked) in \(text)")
        }
      }
    }
    #expect(found == [])
    #expect(records == 0 || texts > 0)
  }

  @Test func aSubjectThatIsAWordChangesNothing() throws {
    let records = try (Array(Self.words) + ["subject"]).map { subject in
      let attempt = Attempt(
        .signIn, with: Assertion(verified: "google.com", subject: subject, addresses: []))
      let lookup = try Presets.firebase.lookup(for: attempt, by: .nobody, under: [:])
      let decision = try Presets.firebase.decide(
        try lookup.answered(
          credential: .nobody, addresses: [], session: .notAsked, target: .notAsked,
          code: .notAsked, method: .enabled))
      return DecisionRecord(of: decision, at: context, naming: .id).line()
    }
    #expect(records.count > 1 && records.allSatisfy { $0 == records[0] })
  }

  @Test func thereIsSomethingToSearch() throws {
    #expect(Self.files.count > 50)
    let case0 = try #require(try Fixtures.cases().first)
    let played = Player(try Fixtures.policy()).play(case0)
    let personal = PersonalTexts(played)
    let decision = try #require(played.steps.compactMap { $0.decision }.first)
    // What lines of `decide` answer has the addresses that a record lacks.
    #expect(!personal.found(in: decision.json()).isEmpty)
    #expect(
      personal.found(in: DecisionRecord(of: decision, at: context, naming: .id).line()).isEmpty)
  }
}
