import Foundation
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

@Suite("fmt rewrites files at once and only where they change")
struct FormatTests {
  private static func number(_ key: FileAttributeKey, of path: String) throws -> Int? {
    try (FileManager.default.attributesOfItem(atPath: path)[key] as? NSNumber)?.intValue
  }

  @Test("the file changes, its mode and its neighbours do not")
  func inPlace() throws {
    let scratch = try Scratch()
    for mode in [0o644, 0o600, 0o755] {
      let path = try scratch.write("a.yaml", Fixtures.bytes("untidy.yaml"))
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      let run = ToolRun("fmt", path)
      #expect(run.code == .clean && run.output.isEmpty && run.errors.isEmpty)
      #expect(try scratch.read("a.yaml") != Fixtures.bytes("untidy.yaml"))
      #expect(try Self.number(.posixPermissions, of: path) == mode)
      #expect(try scratch.names == ["a.yaml"])
      #expect(ToolRun("fmt", "--check", path).code == .clean)
    }
  }

  @Test("a file that is laid out already is not touched")
  func untouched() throws {
    let scratch = try Scratch()
    let path = try scratch.write("a.yaml", Fixtures.bytes("untidy.yaml"))
    _ = ToolRun("fmt", path)
    let before = try Self.number(.systemFileNumber, of: path)
    #expect(ToolRun("fmt", path).code == .clean)
    #expect(try Self.number(.systemFileNumber, of: path) == before)
  }

  @Test("--check changes nothing and names what would change")
  func check() throws {
    let scratch = try Scratch()
    let path = try scratch.write("a.yaml", Fixtures.bytes("untidy.yaml"))
    let run = ToolRun("fmt", "--check", path, path)
    #expect(run.code == .findings)
    #expect(run.output == path + "\n" + path + "\n")
    #expect(try scratch.read("a.yaml") == Fixtures.bytes("untidy.yaml"))
  }

  @Test("a link stays a link, and the file behind it changes")
  func link() throws {
    let scratch = try Scratch()
    let path = try scratch.write("a.yaml", Fixtures.bytes("untidy.yaml"))
    let link = scratch.path("link.yaml")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(ToolRun("fmt", link).code == .clean)
    #expect(try scratch.read("a.yaml") != Fixtures.bytes("untidy.yaml"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
  }

  @Test("--pin has policies state their digest, and puts a wrong one right")
  func pin() throws {
    let scratch = try Scratch()
    let text = "# why\nlinkpolicy: 1 # v\nname: own\nextends: firebase\n"
    let over = "linkpolicy: 1\nname: over\nextends: own.yaml\n"
    let path = try scratch.write("own.yaml", Array(text.utf8))
    let second = try scratch.write("over.yaml", Array(over.utf8))
    let check = ToolRun("fmt", "--pin", "--check", second, path)
    #expect(check.code == .findings && check.output == second + "\n" + path + "\n")
    #expect(try scratch.read("own.yaml") == Array(text.utf8))
    #expect(ToolRun("fmt", "--pin", second, path).code == .clean)
    #expect(ToolRun("fmt", "--pin", "--check", path, second).code == .clean)
    let pinned = String(decoding: try scratch.read("own.yaml"), as: UTF8.self)
    #expect(pinned.hasPrefix("# why\nlinkpolicy: 1  # v\ndigest: "))
    #expect(ToolRun("check", path).code == .clean && ToolRun("check", second).code == .clean)
    // A change of the base is seen in both, and put right in one run.
    let edited = pinned.replacing("name: own\n", with: "name: changed\n")
    try scratch.write("own.yaml", Array(edited.utf8))
    for broken in [path, second] {
      let run = ToolRun("check", broken)
      #expect(
        run.code == .invalidInput && run.output.contains("own.yaml:3:9: error[changed-meaning]"))
    }
    #expect(ToolRun("fmt", path).code == .clean)
    #expect(try scratch.read("own.yaml") == Array(edited.utf8), "fmt alone keeps it")
    #expect(ToolRun("fmt", "--pin", path, second).code == .clean)
    #expect(ToolRun("check", path).code == .clean && ToolRun("check", second).code == .clean)
  }

  @Test("--pin leaves alone what is no policy, or says its digest elsewhere")
  func pinRefused() throws {
    let scratch = try Scratch()
    for text in [
      "vectors: 1\ncases: []\n", "name: own\nlinkpolicy: 1\nextends: firebase\n",
      "linkpolicy: 1\nname: own\nextends: nowhere.yaml\n", "linkpolicy: 1\nname: own\n", "",
      "linkpolicy: 1\nname: own\ndigest: \(String(repeating: "0", count: 64))\nextends: firebase\n",
    ] {
      let path = try scratch.write("own.yaml", Array(text.utf8))
      let run = ToolRun("fmt", "--pin", path)
      #expect(run.code == .invalidInput && run.errors.contains("own.yaml"), "\(text): \(run)")
      #expect(try scratch.read("own.yaml") == Array(text.utf8))
    }
  }

  @Test("one bad file does not keep the others from being laid out")
  func several() throws {
    let scratch = try Scratch()
    let good = try scratch.write("a.yaml", Fixtures.bytes("untidy.yaml"))
    let bad = try scratch.write("b.yaml", Array("a: [".utf8))
    let run = ToolRun("fmt", bad, scratch.path("none.yaml"), good)
    #expect(run.code == .invalidInput)
    #expect(run.errors.contains("b.yaml:1") && run.errors.contains("none.yaml"))
    #expect(try scratch.read("b.yaml") == Array("a: [".utf8))
    #expect(ToolRun("fmt", "--check", good).code == .clean)
  }

  @Test("a file named twice is laid out once")
  func twice() throws {
    let scratch = try Scratch()
    let path = try scratch.write("a.yaml", Fixtures.bytes("untidy.yaml"))
    let run = ToolRun("fmt", path, scratch.folder + "/./a.yaml")
    #expect(run.code == .clean && run.errors.isEmpty)
    #expect(try scratch.names == ["a.yaml"])
  }

  @Test("standard input is laid out on standard output")
  func standardInput() throws {
    let untidy = try Fixtures.bytes("untidy.yaml")
    let run = ToolRun(["fmt", "-"], input: untidy)
    #expect(run.code == .clean)
    #expect(ToolRun(["fmt", "-"], input: Array(run.output.utf8)).output == run.output)
    let check = ToolRun(["fmt", "--check", "-"], input: untidy)
    #expect(check.code == .findings && check.output == "<stdin>\n")
    #expect(ToolRun(["fmt", "-"], input: [0xFF]).code == .invalidInput)
  }
}
