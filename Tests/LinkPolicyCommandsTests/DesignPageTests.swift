import Foundation
import LinkPolicyTestSupport
import Testing

/// The walk of Docs/Design.md from policy text to decision, against the sources.
@Suite("The page on design")
struct DesignPageTests {
  private static func named() throws -> [String] {
    let page = try String(contentsOf: Project.file("Docs/Design.md"), encoding: .utf8)
    let start = try #require(page.range(of: "## From policy text to decision, file by file"))
    let rest = page[start.upperBound...]
    let walk = rest.range(of: "\n## ").map { rest[..<$0.lowerBound] } ?? rest
    return walk.matches(of: /`([^`\s]+\.swift)`/).map { String($0.1) }
  }

  private static func sources() throws -> [String] {
    let root = Project.file("Sources")
    let paths = try #require(
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    return paths.compactMap { ($0 as? URL)?.lastPathComponent }
  }

  @Test func namesEachFileOnce() throws {
    let named = try Self.named()
    #expect(named.count > 50)
    for name in Set(named) {
      #expect(named.count { $0 == name } == 1, "\(name) is named twice")
    }
  }

  @Test func namesFilesThatThereAre() throws {
    let sources = try Self.sources()
    for name in try Self.named() {
      #expect(sources.count { $0 == name } == 1, "\(name) is not the name of one file")
    }
  }
}
