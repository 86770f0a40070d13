import Foundation
import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyRendering
@testable import LinkPolicyReview

@Suite("Matrices side by side")
struct ComparedMatrixTests {
  private static func text() throws -> String {
    try String(contentsOfFile: Sketches.path("unrelated"), encoding: .utf8)
  }

  private static func difference(_ old: String, _ new: String) throws -> PolicyDifference {
    try PolicyDifference(
      old: CompiledPolicy(yaml: Array(old.utf8), name: "old.yaml"),
      new: CompiledPolicy(yaml: Array(new.utf8), name: "new.yaml"))
  }

  private static func edited(_ part: String, _ other: String) throws -> PolicyDifference {
    let text = try text()
    let edited = text.replacing(part, with: other)
    #expect(edited != text)
    return try difference(text, edited)
  }

  @Test("of one policy are its own matrix, and nothing in them is changed")
  func same() throws {
    let text = try Self.text()
    let difference = try Self.difference(text, text)
    let compared = ComparedMatrix.all(difference)
    let own = OutcomeMatrix.all(difference.policies.new)
    #expect(compared.map { $0.action } == own.map { $0.action })
    for (matrix, other) in zip(compared, own) {
      #expect(!matrix.isChanged)
      #expect(matrix.columns.map { $0.key } == other.columns.map { $0.key })
      #expect(matrix.groups.map { $0.lines.count } == other.groups.map { $0.lines.count })
      for (group, own) in zip(matrix.groups, other.groups) {
        #expect(group.lines.map { $0.arriving } == own.lines.map { $0.arriving })
        #expect(group.lines.map { $0.cells.map { $0.results.old } } == own.lines.map { $0.cells })
        #expect(group.lines.map { $0.cells.map { $0.results.new } } == own.lines.map { $0.cells })
      }
    }
  }

  @Test("mark the cells that a change is in, and no other")
  func changed() throws {
    let difference = try Self.edited("[drop-unproven, ", "[")
    let matrices = ComparedMatrix.all(difference)
    let cells = matrices.flatMap { $0.groups.flatMap { $0.lines.flatMap { $0.cells } } }
    let changed = cells.filter { $0.isChanged }
    #expect(!changed.isEmpty && changed.count < cells.count)
    for cell in changed {
      #expect(!cell.changes.isEmpty)
      #expect(cell.changes.allSatisfy { difference.changes.indices.contains($0.place) })
      #expect(cell.results.old?.contains { $0.outcome == .drops } == true)
      #expect(cell.results.new?.contains { $0.outcome == .links } == true)
    }
    let met = Set(changed.flatMap { $0.changes.map { $0.place } })
    #expect(met == Set(difference.changes.indices))
  }

  @Test("tell what only one policy declares")
  func declared() throws {
    let text = try Self.text()
    let line = try #require(
      text.split(separator: "\n").first { $0.contains("github.com:") }.map { String($0) })
    // A provider with another issuer is compared cell by cell.
    let more = line.replacing("github.com", with: "more.example")
      .replacing("{kind: federated", with: "{kind: federated, issuer: elsewhere")
    let difference = try Self.difference(text, text.replacing(line, with: line + "\n" + more))
    let cells = ComparedMatrix.all(difference).flatMap {
      $0.groups.flatMap { $0.lines.flatMap { $0.cells } }
    }
    let new = cells.filter { $0.results.old == nil }
    #expect(!new.isEmpty && new.allSatisfy { $0.isChanged })
    #expect(cells.filter { $0.results.old != nil }.allSatisfy { !$0.isChanged })
  }

  @Test("tell a story in each changed cell, or that there is none")
  func stories() throws {
    var difference = try Self.edited("[drop-unproven, ", "[")
    for isSearched in [false, true] {
      if isSearched {
        var limits = Explorer.Limits()
        limits.stores = 60
        difference.addWitnesses(limits: limits, seed: 1)
      }
      let names = Sides(old: "old.yaml", new: "new.yaml")
      let report = DifferenceReport(difference, named: names, limit: 6)
      let page = String(decoding: DifferencePage(report).html, as: UTF8.self)
      let cells = page.matches(of: /<td class="cell changed" id="([^"]*)" tabindex="0"/)
      #expect(!cells.isEmpty)
      for cell in cells {
        #expect(page.contains("<div class=\"why\" id=\"\(cell.1)__story\">"))
      }
      #expect(page.contains("No story is known for this change.") != isSearched)
      let matrix = try #require(page.range(of: "id=\"matrix\""))
      let changes = try #require(page.range(of: "id=\"changes\""))
      #expect(matrix.lowerBound < changes.lowerBound)
    }
  }
}
