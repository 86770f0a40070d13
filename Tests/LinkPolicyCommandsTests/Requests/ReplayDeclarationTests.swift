import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

/// Replays of records under policies that declare providers and inputs differently.
@Suite("Records under other declarations")
struct ReplayDeclarationTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  /// Records the decision of a request under a policy, and replays the record under both policies.
  private func replay(
    _ request: String, _ old: String, _ new: String, facts: String = "tested"
  ) throws -> ToolRun {
    let paths = (
      try scratch.write("old.yaml", Array(old.utf8)), try scratch.write("new.yaml", Array(new.utf8))
    )
    let line =
      #"{"id":1,"decide":{\#(request),"record":{"time":"t","correlation":"c"}}}"# + "\n"
    let decided = ToolRun(
      ["decide", paths.0, "--record-facts", facts], input: Array(line.utf8))
    let start = try #require(decided.output.ranges(of: #","record":"#).last, "\(decided.errors)")
    let record = decided.output[start.upperBound...].prefix { $0 != "\n" }.dropLast()
    return ToolRun(
      ["replay", "-", "--old", paths.0, "--new", paths.1], input: Array((record + "\n").utf8))
  }

  private func isSame(_ run: ToolRun) -> Bool {
    run.code == .clean && run.output.contains("same      1")
  }

  private func isChanged(_ run: ToolRun) -> Bool {
    run.code == .findings && run.output.contains("changed   1")
  }

  private func isUndecided(_ run: ToolRun, because cause: String) -> Bool {
    run.code == .undecided && run.output.contains("undecided 1") && run.output.contains(cause)
  }

  @Test("a record without the fact `kind` can only have the kinds of its provider and its table")
  func unrecordedKinds() throws {
    func text(_ github: String, mail: String, _ decisions: String) -> String {
      """
      linkpolicy: 1
      name: kinds
      providers: {github.com: {kinds: [\(github)]}, mail: {kinds: [\(mail)]}}
      decisions:
      \(decisions)
      errors: {no: {}, other: {}}

      """
    }
    func table(_ name: String, _ error: String) -> String {
      "  \(name): {rows: [{id: known, credential: known, do: [sign-in]}, "
        + "{id: rest, credential: [new, broken], refuse: \(error)}]}"
    }
    func request(_ kind: String) -> String {
      #""attempt":{"action":"sign-in","provider":"github.com","kind":"\#(kind)","subject":"s"},"#
        + #""answers":{"credential":null}"#
    }
    // One table decides all kinds, and the provider offers one of them.
    let (one, otherError) = (
      text("federated", mail: "password", table("sign-in", "no")),
      text("federated", mail: "password", table("sign-in", "other"))
    )
    #expect(try isSame(replay(request("federated"), one, one)))
    let changed = try replay(request("federated"), one, otherError)
    #expect(isChanged(changed), "\(changed)")
    // The new policy lacks the only kind that the provider offers.
    let lacking = try replay(
      request("federated"), one, text("custom", mail: "password", table("sign-in", "no")))
    #expect(isChanged(lacking), "\(lacking)")
    // The provider offers two kinds, which two tables decide.
    func two(_ error: String) -> String {
      text(
        "federated, custom", mail: "custom",
        table("sign-in.federated", "no") + "\n" + table("sign-in.custom", error))
    }
    let federated = try replay(request("federated"), two("no"), two("other"))
    #expect(isSame(federated), "\(federated)")
    let custom = try replay(request("custom"), two("no"), two("other"))
    #expect(isChanged(custom), "\(custom)")
  }
}
