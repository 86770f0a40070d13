import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

/// Digests that texts pin.
@Suite("Pinned digests")
struct PinTests {
  private static let base = Harbour.text
  private static let overlay = "linkpolicy: 1\nname: ours\nextends: base.yaml\n"

  private static func digest(of text: String) throws -> String {
    try PolicyText.digest(of: Array(text.utf8), name: "text.yaml", finder: finder(base)).text
  }

  private static func finder(_ text: String) -> PolicyFinder {
    PolicyFinder { reference, _ in
      reference == "base.yaml"
        ? .found(name: reference, bytes: Array(text.utf8)) : .notFound("no such file")
    }
  }

  private static func stating(_ text: String) throws -> String {
    "linkpolicy: 1\ndigest: \(try digest(of: text))\n" + text.dropFirst("linkpolicy: 1\n".count)
  }

  private static func kinds(_ old: String, _ new: String, base: String = base) throws
    -> [String: [ChangeKind]]
  {
    let policies = try [old, new].map { text in
      try CompiledPolicy(yaml: Array(text.utf8), name: "text.yaml", finder: finder(base))
    }
    let difference = try PolicyDifference(old: policies[0], new: policies[1])
    #expect(difference.changes.isEmpty)
    let isEqual = difference.declarations.allSatisfy { $0.kinds == [.pins] }
    #expect(difference.isEqual == isEqual)
    return Dictionary(
      difference.declarations.map { ($0.subject, $0.kinds) }, uniquingKeysWith: { $0 + $1 })
  }

  @Test("a pin that is removed needs a review, and one that is added or follows a change is a note")
  func pins() throws {
    let pinned = try Self.overlay.replacing(
      "base.yaml", with: "{policy: base.yaml, digest: \(Self.digest(of: Self.base))}")
    let stating = try Self.stating(Self.base)
    #expect(try Self.kinds(stating, Self.base) == ["own digest": [.unpins]])
    #expect(try Self.kinds(Self.base, stating) == ["own digest": [.pins]])
    #expect(
      try Self.kinds(pinned, Self.overlay) == ["digest of the extended policy": [.unpins]])
    #expect(try Self.kinds(Self.overlay, pinned) == ["digest of the extended policy": [.pins]])
    let renamed = try Self.stating(Self.base.replacing("id: joins", with: "id: comes-home"))
    #expect(try Self.kinds(stating, renamed) == ["own digest": [.pins]])
    #expect(try Self.kinds(pinned, pinned) == [:])
  }

  @Test("texts are matched from the policy that extends nothing")
  func layers() throws {
    let stating = try Self.stating(Self.base)
    let ours = try Self.stating(Self.overlay)
    // What extends a pinned policy pins no less, and need not pin itself.
    #expect(try Self.kinds(stating, Self.overlay, base: stating) == [:])
    #expect(try Self.kinds(stating, ours, base: stating) == ["own digest": [.pins]])
    #expect(try Self.kinds(ours, Self.overlay) == ["own digest": [.unpins]])
    // An overlay that is written out has lost its own digest, unless it states the new one.
    #expect(try Self.kinds(ours, Self.base) == ["own digest": [.unpins]])
    #expect(try Self.kinds(ours, stating) == ["own digest": [.pins]])
    // What is no longer extended needs no pin.
    let pinned = try Self.overlay.replacing(
      "base.yaml", with: "{policy: base.yaml, digest: \(Self.digest(of: Self.base))}")
    #expect(try Self.kinds(pinned, Self.base) == [:])
  }
}

extension String {
  fileprivate func replacing(_ old: String, with new: String) -> String {
    split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}
