import Foundation
import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyJSON
import LinkPolicySystem
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyTesting

/// What was made of a part of one line serves another line only where nothing tells them apart.
@Suite("Parts of lines that are written again")
struct RepeatedPartsTests {
  private let signIn = #"{"action":"sign-in","provider":"a","subject":"1","email":"x@y.example"}"#
  private let allowed = #"{"outcome":"allowed","account":"u1","removed":["a"]}"#
  private let account = #"{"id":"u1","email":"x@y.example","methods":["a",{"provider":"b"}]}"#

  private func line(
    _ id: Int, _ steps: [(attempt: String, expect: String)], _ accounts: String
  ) -> String {
    let texts = steps.map { #"{"attempt":"# + $0.attempt + #","expect":"# + $0.expect + "}" }
    return #"{"id":"v\#(id)","policy":"p","steps":[\#(texts.joined(separator: ","))],"#
      + #""accounts":[\#(accounts)]}"#
  }

  /// How lines are read.
  private enum Way {
    /// By one decoder for all.
    case sharing
    /// Each by a decoder of its own.
    case alone
    /// Each as a whole, not part by part.
    case whole
  }

  /// The cases of lines, each as text, and the findings.
  private func read(_ lines: [String], _ way: Way) -> [String] {
    read(Array(lines.joined(separator: "\n").utf8), way, LineDecoder(keepsJSON: false))
  }

  private func read(_ bytes: [UInt8], _ way: Way, _ shared: LineDecoder) -> [String] {
    var reader = JSONLines(bytes, name: "x", limits: .line)
    var texts: [String] = []
    while true {
      let decoder =
        switch way {
        case .sharing: shared
        case .alone: LineDecoder(keepsJSON: false)
        case .whole: LineDecoder(keepsJSON: true)
        }
      do throws(InvalidInput) {
        guard let line = try decoder.next(in: &reader, file: "x") else { return texts }
        texts.append(Self.text(of: line.vector))
      } catch {
        texts += error.diagnostics.map { "\($0)" }
      }
    }
  }

  /// All of a case as text, with expected changes as they are written, because they refer to the text that they were read from.
  private static func text(of vector: VectorCase) -> String {
    var vector = vector
    vector.json = nil
    var changes = ""
    if case .sequence(var sequence) = vector.content {
      for index in sequence.steps.indices {
        guard case .attempt(var attempt) = sequence.steps[index].content else { continue }
        if let expected = attempt.expectation.changes {
          changes += " \(index) " + String(decoding: expected.json.line, as: UTF8.self)
          attempt.expectation.changes = nil
          sequence.steps[index].content = .attempt(attempt)
        }
      }
      vector.content = .sequence(sequence)
    }
    return "\(vector)" + changes
  }

  @Test("a line is read behind others as it is read alone")
  func sameAsAlone() {
    let attempts = [
      signIn, signIn.replacing("x@y", with: "z@y"), signIn.replacing(#""1""#, with: #""é\u00e9""#),
      signIn.replacing("{", with: "{ "), signIn.replacing("sign-in", with: "link"),
    ]
    let expectations = [
      allowed, allowed.replacing("u1", with: "u2"), #"{"outcome":"refused","error":"e"}"#,
      #"{"outcome":"allowed","changes":{"writes":[]}}"#, #"{"outcome":"allowed","told":{}}"#,
    ]
    let accounts = [account, account + "," + account.replacing("u1", with: "u2"), ""]
    var lines: [String] = []
    for number in 0..<150 {
      let steps = (0...number % 3).map { step in
        (attempts[(number + step) % 5], expectations[(number / 5 + step) % 5])
      }
      lines.append(line(number, steps, accounts[number / 7 % 3]))
    }
    let shared = read(lines, .sharing)
    #expect(shared == read(lines, .alone))
    #expect(shared == read(lines, .whole))
    // Both are among them: cases, and lines that name accounts which cannot exist.
    let count = shared.count { $0.hasPrefix("VectorCase(") }
    #expect(count > 50 && count < lines.count)
  }

  @Test(
    "a finding is told as often as it is written, each time where it stands",
    arguments: [
      (#"{"outcome":"allowed","error":"e"}"#, "an allowed attempt has no error"),
      (#"{"outcome":"allowed","extra":1}"#, "unknown key"),
      (#"{"outcome":"maybe"}"#, "unknown value"), (#"{}"#, "the key `outcome` is missing"),
    ])
  func findings(_ expect: String, _ message: String) {
    let lines = (0..<3).map { line($0, [(signIn, allowed), (signIn, expect)], account) }
    let found = Fixtures.findings(lines.joined(separator: "\n"), .jsonLines)
    #expect(found.count == 3)
    for (number, finding) in found.enumerated() {
      #expect(finding.hasPrefix("\(number + 1):") && finding.contains(message), "\(finding)")
    }
  }

  @Test("one account of an id is enough, however often its text was read before")
  func twice() {
    let lines = [line(0, [(signIn, allowed)], account)]
    let twice = line(1, [(signIn, allowed)], account + "," + account)
    let found = Fixtures.findings((lines + [twice]).joined(separator: "\n"), .jsonLines)
    #expect(found.count == 1 && found[0].hasPrefix("2:"))
    #expect(found.first?.contains("two accounts have the id `u1`") == true)
  }

  @Test("an account stands where it is written, not where its text was first read")
  func positions() throws {
    let lines = (0..<2).map { line($0, [(signIn, allowed)], account) }
    let text = lines.joined(separator: "\n\n")
    let cases = try VectorReader.read(Array(text.utf8), name: "x", format: .jsonLines)
    #expect(cases.compactMap { $0.sequence?.accounts?.first?.position.line } == [1, 3])
  }

  @Test("settings, given rows and all texts are read part by part as they are read whole")
  func everyKey() {
    let given =
      #"{"accounts":[{"id":"u1","email":"x@y.example","methods":["b"]}],"#
      + #""orphans":[{"provider":"a","subject":"7"},{"provider":"a","subject":"8"}],"#
      + #""sessions":[{"account":"u1"}],"codes":[{"purpose":"verify","address":"x@y.example","account":"u1"}]}"#
    let step = #"{"attempt":\#(signIn),"as":"s1","expect":{"outcome":"refused"}}"#
    let second = #"{"attempt":\#(signIn),"as":1,"ticket":1,"expect":{"outcome":"refused"}}"#
    var lines: [String] = []
    for number in 0..<6 {
      // Each line shifts the columns of what follows its id.
      let id = String(repeating: "v", count: number + 1)
      lines.append(
        (number % 2 == 0 ? "" : "  ") + #"{"id":"\#(id)","policy":"p","title":"t \#(number)","#
          + #""proves":["L1","L2"],"flags":["f"],"source":"s","comment":"c","#
          + #""settings":{"a":"b","c":true},\#(number < 3 ? "" : #""tenant":"t","#)"#
          + #""given":\#(given),"steps":[\#(step),\#(second),{"wait":"old"},"#
          + #"{"set":{"settings":{"a":"c"}}}],"accounts":[{"id":"u1"}]}"#
          + (number == 4 ? " \r" : ""))
      lines.append("")
    }
    let shared = read(lines, .sharing)
    #expect(shared == read(lines, .whole))
    #expect(shared.count { $0.hasPrefix("VectorCase(") } == 6, "\(shared)")
  }

  @Test("a reference to a later step is refused, though its text was accepted elsewhere")
  func references() {
    let back = #"{"attempt":\#(signIn),"as":2,"expect":{"outcome":"refused"}}"#
    let step = #"{"attempt":\#(signIn),"expect":{"outcome":"refused"}}"#
    let lines = [[step, step, back], [step, back, step], [back], [step, step, back]].enumerated()
      .map { #"{"id":"v\#($0)","policy":"p","steps":[\#($1.joined(separator: ","))]}"# }
    let shared = read(lines, .sharing)
    #expect(shared == read(lines, .whole))
    #expect(shared.count { $0.hasPrefix("VectorCase(") } == 2)
  }

  @Test("a line with one byte less, more or other is read as it is read whole")
  func damaged() {
    let good = line(1, [(signIn, allowed), (signIn, #"{"outcome":"refused"}"#)], account)
    let decoder = LineDecoder(keepsJSON: false)
    let bytes = Array(good.utf8)
    #expect(read(bytes, .sharing, decoder).count == 1)
    var differing: [String] = []
    var accepted = 0
    let others: [UInt8] = [
      0x22, 0x2C, 0x5C, 0x7B, 0x7D, 0x5B, 0x5D, 0x3A, 0x20, 0x0A, 0x00, 0xC3, 0x31,
    ]
    for place in bytes.indices {
      var damaged: [[UInt8]] = []
      damaged.append(Array(bytes[..<place] + bytes[(place + 1)...]))
      let other = others[place % others.count]
      damaged.append(Array(bytes[..<place] + [other] + bytes[(place + 1)...]))
      damaged.append(Array(bytes[..<place] + [other] + bytes[place...]))
      damaged.append(Array(bytes[..<place]))
      for line in damaged {
        let found = read(line, .sharing, decoder)
        accepted += found.count { $0.hasPrefix("VectorCase(") }
        if found != read(line, .whole, decoder) {
          differing.append(String(decoding: line, as: UTF8.self))
        }
      }
    }
    #expect(differing.isEmpty, "\(differing.prefix(3))")
    #expect(accepted > 100)
  }

  @Test(
    "shipped lines are read part by part as they are read whole",
    arguments: Thoroughness.share(of: Array(Self.files.indices)))
  func shipped(index: Int) throws {
    let bytes = try InputFile.read(Self.files[index].path, limit: 1 << 30)
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    // Lines from all of the file, and the first ones, whose parts the others repeat.
    let step = max(1, lines.count / 30)
    var some: [UInt8] = []
    for (number, line) in lines.enumerated() where number < 10 || number % step == 0 {
      some += line + [UInt8(ascii: "\n")]
    }
    let shared = read(some, .sharing, LineDecoder(keepsJSON: false))
    #expect(shared == read(some, .whole, LineDecoder(keepsJSON: true)))
  }

  private static let files =
    (try? VectorFiles.at(Project.file("vectors").path).found)?
    .filter { $0.path.hasSuffix(".jsonl") } ?? []

  @Test("a long part is read each time, and not kept")
  func long() {
    var cache = PartCache<Int>(bits: 4)
    for (length, isKept) in [(4096, true), (4097, false)] {
      let text = [UInt8](repeating: UInt8(ascii: " "), count: length)
      let part = VectorLine.LinePart(range: 0..<length, hash: UInt64(length))
      #expect((cache.keep(1, of: part, in: text) != nil) == isKept)
      #expect((cache.known(part, in: text.span) != nil) == isKept)
    }
    let accounts = (1...99).map { #"{"id":"u\#($0)","email":"a\#($0)@x.example","methods":["b"]}"# }
    let given = #""given":{"accounts":[\#(accounts.joined(separator: ","))]},"#
    let lines = (0..<3).map {
      line($0, [(signIn, #"{"outcome":"refused"}"#)], account)
        .replacing(#""steps""#, with: given + #""steps""#)
    }
    let decoder = LineDecoder(keepsJSON: false)
    var reader = JSONLines(Array(lines.joined(separator: "\n").utf8), name: "x", limits: .line)
    var numbered = 0
    do throws(InvalidInput) {
      while let line = try decoder.next(in: &reader, file: "x") {
        #expect(line.vector.sequence?.given.accounts.count == 99)
        numbered += line.numbers == nil ? 0 : 1
      }
    } catch {
      Issue.record("\(error)")
    }
    #expect(numbered == 0)
  }

  @Test("lines by hand are read part by part as they are read whole", arguments: Fixtures.repeated)
  func byHand(file: URL) throws {
    let bytes = Array(try Data(contentsOf: file))
    let shared = read(bytes, .sharing, LineDecoder(keepsJSON: false))
    #expect(shared == read(bytes, .whole, LineDecoder(keepsJSON: true)))
    #expect(!shared.isEmpty)
  }

  @Test("there are lines by hand and shipped ones")
  func thereAreLines() {
    #expect(Fixtures.repeated.count > 40 && Self.files.count > 30)
  }

  @Test("parts of one hash are told apart by their bytes")
  func collisions() {
    // With one slot, every part takes that of the one before.
    var cache = PartCache<Int>(bits: 0)
    let texts = ["{}", "{ }", #"{"a":1}"#, #"{"a":2}"#, "{  }"].map { Array($0.utf8) }
    for (index, text) in texts.enumerated() {
      let part = VectorLine.LinePart(range: 0..<text.count, hash: 0)
      #expect(cache.known(part, in: text.span) == nil)
      let number = cache.keep(index, of: part, in: text)
      #expect(cache.known(part, in: text.span)?.part == index)
      #expect(cache.known(part, in: text.span)?.number == number)
      let other = texts[(index + 1) % texts.count]
      #expect(
        cache.known(VectorLine.LinePart(range: 0..<other.count, hash: 0), in: other.span) == nil)
    }
  }
}
