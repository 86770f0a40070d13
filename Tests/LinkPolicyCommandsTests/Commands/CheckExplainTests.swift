import Foundation
import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicyReview
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

/// `check --explain CODE`: every code is explained, by an example that has the finding.
@Suite("Explanations of findings")
struct CheckExplainTests {
  /// The codes that the sources of a policy's readers and reviewers declare.
  private static var declared: [String] {
    get throws {
      let files = [
        "LinkPolicyDiagnostics/Diagnostics/Diagnostic.swift",
        "LinkPolicyYAML/Syntax/ProblemList.swift",
        "LinkPolicyReview/Check/Findings/FindingLevels.swift",
      ]
      return try files.flatMap { file in
        try String(contentsOfFile: Fixtures.project + "/Sources/" + file, encoding: .utf8)
          .matches(of: /\{ (?:Self|\.init)\("([a-z0-9-]+)"\) \}/).map { String($0.output.1) }
      }
    }
  }

  @Test("every code in use is explained once, and no other")
  func complete() throws {
    let explained = FindingCatalog.codes.map { $0.text }
    let declared = try Self.declared
    #expect(declared.count > 50)
    #expect(explained.sorted() == declared.sorted())
  }

  @Test("each example has the finding that it is for, at its level")
  func examples() throws {
    let scratch = try Scratch()
    for explanation in FindingCatalog.all {
      let path = scratch.path(explanation.code.name.text + ".yaml")
      if !explanation.example.isEmpty {
        try scratch.write(explanation.code.name.text + ".yaml", explanation.example)
      }
      let run = ToolRun("check", path, "--format", "json")
      let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
      let findings = report?["findings"] as? [[String: Any]] ?? []
      let own = findings.first { $0["code"] as? String == explanation.code.name.text }
      let found = findings.map { "\($0["code"] ?? "") \($0["message"] ?? "")" }
      #expect(own != nil, "\(explanation.code.name.text): \(found)")
      let level = "\(explanation.level)"
      #expect(own?["level"] as? String == level, "\(explanation.code.name.text)")
      // What is not an error is shown by a policy that has no other fault.
      if explanation.level < .error, explanation.code.name != "yaml-more-problems" {
        let others = found.filter {
          !$0.hasPrefix("unused-name") && !$0.hasPrefix("untested-input")
            && !$0.hasPrefix(explanation.code.name.text)
        }
        // A guard that another one hides coincides with it.
        #expect(others.isEmpty || explanation.code.name == "hidden-guard", "\(others)")
      }
    }
  }

  @Test("an explanation says what, why and what to do, in the house's words")
  func words() {
    for explanation in FindingCatalog.all {
      let run = ToolRun("check", "--explain", explanation.code.name.text)
      #expect(run.code == .clean && run.errors.isEmpty)
      #expect(run.output.hasPrefix(explanation.code.name.text + " ("))
      for part in [explanation.meaning, explanation.matter, explanation.remedy] {
        #expect(part.last == "." || part.last == "?", "\(explanation.code.name.text)")
        #expect(run.output.contains(part))
      }
    }
  }

  @Test("an unknown code is a usage error with the nearest one")
  func unknown() {
    let run = ToolRun("check", "--explain", "redundant-rows")
    #expect(run.code == .usage)
    #expect(run.errors.contains("unknown code `redundant-rows`; did you mean `redundant-row`?"))
    #expect(ToolRun("check", "--explain", "gap", "firebase").code == .usage)
  }
}
