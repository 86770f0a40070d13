import LinkPolicy
import LinkPolicyAuthoring
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

@Suite("The lines of an edit")
struct EditedLinesTests {
  private static func lines(
    _ old: String, _ new: String, at positions: (old: (Int, Int), new: (Int, Int))
  ) -> Sides<EditedLines?> {
    func source(_ text: String) -> SourceLines {
      SourceLines(SourceMap(files: [SourceMap.File(name: "a.yaml", bytes: Array(text.utf8))]))
    }
    return EditedLines.both(
      of: Sides(
        old: SourcePosition(line: positions.old.0, column: positions.old.1),
        new: SourcePosition(line: positions.new.0, column: positions.new.1)),
      in: Sides(old: source(old), new: source(new)))
  }

  private static let row = "rows:\n  - {id: a, when: b,\n     do: [c, d]}\n  - {id: z}\n"

  @Test("are those that differ, not all of the row")
  func secondLine() {
    let found = Self.lines(
      Self.row, Self.row.replacing("[c, d]", with: "[c]"), at: ((2, 10), (2, 10)))
    #expect(found.old?.lines == ["     do: [c, d]}"] && found.new?.lines == ["     do: [c]}"])
    #expect(found.new?.start == SourcePosition(line: 3, column: 6))
    #expect(found.new?.end == SourcePosition(line: 3, column: 14))
  }

  @Test("are none in the policy that only lacks a line, which still has a place")
  func lackingLine() {
    let short = "rows:\n  a:\n    one: 1\n  b: {}\n"
    let long = "rows:\n  a:\n    one: 1\n    two: 2\n  b: {}\n"
    let found = Self.lines(short, long, at: ((2, 3), (2, 3)))
    #expect(found.new?.lines == ["    two: 2"] && found.old?.lines == [])
    #expect(found.old?.start.line == 3)
  }

  @Test("end where a value does, whatever is quoted or commented in it")
  func quotes() {
    for inside in ["\"}\"", "'}'", "'it''s }'", "\"a\\\\\"", "\"\\\"}\"", "it's", "x # }"] {
      let text = "  - {id: \(inside),\n     do: c}\n  - {id: z}\n"
      let found = Self.lines(
        text, text.replacing("do: c", with: "do: d"), at: ((1, 10), (1, 10)))
      #expect(found.new?.lines == ["     do: d}"], "\(inside)")
    }
  }

  @Test("of a row begin and end at its braces, or are its lines")
  func places() throws {
    let text = """
      - {id: a,  # é }
         b: [c]} # x
      - [{id: d}, {id: é, f: g}, 1]
      h:
      - id: i
        j: k
      - 2

      """
    let places = PartPlaces(
      SourceMap(files: [SourceMap.File(name: "a.yaml", bytes: Array(text.utf8))]))
    for (id, start, end) in [
      ((1, 8), (1, 3), (2, 11)), ((3, 9), (3, 4), (3, 11)), ((3, 18), (3, 13), (3, 26)),
      ((5, 7), (5, 3), (6, 7)),
    ] {
      let part = try #require(places.part(at: SourcePosition(line: id.0, column: id.1)))
      #expect(part.start == SourcePosition(line: start.0, column: start.1), "\(id)")
      #expect(part.end == SourcePosition(line: end.0, column: end.1), "\(id)")
    }
    #expect(places.part(at: SourcePosition(line: 9, column: 1)) == nil)
  }

  @Test("are unknown for a position that no file has")
  func withoutText() {
    for position in [(0, 0), (0, 1), (1, 0), (9, 1)] {
      let found = Self.lines(Self.row, Self.row, at: (position, position))
      #expect(found.old == nil && found.new == nil, "\(position)")
    }
  }
}
