import Foundation
import Testing

@testable import LinkPolicyCommands

/// Whether cases are about a policy does not depend on how its name is spelt.
@Suite("Cases are matched to a policy by its file")
struct PolicyKinshipTests {
  private static let policy = """
    linkpolicy: 1
    name: tiny
    providers: {p: {kind: federated, gives: [email]}}
    decisions:
      sign-in:
        hit: first
        rows: [{id: known, credential: known, do: [sign-in]},
               {id: first, credential: new, address: [absent, free], do: [create, sign-in]}, {id: no, refuse: no}]
    errors: {no: {}}
    """

  private func cases(_ policies: [String]) -> String {
    let cases = policies.enumerated().map { number, policy in
      "  - {id: c\(number), policy: '\(policy)', steps: [{attempt: {action: sign-in, provider: p, "
        + "subject: s}, expect: {outcome: allowed}}]}\n"
    }
    return "vectors: 1\ncases:\n" + cases.joined()
  }

  /// A folder with the policy, links to it, another policy, and one with the name of a shipped one.
  private func folder() throws -> String {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "kinship-\(UUID().uuidString)").path
    try files.createDirectory(atPath: folder + "/a", withIntermediateDirectories: true)
    func write(_ text: String, _ name: String) throws {
      try Data(text.utf8).write(to: URL(filePath: folder + "/" + name))
    }
    try write(Self.policy, "tiny.yaml")
    try write(
      Self.policy.replacing("refuse: no}", with: "refuse: no, because: x}")
        .replacing("do: [sign-in]", with: "do: [refresh-method, sign-in]"), "other.yaml")
    try write(
      Self.policy.replacing("name: tiny", with: "name: other")
        .replacing("do: [sign-in]", with: "do: []"), "firebase.yaml")
    try write("linkpolicy: 1\nname: more\nextends: tiny.yaml\n", "more.yaml")
    try files.createSymbolicLink(atPath: folder + "/link.yaml", withDestinationPath: "tiny.yaml")
    return folder
  }

  @Test("findings/review.md 2: spellings of a file are one policy; others are counted")
  func spellings() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let spellings = ["./tiny.yaml", "a/../tiny.yaml", "./a/.././tiny.yaml", "./link.yaml"]
    try Data(cases(spellings + ["./other.yaml"]).utf8)
      .write(to: URL(filePath: folder + "/cases.yaml"))
    for name in ["tiny.yaml", "link.yaml", "a/../tiny.yaml"] {
      let coverage = ToolRun(
        "coverage", folder + "/" + name, folder + "/cases.yaml", "--format", "json", "--limit", "0")
      #expect(coverage.code == .clean, "\(name): \(coverage.errors)")
      #expect(coverage.output.contains(#""cases":4,"skipped":1,"passedOver":1,"#), "\(name)")
      #expect(coverage.errors.contains("skipped 1 case about other policies"), "\(name)")
      let mutate = ToolRun(
        "mutate", folder + "/" + name, folder + "/cases.yaml", "--limit", "0", "--format", "json",
        "--operator", "effect-dropped")
      #expect(mutate.output.contains(#""vectors":4,"passedOver":1,"#), "\(name): \(mutate.errors)")
      #expect(mutate.errors.contains("skipped 1 case about other policies"), "\(name)")
    }
    // One that extends it counts the vectors of what it extends.
    let mutate = ToolRun(
      "mutate", folder + "/more.yaml", folder + "/cases.yaml", "--limit", "0", "--format", "json",
      "--operator", "effect-dropped")
    #expect(mutate.output.contains(#""vectors":4,"passedOver":1,"#), "\(mutate.errors)")
  }

  @Test("findings/review.md 2: it is a failure where all vectors are passed over")
  func allPassedOver() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(cases(["firebase", "./other.yaml"]).utf8)
      .write(to: URL(filePath: folder + "/cases.yaml"))
    for verb in ["coverage", "mutate"] {
      // The file is not the shipped policy of its name.
      for name in ["tiny.yaml", "firebase.yaml"] {
        let run = ToolRun(verb, folder + "/" + name, folder + "/cases.yaml")
        #expect(run.code == .findings, "\(verb) \(name)")
        #expect(
          run.errors.contains("about this policy (2 are about other policies)"), "\(run.errors)")
      }
    }
  }
}
