import Foundation
import LinkPolicy
import LinkPolicyJSON
import Testing

@testable import LinkPolicyTesting

@Suite("Suites that are not what their manifest says are refused, with place and reason")
struct SuiteRefusalTests {
  @Test("one that is right is read in the order of the manifest, with its tier")
  func right() throws {
    let scratch = try Scratch()
    try scratch.writeSuite(Scratch.shard)
    try scratch.write("unlisted.jsonl", "no JSON")
    #expect(scratch.findings() == ["2 cases"])
    let file = try #require(try VectorFiles.at(scratch.folder).found.first)
    try VectorReader.read(file) { #expect($0.tier == .core) }
    #expect(try VectorFiles.suites(at: scratch.folder).found == [scratch.folder])
    #expect(try VectorFiles.paths(below: scratch.folder).found == ["a.jsonl", "unlisted.jsonl"])
  }

  @Test("shards of every format are counted and hashed")
  func formats() throws {
    let texts = [
      ("a.yaml", "vectors: 1\npolicy: p\ncases:\n  - {id: a, steps: [{wait: old}]}\n"),
      ("a.json", #"{"vectors":1,"policy":"p","cases":[{"id":"a","steps":[{"wait":"old"}]}]}"#),
    ]
    for (name, text) in texts {
      let scratch = try Scratch()
      try scratch.writeSuite(text, name: name) {
        $0.replace(/"count": \d+/, with: "\"count\": 1")
      }
      #expect(scratch.findings() == ["1 cases"])
      try scratch.write(name, text + " ")
      #expect(scratch.findings().first?.hasPrefix("suite.json:9:14 suite-digest: ") == true)
    }
  }

  @Test("truncated, edited or miscounted shards")
  func shards() throws {
    let shard = Scratch.shard
    let cases: [(String, [String])] = [
      (
        String(shard.dropLast(1)),
        ["a.jsonl:2:1 suite-truncated: the last line of the shard has no end: it was cut off"]
      ),
      (
        String(shard.dropLast(20)),
        ["a.jsonl:2:1 suite-truncated: the last line of the shard has no end: it was cut off"]
      ),
      (
        String(shard.dropLast(20)) + "\n",
        ["a.jsonl:2:37 json-unexpected-end: the document ends inside a string"]
      ),
      (
        String(shard.split(separator: "\n")[0]) + "\n",
        [
          "suite.json:9:14 suite-truncated: `a.jsonl` has 1 of the 2 cases that the manifest lists",
          "suite.json:9:14 suite-digest: `a.jsonl` has the SHA-256 ",
        ]
      ),
      (
        "",
        [
          "suite.json:9:14 suite-truncated: `a.jsonl` has 0 of the 2 cases that the manifest lists",
          "suite.json:9:14 suite-digest: ",
        ]
      ),
      (
        shard.replacing("old", with: "expired"),
        ["suite.json:9:14 suite-digest: `a.jsonl` has the SHA-256 "]
      ),
      (
        shard + shard.replacing("\"a", with: "\"b"),
        [
          "suite.json:9:14 suite-count: `a.jsonl` has 4 of the 2 cases that the manifest lists",
          "suite.json:9:14 suite-digest: ",
        ]
      ),
    ]
    for (text, expected) in cases {
      let scratch = try Scratch()
      try scratch.writeSuite(shard)
      try scratch.write("a.jsonl", text)
      let found = scratch.findings()
      #expect(found.count == expected.count, "\(found)")
      for (found, expected) in zip(found, expected) {
        #expect(found.hasPrefix(expected), "\(found)")
      }
    }
  }

  @Test("paths out of the folder, through links, to what is no file")
  func paths() throws {
    let other = try Scratch()
    try other.write("a.jsonl", Scratch.shard)
    let scratch = try Scratch()
    try scratch.writeSuite(Scratch.shard)
    try scratch.write("real/a.jsonl", Scratch.shard)
    try scratch.link("linked.jsonl", to: scratch.path("a.jsonl"))
    try scratch.link("folder", to: other.folder)
    try scratch.link("real/inner.jsonl", to: "a.jsonl")
    let manifest = String(
      decoding: try Data(contentsOf: URL(filePath: scratch.path("suite.json"))), as: UTF8.self)
    let cases = [
      ("real/a.jsonl", "2 cases"),
      ("../a.jsonl", "suite.json:9:14 suite-path: `../a.jsonl` leads out of the suite's folder"),
      ("real/../a.jsonl", "suite.json:9:14 suite-path: `real/../a.jsonl` leads out of the"),
      ("/etc/a.jsonl", "suite.json:9:14 suite-path: `/etc/a.jsonl` is absolute"),
      ("real//a.jsonl", "suite.json:9:14 suite-path: `real//a.jsonl` has an empty part"),
      ("./a.jsonl", "suite.json:9:14 suite-path: `./a.jsonl` has an empty part"),
      ("", "suite.json:9:14 suite-path: `` has an empty part"),
      (#"a\\b.jsonl"#, #"suite.json:9:14 suite-path: `a\b.jsonl` has a character"#),
      (#"a\u0000.jsonl"#, "suite.json:9:14 suite-path: "),
      ("suite.json", "suite.json:9:14 suite-path: `suite.json` is no name of such a file"),
      ("a.txt", "suite.json:9:14 suite-path: `a.txt` is no name of such a file"),
      ("linked.jsonl", "suite.json:9:14 suite-link: `linked.jsonl` is a symbolic link"),
      ("folder/a.jsonl", "suite.json:9:14 suite-link: `folder` is a symbolic link"),
      ("real/inner.jsonl", "suite.json:9:14 suite-link: `real/inner.jsonl` is a symbolic link"),
      ("none.jsonl", "suite.json:9:14 unreadable-file: `none.jsonl`: there is no such file"),
      ("a.jsonl/b.jsonl", "suite.json:9:14 unreadable-file: `a.jsonl`: a part of the path is no"),
    ]
    for (path, expected) in cases {
      try scratch.write("suite.json", manifest.replacing("\"a.jsonl\"", with: "\"\(path)\""))
      let found = scratch.findings()
      #expect(found.count == 1 && found[0].hasPrefix(expected), "\(path): \(found)")
    }
  }

  @Test("a shard that is no file is refused without waiting, a manifest that is a link too")
  func kinds() throws {
    let scratch = try Scratch()
    try scratch.writeSuite(Scratch.shard)
    try FileManager.default.removeItem(atPath: scratch.path("a.jsonl"))
    let result = unsafe mkfifo(scratch.path("a.jsonl"), 0o600)
    #expect(result == 0)
    #expect(scratch.findings() == ["suite.json:9:14 unreadable-file: `a.jsonl`: this is no file"])
    try FileManager.default.removeItem(atPath: scratch.path("a.jsonl"))
    try scratch.write("a.jsonl/b.jsonl", Scratch.shard)
    #expect(scratch.findings().first?.contains("this is a directory") == true)
    let linked = try Scratch()
    try linked.link("suite.json", to: scratch.path("suite.json"))
    #expect(linked.findings().first?.contains("suite-link: `suite.json` is a symbolic") == true)
  }

  @Test("a line of more than 8 MiB ends the reading")
  func longLine() throws {
    let scratch = try Scratch()
    let long = #"{"id":""# + String(repeating: "x", count: JSONLimits.line.documentBytes) + "\"}\n"
    for text in [Scratch.shard + long + Scratch.shard, Scratch.shard + long.dropLast(1)] {
      try scratch.write("long.jsonl", text)
      let found = scratch.findings("long.jsonl")
      #expect(found.count == 1 && found[0].hasPrefix("long.jsonl:3:1 json-too-long: the "))
      #expect(found.first?.hasSuffix(" is longer than 8388608 bytes") == true, "\(found)")
    }
  }

  @Test("a file of any length is read in blocks, positions right to the end")
  func long() throws {
    let scratch = try Scratch()
    var lines = ""
    for number in 1...20_000 {
      lines += #"{"id":"a\#(number)","policy":"p","steps":[{"wait":"old"}]}"# + "\n"
    }
    try scratch.writeSuite(lines)
    #expect(scratch.findings() == ["20000 cases"])
    try scratch.write(
      "b.jsonl", lines + #"{"id":"é","steps":[{"wait":"ever"}],"policy":"p"}"# + "\n")
    #expect(
      scratch.findings("b.jsonl") == [
        "b.jsonl:20001:28 json-unknown-value: unknown value `ever` in `wait`"
      ])
  }
}
