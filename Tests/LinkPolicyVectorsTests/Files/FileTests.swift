import Foundation
import LinkPolicy
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyTesting

@Suite("Files are found in one order and refused with a finding")
struct FileTests {
  /// A folder that is gone afterwards.
  private func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "linkpolicy-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private func write(_ text: String, _ name: String, in folder: URL) throws {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func finding(_ path: String) -> String? {
    let problem = (try? TestRun([.path(path)]))?.problem
    return problem?.diagnostics.first.map { $0.code.name.text + ": " + $0.message }
  }

  @Test func foldersAreListedInOrder() throws {
    try inFolder { folder in
      for name in ["b.yaml", "a/z.jsonl", "a/B.json", "c.txt", ".h.yaml", "Z.yaml", "a/y.yml"] {
        try write("", name, in: folder)
      }
      let manager = FileManager.default
      try manager.createSymbolicLink(
        at: folder.appending(path: "a/loop"), withDestinationURL: folder)
      try manager.createSymbolicLink(
        at: folder.appending(path: "link.yaml"),
        withDestinationURL: folder.appending(path: "b.yaml"))
      let found = try VectorFiles.at(folder.path)
      #expect(
        found.found.map { String($0.path.dropFirst(folder.path.count + 1)) } == [
          "Z.yaml", "a/B.json", "a/y.yml", "a/z.jsonl", "b.yaml",
        ])
      #expect(
        found.links.map { String($0.dropFirst(folder.path.count + 1)) } == ["a/loop", "link.yaml"])
      let notice = "skipped 2 symbolic links: `\(folder.path)/a/loop` and others; "
      #expect(found.notice?.hasPrefix(notice) == true)
      // A link that is named is what was asked for.
      let named = try VectorFiles.at(folder.path + "/link.yaml")
      #expect(named.found.count == 1 && named.notice == nil)
    }
  }

  @Test func whatIsNoVectorFileIsAFinding() throws {
    try inFolder { folder in
      let path = folder.path
      func binary(_ path: String) -> String {
        "unreadable-file: `\(path)`: the file is binary, not text"
      }
      #expect(
        finding(path + "/none.yaml")
          == "unreadable-file: `\(path)/none.yaml`: there is no such file")
      try write("", "x.txt", in: folder)
      #expect(
        finding(path + "/x.txt")
          == "vector-unknown-format: `\(path)/x.txt` does not say which format it has")
      try write("", "empty", in: folder)
      let problem = try #require(try TestRun([.path(path + "/empty")]).problem)
      let position = try #require(problem.diagnostics[0].position)
      #expect(problem.sources.describe(position) == "\(path)/empty:1:1")
      try write("\u{0}\u{1}\u{7F}", "binary.yaml", in: folder)
      #expect(finding(path + "/binary.yaml") == binary("\(path)/binary.yaml"))
      try Data([0xFF, 0x00, 0xFE]).write(to: folder.appending(path: "binary.json"))
      #expect(finding(path + "/binary.json") == binary("\(path)/binary.json"))
      try Data([0xFF, 0x00, 0xFE]).write(to: folder.appending(path: "binary.jsonl"))
      #expect(finding(path + "/binary.jsonl") == binary("\(path)/binary.jsonl"))
    }
  }

  @Test func aPipeIsRefusedWithoutWaiting() throws {
    try inFolder { folder in
      let path = folder.appending(path: "pipe.yaml").path
      let result = unsafe mkfifo(path, 0o600)
      #expect(result == 0)
      #expect(finding(path) == "unreadable-file: `\(path)`: this is no file")
      #expect(finding(folder.path) == "unreadable-file: `\(path)`: this is no file")
    }
  }

  @Test func anEmptyFolderHasNoCases() throws {
    try inFolder { folder in
      let path = folder.path
      let none = "vector-no-cases: there is no vector file in `\(path)`"
      #expect(finding(path) == none)
      let run = try TestRun([.path(path)]).run
      #expect(run.count == 0 && !run.isClean && run.problems.count == 1)
      // What a link leads to is not in the folder.
      try FileManager.default.createSymbolicLink(
        atPath: path + "/cases.yaml", withDestinationPath: Fixtures.vectors)
      #expect(finding(path) == none)
    }
  }
}
