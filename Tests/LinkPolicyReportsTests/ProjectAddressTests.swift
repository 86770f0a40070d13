import Foundation
import LinkPolicyDiagnostics
import LinkPolicyTesting
import Testing

@Suite("The address of the project")
struct ProjectAddressTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

  @Test("findings/review.md 6: SARIF has it, and it is no placeholder")
  func sarif() throws {
    let bytes = HostedReport(of: "check", rules: [], summary: "").sarif
    let log = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let runs = try #require(log["runs"] as? [[String: Any]])
    let driver = try #require((runs.first?["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(driver["informationUri"] as? String == ProjectAddress.home)
    #expect(ProjectAddress.home.hasPrefix("https://") && !ProjectAddress.home.contains(".invalid"))
  }

  @Test("it stands in one place of the sources, and the schemas have the same")
  func onePlace() throws {
    let files = try #require(
      FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil))
    var places: [String] = []
    var schemas = 0
    for case let file as URL in files where ["swift", "json"].contains(file.pathExtension) {
      let text = try String(contentsOf: file, encoding: .utf8)
      if file.pathExtension == "swift" {
        if text.contains("https://linkpolicy.") { places.append(file.lastPathComponent) }
      } else if text.contains("\"$id\": \"https://linkpolicy.") {
        schemas += 1
        #expect(text.contains("\"$id\": \"\(ProjectAddress.home)schemas/"), "\(file.path)")
      }
    }
    #expect(places == ["HostedReport+SARIF.swift"] && schemas > 0)
  }
}
