import LinkPolicy
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyJSON

@Suite struct JSONLimitsTests {
  private func code(_ text: String, _ limits: JSONLimits = JSONLimits()) -> DiagnosticCode? {
    do throws(InvalidInput) {
      _ = try JSONDocument(Array(text.utf8), name: "limits", limits: limits)
      return nil
    } catch {
      return error.diagnostics.first?.code
    }
  }

  private func nested(_ depth: Int, _ open: String, _ inner: String, _ close: String) -> String {
    String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
  }

  @Test func depthIsLimited() {
    for depth in [1, 2, 64, 100, 128] {
      let limits = JSONLimits(depth: depth)
      #expect(code(nested(depth, "[", "", "]"), limits) == nil)
      #expect(code(nested(depth + 1, "[", "", "]"), limits) == .jsonTooDeep)
      #expect(code(nested(depth, #"{"a":"#, "1", "}"), limits) == nil)
      #expect(code(nested(depth + 1, #"{"a":"#, "1", "}"), limits) == .jsonTooDeep)
    }
  }

  @Test func depthIsThatOfTheNestingNotOfTheCount() {
    let text = "[" + String(repeating: "[],{},", count: 1000) + "0]"
    #expect(code(text, JSONLimits(depth: 2)) == nil)
    #expect(code(text, JSONLimits(depth: 1)) == .jsonTooDeep)
  }

  @Test func defaultDepthStopsAMillionBrackets() throws {
    let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
    let error = #expect(throws: InvalidInput.self) { try JSONDocument(bytes, name: "deep") }
    let finding = try #require(error?.diagnostics.first)
    #expect(finding.code == .jsonTooDeep)
    #expect(finding.position == SourcePosition(line: 1, column: 65))
    #expect(finding.message == "more than 64 nested arrays and objects")
  }

  @Test func limitsAreBroughtIntoRange() {
    #expect(JSONLimits().depth == 64)
    #expect(JSONLimits().documentBytes == 16 * 1024 * 1024)
    #expect(JSONLimits(depth: .max).depth == JSONLimits.greatestDepth)
    #expect(JSONLimits(depth: .min).depth == 1)
    #expect(JSONLimits(documentBytes: -1).documentBytes == 0)
    #expect(code(String(repeating: "[", count: 100_000), JSONLimits(depth: .max)) == .jsonTooDeep)
  }

  @Test func lengthIsLimitedBeforeReading() {
    #expect(code("[1]", JSONLimits(documentBytes: 3)) == nil)
    #expect(code("[1]", JSONLimits(documentBytes: 2)) == .jsonTooLong)
    #expect(code("not json", JSONLimits(documentBytes: 2)) == .jsonTooLong)
    #expect(code("", JSONLimits(documentBytes: 0)) == .jsonEmpty)
    let long = "\"" + String(repeating: "x", count: 16 * 1024 * 1024) + "\""
    #expect(code(long) == .jsonTooLong)
  }
}
