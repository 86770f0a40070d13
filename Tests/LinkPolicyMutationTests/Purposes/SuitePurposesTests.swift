import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyReview
@testable import LinkPolicyTesting

/// What vectors are there for, held against leaving them out.
@Suite("Purposes of vectors")
struct SuitePurposesTests {
  private static let policy = Result { try TinyPolicy.policy() }

  /// Vectors about the tiny policy, each with its file.
  private static func cases(_ lines: [(file: String, line: String)]) throws -> [VectorCase] {
    var cases: [VectorCase] = []
    for (number, (file, line)) in lines.enumerated() {
      let text = #"{"id":"v\#(number)","policy":"tiny","steps":[\#(line)]}"#
      try VectorReader.read(Array(text.utf8), name: file, format: .jsonLines) { cases.append($0) }
    }
    return cases
  }

  private static func signIn(
    _ provider: String, _ subject: String, _ email: String, expecting: String
  ) -> String {
    #"{"attempt":{"action":"sign-in","provider":"\#(provider)","subject":"\#(subject)","email":"\#(email)"},"expect":{\#(expecting)}}"#
  }

  private static let allowed = #""outcome":"allowed","new":true"#
  private static let again = #""outcome":"allowed","new":false"#
  private static let refused = #""outcome":"refused","error":"no""#

  /// A first sign-in, the same twice, and the same again in another file.
  private static func several() throws -> [VectorCase] {
    let new = signIn("p", "a", "a@own.example", expecting: allowed)
    let known = signIn("p", "a", "a@own.example", expecting: again)
    let held = signIn("q", "b", "a@own.example", expecting: refused)
    return try cases([
      ("one.jsonl", new), ("one.jsonl", "\(new),\(known)"),
      ("one.jsonl", "\(new),\(known),\(known)"),
      ("two.jsonl", "\(new),\(known)"), ("two.jsonl", "\(new),\(held)"),
      ("two.jsonl", "\(new),\(held)"),
    ])
  }

  @Test("transitions and pairs are counted, and those of one file alone")
  func transitions() throws {
    let purposes = SuitePurposes(try Self.policy.get(), try Self.several(), threads: 1)
    #expect(purposes.failing.isEmpty)
    // new after nothing is none: good-known, known-known, good-rest.
    #expect(purposes.transitions == 3)
    #expect(purposes.pairs == 1)
    #expect(purposes.shards.map { $0.file } == ["one.jsonl", "two.jsonl"])
    #expect(purposes.shards.map { $0.vectors } == [3, 3])
    #expect(purposes.shards.map { $0.transitions } == [1, 1])
    #expect(purposes.shards.map { $0.pairs } == [1, 0])
    #expect(purposes.shards.map { $0.adding } == [2, 1])
    for shard in purposes.shards {
      #expect(shard.adding + shard.rare + shard.idle.count == shard.vectors)
    }
  }

  @Test("a file is needed that alone shows a statement, by a vector that passes")
  func statements() throws {
    let new = Self.signIn("p", "a", "a@own.example", expecting: Self.allowed)
    let wrong = Self.signIn("p", "a", "a@own.example", expecting: Self.refused)
    var cases = try Self.cases([
      ("one.jsonl", new), ("two.jsonl", new), ("three.jsonl", new), ("four.jsonl", wrong),
    ])
    cases[0].proves = ["A1", "A2"]
    cases[1].proves = ["A1", "A3", "A3"]
    cases[3].proves = ["A4"]
    let purposes = SuitePurposes(try Self.policy.get(), cases, threads: 1)
    #expect(purposes.failing == [cases[3].id])
    #expect(purposes.shards.map { $0.statements } == [1, 1, 0, 0])
    #expect(purposes.shards.map { $0.transitions + $0.pairs + $0.mutants } == [0, 0, 0, 0])
    #expect(purposes.shards.map { $0.isNeeded } == [true, true, false, false])
  }

  @Test("a mutant that only one file notices is counted there, also behind three that do")
  func mutants() throws {
    let policy = try Self.policy.get()
    let cases = try Self.several()
    let purposes = SuitePurposes(policy, cases, threads: 2)
    var expected = [0, 0]
    var noticed = 0
    for mutant in MutationRun.mutants(of: policy, MutationRun.MutationOptions()) {
      var index = SuiteIndex(policy)
      index.add([], threads: 1)
      guard
        let loaded = MutantJudge(policy, index, countsTrace: false, witnessLimit: 1).loader.load(
          mutant)
      else { continue }
      let player = Player(loaded.policy.policy)
      let files = Set(
        cases.filter { player.play($0).mismatches.contains { $0.isNormative } }.map { $0.file })
      noticed += files.isEmpty ? 0 : 1
      if files == ["one.jsonl"] { expected[0] += 1 }
      if files == ["two.jsonl"] { expected[1] += 1 }
    }
    #expect(noticed > 5 && expected[0] + expected[1] > 2)
    #expect(purposes.noticed == noticed)
    #expect(purposes.shards.map { $0.mutants } == expected)
  }

  @Test("without all that are idle nothing is lost, and no further one is idle")
  func leavingOut() throws {
    let policy = try Sketches.policy("unrelated")
    let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    var cases: [VectorCase] = []
    for file in try VectorFiles.at(root + "/vectors/unrelated").found {
      try VectorReader.read(file) { cases.append($0) }
    }
    // Again under other ids: nothing is new about these but that they may be among three.
    let copies = (1...4).flatMap { copy in
      cases.map { vector in
        var again = vector
        again.id += "-\(copy)"
        return again
      }
    }
    let all = cases + copies
    let before = SuitePurposes(policy, all, threads: 2)
    let idle = Set(before.shards.flatMap { $0.idle })
    #expect(idle.count > cases.count && idle.count < all.count)
    let after = SuitePurposes(policy, all.filter { !idle.contains($0.id) }, threads: 2)
    #expect(after.shards.allSatisfy { $0.idle.isEmpty })
    #expect(after.transitions == before.transitions && after.pairs == before.pairs)
    #expect(after.noticed == before.noticed && after.unnoticed == before.unnoticed)
    #expect(before.noticed > 100)
  }

  @Test("vectors of one id in two files are two")
  func sameID() throws {
    var cases = try Self.several()
    let before = SuitePurposes(try Self.policy.get(), cases, threads: 1)
    for number in cases.indices {
      cases[number].id = "same"
    }
    let after = SuitePurposes(try Self.policy.get(), cases, threads: 1)
    #expect(after.shards.map { $0.rare } == before.shards.map { $0.rare })
    #expect(after.shards.map { $0.idle.count } == before.shards.map { $0.idle.count })
    #expect(before.shards.contains { !$0.idle.isEmpty })
  }

  @Test("a vector that fails adds nothing")
  func failing() throws {
    let wrong = Self.signIn("p", "a", "a@own.example", expecting: Self.refused)
    let cases = try Self.cases([("one.jsonl", "\(wrong),\(wrong)")])
    let purposes = SuitePurposes(try Self.policy.get(), cases, threads: 1)
    #expect(purposes.failing == ["v0"])
    #expect(purposes.shards.map { $0.idle } == [["v0"]])
    #expect(purposes.transitions == 0 && purposes.noticed == 0)
    #expect(purposes.shards.allSatisfy { !$0.isNeeded })
  }
}
