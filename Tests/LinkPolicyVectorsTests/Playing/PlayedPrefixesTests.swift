import Foundation
import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyJSON
import LinkPolicyPresets
import LinkPolicySystem
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyTesting

@Suite("Beginnings that were played before")
struct PlayedPrefixesTests {
  /// One sequence, played with a memory and without.
  private struct Comparison {
    var id: String
    var passes: Bool
    var passesAlone: Bool
    var rows: [String]
    var rowsAlone: [String]

    var isEqual: Bool { passes == passesAlone && rows == rowsAlone }
  }

  private func compare(_ bytes: [UInt8], by policy: Policy) throws -> (
    all: [Comparison], known: Int
  ) {
    let player = Player(policy)
    let decoder = LineDecoder(keepsJSON: false)
    var prefixes = PlayedPrefixes()
    var lines = JSONLines(bytes, name: "x", limits: .line)
    var comparisons: [Comparison] = []
    var known = 0
    while let line = try decoder.next(in: &lines, file: "x") {
      guard let sequence = line.vector.sequence else { continue }
      if let numbers = line.numbers, let start = prefixes.start(numbers),
        let first = numbers.steps[0], prefixes.place(after: first, from: start) != nil
      {
        known += 1
      }
      var comparison = Comparison(
        id: line.vector.id, passes: false, passesAlone: false, rows: [], rowsAlone: [])
      comparison.passes = player.passes(
        sequence, numbers: line.numbers, at: line.vector.position, knowing: &prefixes
      ) { comparison.rows.append($0.row?.id ?? "-") }
      let played = player.play(line.vector)
      comparison.passesAlone = played.mismatches.isEmpty
      comparison.rowsAlone = played.steps.compactMap { $0.answer?.decision }.map {
        $0.row?.id ?? "-"
      }
      comparisons.append(comparison)
    }
    return (comparisons, known)
  }

  private func lines(_ path: String, _ count: Int) throws -> [String] {
    let bytes = try InputFile.read(Project.file(path).path, limit: 1 << 30)
    return bytes.split(separator: UInt8(ascii: "\n")).prefix(count).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test(
    "vectors pass with a memory as they do without, and the same rows decide",
    arguments: [
      "firebase-exhaustive/link.jsonl", "firebase-exhaustive/sign-in.jsonl",
      "mutants/firebase.jsonl",
    ])
  func shipped(file: String) throws {
    let policy = try #require(Presets.policy(named: "firebase"))
    let text = try lines("vectors/" + file, 500).joined(separator: "\n")
    let (all, known) = try compare(Array(text.utf8), by: policy)
    #expect(all.filter { !$0.isEqual }.map { $0.id } == [])
    #expect(all.allSatisfy { $0.passes } && all.count > 400)
    #expect(known > 50)
  }

  @Test("a vector that fails in any step fails behind others, and others pass behind it")
  func failing() throws {
    let policy = try #require(Presets.policy(named: "firebase"))
    var text: [String] = []
    for (number, line) in try lines("vectors/firebase-exhaustive/link.jsonl", 300).enumerated() {
      text.append(line)
      let edits = [
        (#""outcome":"allowed""#, #""outcome":"refused""#), (#""new":true"#, #""new":false"#),
        (#""verified":false"#, #""verified":true"#), (#""session":true"#, #""session":false"#),
      ]
      let (old, new) = edits[number % edits.count]
      text.append(line.replacing(old, with: new, maxReplacements: 1))
      text.append(line)
    }
    let (all, _) = try compare(Array(text.joined(separator: "\n").utf8), by: policy)
    #expect(all.filter { !$0.isEqual }.map { $0.id } == [])
    #expect(all.count { !$0.passes } > 150 && all.count { $0.passes } > 550)
  }

  @Test("lines by hand pass or fail with a memory as without", arguments: Fixtures.repeated)
  func byHand(file: URL) throws {
    let policy = try #require(Presets.policy(named: "firebase"))
    let lines = Array(try Data(contentsOf: file)).split(separator: UInt8(ascii: "\n"))
    // Unreadable lines have no case.
    let readable = lines.filter {
      (try? VectorReader.read(Array($0), name: "x", format: .jsonLines)) != nil
    }
    let (all, _) = try compare(Array(readable.joined(separator: [UInt8(ascii: "\n")])), by: policy)
    #expect(all.filter { !$0.isEqual }.map { $0.id } == [])
  }

  @Test("sequences that differ in settings, given rows or tenant have no beginning in common")
  func starts() throws {
    let step =
      #"{"attempt":{"action":"sign-in","provider":"anonymous"},"expect":{"outcome":"allowed"}}"#
    let heads = [
      "", #""settings":{"client-create":"refused"},"#, #""settings":{"client-create":"allowed"},"#,
      #""given":{"accounts":[{"id":"u1","methods":["anonymous"]}]},"#, #""given":{},"#,
      #""tenant":"t","#,
      #""tenant":"s","#, #""settings":{"client-create":"refused"},"given":{},"#,
    ]
    let bodies = (0..<3).flatMap { round in
      heads.map { head in
        #"{"id":"v\#(round)","policy":"firebase",\#(head)"steps":[\#(step),\#(step)]}"#
      }
    }
    let policy = try #require(Presets.policy(named: "firebase"))
    let (all, _) = try compare(Array(bodies.joined(separator: "\n").utf8), by: policy)
    #expect(all.filter { !$0.isEqual }.map { $0.id } == [])
    // Where clients may not create accounts, the sequences fail.
    #expect(all.count { !$0.passes } == 6)
  }

  @Test("a full memory is emptied, and goes on")
  func full() throws {
    let policy = try #require(Presets.policy(named: "firebase"))
    let line = try #require(try lines("vectors/firebase-exhaustive/link.jsonl", 1).first)
    let decoder = LineDecoder(keepsJSON: false)
    var reader = JSONLines(Array(line.utf8), name: "x", limits: .line)
    let vector = try #require(try decoder.next(in: &reader, file: "x"))
    let sequence = try #require(vector.vector.sequence)
    let state = PlayerState(sequence, policy)
    var prefixes = PlayedPrefixes()
    let numbers = SequenceNumbers()
    let start = prefixes.start(numbers)
    let first = try #require(start)
    var place = first
    var count = 0
    while let next = prefixes.keep(
      PlayedPrefixes.PlayedPrefix(state: state, decision: nil, isAsExpected: true), after: 1,
      from: place)
    {
      #expect(prefixes.place(after: 1, from: place) == next)
      place = next
      count += 1
    }
    #expect(count > 1000)
    #expect(prefixes.place(after: 1, from: first) == nil)
    #expect(prefixes.start(SequenceNumbers(settings: nil)) == nil)
    #expect(prefixes.start(numbers) != nil)
  }

  @Test("initial states are counted, too")
  func manyStarts() {
    var prefixes = PlayedPrefixes()
    var places: Set<Int> = []
    for given in 1...5000 {
      places.insert(prefixes.start(SequenceNumbers(given: given)) ?? 0)
    }
    #expect(places.count < 3000 && places.allSatisfy { $0 < 0 })
  }
}
