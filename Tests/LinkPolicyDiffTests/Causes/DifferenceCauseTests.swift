import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import LinkPolicyTesting
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

/// The cause of what differs is named, at its own line.
@Suite("Causes of a difference")
struct DifferenceCauseTests {
  private static func causes(_ edits: (old: String, new: String)...) throws -> [DifferenceCause] {
    DifferenceCause.all(
      of: try PolicyDifference(old: try Harbour.policy(), new: try Harbour.policy(edits)))
  }

  private static func lines(_ cause: DifferenceCause) -> Sides<Int?> {
    Sides { cause.part?.positions[$0]?.line }
  }

  @Test(
    "findings/review.md 4: one edit is the cause of all that follows, and stands at its line",
    arguments: [
      ("own, is: trusted}", "own, is: untrusted}", "fact trust, row own", 13),
      ("own: [harbour.example]", "own: [harbour.example, bay.example]", "domains own", 4),
      (
        "do: [drop-unproven, replace-subject, sign-in]", "do: [replace-subject, sign-in]",
        "row sign-in.federated/joins", 26
      ),
      ("would: [create], setting", "would: [create, sign-in], setting", "guard closed", 17),
      ("web: already registered", "web: known address", "error already-registered", 36),
      ("joining: [open, closed]", "joining: [closed, open]", "setting joining", 9),
      ("proof: {trust: trusted}", "proof: {trust: untrusted}", "proof", 15),
    ])
  func one(_ edit: (old: String, new: String, subject: String, line: Int)) throws {
    let causes = try Self.causes((edit.old, edit.new))
    #expect(causes.map { $0.part?.subject.words } == [edit.subject])
    let cause = try #require(causes.first)
    let line = Self.lines(cause).new ?? 0
    #expect(abs(line - edit.line) <= 1, "\(edit.subject) at \(line)")
    #expect(!cause.kinds.isEmpty && cause.direct.count + cause.following.count > 0)
  }

  @Test("rows of a fact that change places are one edit, where the first that matches decides")
  func order() throws {
    let rows = [
      "- {id: far, provider: pier.example, domain: own, is: untrusted}",
      "- {id: own, domain: own, is: trusted, overrides: [far]}",
      "- {id: own, domain: own, is: trusted}",
      "- {id: far, provider: pier.example, domain: own, is: untrusted, overrides: [own]}",
    ]
    let before =
      "- {id: own,       provider: login.harbour.example, domain: own, is: trusted}\n"
      + "      - {id: otherwise, is: untrusted}"
    func policy(_ first: String, _ second: String) throws -> CompiledPolicy {
      let rest = "- {id: otherwise, is: untrusted, overrides: earlier}"
      return try Harbour.policy(
        ("values: [trusted, untrusted]", "hit: first\n    values: [trusted, untrusted]"),
        (before, [first, second, rest].joined(separator: "\n      ")))
    }
    let difference = try PolicyDifference(
      old: try policy(rows[0], rows[1]), new: try policy(rows[2], rows[3]))
    #expect(!difference.changes.isEmpty)
    let causes = DifferenceCause.all(of: difference)
    #expect(causes.map { $0.part?.subject.words } == ["order of fact trust"])
  }

  @Test("several edits have each what follows from it, the most dangerous first")
  func several() throws {
    let causes = try Self.causes(
      ("web: already registered", "web: known address"),
      ("do: [drop-unproven, replace-subject, sign-in]", "do: [replace-subject, sign-in]"),
      ("{id: returning,", "{id: back,"))
    #expect(
      causes.map { $0.part?.subject.words } == [
        "row sign-in.federated/joins", "error already-registered",
      ])
    #expect(causes.map { $0.kinds } == [[.dropsLess], [.renames]])
    #expect(causes.allSatisfy { $0.following.isEmpty && $0.direct.count == 1 })
  }

  @Test("what is renamed, reordered or said otherwise has no cause")
  func none() throws {
    #expect(try Self.causes(("{id: returning,", "{id: back,")).isEmpty)
    #expect(try Self.causes(("address: [absent, free]", "address: [free, absent]")).isEmpty)
  }

  @Test("a change of one line reads in under forty lines; all of it is there for who asks")
  func length() throws {
    var limits = Explorer.Limits()
    limits.stores = 10
    var difference = try PolicyDifference(
      old: try Harbour.policy(),
      new: try Harbour.policy(
        (
          "provider: login.harbour.example, domain: own, is",
          "provider: [login.harbour.example, pier.example], is"
        )))
    difference.addWitnesses(limits: limits)
    func text(_ showsAll: Bool) -> [Substring] {
      let report = DifferenceReport(
        difference, named: Sides(old: "a", new: "b"), limit: 100, showsAll: showsAll)
      return String(decoding: report.bytes(.pretty), as: UTF8.self).split(separator: "\n")
    }
    #expect(text(false).count < 40 && text(true).count >= text(false).count)
    #expect(text(false).contains { $0.hasSuffix("fact trust, row own") })
    #expect(!text(true).contains { $0.contains("`--all`") })
  }

  @Test("findings/review.md 6: machines get one entry a cause, with its level")
  func machines() throws {
    let difference = try PolicyDifference(
      old: try Harbour.policy(),
      new: try Harbour.policy(
        ("web: already registered", "web: known address"),
        ("do: [drop-unproven, replace-subject, sign-in]", "do: [replace-subject, sign-in]")))
    let report = DifferenceReport(difference, named: Sides(old: "a", new: "b"), limit: 3)
    let commands = String(decoding: report.bytes(.github), as: UTF8.self).split(separator: "\n")
    #expect(commands.count == 4 && commands[0].hasPrefix("::warning title=DANGER::"))
    #expect(commands[1].hasPrefix("::error file=harbour.yaml,line=2"))
    #expect(commands[2].hasPrefix("::notice file=harbour.yaml,line=3"))
    let sarif = String(decoding: report.bytes(.sarif), as: UTF8.self)
    #expect(sarif.split(separator: "\"ruleId\"").count == 3)
    #expect(sarif.contains(#""ruleId":"diff/drops-less","level":"error""#))
    #expect(sarif.contains(#""ruleId":"diff/renames","level":"note""#))
  }
}
