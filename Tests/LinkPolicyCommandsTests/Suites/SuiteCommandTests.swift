import Foundation
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

@Suite("Suites from the command line")
struct SuiteCommandTests {
  /// Words that name a file of the fixtures start with `@`.
  private static let cases: [(name: String, words: String)] = [
    ("vectors-lint", "vectors lint @good-suite"),
    ("vectors-lint-json", "vectors lint @good-suite --format json"),
    ("vectors-lint-bad", "vectors lint @bad-suite"),
    ("vectors-lint-bad-json", "vectors lint @bad-suite --format json"),
    ("vectors-lint-none", "vectors lint @suite"),
    ("vectors-stats", "vectors stats @good-suite"),
    ("vectors-stats-json", "vectors stats @good-suite --format json"),
    ("vectors-stats-two", "vectors stats @cases.yaml @failing.yaml"),
    (
      "vectors-stats-two-json", "vectors stats @good-suite @good-suite/more.jsonl --format json"
    ),
    ("vectors-stats-alone-json", "vectors stats @good-suite --alone --format json"),
    ("vectors-add-check", "vectors add @good-suite @new-cases.yaml --check"),
    ("vectors-add-check-json", "vectors add @good-suite @new-cases.yaml --check --format json"),
    ("vectors-add-nothing", "vectors add @good-suite"),
    ("vectors-add-bad", "vectors add @bad-suite --check"),
    ("vectors-add-accept", "vectors add @good-suite --check --accept g0001"),
    ("vectors-copy-taken", "vectors copy @good-suite @suite"),
    ("vectors-no-verb", "vectors"),
    ("vectors-unknown-verb", "vectors lnit @good-suite"),
    ("test-suite", "test @good-suite"),
    ("test-suite-tier", "test @good-suite --tier core --flag FirstSignIn"),
    ("test-suite-bad", "test @bad-suite"),
    ("schema-unknown", "schema vectr"),
  ]

  @Test("each prints what was reviewed")
  func each() {
    for (name, words) in Self.cases {
      let words = words.split(separator: " ").map { String($0) }
      let arguments = words.map {
        $0.hasPrefix("@") ? Fixtures.path(String($0.dropFirst())) : $0
      }
      Golden.check(name, words.map { $0.replacing("@", with: "") }, ToolRun(arguments))
    }
  }

  @Test("the help of each verb of vectors")
  func help() {
    for verb in VectorsVerb.allCases {
      let shown = ToolRun("help", "vectors", verb.rawValue)
      Golden.check("help-vectors-" + verb.rawValue, ["help", "vectors", verb.rawValue], shown)
      #expect(ToolRun("vectors", verb.rawValue, "--help").output == shown.output)
    }
    #expect(ToolRun("vectors", "--help").output == ToolRun("help", "vectors").output)
    #expect(ToolRun("help", "vectors", "lnit").code == .usage)
  }

  /// A copy of the good suite that may be written to.
  private func suite() throws -> Scratch {
    let scratch = try Scratch()
    try FileManager.default.copyItem(
      atPath: Fixtures.path("good-suite"), toPath: scratch.path("suite"))
    return scratch
  }

  private func edit(
    _ scratch: Scratch, _ name: String, _ old: String, _ new: String
  ) throws {
    let text = String(decoding: try scratch.read(name), as: UTF8.self)
    #expect(text.contains(old))
    try scratch.write(name, Array(text.replacing(old, with: new).utf8))
  }

  @Test("cases without id get the next one, in the text as it is laid out")
  func adding() throws {
    let scratch = try suite()
    try scratch.write("suite/new.yaml", Fixtures.bytes("new-cases.yaml"))
    let new = scratch.path("suite/new.yaml")
    let line =
      #"{"policy":"policies/small.yaml","proves":["R3"],"steps":[{"wait":"old"}],"accounts":[]}"#
    try scratch.write("lines.jsonl", Array((line + "\n" + line + "\n").utf8))
    let run = ToolRun("vectors", "add", scratch.path("suite"), new, scratch.path("lines.jsonl"))
    #expect(run.code == .clean, "\(run)")
    #expect(run.output.hasPrefix("added g0005 g0006 g0007\n"), "\(run.output)")
    let text = String(decoding: try scratch.read("suite/new.yaml"), as: UTF8.self)
    #expect(text.contains("  # Ids are given by `vectors add`.\n  - id: g0005\n    title: a case"))
    #expect(
      String(decoding: try scratch.read("suite/lines.jsonl"), as: UTF8.self).hasPrefix(
        #"{"id":"g0006","policy":"#))
    #expect(ToolRun("vectors", "lint", scratch.path("suite")).code == .clean)
    let stats = ToolRun("vectors", "stats", scratch.path("suite"))
    #expect(stats.output.hasPrefix("cases 6, "))
    let manifest = String(decoding: try scratch.read("suite/suite.json"), as: UTF8.self)
    #expect(manifest.contains(#""version": "1.1.0""#))
  }

  @Test("what each file alone is for is told; one for which there is nothing ends with 1")
  func alone() throws {
    let scratch = try suite()
    let folder = scratch.path("suite")
    let run = ToolRun("vectors", "stats", folder, "--alone")
    #expect(run.code == .clean, "\(run)")
    #expect(run.output.contains("mutants noticed") && run.output.contains("cases.yaml"))
    #expect(
      run.output.hasSuffix(
        "every file has a transition, a pair, a mutant, a statement or a message that no other file has\n"
      ))
    // The same twice: neither has anything alone.
    try FileManager.default.createDirectory(
      atPath: scratch.path("both"), withIntermediateDirectories: false)
    for name in ["both/a", "both/b"] {
      #expect(ToolRun("vectors", "copy", folder, scratch.path(name)).code == .clean)
    }
    let twice = ToolRun("vectors", "stats", scratch.path("both"), "--alone")
    #expect(twice.code == .findings, "\(twice)")
    #expect(twice.output.contains("nothing would be lost without \(scratch.path("both/a"))"))
    #expect(twice.output.contains("nothing would be lost without \(scratch.path("both/b"))"))
    let both = ToolRun("vectors", "stats", folder, folder, "--alone")
    #expect(both.code == .usage && both.errors.contains("examines one path"), "\(both)")
    let nothing = ToolRun("vectors", "stats", scratch.path("nowhere"), "--alone")
    #expect(nothing.code == .invalidInput && !nothing.errors.isEmpty, "\(nothing)")
  }

  @Test("a case that means something else is another case")
  func editing() throws {
    let scratch = try suite()
    let folder = scratch.path("suite")
    try edit(scratch, "suite/cases.yaml", "title: the first", "title: the very first")
    #expect(ToolRun("test", folder).code == .invalidInput)
    #expect(ToolRun("vectors", "lint", folder).code == .findings)
    var run = ToolRun("vectors", "add", folder)
    #expect(run.code == .clean && run.output == "wrote suite.json\n", "\(run)")
    #expect(ToolRun("vectors", "lint", folder).code == .clean)
    try edit(scratch, "suite/cases.yaml", "subject: g1", "subject: g7")
    run = ToolRun("vectors", "add", folder)
    #expect(run.code == .invalidInput && run.errors.contains("--accept g0001"), "\(run)")
    run = ToolRun("vectors", "add", folder, "--accept", "g0001")
    #expect(run.output == "edited g0001\nwrote index.json\nwrote suite.json\n", "\(run)")
    let manifest = String(decoding: try scratch.read("suite/suite.json"), as: UTF8.self)
    #expect(manifest.contains(#""version": "2.0.0""#))
  }

  @Test("a case that is gone is retired, and its id is never given again")
  func retiring() throws {
    let scratch = try suite()
    let folder = scratch.path("suite")
    try scratch.write(
      "suite/more.jsonl",
      Array(
        String(decoding: scratch.read("suite/more.jsonl"), as: UTF8.self)
          .replacing(#""id":"g0004","#, with: "").replacing("g2", with: "g5").utf8))
    let run = ToolRun("vectors", "add", folder)
    #expect(run.output.hasPrefix("added g0005\nretired g0004\n"), "\(run)")
    #expect(ToolRun("vectors", "lint", folder).code == .clean)
    try edit(scratch, "suite/more.jsonl", "g0005", "g0004")
    let refused = ToolRun("vectors", "add", folder)
    #expect(refused.code == .invalidInput, "\(refused)")
    #expect(refused.errors.contains("the id `g0004` is retired"))
  }

  @Test("a folder becomes a suite")
  func creating() throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.path("s/policies"), withIntermediateDirectories: true)
    try scratch.write("s/policies/small.yaml", Fixtures.bytes("policy.yaml"))
    try scratch.write("s/a.yaml", Fixtures.bytes("new-cases.yaml"))
    let folder = scratch.path("s")
    #expect(ToolRun("vectors", "add", folder).code == .invalidInput)
    // Without a prefix there are no ids to give; the policy is no file of cases.
    let named = scratch.path("s/a.yaml")
    #expect(ToolRun("vectors", "add", folder, named, "--create", "s").code == .invalidInput)
    let run = ToolRun(
      "vectors", "add", folder, named, "--create", "s", "--id-prefix", "q", "--tier", "smoke")
    #expect(run.output == "added q0001\nwrote a.yaml\nwrote index.json\nwrote suite.json\n")
    #expect(ToolRun("vectors", "lint", folder).code == .clean)
    #expect(ToolRun("test", folder, "--tier", "smoke").code == .clean)
    #expect(ToolRun("vectors", "add", folder, "--create", "s").code == .invalidInput)
    #expect(ToolRun("vectors", "add", folder, "--id-prefix", "s").code == .usage)
  }

  @Test("a copy holds what is selected, and is a suite")
  func copying() throws {
    let scratch = try suite()
    let folder = scratch.path("suite")
    let copies: [([String], Int)] = [
      ([], 3), (["--flag", "FirstSignIn"], 1), (["--id", "g0003"], 1), (["--proves", "R3"], 1),
      (["--tier", "core"], 3), (["--policy", "small"], 2),
    ]
    for (number, (options, count)) in copies.enumerated() {
      let copy = scratch.path("copy\(number)")
      let run = ToolRun(["vectors", "copy", folder, copy, "--format", "json"] + options)
      #expect(run.code == .clean && run.output.contains(#""cases":\#(count)}"#), "\(run)")
      let lint = ToolRun("vectors", "lint", copy)
      #expect(lint.code == .clean, "\(lint)")
      let test = ToolRun("test", copy)
      #expect(test.output.hasPrefix("\(count) passed, 0 failed"), "\(test)")
      let back = ToolRun("vectors", "stats", folder, copy)
      #expect(back.output.contains("0 added, \(3 - count) removed, 0 changed"), "\(back)")
    }
    for options in [["--tier", "smoke"], ["--id", "x"], ["--policy", "x"]] {
      let run = ToolRun(["vectors", "copy", folder, scratch.path("none")] + options)
      #expect(run.code == .invalidInput && run.errors.contains("vector-no-cases"), "\(run)")
      #expect(try !scratch.names.contains("none"))
    }
  }

  @Test("the schemas are JSON, and are printed alone")
  func schemas() throws {
    for name in ["policy", "vector", "suite", "request", "answer", "runner"] {
      let run = ToolRun("schema", name)
      #expect(run.code == .clean && run.errors.isEmpty)
      let schema = try #require(
        try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
      #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    }
  }
}
