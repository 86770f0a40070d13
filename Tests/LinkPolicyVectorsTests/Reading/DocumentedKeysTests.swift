import Foundation
import Testing

@testable import LinkPolicyTesting

/// The tables of Docs/Vectors.md and the keys that the reader asks for are the same.
@Suite("Every key of vectors is documented, and no other")
struct DocumentedKeysTests {
  private static let page =
    (try? String(
      contentsOf: Fixtures.folder.appending(path: "../../../Docs/Vectors.md"), encoding: .utf8))
    ?? ""

  /// The words in code in the first column of the table that begins so.
  private func documented(_ heading: String) -> Set<String> {
    var keys: Set<String> = []
    var isInside = false
    for line in Self.page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("| " + heading + " |") {
        isInside = true
      } else if !line.hasPrefix("|") {
        isInside = false
      } else if isInside, let cell = line.split(separator: "|").first {
        let words = cell.split(separator: "`", omittingEmptySubsequences: false)
        for index in words.indices where index % 2 == 1 {
          // `wait: old` is the key `wait` with a value.
          keys.insert(String(words[index].prefix { $0 != ":" }))
        }
      }
    }
    return keys
  }

  /// The keys that the reader knows where a vector has one that it cannot know.
  private func known(_ vector: String) -> Set<String> {
    let finding = Fixtures.findings(vector, .jsonLines).first ?? ""
    guard let list = finding.components(separatedBy: "known keys: ").last,
      finding.contains("unknown key `9`"), !finding.contains("…")
    else { return ["no finding about the key `9`, but: " + finding] }
    let words = list.split(separator: "`", omittingEmptySubsequences: false)
    return Set(words.indices.filter { $0 % 2 == 1 }.map { String(words[$0]) })
  }

  private let step = #"{"attempt":{"action":"refresh"},"expect":{"outcome":"refused"}}"#

  private func vector(_ members: String) -> String {
    #"{"id":"x","policy":"p","steps":["# + step + "]" + (members.isEmpty ? "" : "," + members) + "}"
  }

  @Test func accounts() {
    let given = known(vector(#""given":{"accounts":[{"id":"u1","9":1}]}"#))
    let expected = known(vector(#""accounts":[{"9":1}]"#))
    #expect(given.union(expected) == documented("of an account"))
    #expect(given.subtracting(expected) == ["epoch", "version"])
    #expect(expected.subtracting(given) == ["codes"])
  }

  @Test func methods() {
    let keys = known(vector(#""accounts":[{"methods":[{"provider":"p","9":1}]}]"#))
    #expect(keys == documented("of a method"))
  }

  @Test func given() {
    for (key, entry, table) in [
      ("sessions", #""account":"u1""#, "of a session"),
      ("codes", #""purpose":"undo","address":"a@b.org","account":"u1""#, "of a code"),
      ("orphans", #""provider":"p","subject":"s""#, "of an orphan"),
    ] {
      let given = #""given":{"accounts":[{"id":"u1"}],""# + key + #"":[{"# + entry + #","9":1}]}"#
      #expect(known(vector(given)) == documented(table), "\(key)")
    }
    let keys = known(vector(#""given":{"9":1}"#))
    #expect(keys == ["accounts", "orphans", "sessions", "codes"])
  }

  @Test func stepsAndCases() {
    let expect = #"{"attempt":{"action":"refresh"},"expect":{"outcome":"refused","9":1}}"#
    #expect(
      known(#"{"id":"x","policy":"p","steps":["# + expect + "]}") == documented("of `expect`"))
    let steps = #"{"attempt":{"action":"refresh"},"expect":{"outcome":"refused"},"9":1}"#
    #expect(known(#"{"id":"x","policy":"p","steps":["# + steps + "]}") == documented("of a step"))
    // The policy may stand in a case as in a file.
    #expect(known(vector(#""9":1"#)) == documented("of a case").union(["policy"]))
  }
}
