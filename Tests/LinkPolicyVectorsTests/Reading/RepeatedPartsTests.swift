import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyJSON
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

  /// The cases of lines, each as text, by one decoder or by one for each line; and the findings.
  private func read(_ lines: [String], sharing: Bool) -> [String] {
    let bytes = Array(lines.joined(separator: "\n").utf8)
    var reader = JSONLines(bytes, name: "x", limits: .line)
    let shared = LineDecoder(keepsJSON: false)
    var texts: [String] = []
    for _ in lines {
      let decoder = sharing ? shared : LineDecoder(keepsJSON: false)
      do throws(InvalidInput) {
        guard let line = try reader.next() else { break }
        let vector = try decoder.vector(of: line, file: "x", in: reader.sources)
        texts.append(vector.map { "\($0)" } ?? "nothing")
      } catch {
        texts += error.diagnostics.map { "\($0)" }
      }
    }
    return texts
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
    let shared = read(lines, sharing: true)
    #expect(shared == read(lines, sharing: false))
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

  @Test("parts of one hash are told apart by their bytes")
  func collisions() throws {
    // With one place, every part takes that of the one before.
    var parts = JSONParts(bits: 0)
    let texts = ["{}", "{ }", #"{"a":1}"#, #"{"a":2}"#, "[]", "[1,[2,{}]]", "[1,[2,{}] ]"]
    for (index, text) in texts.enumerated() {
      let value = try JSONDocument(Array(text.utf8), name: "x").root
      let place = try #require(parts.place(of: value))
      #expect(!place.isKnown, "\(text)")
      parts.keep(value, at: place)
      let again = try JSONDocument(Array((" " + text + "\n").utf8), name: "y").root
      #expect(parts.place(of: again)?.isKnown == true, "\(text)")
      let other = try JSONDocument(Array(texts[(index + 1) % texts.count].utf8), name: "z").root
      #expect(parts.place(of: other)?.isKnown == false, "\(text)")
    }
    #expect(parts.place(of: JSONValue(.array([]))) == nil)
    #expect(parts.place(of: try JSONDocument(Array("12".utf8), name: "x").root) == nil)
  }
}
