import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyYAML

/// What a policy says must never happen.
@Suite("Invariants of a policy's own")
struct InvariantTests {
  private func read(_ entry: String) throws(InvalidInput) -> PolicyText {
    try OverlayTests.read("invariants:\n  - " + entry + "\n")
  }

  private func codes(_ entry: String) -> [String] {
    do throws(InvalidInput) {
      _ = try Policy(read(entry).document)
      return []
    } catch {
      return error.diagnostics.map { $0.code.name.text + ": " + $0.message }
    }
  }

  @Test("an entry has an id, conditions, what must never be, and reasons")
  func entry() throws {
    let document = try read("{id: a, credential: known, never: [link, allowed], because: [D1, D2]}")
      .document
    let invariant = try #require(document.invariants.first)
    #expect(invariant.id.value == "a" && invariant.conditions.count == 1)
    #expect(invariant.never.map { $0.value } == ["link", "allowed"])
    #expect(invariant.because.map { $0.value } == ["D1", "D2"])
    #expect(codes("{id: a, credential: known, never: [link, refused, no]}") == [])
  }

  @Test(
    "what is missing or unknown is refused",
    arguments: [
      ("{id: a, credential: known}", "missing-key"),
      ("{never: link}", "missing-key"),
      ("{id: a, never: []}", "wrong-type"),
      ("{id: a, credentials: known, never: link}", "unknown-name: unknown fact `credentials`"),
      ("{id: a, credential: odd, never: link}", "unknown-name: unknown value"),
      ("{id: a, never: links}", "unknown-name: unknown outcome or effect `links`"),
    ])
  func refused(_ entry: String, _ expected: String) {
    let codes = codes(entry)
    #expect(codes.count == 1 && codes[0].hasPrefix(expected), "\(codes)")
  }

  @Test("two of one id are refused")
  func twice() {
    let codes = codes("{id: a, never: link}\n  - {id: a, never: unlink}")
    #expect(codes.count == 1 && codes[0].hasPrefix("duplicate-name"))
  }

  @Test("an overlay adds to them, and none counts for the digest")
  func overlay() throws {
    let plain = try Policy(OverlayTests.read("title: plain\n").document)
    let own = try Policy(read("{id: a, never: link}").document)
    #expect(plain.digest == own.digest)
    let base = OverlayTests.base + "\ninvariants: [{id: first, never: unlink}]\n"
    let both = try OverlayTests.read(
      "invariants: [{id: second, never: link}]\n", ["base": base])
    #expect(both.document.invariants.map { $0.id.value } == ["first", "second"])
  }
}
