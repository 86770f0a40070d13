import Foundation
import LinkPolicy
import Testing

@testable import LinkPolicySystem

@Suite("Files that are read")
struct ReadableFileTests {
  /// A folder of the test's own, gone when it ends.
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    try body(folder.path)
  }

  private func problem(_ path: String, limit: Int = 100) -> FileProblem? {
    do throws(FileProblem) {
      _ = try ReadableFile(path, noting: nil).all(limit: limit)
      return nil
    } catch {
      return error
    }
  }

  private func problem(below folder: String, _ parts: [String]) -> ReadableFile.PathProblem? {
    do throws(ReadableFile.PathProblem) {
      _ = try ReadableFile(below: folder, parts, noting: nil)
      return nil
    } catch {
      return error
    }
  }

  @Test("give their bytes, in blocks or at once")
  func bytes() throws {
    try inFolder { folder in
      let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
      try Data(bytes).write(to: URL(filePath: folder + "/file"))
      #expect(try ReadableFile(folder + "/file", noting: nil).all(limit: 600_000) == bytes)
      let file = try ReadableFile(folder + "/file", noting: nil)
      #expect(file.size == 600_000)
      var read: [UInt8] = []
      var blocks = 0
      while true {
        let block = try file.next()
        if block.isEmpty { break }
        read += block
        blocks += 1
      }
      #expect(read == bytes && blocks > 1)
      #expect(problem(folder + "/file", limit: 599_999) == .tooLarge(size: nil, limit: 599_999))
    }
  }

  @Test("are refused where they are none, each for its reason")
  func refused() throws {
    try inFolder { folder in
      #expect(problem(folder + "/none")?.reason == "there is no such file")
      #expect(problem(folder) == .directory)
      #expect(problem("/dev/null") == .noFile)
      #expect(unsafe mkfifo(folder + "/pipe", 0o600) == 0)
      // Nobody writes into it: this must not wait.
      #expect(problem(folder + "/pipe") == .noFile)
      try Data([1]).write(to: URL(filePath: folder + "/file"))
      #expect(problem(folder + "/file/below")?.reason == "a part of the path is no directory")
      #expect(unsafe symlink("loop", folder + "/loop") == 0)
      #expect(problem(folder + "/loop")?.reason == "too many symbolic links")
      #expect(unsafe symlink("file", folder + "/link") == 0)
      #expect(problem(folder + "/link") == nil)
    }
  }

  @Test("below a folder are reached through no link")
  func below() throws {
    try inFolder { folder in
      try FileManager.default.createDirectory(
        atPath: folder + "/in", withIntermediateDirectories: false)
      try Data([1]).write(to: URL(filePath: folder + "/in/file"))
      #expect(unsafe symlink("in", folder + "/out") == 0)
      #expect(unsafe symlink("file", folder + "/in/link") == 0)
      #expect(problem(below: folder, ["in", "file"]) == nil)
      #expect(problem(below: folder + "/out", ["file"]) == nil)
      let through = problem(below: folder, ["out", "file"])
      #expect(through?.problem == .link(folder + "/out") && through?.path == folder + "/out")
      #expect(problem(below: folder, ["in", "link"])?.problem == .link(folder + "/in/link"))
      #expect(problem(below: folder, ["in"])?.problem == .directory)
      #expect(problem(below: folder, ["no", "file"])?.path == folder + "/no")
      #expect(
        problem(below: folder, ["in", "file", "x"])?.problem.reason
          == "a part of the path is no directory")
    }
  }

  @Test("are noted where they are opened, under the name that people know")
  func noted() throws {
    try inFolder { folder in
      try Data([1]).write(to: URL(filePath: folder + "/file"))
      let register = FileRegister()
      let identity = try #require(FileIdentity(at: folder + "/file"))
      #expect(!register.hasRead(identity))
      _ = try ReadableFile(folder + "/file", as: "mine", noting: register)
      #expect(register.hasRead(identity))
      let owner = register.newOwner()
      #expect(throws: FileRegister.FileConflict.isRead("mine")) {
        try register.claim([.file(identity)], by: owner, as: "other", rewrites: false)
      }
    }
  }

  @Test("as streams may be pipes, and no folders")
  func streams() throws {
    try inFolder { folder in
      #expect(throws: SystemFailure(number: EISDIR)) { try ReadableFile(stream: folder) }
      #expect(throws: SystemFailure(number: ENOENT)) {
        try ReadableFile(stream: folder + "/none")
      }
      let nothing = try ReadableFile(stream: "/dev/null")
      #expect(try nothing.next().isEmpty)
    }
  }

  @Test("stand in folders that are listed in one order")
  func folders() throws {
    try inFolder { folder in
      for name in ["b", "ä", "a", ".hidden"] {
        try Data().write(to: URL(filePath: folder + "/" + name))
      }
      #expect(try Folder.names(in: folder).map { $0.text } == [".hidden", "a", "b", "ä"])
      #expect(Folder.isFolder(folder) == true && Folder.isFolder(folder + "/a") == false)
      #expect(Folder.isFolder(folder + "/none") == nil && Folder.entry(at: folder + "/none") == nil)
      #expect(try Folder.make(folder + "/new"))
      #expect(try !Folder.make(folder + "/new"))
      #expect(throws: SystemFailure(number: ENOENT)) { try Folder.make(folder + "/no/new") }
      #expect(throws: SystemFailure(number: ENOENT)) { try Folder.names(in: folder + "/no") }
      Folder.remove(folder)
      #expect(Folder.isFolder(folder) == true, "one that holds something stays")
      Folder.remove(folder + "/new")
      #expect(Folder.isFolder(folder + "/new") == nil)
    }
  }
}
