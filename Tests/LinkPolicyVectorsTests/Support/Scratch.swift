import Foundation
import LinkPolicy
import LinkPolicyDiagnostics

@testable import LinkPolicyTesting

/// A folder of its own for a test that writes; removed when it is let go.
final class Scratch {
  let folder: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "linkpolicy-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    folder = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  func path(_ name: String) -> String { folder + "/" + name }

  func write(_ name: String, _ text: String) throws {
    try write(name, Array(text.utf8))
  }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    let url = URL(filePath: path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
  }

  /// Writes a shard and a manifest that lists it, with whatever is to be wrong in the manifest.
  func writeSuite(
    _ shard: String, name: String = "a.jsonl", _ edit: (inout String) -> Void = { _ in }
  ) throws {
    try write(name, shard)
    var manifest = Self.manifest(shard, name: name)
    edit(&manifest)
    try write("suite.json", manifest)
  }

  static func manifest(_ shard: String, name: String) -> String {
    let digest = Hexadecimal.text(SHA256.digest(of: Array(shard.utf8)))
    let count = shard.split(separator: "\n").count
    return """
      {
        "format": "linkpolicy-vectors/1",
        "suite": "small",
        "version": "1.0.0",
        "ids": "assigned",
        "flags": {},
        "policies": [],
        "shards": [
          {"path": "\(name)", "tier": "core", "count": \(count), "sha256": "\(digest)"}
        ]
      }

      """
  }

  /// Two cases that pass with any policy.
  static let shard =
    #"{"id":"a1","policy":"linking","steps":[{"wait":"old"}]}"# + "\n"
    + #"{"id":"a2","policy":"linking","steps":[{"wait":"old"}]}"# + "\n"

  /// What reading a path finds, each as `place code: message`, with places below the folder.
  func findings(_ name: String = "") -> [String] {
    var cases = 0
    do throws(InvalidInput) {
      for file in try VectorFiles.at(name.isEmpty ? folder : path(name)).found {
        try VectorReader.read(file) { _ in cases += 1 }
      }
      return ["\(cases) cases"]
    } catch {
      return error.diagnostics.map { finding in
        let place = finding.position.map { error.sources.describe($0) } ?? "-"
        return "\(place) \(finding.code.name): \(finding.message)"
          .replacingOccurrences(of: folder + "/", with: "")
      }
    }
  }
}
