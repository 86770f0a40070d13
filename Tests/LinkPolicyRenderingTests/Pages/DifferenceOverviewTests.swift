import Foundation
import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyRendering
@testable import LinkPolicyReview

@Suite("The first sections of the page of a change")
struct DifferenceOverviewTests {
  private static func report(
    _ edits: (String, String)..., stores: Int = 60
  ) throws -> DifferenceReport {
    let text = try String(contentsOfFile: Sketches.path("unrelated"), encoding: .utf8)
    var edited = text
    for (old, new) in edits {
      #expect(edited.contains(old))
      edited = edited.replacing(old, with: new)
    }
    var difference = try PolicyDifference(
      old: CompiledPolicy(yaml: Array(text.utf8), name: "old.yaml"),
      new: CompiledPolicy(yaml: Array(edited.utf8), name: "new.yaml"))
    var limits = Explorer.Limits()
    limits.stores = stores
    difference.addWitnesses(limits: limits, seed: 1)
    return DifferenceReport(
      difference, named: Sides(old: "old.yaml", new: "new.yaml"), limit: 3)
  }

  private static func written(_ section: some PageSection) -> String {
    var html = HTMLWriter()
    section.write(to: &html)
    return html.text
  }

  @Test("name the verdict, and link each danger to its story")
  func verdict() throws {
    let report = try Self.report((", domain: harbour, is: vouched", ", is: vouched"))
    let overview = DifferenceOverview(report)
    let section = VerdictSection(overview: overview)
    #expect(section.heading.hasPrefix("DANGER: ") && section.mark?.style == "bad")
    #expect(overview.dangers.map { $0.kind } == report.verdict.stopped.map { $0.rawValue })
    let page = Self.written(section)
    for danger in overview.dangers {
      let story = try #require(danger.story)
      #expect(page.contains("href=\"#" + overview.stories[story].anchor.id + "\""))
      #expect(overview.stories[story].kinds.contains { $0.rawValue == danger.kind })
    }
    #expect(page.contains("One edit: ") && page.contains("new.yaml:"))
  }

  @Test("show the changed lines of both policies, with their numbers")
  func edit() throws {
    let overview = DifferenceOverview(try Self.report(("[drop-unproven, ", "[")))
    #expect(overview.edits.count == 1)
    let edit = try #require(overview.edits.first)
    #expect(edit.lines.map { $0.side } == [.old, .new])
    #expect(edit.place == "new.yaml:\(edit.lines[1].number ?? 0)")
    #expect(edit.lines.contains { !$0.text.hasPrefix(" ") })
    let page = Self.written(EditsSection(edits: overview.edits))
    #expect(page.contains("<del>") && page.contains("<ins>") && page.contains("drop-unproven"))
  }

  @Test("tell each step with its outcome before and after, and the accounts")
  func story() throws {
    let overview = DifferenceOverview(try Self.report(("[drop-unproven, ", "[")))
    let story = try #require(overview.stories.first)
    let last = try #require(story.steps.last)
    #expect(story.steps.dropLast().allSatisfy { $0.isAlike } && !last.isAlike)
    #expect(last.outcomes.old.kind == .drops && last.outcomes.new.kind == .links)
    #expect(!last.outcomes.new.row.isEmpty && last.outcomes.new.account == "u1")
    let ends = try #require(story.ends)
    #expect(ends.old.count == 1 && ends.new.count == 1)
    #expect(ends.old[0].ways.count == 1 && ends.new[0].ways.count == 2)
    let page = Self.written(
      StoriesSection(overview: overview, changeAnchors: [Anchor(section: "c")]))
    #expect(page.contains("data-column=\"both\"") && page.contains("+ <ins>"))
    #expect(page.contains("data-column=\"before\"") && page.contains("data-column=\"after\""))
  }

  @Test("say why there is no sequence, and show both answers")
  func untold() throws {
    let overview = DifferenceOverview(
      try Self.report(("[drop-unproven, ", "["), stores: 1))
    let story = try #require(overview.stories.first)
    #expect(story.steps.isEmpty && story.ends == nil && !story.remarks.isEmpty)
    let page = Self.written(
      StoriesSection(overview: overview, changeAnchors: [Anchor(section: "c")]))
    #expect(page.contains("the answer") && page.contains("drop-unproven"))
  }

  @Test("have the numbers with separators, in the last section")
  func counts() throws {
    #expect("9504 of 1932401 cells, 16 rows".withSeparators == "9,504 of 1,932,401 cells, 16 rows")
    #expect("a1234".withSeparators == "a1,234" && "".withSeparators.isEmpty)
    let report = try Self.report(("[drop-unproven, ", "["))
    let page = Self.written(CountsSection(overview: DifferenceOverview(report)))
    for total in report.totals {
      #expect(page.contains(">" + total.kind.rawValue + "</a>"))
    }
    let html = String(decoding: DifferencePage(report).html, as: UTF8.self)
    let order = ["verdict", "edits", "stories", "matrix", "contents", "changes", "counts"]
      .map { html.range(of: "id=\"" + $0 + "\"")?.lowerBound }
    #expect(
      order.allSatisfy { $0 != nil } && order.compactMap { $0 } == order.compactMap { $0 }.sorted())
  }

  @Test("fold the unchanged rows of the matrix behind their number")
  func folds() throws {
    let report = try Self.report(("[drop-unproven, ", "["))
    let matrices = ComparedMatrix.all(report.difference)
    let unchanged = matrices.map { matrix in
      matrix.groups.reduce(0) { $0 + $1.lines.count { !$0.isChanged } }
    }
    let html = String(decoding: DifferencePage(report).html, as: UTF8.self)
    for count in unchanged where count > 0 {
      #expect(html.contains("Show \(count) unchanged row"))
    }
    let fold = try #require(html.range(of: "<details class=\"fold\""))
    #expect(!html[..<fold.lowerBound].contains("data-kind=\"unchanged\""))
  }
}
