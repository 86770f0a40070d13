import Foundation
import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyYAML

/// What a policy file may extend: files in its own folder and below, and nothing else.
@Suite struct PolicyFileTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("linkpolicy-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("root/below"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for place in ["outside.yaml", "root/base.yaml", "root/below/base.yaml"] {
      let url = folder.appendingPathComponent(place)
      try Data(OverlayTests.base.utf8).write(to: url)
    }
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("root/link.yaml"),
      withDestinationURL: folder.appendingPathComponent("outside.yaml"))
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("root/folder"), withDestinationURL: folder)
    try body(folder.path)
  }

  private func extending(_ reference: String, in folder: String) throws -> PolicyText {
    let path = folder + "/root/policy.yaml"
    try Data("linkpolicy: 1\nname: over\nextends: \(reference)\n".utf8)
      .write(to: URL(fileURLWithPath: path))
    return try PolicyText(file: path)
  }

  @Test func filesInsideAreRead() throws {
    try withFolder { folder in
      for reference in [
        "base.yaml", "below/base.yaml", "./base.yaml", "below/../base.yaml",
        "\(folder)/root/base.yaml",
      ] {
        let text = try extending(reference, in: folder)
        #expect(text.document.decisions.count == 2, "\(reference)")
      }
    }
  }

  @Test func theWayOutIsRefused() throws {
    try withFolder { folder in
      let cases = [
        ("../outside.yaml", "outside"), ("below/../../outside.yaml", "outside"),
        ("link.yaml", "outside"), ("folder/outside.yaml", "outside"),
        ("\(folder)/outside.yaml", "outside"), ("https://example.com/base.yaml", "never fetched"),
        ("\"file:///etc/base.yaml\"", "never fetched"), ("missing.yaml", "no such file"),
        ("below/", "directory"), ("base", "no policies can be extended here"),
      ]
      for (reference, phrase) in cases {
        do {
          _ = try extending(reference, in: folder)
          Issue.record("\(reference) was read")
        } catch let error as InvalidInput {
          #expect(error.diagnostics.map { $0.code } == [.unknownBase], "\(reference)")
          #expect(error.description.contains(phrase), "\(reference): \(error)")
        }
      }
    }
  }

  @Test func aPolicyCannotExtendItselfByAnotherPath() throws {
    try withFolder { folder in
      do {
        _ = try extending("./policy.yaml", in: folder)
        Issue.record("it was read")
      } catch let error as InvalidInput {
        #expect(error.diagnostics.map { $0.code } == [.unknownBase])
      }
    }
  }
}
