import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyJSON
import LinkPolicyTestSupport
import LinkPolicyTesting
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

@Suite("Two systems side by side")
struct SequenceComparisonTests {
  private static func comparison(
    _ edits: [(old: String, new: String)] = [], map: SystemMap?, stores: Int = 8
  ) throws -> SequenceComparison {
    var cove = try Coast.cove()
    for edit in edits { cove = try Coast.cove(edit) }
    return SequenceComparison(
      Sides(old: try Coast.bay(), new: cove), by: map, limits: Coast.limits(stores))
  }

  @Test("findings/review.md 8: systems that decide alike by other names end alike, by a map")
  func alike() throws {
    let mapped = try Self.comparison(map: try Coast.map())
    #expect(mapped.causes.isEmpty)
    #expect(mapped.uncomparedErrors == 0 && mapped.exploredAlone.isEmpty)
    #expect(Side.allCases.allSatisfy { mapped.uncompared[$0].parts.isEmpty })
    let bay = try Coast.bay()
    let same = SequenceComparison(Sides(old: bay, new: bay), limits: Coast.limits(8))
    #expect(mapped.played >= same.played && same.played > 50)
  }

  @Test("without a map nothing of them can be played under both, and that is told")
  func apart() throws {
    let comparison = try Self.comparison(map: nil)
    #expect(comparison.played == 0 && comparison.causes.isEmpty)
    let reasons = Set(comparison.leftOut.keys.map { $0.reason })
    #expect(reasons.contains("has no counterpart of the provider `google`"))
    #expect(comparison.leftOut.values.reduce(0, +) > 10)
    #expect(
      comparison.uncompared.old.parts.map { $0.sort } == ["providers", "claims", "settings"])
  }

  @Test("that one was explored without what only the other tells apart is told")
  func alone() throws {
    var comparison = try Self.comparison(map: try Coast.map())
    func told(_ format: SequenceComparisonReport.SequenceReportFormat) -> String {
      let report = SequenceComparisonReport(comparison, named: Sides(old: "bay", new: "cove"))
      return String(decoding: report.bytes(format), as: UTF8.self)
    }
    #expect(!told(.pretty).contains("fewer tried"))
    #expect(told(.json).contains("\"explored-alone\":[]"))
    comparison.exploredAlone = [.old]
    #expect(
      told(.pretty).contains(
        "fewer tried: old was explored without values that only new distinguishes"))
    #expect(told(.json).contains("\"explored-alone\":[\"old\"]"))
  }

  @Test("attempts that no sequence makes are named, for the systems that distinguish them")
  func untried() throws {
    func policy(_ row: String) throws -> CompiledPolicy {
      let text = """
        linkpolicy: 1
        name: ticket
        providers: {github.com: {kind: federated}}
        decisions:
          sign-in.federated:
            hit: first
            rows:
              \(row)- {id: rest, refuse: no, ask: consent}
        errors: {no: {}, other: {}}
        """
      return try CompiledPolicy(yaml: Array(text.utf8), name: "ticket.yaml")
    }
    let plain = try policy("")
    let testing = try policy(
      "- {id: resumed, ticket: consent, refuse: other}\n      ")
    func reports(_ old: CompiledPolicy, _ new: CompiledPolicy) -> (text: String, json: String) {
      let report = SequenceComparisonReport(
        SequenceComparison(Sides(old: old, new: new), limits: Coast.limits(8)),
        named: Sides(old: "old", new: "new"))
      return (
        String(decoding: report.bytes(.pretty), as: UTF8.self),
        String(decoding: report.bytes(.json), as: UTF8.self)
      )
    }
    let one = reports(plain, testing)
    #expect(one.text.contains("  not played: attempts that redeem a ticket (new)\n"), "\(one.text)")
    #expect(one.json.contains(#""tickets":["new"]"#), "\(one.json)")
    let both = reports(testing, testing)
    #expect(
      both.text.contains("  not played: attempts that redeem a ticket (old and new)\n"),
      "\(both.text)")
    #expect(both.json.contains(#""tickets":["old","new"]"#), "\(both.json)")
    let neither = reports(plain, plain)
    #expect(!neither.text.contains("not played") && !neither.json.contains("tickets"))
  }

  @Test("findings/review.md 8: what one system does otherwise has one cause, whatever follows")
  func cause() throws {
    let comparison = try Self.comparison(
      [("drop-unproven, replace-subject", "replace-subject")], map: try Coast.map())
    let cause = try #require(comparison.causes.first)
    #expect(comparison.causes.count == 1)
    #expect(cause.difference == .methods)
    #expect(cause.answers.old.row?.text == "sign-in/joins")
    #expect(cause.answers.new.row?.text == "sign-in/joins")
    #expect(cause.findings.map { $0.kind } == [.dropsLess])
    #expect(cause.count == comparison.differing && cause.count > 1)
    #expect(cause.shortest.steps.count == 2)
    #expect(cause.shortest.steps.last?.words.hasPrefix("sign-in google.example ") ?? false)
    // In the words of the old system too.
    #expect(cause.shortest.accounts?.new.contains(" google.example ") ?? false)
  }

  @Test("the report as JSON has each cause with a vector in the words of the new system")
  func report() throws {
    let comparison = try Self.comparison(
      [("drop-unproven, replace-subject", "replace-subject")], map: try Coast.map())
    let report = SequenceComparisonReport(
      comparison, named: Sides(old: "bay", new: "cove"), by: "map.yaml")
    let root = try JSONDocument(report.bytes(.json), name: "report").root
    #expect(root["map"]?.text == "map.yaml")
    #expect(root["differing"]?.number?.int == comparison.differing)
    let cause = try #require(root["causes"]?.elements?.first)
    #expect(cause["differs"]?.text == "other-methods")
    let finding = try #require(root["findings"]?.elements?.first)
    #expect(finding["cause"]?.number?.int == 0)
    #expect(finding["kind"]?.text == "drops-less")
    let vector = try #require(finding["vector"]).line
    let cases = try VectorReader.read(vector, name: "vector", format: .jsonLines)
    #expect(cases.count == 1)
    #expect(String(decoding: vector, as: UTF8.self).contains(#""provider":"google""#))
  }

  @Test("errors are compared by the map; two without counterparts are not, and are counted")
  func errors() throws {
    let other = [
      ("taken, word: unproven, refuse: registered", "taken, word: unproven, refuse: nobody")
    ]
    let mapped = try Self.comparison(other, map: try Coast.map())
    #expect(mapped.causes.map { $0.difference } == [.error])
    #expect(mapped.findings.map { $0.kind } == [.renames])
    let map = try Coast.map(
      ("  unknown-person: nobody\n", ""), ("  already-registered: registered\n", ""))
    let unmapped = try Self.comparison(other, map: map)
    #expect(unmapped.causes.isEmpty && unmapped.uncomparedErrors > 0)
  }

  @Test("a setting that only one of them has is shown where it is set")
  func settings() throws {
    let map = try Coast.map(
      ("settings:\n  joining: {is: admission, values: {open: free, closed: shut}}\n", ""))
    let comparison = try Self.comparison(map: map)
    #expect(Set(comparison.causes.map { $0.difference }) == [.oldRefuses, .newRefuses])
    let words = comparison.findings.flatMap { $0.witness.steps.map { $0.words } }
    #expect(words.contains { $0.hasSuffix(" (in new with admission=shut)") })
    #expect(words.contains { $0.hasSuffix(" with joining=closed") })
  }

  @Test("what goes back to one setting is one cause, and the most dangerous comes first")
  func oneSetting() throws {
    let map = try Coast.map(
      ("settings:\n  joining: {is: admission, values: {open: free, closed: shut}}\n", ""))
    let comparison = try Self.comparison(map: map)
    // Only the bay refuses where `joining` is closed, and only the cove where `admission` is shut.
    #expect(
      comparison.causes.map { $0.setting?.name } == ["setting.joining", "setting.admission"])
    #expect(comparison.causes.map { $0.difference } == [.oldRefuses, .newRefuses])
    let report = SequenceComparisonReport(comparison, named: Sides(old: "bay", new: "cove"))
    let text = String(decoding: report.bytes(.pretty), as: UTF8.self)
    #expect(text.contains("  one setting: \(comparison.differing) sequences, 2 causes\n"))
    #expect(text.contains("  alike with the default of setting.joining; "))
    let root = try JSONDocument(report.bytes(.json), name: "report").root
    #expect(root["causes"]?.elements?.first?["setting"]?.text == "setting.joining")
    // Of every finding, the answers and the sequence belong together.
    for finding in comparison.findings {
      let last = try #require(finding.witness.steps.last)
      #expect(finding.answers.old.isAllowed || !last.outcomes.old.isEmpty)
    }
  }

  @Test("under one value of a setting nothing else is tried, in the words of each system")
  func given() throws {
    let systems = Sides(old: try Coast.bay(), new: try Coast.cove())
    let map = try Coast.map()
    func comparison(_ value: String) throws -> SequenceComparison {
      let settings = try ComparedSettings([("joining", value)], of: systems, by: map)
      return SequenceComparison(systems, by: map, under: settings, limits: Coast.limits(8))
    }
    let closed = try comparison("closed")
    #expect(closed.settings.sides.new.values.map { $0.name } == ["admission"])
    #expect(closed.settings.sides.new.values.map { $0.value } == ["shut"])
    // Nobody can make an account, so there is nothing to link or to enter.
    let open = try comparison("open")
    #expect(closed.played > 0 && closed.played < open.played)
    #expect(closed.causes.isEmpty && open.causes.isEmpty)
    let unmapped = try Coast.map(
      ("settings:\n  joining: {is: admission, values: {open: free, closed: shut}}\n", ""))
    let only = SequenceComparison(
      systems, by: unmapped,
      under: try ComparedSettings(
        [("joining", "open"), ("admission", "free")], of: systems, by: nil),
      limits: Coast.limits(8))
    #expect(only.causes.isEmpty && only.played > 50)
  }

  @Test("a setting or value that no system has is refused, with those that there are")
  func unknownSetting() throws {
    let systems = Sides(old: try Coast.bay(), new: try Coast.cove())
    let map = try Coast.map()
    func message(_ name: String, _ value: String) -> String? {
      do throws(ComparedSettings.ComparisonSettingError) {
        _ = try ComparedSettings([(name, value)], of: systems, by: map)
        return nil
      } catch {
        return error.message
      }
    }
    #expect(message("joining", "closed") == nil)
    #expect(
      message("joined", "closed")
        == "neither policy has the setting `joined`; the declared settings are joining, admission")
    #expect(
      message("joining", "shut")
        == "the setting `joining` has no value `shut`; its values are open, closed")
  }

  @Test("progress is told of stores and of what is played, for each system")
  func progress() throws {
    var told: [String] = []
    _ = SequenceComparison(
      Sides(old: try Coast.bay(), new: try Coast.cove()), by: try Coast.map(),
      limits: Coast.limits(8)
    ) { progress in
      told.append("\(progress.side) \(progress.isPlaying ? "plays" : "explores")")
      #expect(progress.done <= progress.all)
    }
    #expect(Set(told) == ["old explores", "old plays", "new explores", "new plays"])
  }
}
