import LinkPolicy
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyJSON

@Suite struct JSONLinesTests {
  private func outcomes(_ text: String, firstLine: Int = 1, limits: JSONLimits = JSONLimits())
    -> [String]
  {
    var lines = JSONLines(Array(text.utf8), name: "l", firstLine: firstLine, limits: limits)
    var outcomes: [String] = []
    while true {
      do throws(InvalidInput) {
        guard let document = try lines.next() else { return outcomes }
        var writer = JSONWriter()
        writer.value(document.root)
        let position = document.locator.position(of: document.root)
        outcomes.append(
          lines.sources.describe(position) + " " + String(decoding: writer.take(), as: UTF8.self))
      } catch {
        let finding = error.diagnostics[0]
        guard let position = finding.position else { return outcomes }
        outcomes.append(error.sources.describe(position) + " " + finding.code.name.text)
      }
    }
  }

  @Test func linesKeepTheirNumbers() {
    #expect(outcomes("1\n2\n3") == ["l:1:1 1", "l:2:1 2", "l:3:1 3"])
    #expect(outcomes("1\n2\n3\n") == ["l:1:1 1", "l:2:1 2", "l:3:1 3"])
    #expect(outcomes("\n\n {}\r\n \t\r\n[]") == ["l:3:2 {}", "l:5:1 []"])
    #expect(outcomes("") == [])
    #expect(outcomes("\n \n\t\n") == [])
    #expect(outcomes("[]\n[1]", firstLine: 1000) == ["l:1000:1 []", "l:1001:1 [1]"])
  }

  @Test func aBadLineDoesNotEndTheReading() {
    #expect(
      outcomes("1\n[1,\n2]\n{\"é\":1 x}\n\"é\" \"é\"\n3") == [
        "l:1:1 1", "l:2:4 json-unexpected-end", "l:3:2 json-trailing-text", "l:4:8 json-syntax",
        "l:5:5 json-trailing-text", "l:6:1 3",
      ])
    #expect(outcomes("\u{FEFF}1\n2") == ["l:1:1 json-byte-order-mark", "l:2:1 2"])
  }

  @Test func aLongLineIsRefusedAtItsPlace() {
    let limits = JSONLimits(documentBytes: 5)
    #expect(
      outcomes("[1,2]\n[1,22]\n\n1", limits: limits)
        == ["l:1:1 [1,2]", "l:2:1 json-too-long", "l:4:1 1"])
  }

  @Test func errorsShowTheirLineOnlyWhereItCanBeFound() throws {
    let bytes = Array("1\n[nul]\n".utf8)
    for firstLine in [1, 50] {
      var lines = JSONLines(bytes, name: "l", firstLine: firstLine)
      _ = try lines.next()
      do throws(InvalidInput) {
        _ = try lines.next()
        Issue.record("the line must be refused")
      } catch {
        let text = error.diagnostics[0].rendered(in: error.sources)
        #expect(text.contains("[nul]") == (firstLine == 1))
        #expect(text.hasPrefix("l:\(firstLine + 1):2: error[json-syntax]"))
      }
    }
  }

  @Test func positionsInALongLineOfManyScalars() throws {
    let long = "[" + String(repeating: "\"é日😀\",", count: 700) + "0]"
    let buffer = "1\n" + long + "\n" + long
    var lines = JSONLines(Array(buffer.utf8), name: "l")
    _ = try lines.next()
    for line in 2...3 {
      let document = try #require(try lines.next())
      let elements = try #require(document.root.elements)
      for (index, element) in elements.enumerated() {
        let place = SourcePosition(line: line, column: 2 + 6 * index)
        #expect(document.locator.position(of: element) == place)
      }
    }
  }
}
