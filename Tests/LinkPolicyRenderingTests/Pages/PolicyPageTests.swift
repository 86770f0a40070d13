import Foundation
import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyPresets
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyRendering

@Suite("The page of a policy")
struct PolicyPageTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test("of the small sketch is the one that was reviewed")
  func golden() throws {
    let path = URL(filePath: Sketches.path("unrelated"))
    let policy = try CompiledPolicy(yaml: [UInt8](Data(contentsOf: path)), name: "unrelated.yaml")
    let page = PolicyPage(policy).html
    let file = Self.tests.appending(path: "Golden/unrelated.html")
    #expect(Golden.difference(String(decoding: page, as: UTF8.self), file) == nil)
  }

  @Test("has every row, and links that lead somewhere", arguments: Presets.names)
  func links(name: String) throws {
    try check(Presets.compiled(named: name))
  }

  @Test("of each system has every row, and links that lead somewhere")
  func systems() throws {
    let folder = Project.file("Systems")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).map { $0.appending(path: "policy.yaml") }.filter {
      FileManager.default.fileExists(atPath: $0.path(percentEncoded: false))
    }
    #expect(files.count >= 14)
    for file in files {
      try check(CompiledPolicy(yamlFile: file.path(percentEncoded: false)))
    }
  }

  private func check(_ policy: CompiledPolicy) throws {
    let page = String(decoding: PolicyPage(policy).html, as: UTF8.self)
    let ids = Set(page.matches(of: /\bid="([^"]*)"/).map { String($0.1) })
    var count = 0
    for link in page.matches(of: /\bhref="#([^"]*)"/) {
      #expect(ids.contains(String(link.1)), "\(link.1)")
      count += 1
    }
    let rows = RowNumbers(policy)
    for row in rows.names {
      #expect(ids.contains(Anchor(row: row).id), "\(row.text)")
    }
    #expect(count > rows.count && page.contains(policy.digest.text))
    #expect(page.matches(of: /<script>/).count == 1 && !page.contains("url("))
  }

  @Test("takes nothing from a hostile policy but text")
  func hostile() throws {
    let text = """
      linkpolicy: 1
      name: "</style><script>x</script>"
      title: "\\"onload=\\"x"
      sources: {a: {title: "<b>", url: "javascript:x"}}
      providers: {"<i>": {kind: federated, issuer: "&amp;"}}
      decisions:
        sign-in.federated:
          rows:
            - {id: "a b<>", comment: "<img src=x>", because: "<s>", refuse: "no\\"way"}
      errors: {"no\\"way": {names: {"<u>": "'"}}}
      """
    let policy = try CompiledPolicy(yaml: Array(text.utf8))
    let page = String(decoding: PolicyPage(policy).html, as: UTF8.self)
    let style = try #require(page.range(of: "</style>"))
    let script = try #require(page.range(of: "<script>"))
    let body = page[style.upperBound..<script.lowerBound]
    #expect(
      page[script.upperBound...].hasSuffix(PageScript.page.text + "</script></body></html>\n"))
    for markup in ["<script", "<b>", "<i>", "<img", "<s>", "<u>", "onload=\"", "href=\"java"] {
      #expect(!body.contains(markup), "\(markup)")
    }
    #expect(body.contains("&lt;/style&gt;&lt;script&gt;x&lt;/script&gt;"))
    #expect(page.matches(of: /<\/style>/).count == 1)
  }
}
