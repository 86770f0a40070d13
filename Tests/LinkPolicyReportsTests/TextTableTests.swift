import LinkPolicy
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyTesting

@Suite("Tables line up")
struct TextTableTests {
  /// Words of many lengths, some with characters of several bytes, from a fixed seed.
  private struct Words {
    var state: UInt64 = 42

    mutating func next(_ count: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33 % count)
    }

    mutating func text() -> String {
      (0..<next(9)).map { _ in String(repeating: next(4) == 0 ? "ü" : "x", count: next(23) + 1) }
        .joined(separator: " ")
    }
  }

  @Test func everyColumnStartsAtOnePlace() {
    var words = Words()
    for _ in 0..<300 {
      var table = TextTable(
        indent: 2,
        [
          TextTable.TextColumn(heading: "a", limit: 5),
          TextTable.TextColumn(heading: "bb", limit: 12),
          TextTable.TextColumn(heading: "c", limit: 20),
        ])
      let rows = (0..<(words.next(5) + 1)).map { _ in (0..<3).map { _ in words.text() } }
      for row in rows {
        table.add(row.map { TextTable.TextCell($0) })
      }
      let lines = table.text(.plain).text.split(separator: "\n").map {
        Array($0.unicodeScalars)
      }
      let header = lines[0]
      let starts = header.indices.filter {
        header[$0] != " " && (header[$0 - 1] == " ")
      }
      #expect(starts.count == 3 && starts[0] == 2)
      for line in lines {
        #expect(line.count <= 2 + 5 + 2 + 12 + 2 + 20)
        // Before each column stands its gap, in every line.
        for start in starts where start <= line.count {
          #expect(line[start - 1] == " " && line[start - 2] == " ")
        }
      }
      // Nothing is lost: all scalars but spaces stand somewhere.
      let written = lines.dropFirst().joined().count { $0 != " " }
      let given = rows.joined().joined().unicodeScalars.count { $0 != " " }
      #expect(written == given)
    }
  }

  @Test func wordsAreWrapped() {
    for (text, lines) in [
      ("", []), ("a", ["a"]), ("aa bb", ["aa bb"]), ("aaa bbb", ["aaa", "bbb"]),
      ("aaaaaaa", ["aaaaa", "aa"]), ("a bbbbbb c", ["a", "bbbbb", "b c"]),
      ("aa-bbbbb", ["aa-", "bbbbb"]),
    ] as [(String, [String])] {
      #expect(TextTable.wrapped(text, 5) == lines, "\(text)")
    }
  }

  @Test func numbersStandRight() {
    var table = TextTable(
      indent: 0,
      [
        TextTable.TextColumn(heading: "#", limit: 3, isRight: true),
        TextTable.TextColumn(heading: "x", limit: 3),
      ])
    table.add([TextTable.TextCell("1"), TextTable.TextCell("a")])
    table.add([TextTable.TextCell("10"), TextTable.TextCell("b")])
    #expect(table.text(.plain).text == " #  x\n 1  a\n10  b\n")
  }
}
