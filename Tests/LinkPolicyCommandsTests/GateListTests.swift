import Foundation
import LinkPolicyTestSupport
import Testing

/// The gates as they are listed, against those that there are and those that CI runs.
@Suite("Gates")
struct GateListTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Project.file(path), encoding: .utf8)
  }

  private static func gates() throws -> Set<String> {
    let folder = Project.file("Tests/Gates")
    let found = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: [.isRegularFileKey])
    let files = try found.filter {
      try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
    }
    return Set(files.map { $0.lastPathComponent }.filter { !$0.contains(".") })
  }

  @Test func everyGateIsListed() throws {
    let gates = try Self.gates()
    #expect(gates.count > 30)
    let listed = try Self.text("Tests/Gates/README.md").split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
      .compactMap { $0.split(separator: "`").dropFirst().first.map { String($0) } }
    #expect(listed == gates.sorted())
  }

  @Test func everyGateIsRun() throws {
    let run = try Self.text(".ci/run")
    let words = Set(
      run.split { !($0.isLetter || $0 == "-") }.map { String($0) })
    #expect(try Self.gates().subtracting(words).isEmpty)
    for gate in try Self.gates() {
      let path = Project.file("Tests/Gates/" + gate).path
      #expect(FileManager.default.isExecutableFile(atPath: path), "\(gate)")
    }
  }
}
