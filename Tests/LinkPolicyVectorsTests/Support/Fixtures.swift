import Foundation
import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicySystem
import LinkPolicyYAML

@testable import LinkPolicyTesting

/// The files of the tests.
enum Fixtures {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures")

  static let today = CalendarDate("2026-11-21") ?? .last

  /// Files of lines that a reviewer wrote by hand, so that parts could be mistaken for others.
  static let repeated: [URL] =
    ((try? FileManager.default.contentsOfDirectory(
      at: folder.appending(path: "repeated"), includingPropertiesForKeys: nil)) ?? [])
    .sorted { $0.path < $1.path }

  static let vectors = folder.appending(path: "linking.vectors.yaml").path

  static func policy() throws(InvalidInput) -> Policy {
    try Policy(yamlFile: folder.appending(path: "linking.policy.yaml").path)
  }

  static func policyText() throws(InvalidInput) -> PolicyText {
    let path = folder.appending(path: "linking.policy.yaml").path
    return try PolicyText(InputFile.read(path, limit: 1 << 20), name: path)
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: name)))
  }

  static func cases() throws -> [VectorCase] {
    try VectorReader.read(
      bytes("linking.vectors.yaml"), name: "linking.vectors.yaml", format: .yaml)
  }

  /// A case from the lines below `steps:`, after a case head that takes five lines.
  static func vector(_ steps: String, tail: String = "") throws -> VectorCase {
    let text = "vectors: 1\npolicy: linking\ncases:\n  - id: x\n    steps:\n" + steps + "\n" + tail
    let cases = try VectorReader.read(Array(text.utf8), name: "x.yaml", format: .yaml)
    return cases[0]
  }

  /// The findings of a text, each as `line:column code: message (help)`.
  static func findings(_ text: String, _ format: VectorReader.Format = .yaml) -> [String] {
    do throws(InvalidInput) {
      _ = try VectorReader.read(Array(text.utf8), name: "x", format: format)
      return []
    } catch {
      return error.diagnostics.map { finding in
        let place = finding.position.map { "\($0.line):\($0.column)" } ?? "-"
        return "\(place) \(finding.code.name): \(finding.message)"
          + (finding.help.map { " (\($0))" } ?? "")
      }
    }
  }
}
