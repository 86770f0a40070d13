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
    #expect(known.output.contains(#""row":{"id":"returning""#), "\(known.output)")
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

  @Test("mutate compares the folded subjects byte by byte, and only capitals notice it")
  func mutate() throws {
    func survives(_ policy: String, _ subject: String) throws -> Bool {
      let provider = policy.contains("shared") ? "second" : "directory"
      let text = """
        vectors: 1
        policy: \(policy)
        cases:
          - id: f1
            title: two sign-ins
            steps:
              - attempt: {action: sign-in, provider: \(provider), subject: ada}
                expect: {outcome: allowed, account: u1}
              - attempt: {action: sign-in, provider: \(provider), subject: \(subject)}
                expect: {outcome: allowed, account: u1}

        """
      try scratch.write("cases.yaml", Array(text.utf8))
      let run = ToolRun(
        "mutate", scratch.path(policy), scratch.path("cases.yaml"), "--operator",
        "provider-changed")
      #expect(run.output.contains("provider-changed"), "\(run.output)\(run.errors)")
      return run.output.contains("compares subjects exactly")
    }
    // Providers with one issuer are unfolded together.
    let shared = try Sketches.text(
      "folded-subjects",
      [
        (
          "  oidc.shop:",
          "  second: {kind: federated, gives: [name], subjects: folded, issuer: directory}\n  oidc.shop:"
        )
      ])
    try scratch.write("shared.yaml", Array(shared.utf8))
    for policy in ["folded.yaml", "shared.yaml"] {
      #expect(try survives(policy, "ada"))
      #expect(try !survives(policy, "ADA"))
    }
    #expect(try !survives("exact.yaml", "ada"))
  }

  /// The text of a small policy with providers.
  private func small(_ name: String, _ providers: String...) throws -> String {
    let text = """
      linkpolicy: 1
      name: small
      providers:
      \(providers.map { "  " + $0 }.joined(separator: "\n"))
      decisions:
        sign-in:
          rows:
            - {id: known, credential: known, do: [sign-in]}
            - {id: new,   credential: new, do: [create, sign-in]}
            - {id: gone,  credential: broken, refuse: no}
      errors: {no: {}}

      """
    try scratch.write(name, Array(text.utf8))
    return scratch.path(name)
  }

  @Test("diff compares a family by members that neither policy declares separately")
  func family() throws {
    let exact = "{kind: federated, gives: [name]}"
    let folded = "{kind: federated, gives: [name], subjects: folded}"
    for (number, other) in ["saml.one", "\"saml.o*\"", "\"saml.e*\"", "\"saml.x*\""].enumerated() {
      let old = try small(
        "old\(number).yaml", "\"saml.*\": \(exact)", "\(other): \(exact)", "\"*\": \(folded)")
      let new = try small("new\(number).yaml", "\(other): \(exact)", "\"*\": \(folded)")
      let run = ToolRun("diff", old, new)
      #expect(run.output.contains("reaches-more"), "\(other) \(run.output)")
      let back = ToolRun("diff", new, old)
      #expect(back.output.contains("splits"), "\(other) \(back.output)")
      let doctor = ToolRun(
        "doctor", old, try row("rows\(number).jsonl", of: "saml.corp"), "--then", new)
      #expect(doctor.output.contains("the case of subjects"), "\(other) \(doctor.output)")
    }
  }

  private func row(_ name: String, of provider: String) throws -> String {
    let row =
      #"{"id":"u1","email":null,"verified":false,"methods":[{"provider":"\#(provider)","subject":"ada"}],"#
      + #""state":"active","version":1}"# + "\n"
    try scratch.write(name, Array(row.utf8))
    return scratch.path(name)
  }

  @Test("diff compares what is left of a family although other families take every first letter")
  func rest() throws {
    let exact = "{kind: federated, gives: [name]}"
    let families = "onetwhrfuivslxgabcdjkmpqyz0123456789-_.:/".reduce(into: [String]()) {
      let family = "\"\($1)*\": \(exact)"
      if !$0.contains(family) { $0.append(family) }
    }
    let all = (["\"*\": \(exact)"] + families).joined(separator: "\n  ")
    let folded = all.replacing(
      "\"*\": \(exact)", with: "\"*\": {kind: federated, gives: [name], subjects: folded}")
    let run = ToolRun("diff", try small("all.yaml", all), try small("folded-rest.yaml", folded))
    #expect(run.output.contains("reaches-more"), "\(run.output)")
    let reversed = (families.reversed() + ["\"*\": \(exact)"]).joined(separator: "\n  ")
    let same = ToolRun("diff", scratch.path("all.yaml"), try small("reversed.yaml", reversed))
    #expect(same.code == .clean, "\(same.output)")
  }

  @Test("a member that is its family's issuer can be declared separately without a difference")
  func issuer() throws {
    let family = "\"ad.*\": {kind: federated, gives: [name], issuer: ad.one}"
    let run = ToolRun(
      "diff", try small("one.yaml", family),
      try small("two.yaml", family, "ad.one: {kind: federated, gives: [name]}"))
    #expect(run.code == .clean, "\(run.output)")
  }

  @Test("a changed issuer is told although it equals the usual example of the family")
  func example() throws {
    let plain = "\"ad.*\": {kind: federated, gives: [name]}"
    let issued = "\"ad.*\": {kind: federated, gives: [name], issuer: ad.example}"
    let (old, new) = (try small("issued.yaml", issued), try small("plain.yaml", plain))
    for (one, other) in [(old, new), (new, old)] {
      let run = ToolRun("doctor", one, try row("rows.jsonl", of: "ad.corp"), "--then", other)
      #expect(run.output.contains("issuers of providers"), "\(run.output)")
    }
  }

  @Test("replay: a member of a family that only the new policy declares can fold")
  func replay() throws {
    let exact = "{kind: federated, gives: [name]}"
    let folded = "{kind: federated, gives: [name], subjects: folded}"
    let old = try small("old.yaml", "\"ad.*\": \(exact)", "shop: \(exact)")
    let request =
      #"{"id":1,"decide":{"attempt":{"action":"sign-in","provider":"shop","subject":"s"},"answers":"#
      + #"{"credential":"u1","accounts":[{"id":"u1","email":null,"verified":false,"methods":"#
      + #"[{"provider":"shop","subject":"s"},{"provider":"ad.corp","subject":"Ada"}],"state":"active","version":1}]},"#
      + #""record":{"time":"t","correlation":"c"}}}"#
    let decided = ToolRun("decide", old, input: request + "\n")
    let record: String = decided.output.split(separator: "\n").compactMap { line in
      line.ranges(of: #","record":"#).last.map { line[$0.upperBound...].dropLast() + "\n" }
    }.joined()
    #expect(!record.isEmpty, "\(decided.output)")
    for member in ["ad.corp", "\"ad.c*\""] {
      let new = try small(
        "new.yaml", "\"ad.*\": \(exact)", "\(member): \(folded)", "shop: \(exact)")
      let run = ToolRun("replay", "-", "--old", old, "--new", new, input: record)
      #expect(run.code == .undecided, "\(run.output)\(run.errors)")
      #expect(run.output.contains("folds subjects, and accounts can hold others"), "\(run.output)")
    }
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
