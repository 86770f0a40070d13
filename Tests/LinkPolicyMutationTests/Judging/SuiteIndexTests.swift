import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview
@testable import LinkPolicyTesting

/// What an index says of vectors, held against playing them one by one.
@Suite("Index of a suite")
struct SuiteIndexTests {
  private static let cases = Result { () throws -> [VectorCase] in
    let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    var cases: [VectorCase] = []
    for file in try VectorFiles.at(root + "/vectors/unrelated").found {
      try VectorReader.read(file) { cases.append($0) }
    }
    return cases
  }

  @Test("a situation has the vectors that come through it, each once, however they were played")
  func situations() throws {
    let policy = try Sketches.policy("unrelated")
    let cases = try Self.cases.get()
    var index = SuiteIndex(policy)
    index.add(cases, threads: 2)
    #expect(index.failing.isEmpty && index.vectors.map { $0.id } == cases.map { $0.id })
    let used = policy.testedFacts
    var expected: [[UInt16]: Set<Int32>] = [:]
    for (number, vector) in cases.enumerated() {
      for decision in Player(policy.policy).play(vector).steps.compactMap({ $0.decision }) {
        expected[VisitedSituation(decision, used: used).key, default: []].insert(Int32(number))
      }
    }
    #expect(index.situationCount == expected.count && expected.count > 20)
    for (table, situations) in index.situations.enumerated() {
      for situation in situations {
        let key = [UInt16(table)] + used.map { UInt16(situation.facts[$0]) }
        #expect(situation.vectors == expected[key]?.sorted())
      }
    }
    // In pieces, and on one thread, it is the same.
    var pieces = SuiteIndex(policy)
    pieces.add(Array(cases.prefix(7)), threads: 1)
    pieces.add(Array(cases.dropFirst(7)), threads: 1)
    #expect(
      pieces.situations.map { $0.map { $0.vectors } }
        == index.situations.map { $0.map { $0.vectors } })
    #expect(pieces.vectorsOfDomain == index.vectorsOfDomain)
    #expect(pieces.vectorsOfProvider == index.vectorsOfProvider)
  }

  @Test("each vector is listed under the domains of its addresses and under its providers")
  func names() throws {
    var index = SuiteIndex(try Sketches.policy("unrelated"))
    index.add(try Self.cases.get(), threads: 1)
    var domains: [Name: Set<Int32>] = [:]
    var providers: [Name: Set<Int32>] = [:]
    for (number, vector) in index.vectors.enumerated() {
      for case .attempt(let step) in vector.steps.map({ $0.content }) {
        let assertion = step.attempt.assertion
        let emails = (assertion?.addresses ?? []).map { $0.email } + [step.attempt.address]
        for domain in emails.compactMap({ $0?.lowercased().split(separator: "@").last }) {
          domains[Name(String(domain)), default: []].insert(Int32(number))
        }
        if let provider = assertion?.provider {
          providers[Name(provider), default: []].insert(Int32(number))
        }
      }
    }
    #expect(domains.count > 1 && providers.count > 1)
    for (stated, listed) in [
      (domains, index.vectorsOfDomain), (providers, index.vectorsOfProvider),
    ] {
      for (name, vectors) in stated {
        let found = try #require(listed[name], "\(name.text)")
        #expect(found == found.sorted() && Set(found).count == found.count)
        // The given accounts may name it as well.
        #expect(vectors.isSubset(of: found), "\(name.text)")
      }
      #expect(listed["nowhere.example"] == nil)
    }
  }

  @Test("a vector is also listed under the domains of its accounts and codes")
  func given() throws {
    let line =
      #"{"id":"c","policy":"p","given":{"accounts":[{"id":"u1","email":"a@One.Example","#
      + #""verified":true,"methods":[{"provider":"google.com","subject":"g"}]}],"codes":["#
      + #"{"purpose":"change","address":"b@two.example","account":"u1","#
      + #""bound":"c@three.example"}]},"steps":[{"attempt":{"action":"sign-in","#
      + #""provider":"google.com","subject":"g","email":"d@four.example"},"#
      + #""expect":{"outcome":"allowed"}}]}"#
    let vector = try #require(
      try VectorReader.read(Array(line.utf8), name: "given.jsonl", format: .jsonLines).first)
    let visit = SuiteVisit(vector, situations: [], hasPassed: true)
    #expect(visit.domains == ["one.example", "two.example", "three.example", "four.example"])
    #expect(visit.providers == ["google.com"])
  }

  @Test("vectors that fail are apart, and come through nothing")
  func failing() throws {
    let cases = try Self.cases.get()
    let policy = try Sketches.policy("unrelated")
    var document = policy.document
    let place = try #require(document.decisions[0].rows.firstIndex { $0.id.value == "known" })
    document.decisions[0].rows[place].effects?.removeLast()
    let other = try CompiledPolicy(document)
    var index = SuiteIndex(other)
    index.add(cases, threads: 2)
    let fails = cases.filter { !Player(other.policy).play($0).mismatches.isEmpty }.map { $0.id }
    #expect(!fails.isEmpty && index.failing.map { $0.id } == fails)
    #expect(index.vectors.count == cases.count - fails.count)
    for situation in index.situations.flatMap({ $0 }) {
      #expect(situation.vectors.allSatisfy { Int($0) < index.vectors.count })
    }
  }

  @Test("candidates are the first vector of each situation, then the second, and so on")
  func candidates() throws {
    let policy = try Sketches.policy("unrelated")
    var index = SuiteIndex(policy)
    index.add(try Self.cases.get(), threads: 1)
    let judge = MutantJudge(policy, index, countsTrace: false, witnessLimit: 1)
    let situations = index.situations[0]
    let found = judge.candidates(0) { $0 % 2 == 0 }
    let picked = situations.enumerated().filter { $0.offset % 2 == 0 }.map { $0.element.vectors }
    var expected: [Int32] = []
    for round in 0..<(picked.map { $0.count }.max() ?? 0) {
      for vectors in picked where round < vectors.count {
        expected.append(vectors[round])
      }
    }
    #expect(found == expected && Set(found) == Set(picked.flatMap { $0 }))
    #expect(judge.candidates(0) { _ in false }.isEmpty)
  }
}
