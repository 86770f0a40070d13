import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyYAML

/// The digest that a policy states of itself.
@Suite struct OwnDigestTests {
  private static let body = """
    name: own
    providers: {p: {kind: federated}}
    decisions:
      sign-in:
        rows:
          - {id: any, refuse: no}
    errors:
      no: {}
      other: {}

    """

  private static let base = "linkpolicy: 1\n" + body

  private static func finder(_ files: [String: String]) -> PolicyFinder {
    PolicyFinder { reference, _ in
      files[reference].map { .found(name: reference, bytes: Array($0.utf8)) }
        ?? .notFound("there is none")
    }
  }

  private func digest(_ text: String, _ files: [String: String] = [:]) throws -> String {
    try PolicyText.digest(of: Array(text.utf8), name: "p.yaml", finder: Self.finder(files)).text
  }

  private func stating(_ digest: String, _ body: String = body) -> String {
    "linkpolicy: 1\ndigest: " + digest + "\n" + body
  }

  /// The codes and places of what keeps a text from being read; none where it is.
  private func findings(_ text: String, _ files: [String: String] = [:]) -> [String] {
    do throws(InvalidInput) {
      _ = try PolicyText(Array(text.utf8), name: "p.yaml", finder: Self.finder(files))
      return []
    } catch {
      return error.diagnostics.map {
        "\($0.code.name) \($0.position?.line ?? 0):\($0.position?.column ?? 0)"
      }
    }
  }

  @Test func aTextThatMeansWhatItStatesIsRead() throws {
    let right = try digest(Self.base)
    #expect(right == (try PolicyText(Array(Self.base.utf8), name: "p").digest))
    #expect(findings(stating(right)).isEmpty)
    #expect(findings(stating("\"" + right + "\"")).isEmpty)
    #expect(try digest(stating(right)) == right, "it leaves itself out")
    // What is no part of the meaning may change.
    #expect(findings(stating(right, "title: t # c\n" + Self.body)).isEmpty)
  }

  @Test func aTextThatMeansSomethingElseIsNot() throws {
    let right = try digest(Self.base)
    for (old, new) in [
      ("refuse: no}", "refuse: other}"), ("name: own", "name: owm"), ("  other: {}\n", ""),
    ] {
      let text = stating(right).replacingFirst(old, new)
      #expect(findings(text) == ["changed-meaning 2:9"], "\(new)")
      do throws(InvalidInput) {
        _ = try PolicyText(Array(text.utf8), name: "p.yaml", finder: .none)
      } catch {
        let help = error.diagnostics.first?.help ?? ""
        let now = try digest(text)
        #expect(help.contains(right) && help.contains(now) && help.contains("fmt --pin"))
      }
    }
    #expect(findings(stating(String(repeating: "0", count: 64))) == ["changed-meaning 2:9"])
  }

  @Test func aDigestStandsSecondAndIsOne() throws {
    let right = try digest(Self.base)
    let line = "digest: \(right)\n"
    let body = Self.body.replacingFirst("name: own\n", "")
    #expect(findings(line + Self.base) == ["misplaced-digest 1:1"])
    #expect(findings("linkpolicy: 1\nname: own\n" + line + body) == ["misplaced-digest 3:1"])
    #expect(findings("name: own\n" + line + "linkpolicy: 1\n" + body) == ["misplaced-digest 2:1"])
    #expect(findings(Self.base + line) == ["misplaced-digest 11:1"])
    for wrong in ["abc", right.uppercased(), right + "0", "[\(right)]", "''"] {
      #expect(findings(stating(wrong)) == ["wrong-type 2:9"], "\(wrong)")
    }
    #expect(findings("linkpolicy: 1\n" + line + line + Self.body).first?.hasPrefix("yaml-") == true)
  }

  @Test func anOverlayStatesWhatItComesToWithItsBase() throws {
    let overlay = "linkpolicy: 1\nname: over\nextends: base\nerrors: {third: {}}\n"
    let files = ["base": Self.base]
    let right = try digest(overlay, files)
    let text = overlay.replacingFirst("linkpolicy: 1\n", "linkpolicy: 1\ndigest: \(right)\n")
    #expect(findings(text, files).isEmpty)
    // The base has changed, or the overlay was cut short.
    let other = ["base": Self.base.replacingFirst("refuse: no}", "refuse: other}")]
    #expect(findings(text, other) == ["changed-meaning 2:9"])
    let cut = text.replacingFirst("errors: {third: {}}\n", "")
    #expect(findings(cut, files) == ["changed-meaning 2:9"])
    // A base that states its own is held to it, and the overlay says nothing of it.
    let basis = try digest(Self.base)
    #expect(findings(text, ["base": stating(basis)]).isEmpty)
    #expect(findings(overlay, ["base": stating(basis)]).isEmpty)
    #expect(findings(overlay, ["base": stating(right)]) == ["changed-meaning 2:9"])
    #expect(try digest(text, ["base": stating(right)]) == right, "to be put right as well")
  }

  @Test func whatIsExpandedStatesTheSame() throws {
    let overlay = "linkpolicy: 1\nname: over\nextends: base\n"
    let files = ["base": stating(try digest(Self.base))]
    let right = try digest(overlay, files)
    for text in [
      overlay, overlay.replacingFirst("name", "digest: \(right)\nname"),
    ] {
      let read = try PolicyText(Array(text.utf8), name: "p", finder: Self.finder(files))
      let expanded = read.expanded
      let again = try PolicyText(expanded, name: "expanded")
      #expect(PolicyDigest(of: again.document).text == right)
      let isStated = String(decoding: expanded, as: UTF8.self).contains("digest: " + right)
      #expect(isStated == text.contains("digest"))
    }
  }

  @Test func formattingWritesItAndKeepsTheRest() throws {
    let digest = try #require(PolicyDigest(text: String(repeating: "a", count: 64)))
    let line = "digest: " + digest.text
    func stated(_ text: String) throws -> String {
      let bytes = try PolicyFormatter.format(Array(text.utf8), name: "p", stating: digest)
      #expect(try PolicyFormatter.format(bytes, name: "p", stating: digest) == bytes)
      #expect(try PolicyFormatter.format(bytes, name: "p") == bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    for (text, expected) in [
      ("linkpolicy: 1\nname: a\n", "linkpolicy: 1\n\(line)\nname: a\n"),
      ("linkpolicy: 1\ndigest: b # why\nname: a\n", "linkpolicy: 1\n\(line)  # why\nname: a\n"),
      (
        "# top\nlinkpolicy: 1  # version\n# below\n\nname: a\n",
        "# top\nlinkpolicy: 1  # version\n\(line)\n# below\n\nname: a\n"
      ),
      ("linkpolicy: 1\n\nname: a # last", "linkpolicy: 1\n\(line)\n\nname: a  # last\n"),
      ("{linkpolicy: 1, name: a}\n", "{linkpolicy: 1, \(line), name: a}\n"),
      ("linkpolicy: 1", "linkpolicy: 1\n\(line)\n"),
      ("linkpolicy: 1 # only", "linkpolicy: 1  # only\n\(line)\n"),
    ] {
      #expect(try stated(text) == expected)
    }
    for text in ["name: a\nlinkpolicy: 1\n", "[a]", "a"] {
      #expect(throws: InvalidInput.self) { try stated(text) }
    }
  }
}

extension PolicyText {
  fileprivate var digest: String { PolicyDigest(of: document).text }

  fileprivate init(_ bytes: [UInt8], name: String) throws(InvalidInput) {
    try self.init(bytes, name: name, finder: .none)
  }
}

extension String {
  /// The text with the first place where a part stands taken by another.
  fileprivate func replacingFirst(_ part: String, _ other: String) -> String {
    guard let start = indices.first(where: { self[$0...].hasPrefix(part) }) else { return self }
    return self[..<start] + other + self[index(start, offsetBy: part.count)...]
  }
}
