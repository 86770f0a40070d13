import Foundation
import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyRendering
@testable import LinkPolicyReview

@Suite("The page of a change")
struct DifferencePageTests {
  private static func change(_ kinds: String..., row: String = "t/a") -> ShownChange {
    ShownChange(
      in: "t", kinds: kinds.map { ShownChange.KindLabel($0, meaning: "what " + $0 + " means") },
      old: ShownChange.ChangeAnswer(row: row, place: "a.yaml:1:2", words: "refused <b>"),
      new: ShownChange.ChangeAnswer(row: "", place: "-", words: "declared impossible"), cells: 3,
      boxes: [
        ShownChange.ChangeBox(
          conditions: ["credential: new"], cells: 3,
          story: [
            ShownStep("sign-in \"x\"", outcomes: [ShownStep.StepOutcome("allowed")]),
            ShownStep(
              "sign-in y",
              outcomes: [
                ShownStep.StepOutcome("allowed", by: "before"),
                ShownStep.StepOutcome("stop", by: "after"),
              ]),
          ], remarks: ["a <remark>"])
      ], hiddenBoxes: 2)
  }

  private static func written(_ section: some PageSection) -> String {
    var html = HTMLWriter()
    section.write(to: &html)
    return html.text
  }

  @Test("has the gravest kind first, and each change once")
  func order() throws {
    let section = ChangesSection(changes: [
      Self.change("renames", row: "t/first"),
      Self.change("drops-more", "drops-less", row: "t/second"),
      Self.change("reaches-more", row: "t/third"), Self.change("renames", row: "t/fourth"),
      Self.change("of-another-kind", row: "t/fifth"),
    ])
    let headings = section.parts.map { $0.heading }
    #expect(
      headings == ["reaches-more (1)", "drops-less (1)", "renames (2)", "of-another-kind (1)"])
    let page = Self.written(section)
    var last = page.startIndex
    for row in ["third", "second", "first", "fourth", "fifth"] {
      let place = try #require(page.range(of: "<strong>t/" + row + "</strong> → "))
      #expect(place.lowerBound > last)
      last = place.lowerBound
    }
    #expect(page.contains("drops-more, drops-less <a class=\"self\""))
    #expect(page.contains("data-table=\"t\" data-kind=\"drops-more&#10;drops-less\""))
    for part in section.parts {
      #expect(page.contains("id=\"" + part.anchor.id + "\""))
    }
  }

  @Test("tells the story of each box, as text")
  func story() {
    let page = Self.written(ChangesSection(changes: [Self.change("splits")]))
    #expect(page.contains(" open=\"\">"))
    #expect(
      page.contains(
        "<code>sign-in &quot;x&quot;</code><span class=\"came\">→ <span class=\"said\">allowed"))
    #expect(
      page.contains(
        "before → <span class=\"said\">allowed</span></span><span class=\"came\">after → <span"))
    #expect(page.contains("a &lt;remark&gt;") && page.contains("refused &lt;b&gt;"))
    #expect(page.contains("<strong>no row</strong>") && page.contains("not shown: 2."))
    let many = Self.written(
      ChangesSection(changes: Array(repeating: Self.change("splits"), count: 13)))
    #expect(many.contains("<details id=") && !many.contains(" open=\"\""))
    let ids = many.matches(of: /\bid="([^"]*)"/).map { String($0.1) }
    #expect(Set(ids).count == ids.count && ids.count == 28)
  }

  @Test("of no change says so, in words of the comparison")
  func equal() throws {
    let policy = try Sketches.policy("unrelated")
    let difference = try PolicyDifference(old: policy, new: policy)
    let names = Sides(old: "a", new: "b")
    let report = DifferenceReport(difference, named: names, limit: 1)
    let page = String(decoding: DifferencePage(report).html, as: UTF8.self)
    #expect(page.contains("Every cell that can occur is answered alike."))
    #expect(page.contains("Proved equal") && page.contains("<h1>a → b</h1>"))
    #expect(page.contains("EQUAL: no attempt is decided differently"))
    #expect(!page.contains("id=\"edits\"") && !page.contains("id=\"stories\""))
    #expect(!page.contains("id=\"declared\"") && !page.contains("id=\"verdicts\""))
  }

  @Test("has every change of a comparison, with its witness")
  func changes() throws {
    let text = try String(contentsOfFile: Sketches.path("unrelated"), encoding: .utf8)
    let edited = text.replacing(", domain: harbour, is: vouched", with: ", is: vouched")
    #expect(edited != text)
    let old = try CompiledPolicy(yaml: Array(text.utf8), name: "old.yaml")
    let new = try CompiledPolicy(yaml: Array(edited.utf8), name: "new.yaml")
    var difference = try PolicyDifference(old: old, new: new)
    var limits = Explorer.Limits()
    limits.stores = 60
    difference.addWitnesses(limits: limits, seed: 1)
    let report = DifferenceReport(
      difference, named: Sides(old: "old.yaml", new: "new.yaml"), limit: 1)
    let page = String(decoding: DifferencePage(report).html, as: UTF8.self)
    #expect(page.matches(of: /<details id="change-of/).count == difference.changes.count)
    #expect(page.contains("reaches-more") && page.contains("class=\"story\""))
    #expect(page.contains("sign-in login.harbour.example"))
    #expect(page.contains(old.digest.text) && page.contains(new.digest.text))
  }

  @Test("has the verdicts of a proof, each with a word beside its colour")
  func verdicts() {
    let verdicts = [
      ShownVerdict("I1", statement: "nobody <enters>", finding: .proved, remarks: ["12 states"]),
      ShownVerdict(
        "I2", statement: "nothing is lost", finding: .refuted,
        story: [ShownStep("delete", outcomes: [ShownStep.StepOutcome("allowed")])]),
      ShownVerdict("I3", statement: "it ends", finding: .undecided),
    ]
    let sections = VerdictsSection.sections(verdicts, ["mail is read by its owner"])
    #expect(
      sections.map { $0.anchor.id } == ["verdicts", "counterexamples", "groundwork"])
    #expect(sections.map { $0.parts.count } == [3, 1, 0])
    var html = HTMLWriter()
    for section in sections {
      section.write(to: &html)
    }
    let page = html.text
    #expect(page.contains("<details>") && page.contains("<li>mail is read by its owner</li>"))
    #expect(VerdictsSection.sections([], ["unheard"]).isEmpty)
    #expect(page.contains("Of 3 statements: 1 broken, 1 not decided, 1 proved."))
    for word in ["PROVED", "BROKEN", "NOT DECIDED"] {
      #expect(page.contains("<strong>" + word + "</strong>"))
    }
    #expect(page.contains("Nobody &lt;enters&gt;.") && page.contains("12 states"))
    #expect(page.matches(of: /class="story"/).count == 1)
  }
}
