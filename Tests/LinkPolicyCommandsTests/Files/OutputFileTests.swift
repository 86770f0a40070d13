import Foundation
import LinkPolicySystem
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyCommands

@Suite("Outputs are written whole or not at all")
struct OutputFileTests {
  private static let old = Array("old".utf8)
  private static let new = Array("new".utf8)

  /// The code of a problem, and what is said of it; nil where there is none.
  private func problem(_ body: () throws(OutputProblem) -> Void) -> (ExitCode, String)? {
    do throws(OutputProblem) {
      try body()
      return nil
    } catch {
      return (error.code, error.message)
    }
  }

  @Test("the old file stands until the new one is whole, and where that never comes")
  func whole() throws {
    let scratch = try Scratch()
    let path = try scratch.write("a", Self.old)
    do {
      let output = try OutputFile(path, FileRegister())
      output.write(Array(repeating: 120, count: 200_000))
      #expect(try scratch.read("a") == Self.old)
      // The new one grows beside it, where no listing of vectors finds it.
      #expect(try scratch.names.count == 2 && scratch.names[0].hasPrefix(".linkpolicy-"))
    }
    #expect(try scratch.read("a") == Self.old && scratch.names == ["a"])
    let output = try OutputFile(path, FileRegister())
    output.write(Self.new)
    try output.commit()
    #expect(try scratch.read("a") == Self.new && scratch.names == ["a"])
  }

  @Test("what is read after the output was started is not replaced either")
  func lateReading() throws {
    let scratch = try Scratch()
    let path = try scratch.write("a", Self.old)
    let register = FileRegister()
    let output = try OutputFile(path, register)
    _ = try InputFile.read(scratch.folder + "/./a", limit: 10, noting: register)
    output.write(Self.new)
    let said = problem { () throws(OutputProblem) in try output.commit() }
    #expect(said?.0 == .usage && said?.1.contains("/./a`, which was read") == true)
    #expect(try scratch.read("a") == Self.old)
    // What edits a file has read it before.
    let editing = FileRegister()
    _ = try InputFile.read(path, limit: 10, noting: editing)
    let edited = try OutputFile(path, editing, rewrites: true)
    edited.write(Self.new)
    try edited.commit()
    #expect(try scratch.read("a") == Self.new)
  }

  @Test("two outputs cannot be one file, whether or not it is there")
  func twice() throws {
    let scratch = try Scratch()
    try scratch.write("there", Self.old)
    try FileManager.default.createDirectory(
      atPath: scratch.path("sub"), withIntermediateDirectories: false)
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: scratch.path("up"), withDestinationPath: scratch.folder)
    try manager.linkItem(atPath: scratch.path("there"), toPath: scratch.path("hard"))
    for name in ["there", "none"] {
      try manager.createSymbolicLink(
        atPath: scratch.path("to-" + name), withDestinationPath: name)
      let register = FileRegister()
      let first = try OutputFile(scratch.path(name), register)
      var spellings = [
        "./" + name, "sub/../" + name, "up/" + name, "to-" + name, "sub/..//" + name,
      ]
      if name == "there" {
        spellings.append("hard")
      }
      for spelling in spellings {
        let said = problem { () throws(OutputProblem) in
          _ = try OutputFile(scratch.path(spelling), register)
        }
        #expect(said?.0 == .usage, "\(spelling)")
        #expect(said?.1.contains("which is `\(first.path)`") == true, "\(spelling)")
      }
      _ = try OutputFile(scratch.path(name + "-other"), register)
    }
  }

  @Test("what is no file to write is refused at once")
  func refused() throws {
    let scratch = try Scratch()
    try scratch.write("file", Self.old)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("loop"), withDestinationPath: "loop")
    let cases = [
      ("", "it is a directory"), ("/", "it is a directory"), ("none/a", "no such file"),
      ("file/a", "no directory"), ("loop", "too many symbolic links"),
      (String(repeating: "x", count: 300), "too long"),
    ]
    for (name, reason) in cases {
      let said = problem { () throws(OutputProblem) in
        _ = try OutputFile(scratch.path(name), FileRegister())
      }
      #expect(
        said?.0 == .internalError && said?.1.contains(reason) == true, "\(name): \(said as Any)")
    }
    let closed = problem { () throws(OutputProblem) in
      _ = try OutputFile("/dev/fd/999999", FileRegister())
    }
    #expect(closed?.1.contains("it is closed") == true)
  }

  @Test("a device is written as it comes, by any number of outputs")
  func devices() throws {
    let register = FileRegister()
    for path in ["/dev/null", "/dev/null", "/dev/../dev/null"] {
      let output = try OutputFile(path, register)
      output.write(Self.new)
      try output.commit()
    }
    let full = try OutputFile("/dev/full", register)
    full.write(Self.new)
    let said = problem { () throws(OutputProblem) in try full.commit() }
    #expect(said?.0 == .internalError && said?.1.contains("no space is left") == true)
  }
}
