import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyPresets
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyAuthoring
@testable import LinkPolicyReview

/// Reviews that remember earlier ones find the same as reviews that do not.
@Suite("Reviews with a memory")
struct ReviewMemoryTests {
  /// A policy that extends `firebase` or `hardened`, in versions that differ in what relations and inherited findings
  /// depend on.
  private static func versions(of base: String) -> [String] {
    let start = "linkpolicy: 1\nname: edited\nextends: \(base)\n"
    return [
      start, start,
      start + "domains:\n  ours: [example.com]\n",
      start + "domains:\n  ours: [example.com]\n  relay: [example.org]\n",
      start + "providers:\n  github.com: {kind: federated, consent: required}\n",
      start + "providers:\n  github.com: {kind: federated, gives: [name]}\n",
      start + "methods: {count: [federated]}\n",
      start + "methods: {count: [password], count-disabled: no}\n",
      start + "addresses: {held-by: methods}\n",
      start + "addresses: {match: any-proven}\n",
      start + "addresses: {unique: no}\n",
      start + "actions:\n  invite: {points-to: target, address: optional}\n",
      start + "labels: {tier: [basic, gold]}\n",
      start + "findings:\n  - {code: untested-input, at: \"nonce/*\", level: note, reason: none}\n",
      start + "settings: {mode: [off, on]}\n",
      "linkpolicy: 1\nname: edited\nextends: firebase-emulator\n",
      start, "no policy",
    ]
  }

  private static func report(_ text: String, _ memory: inout ReviewMemory) -> String {
    let source = Result { () throws(InvalidInput) in
      try PolicyText(Array(text.utf8), name: "policy.yaml", finder: Presets.finder)
    }
    let review = PolicyReview(source, remembering: &memory)
    return String(decoding: PolicyReport(review, named: "policy.yaml").json, as: UTF8.self)
  }

  @Test(
    "find the same after every edit",
    arguments: Thoroughness.share(of: ["firebase", "hardened"]))
  func same(_ base: String) {
    var memory = ReviewMemory()
    var expected: [String: String] = [:]
    let versions = Self.versions(of: base)
    for (number, text) in (versions + versions.reversed()).enumerated() {
      if expected[text] == nil {
        var nothing = ReviewMemory()
        expected[text] = Self.report(text, &nothing)
      }
      #expect(Self.report(text, &memory) == expected[text], "version \(number): \(text)")
    }
    #expect(Set(expected.values).count > 8, "the versions have different findings")
  }

  @Test(
    "lay out the same boxes and images as without one",
    arguments: Thoroughness.share(of: ["firebase", "hardened"]))
  func boxes(_ base: String) throws {
    var memory = RelationMemory()
    var compiled = 0
    for text in Self.versions(of: base) {
      let source = try? PolicyText(Array(text.utf8), name: "policy.yaml", finder: Presets.finder)
      guard let document = source?.document, let alone = try? CompiledPolicy(document) else {
        continue
      }
      let remembering = try CompiledPolicy.withCells(document, remembering: &memory).policy
      #expect(remembering.image == alone.image, "\(text)")
      #expect(
        remembering.occurring.boxes.map { $0.boxes } == alone.occurring.boxes.map { $0.boxes },
        "\(text)")
      compiled += alone.occurring.boxes.isEmpty ? 0 : 1
    }
    #expect(compiled > 8)
  }

  @Test("keep the relations of a vocabulary, and only of an equal one")
  func relations() throws {
    var memory = ReviewMemory()
    let text = "linkpolicy: 1\nname: edited\nextends: firebase\n"
    _ = Self.report(text, &memory)
    let policy = try CompiledPolicy(
      PolicyText(Array(text.utf8), name: "policy.yaml", finder: Presets.finder).document)
    var relations = memory.relations
    let vocabulary = policy.vocabulary
    for isSuperseded in [false, true] {
      let space = relations.space(for: vocabulary, hasSupersededMethods: isSuperseded)
      #expect((space != nil) == (policy.storage.hasSupersededMethods == isSuperseded))
    }
    let other = vocabulary.using(ValueSet([0]))
    #expect(
      relations.space(
        for: other, hasSupersededMethods: policy.storage.hasSupersededMethods) == nil)
  }
}
