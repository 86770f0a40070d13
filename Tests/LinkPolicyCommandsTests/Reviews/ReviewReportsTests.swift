import Foundation
import LinkPolicyJSON
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

/// What a review found missing in reports, comparisons and pages, each looked for as a reader does.
@Suite("What a review missed in reports and pages")
struct ReviewReportsTests {
  // MARK: Reports for machines

  @Test("findings/review.md 6: the root of a JUnit report counts the test cases below it")
  func junit() throws {
    let scratch = try Scratch()
    // Two cases of policies that are nowhere are two errors; that nothing is run is one more.
    let step = #""steps":[{"attempt":{"action":"delete"},"expect":{"outcome":"allowed"}}]"#
    let lines = [1, 2].map { #"{"id":"odd\#($0)","policy":"nowhere-\#($0)",\#(step)}"# + "\n" }
    let broken = try scratch.write("broken.jsonl", Array(lines.joined().utf8))
    let files = [Fixtures.path("cases.yaml"), Fixtures.path("failing.yaml")]
    for (paths, errors) in [(files, 0), (files + [broken], 2), ([broken], 3)] {
      let report = ToolRun(["test"] + paths + ["--format", "junit"]).output
      let root = try #require(report.firstMatch(of: /<testsuites [^>]*>/)).0
      func stated(_ key: String) -> Int? {
        let value = root.split(separator: " \(key)=\"").dropFirst().first
        return value.flatMap { Int($0.prefix { $0 != "\"" }) }
      }
      func count(_ element: String) -> Int {
        report.components(separatedBy: "<\(element)").count - 1
      }
      #expect(stated("tests") == count("testcase "), "\(root)")
      #expect(stated("errors") == count("error ") && stated("errors") == errors, "\(root)")
      #expect(stated("failures") == count("failure "), "\(root)")
      #expect(stated("tests") ?? 0 > 0, "\(root)")
    }
    let passing = ToolRun("test", files[0], "--format", "junit")
    #expect(passing.code == .clean)
    for name in ["example-1", "example-2"] {
      #expect(passing.output.contains(" name=\"\(name)\" "), "\(passing.output)")
    }
  }

  @Test("findings/review.md 6: annotations are errors, warnings and notes by their kinds")
  func levels() throws {
    let edit = try PolicyEdit(
      // Dangerous, for whoever signs up otherwise, and a name alone.
      ("domain: own, is: trusted", "is: trusted"),
      ("same-provider: none, do: [link]}", "same-provider: none, refuse: already-linked}"),
      ("last-method:        {}", "last-method: {names: {web: harbour/last-method}}"))
    let run = ToolRun(
      "diff", edit.old, edit.new, "--format", "github", "--report", "sarif=" + edit.path("sarif"))
    let commands = run.output.split(separator: "\n").filter { $0.contains(" file=") }
    #expect(
      commands.map { $0.prefix { $0 != " " } } == ["::error", "::warning", "::notice"],
      "\(run.output)")
    let sarif = try JSONDocument(Array(edit.text("sarif").utf8), name: "sarif").root
    let results = sarif.list("runs").flatMap { $0.list("results") }
    #expect(results.compactMap { $0["level"]?.text } == ["error", "warning", "note"])
  }

  // MARK: Two systems

  /// The map that the page on comparing shows.
  private static func map() throws -> String {
    let page = try String(contentsOf: Project.file("Docs/Diff.md"), encoding: .utf8)
    let start = try #require(page.range(of: "# firebase-supabase.yaml\n"))
    let end = try #require(page[start.upperBound...].range(of: "```"))
    return String(page[start.upperBound..<end.lowerBound])
  }

  /// What comparing Firebase with Supabase comes to, with a map.
  private static func compared(_ map: String?, _ scratch: Scratch) throws -> (ToolRun, JSONValue) {
    var words = ["compare", "firebase", Sketches.path("supabase"), "--stores", "4"]
    if let map {
      words += ["--map", try scratch.write("map.yaml", Array(map.utf8))]
    }
    let run = ToolRun(words + ["--format", "json", "--report", "pretty=" + scratch.path("text")])
    return (run, try run.json)
  }

  private static func leftOut(_ comparison: JSONValue) -> Int {
    comparison.list("left-out").reduce(0) { $0 + ($1["count"]?.int ?? 0) }
  }

  @Test("findings/review.md 8: by a map two systems differ in fewer places, and are told by cause")
  func map() throws {
    let scratch = try Scratch()
    let (alone, unmapped) = try Self.compared(nil, scratch)
    #expect(alone.code == .undecided && alone.errors.contains("`--map`"), "\(alone.errors)")
    #expect(unmapped["played"]?.int == 0 && Self.leftOut(unmapped) > 1000)
    let map = try Self.map()
    let providers = try #require(map.components(separatedBy: "settings:\n").first)
    let (_, named) = try Self.compared(providers, scratch)
    let (run, mapped) = try Self.compared(map, scratch)
    let played = try #require(mapped["played"]?.int)
    let differing = try #require(mapped["differing"]?.int)
    #expect(played > 1000 && 0 < differing && differing * 2 < played, "\(differing) of \(played)")
    #expect(Self.leftOut(mapped) < Self.leftOut(unmapped))
    // Providers alone let sequences be played; settings and errors make more of them end alike.
    #expect(named["played"]?.int == played)
    #expect(differing * 5 < (named["differing"]?.int ?? 0) * 4)

    // Whatever differs has one cause, and the summary counts by what causes come to.
    #expect(run.code == .findings)
    let causes = mapped.list("causes")
    #expect(causes.reduce(0) { $0 + ($1["count"]?.int ?? 0) } == differing)
    let text = String(decoding: try scratch.read("text"), as: UTF8.self)
    #expect(text.contains("end differently, due to \(causes.count) causes\n"))
    let sorts = text.matches(of: /\n  [a-z ]+: (\d+) sequences, (\d+) causes?/)
    #expect(sorts.count > 2)
    #expect(sorts.reduce(0) { $0 + (Int($1.1) ?? 0) } == differing)
    #expect(sorts.reduce(0) { $0 + (Int($1.2) ?? 0) } == causes.count)
  }

  // MARK: Pages

  private static func sections(_ page: String) -> [String] {
    page.matches(of: /<section id="([^"]*)"/).map { String($0.1) }
  }

  /// Whether the first table is whole before the list of contents, and every table scrolls in a
  /// frame that a key reaches and that shows where it goes on.
  private static func beginsWithTable(_ page: String) throws -> Bool {
    let body = try #require(page.range(of: "<main")).upperBound
    let table = try #require(page.range(of: "</table>", range: body..<page.endIndex))
    let contents = try #require(page.range(of: "<nav", range: body..<page.endIndex))
    let link = try #require(page.range(of: "<table", range: body..<page.endIndex))
    let named = page.matches(of: /<table [^>]*aria-labelledby="[^"]+" role="table"/).count
    return link.lowerBound < contents.lowerBound && table.upperBound < contents.lowerBound
      && named == page.components(separatedBy: "<table").count - 1
  }

  @Test(
    "findings/review.md 9: the page of a change begins with the verdict, then edit, stories and matrix"
  )
  func changePage() throws {
    let effects = "revoke-sessions, replace-subject, verify-email"
    let edit = try PolicyEdit(("do: [drop-unproven, " + effects, "do: [" + effects))
    let page = ToolRun("render", "--diff", edit.old, edit.new).output
    #expect(Self.sections(page) == ["verdict", "edits", "stories", "matrix", "changes", "counts"])
    #expect(try Self.beginsWithTable(page))
    // So does the page of a policy.
    let own = ToolRun("render", edit.new).output
    #expect(Self.sections(own).first == "matrix")
    #expect(try Self.beginsWithTable(own))
    let cells = page.components(separatedBy: "<td class=\"cell changed\"").dropFirst()
      .compactMap { $0.components(separatedBy: "</td>").first }
    #expect(!cells.isEmpty)
    for cell in cells {
      let sides = cell.components(separatedBy: "<div class=\"side\">")
      #expect(sides.count == 3, "\(cell)")
      #expect(sides[1].contains("<small>before</small>") && sides[1].contains("drops"), "\(cell)")
      #expect(sides[2].contains("<small>after</small>") && sides[2].contains("links"), "\(cell)")
      #expect(cell.contains("<ol class=\"story\">"), "\(cell)")
    }
  }

  @Test("a page takes the assumptions of a proof, and shows no absolute path")
  func assumedPage() throws {
    let edit = try PolicyEdit(("name: reviewed", "name: proved"))
    let without = ToolRun("render", edit.new, "--assume", "reassigned=before")
    #expect(without.code == .usage && without.errors.contains("add `--proof`"))
    let usual = ToolRun("render", edit.new, "--proof").output
    let assumed = ToolRun("render", edit.new, "--proof", "--assume", "reassigned=before").output
    #expect(usual != assumed && assumed.contains("reassigned before"))
    let unread = ToolRun("render", edit.new, "--proof", "--assume", edit.path("absent.json"))
    #expect(unread.code == .invalidInput && unread.errors.contains("absent.json"))
    // The files lie in a temporary folder, which the pages do not name.
    let folder = String(edit.new.dropLast(edit.new.split(separator: "/").last?.count ?? 0))
    #expect(folder.hasPrefix("/") && !usual.contains(folder))
    #expect(!ToolRun("render", "--diff", edit.old, edit.new).output.contains(folder))
  }

  @Test("findings/review.md 9: the page of a proof has verdicts first, drawn stories, and a search")
  func proofPage() throws {
    let edit = try PolicyEdit(("name: reviewed", "name: proved"))
    let page = ToolRun("render", edit.new, "--proof").output
    let sections = Self.sections(page)
    #expect(sections.prefix(4) == ["verdicts", "counterexamples", "groundwork", "matrix"])
    #expect(try Self.beginsWithTable(page))
    // The assumptions are there, folded.
    let rest = try #require(page.components(separatedBy: "<section id=\"groundwork\"").last)
    let assumptions = try #require(rest.components(separatedBy: "</section>").first)
    #expect(assumptions.contains("<details>\n<summary>"))
    #expect(assumptions.components(separatedBy: "<li>").count > 10)
    // Each broken statement is drawn.
    let broken = page.matches(of: /<tr id="verdict__([^"]*)" data-kind="refuted"/)
    #expect(!broken.isEmpty)
    for statement in broken {
      let story = page.components(separatedBy: "id=\"counterexample__\(statement.1)\"").last
      let drawn = story?.components(separatedBy: "<svg ").dropFirst().first
      #expect(drawn?.contains("How \(statement.1) is broken") == true, "\(statement.1)")
    }
    // What the search and the filters go by.
    #expect(page.contains("make(\"input\", { type: \"search\" })"))
    for key in ["table", "kind"] {
      #expect(page.contains("\"\(key)\"") && page.contains(" data-\(key)=\""), "\(key)")
    }
  }
}
