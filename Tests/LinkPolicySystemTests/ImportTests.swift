import Foundation
import LinkPolicyTestSupport
import Testing

/// What modules import beyond the package itself.
@Suite("Imports")
struct ImportTests {
  /// The modules beyond the package that each module may import.
  private static func allowed(_ module: String) -> Set<String> {
    switch module {
    case "LinkPolicySystem": ["Glibc", "Musl", "Darwin", "Synchronization"]
    case "LinkPolicyYAML": ["CYAML"]
    // The header of the library for C, the table of its handles, and what makes forks wait.
    case "LinkPolicyC": ["CLinkPolicy", "CLinkPolicyForks", "Synchronization"]
    case "LinkPolicyCatalog": ["CLinkPolicyCatalog"]
    case "LinkPolicyPresets", "LinkPolicyClaims", "LinkPolicyEditor": ["CLinkPolicyResources"]
    // Threads that share an answerer share the rendered parts of its policy.
    case "LinkPolicyJSON": ["Synchronization"]
    // Locks, of which the compiler has one in debug builds.
    case "LinkPolicyCommands": ["CLinkPolicyResources", "Synchronization"]
    case "LinkPolicyAuthoring", "LinkPolicyService": ["Synchronization"]
    default: []
    }
  }

  @Test("reach the C library in one module alone")
  func system() throws {
    let sources = Project.file("Sources")
    var seen: Set<String> = []
    for module in try FileManager.default.contentsOfDirectory(atPath: sources.path) {
      let folder = sources.appending(path: module)
      let files = try #require(
        FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      for case let file as URL in files where file.pathExtension == "swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        for line in text.matches(
          of: /(?m)^ *(?:@\w+ )*(?:(?:internal|package|public) )?import (?:\w+ )?(\w+)/)
        {
          let name = String(line.1)
          guard !name.hasPrefix("LinkPolicy") else { continue }
          seen.insert(name)
          #expect(
            Self.allowed(module).contains(name),
            "\(module) imports \(name) in \(file.lastPathComponent)")
        }
      }
    }
    #expect(
      seen.isSuperset(of: ["Glibc", "CYAML", "CLinkPolicyResources"]), "imports are found at all")
  }
}
