import Foundation
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

/// What the commands show of providers whose subjects are compared without case.
@Suite("Commands and folded subjects")
struct FoldedSubjectToolTests {
  private static let vectors = Project.file("vectors/sketches/folded-subjects.yaml").path

  private let scratch: Scratch
  private let folded: String
  private let exact: String

  init() throws {
    scratch = try Scratch()
    folded = scratch.path("folded.yaml")
    exact = scratch.path("exact.yaml")
    try scratch.write("folded.yaml", Array(Sketches.text("folded-subjects", []).utf8))
    try scratch.write(
      "exact.yaml",
      Array(Sketches.text("folded-subjects", [(", subjects: folded", "")]).utf8))
  }

  @Test("diff: folding subjects lets more people enter, and comparing them exactly splits accounts")
  func diff() throws {
    let folding = ToolRun("diff", exact, folded)
    #expect(folding.code == .findings, "\(folding.output)\(folding.errors)")
    #expect(folding.output.contains("reaches-more"), "\(folding.output)")
    #expect(folding.output.contains("subjects of provider directory"), "\(folding.output)")
    let splitting = ToolRun("diff", folded, exact)
    #expect(splitting.code == .findings, "\(splitting.output)\(splitting.errors)")
    #expect(splitting.output.contains("splits"), "\(splitting.output)")
    #expect(!splitting.output.contains("reaches-more"), "\(splitting.output)")
    let same = ToolRun("diff", folded, folded)
    #expect(same.code == .clean, "\(same.output)")
  }

  @Test("decide asks for the folded subject, and refuses a row that holds another")
  func decide() throws {
    let attempt =
      #"{"action":"sign-in","provider":"directory","subject":"ADA"}"#
    let lookup = ToolRun(
      "decide", folded, input: #"{"id":1,"lookup":{"attempt":\#(attempt)}}"# + "\n")
    #expect(lookup.output.contains(#""subject":"ada""#), "\(lookup.output)\(lookup.errors)")
    func answered(_ subject: String) -> String {
      #"{"id":1,"decide":{"attempt":\#(attempt),"answers":{"credential":"u1","accounts":[{"id":"u1","email":null,"#
        + #""verified":false,"methods":[{"provider":"directory","subject":"\#(subject)"}],"state":"active","#
        + #""version":1}]}}}"# + "\n"
    }
    let known = ToolRun("decide", folded, input: answered("ada"))
    #expect(known.output.contains(#""row":"sign-in/returning""#), "\(known.output)")
    let raw = ToolRun("decide", folded, input: answered("Ada"))
    #expect(
      raw.output.contains("is not in its canonical form, `ada`, which lookups use"), "\(raw.output)"
    )
  }

  @Test("prove states what folding assumes of the provider")
  func prove() {
    let said = ", and subjects that differ only in case are one person's at directory\n"
    #expect(ToolRun("prove", folded).output.contains(said))
    #expect(!ToolRun("prove", exact).output.contains("differ only in case"))
  }

  @Test("mutate compares the folded subjects byte by byte, and the suite notices it")
  func mutate() throws {
    let run = ToolRun(
      "mutate", folded, Self.vectors, "--format", "json"
    )
    #expect(run.output.contains("compares subjects exactly"), "\(run.output)\(run.errors)")
    let exactly = ToolRun(
      "mutate", exact, Self.vectors, "--format", "json")
    #expect(!exactly.output.contains("compares subjects exactly"))
  }

  @Test("doctor names the subjects that the folding policy looks up in other letters")
  func doctor() throws {
    func row(_ id: String, _ subject: String) -> String {
      #"{"id":"\#(id)","email":null,"verified":false,"methods":[{"provider":"directory","kind":"federated","#
        + #""subject":"\#(subject)"}],"state":"active","version":1}"#
    }
    let rows = [row("u1", "Ada"), row("u2", "ada"), row("u3", "bob")]
    try scratch.write("rows.jsonl", Array((rows.joined(separator: "\n") + "\n").utf8))
    let run = ToolRun("doctor", exact, scratch.path("rows.jsonl"), "--then", folded)
    #expect(run.code == .findings, "\(run.output)\(run.errors)")
    #expect(
      run.output.contains(
        "warning[other-key]: the method of `directory` of account `u1` has the subject `Ada`, which the other policy looks up as `ada`"
      ), "\(run.output)")
    #expect(
      run.output.contains(
        "error[would-share-credential]: accounts `u1`, `u2` would have one credential under the other policy"
      ), "\(run.output)")
    #expect(run.output.contains("the policies differ in the case of subjects"), "\(run.output)")
    #expect(!run.output.contains("`u3`"), "\(run.output)")
    let raw = ToolRun("doctor", folded, scratch.path("rows.jsonl"))
    #expect(raw.output.contains("error[unusable-account]"), "\(raw.output)")
  }

  @Test("a wrong word is named with the two that are right")
  func word() throws {
    try scratch.write(
      "wrong.yaml",
      Array(Sketches.text("folded-subjects", [("subjects: folded", "subjects: fold")]).utf8))
    let run = ToolRun("check", scratch.path("wrong.yaml"))
    #expect(run.code != .clean)
    #expect(
      (run.output + run.errors).contains("unknown value `fold`"), "\(run.output)\(run.errors)")
  }

  @Test("test: given rows hold subjects as lookups find them")
  func given() throws {
    for (given, place) in [
      ("accounts: [{id: a1, methods: [{provider: directory, subject: Ada}]}]", ", in account `a1`"),
      ("orphans: [{provider: directory, subject: Ada}]", ""),
    ] {
      let text = """
        vectors: 1
        policy: folded.yaml
        cases:
          - id: f1
            title: a subject in another form
            given: {\(given)}
            steps:
              - attempt: {action: sign-in, provider: directory, subject: Ada}
                expect: {outcome: allowed}

        """
      try scratch.write("given.yaml", Array(text.utf8))
      let run = ToolRun("test", scratch.path("given.yaml"))
      #expect(run.code != .clean, "\(run.output)")
      #expect(
        (run.output + run.errors).contains(
          "the subject `Ada` of `directory` is not in canonical form" + place),
        "\(run.output)\(run.errors)")
    }
  }
}
