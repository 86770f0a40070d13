import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

@Suite("A replay of records")
struct ReplayTests {
  /// The records of sign-ins with addresses of two domains, by the policy in a file.
  private func log(_ scratch: Scratch, _ policy: String, facts: String = "tested") -> String {
    var lines = ""
    for (number, domain) in ["quay.example", "else.example", "else.example"].enumerated() {
      lines +=
        #"{"id":1,"decide":{"attempt":{"action":"sign-in","provider":"pier.example","subject":"p","#
        + #""addresses":[{"email":"ada@\#(domain)"}]},"answers":{"credential":null,"#
        + #""addresses":[["u1"]],"accounts":[{"id":"u1","email":"ada@\#(domain)","verified":true,"#
        + #""methods":[{"provider":"login.harbour.example","subject":"s"}],"state":"active","#
        + #""version":1}]},"record":{"time":"t","correlation":"c\#(number)"}}}"# + "\n"
    }
    let run = ToolRun(
      ["decide", policy, "--record-facts", facts], input: Array(lines.utf8))
    return run.output.split(separator: "\n").compactMap { line in
      line.ranges(of: #","record":"#).last.map { line[$0.upperBound...].dropLast() + "\n" }
    }.joined()
  }

  private func replay(_ log: String, _ old: String, _ new: String, _ more: String...) -> ToolRun {
    ToolRun(["replay", "-", "--old", old, "--new", new] + more, input: Array(log.utf8))
  }

  private func policies(_ edits: (String, String)...) throws -> (Scratch, String, String) {
    let scratch = try Scratch()
    try scratch.write("old.yaml", Array(Harbour.text.utf8))
    var text = Harbour.text
    for (old, new) in edits {
      #expect(text.contains(old))
      text = text.replacing(old, with: new)
    }
    try scratch.write("new.yaml", Array(text.utf8))
    return (scratch, scratch.path("old.yaml"), scratch.path("new.yaml"))
  }

  @Test("the same policy decides everything the same")
  func same() throws {
    let (scratch, old, _) = try policies()
    let run = replay(log(scratch, old), old, old)
    #expect(run.code == .clean)
    #expect(run.output.contains("3 records in 1 group"))
    #expect(run.output.contains("same      3  100 %"))
  }

  @Test("a domain that the new policy divides is undecided, and never the same")
  func dividedDomain() throws {
    let (scratch, old, new) = try policies(
      ("own: [harbour.example]", "own: [harbour.example]\n  quay: [quay.example]"),
      (
        "      - {id: otherwise, is: untrusted}",
        "      - {id: quay, provider: pier.example, domain: quay, is: trusted}\n"
          + "      - {id: otherwise, is: untrusted}"
      ))
    let run = replay(log(scratch, old), old, new)
    #expect(run.code == .undecided, "\(run.errors)")
    #expect(run.output.contains("undecided 3") && run.output.contains("domain: the recorded word"))
    // A record of the new policy names the domain.
    let own = replay(log(scratch, new), old, new)
    #expect(own.code == .findings, "\(own.output)")
    #expect(own.output.contains("same      2") && own.output.contains("changed   1"))
  }

  @Test("a value of an input or a setting that the new policy lacks is a change")
  func missingValues() throws {
    func text(_ second: String, _ mode: String, _ name: String = "second") -> String {
      """
      linkpolicy: 1
      name: pier
      providers: {pier.example: {kind: federated}}
      inputs: {\(name): {values: [\(second)], by: session}}
      settings: {mode: [\(mode)]}
      decisions:
        sign-in.federated:
          rows:
            - {id: known, credential: known,         do: [sign-in]}
            - {id: other, credential: [new, broken], refuse: unknown}
      errors: {unknown: {}}

      """
    }
    let scratch = try Scratch()
    for (name, policy) in [
      ("old", text("absent, lost", "open, shut")), ("less", text("absent, right", "open, shut")),
      ("closed", text("absent, lost", "open, ajar")),
      ("other", text("absent, right", "open, shut", "third")),
    ] {
      try scratch.write(name + ".yaml", Array(policy.utf8))
    }
    let inputs = ["absent", "lost", "lost"]
    let settings = ["open", "open", "shut"]
    let lines: String = zip(inputs, settings).map { second, mode in
      #"{"id":1,"decide":{"attempt":{"action":"sign-in","provider":"pier.example","subject":"p","#
        + #""inputs":{"second":"\#(second)"}},"settings":{"mode":"\#(mode)"},"#
        + #""answers":{"credential":null},"record":{"time":"t","correlation":"c"}}}"# + "\n"
    }.joined()
    let old = scratch.path("old.yaml")
    let decided = ToolRun(["decide", old, "--record-facts", "all"], input: Array(lines.utf8))
    let log: String = decided.output.split(separator: "\n").compactMap { line in
      line.ranges(of: #","record":"#).last.map { line[$0.upperBound...].dropLast() + "\n" }
    }.joined()
    for (name, same, changed) in [("less", 1, 2), ("closed", 2, 1), ("other", 3, 0)] {
      let run = replay(log, old, scratch.path(name + ".yaml"))
      #expect(run.code == (changed == 0 ? .clean : .findings), "\(name): \(run.errors)")
      #expect(run.output.contains("same      \(same)"), "\(name): \(run.output)")
      #expect(changed == 0 || run.output.contains("changed   \(changed)"), "\(name): \(run.output)")
    }
  }

  @Test("a resumed run reads the new lines of every log")
  func resumption() throws {
    let (scratch, old, _) = try policies()
    let lines = log(scratch, old).split(separator: "\n").map { String($0) + "\n" }
    let names = ["a.jsonl", "b.jsonl"]
    func write(_ name: String, _ text: String) throws {
      try scratch.write(name, Array(text.utf8))
    }
    func run(resumed: Bool = true) -> ToolRun {
      ToolRun(
        ["replay"] + names.map { scratch.path($0) } + ["--old", old, "--new", old]
          + (resumed ? ["--resume", scratch.path("state")] : []))
    }
    try write("a.jsonl", lines[0])
    try write("b.jsonl", lines[1])
    #expect(run().output.contains("2 records"))
    // The earlier log grows, then both logs, then none.
    for (a, b, records) in [(2, 1, 3), (3, 2, 5), (3, 2, 5)] {
      try write("a.jsonl", lines.prefix(a).joined())
      try write("b.jsonl", lines.dropFirst().prefix(b).joined())
      let resumed = run()
      #expect(resumed.output.contains("\(records) records"), "\(resumed)")
      #expect(resumed.code == .clean)
      #expect(resumed.output == run(resumed: false).output)
    }
    // An earlier log that lost a line is refused, although the last log is the same.
    try write("a.jsonl", lines.prefix(2).joined())
    let shortened = run()
    #expect(shortened.code == .invalidInput, "\(shortened)")
    #expect(shortened.errors.contains("a.jsonl` does not start like"), "\(shortened)")
    // A state of an earlier version has the place in one log only.
    try write("state", #"{"replay-state":2,"logs":["a","b"],"log":1,"start":"","end":""}"# + "\n")
    let former = run()
    #expect(former.code == .invalidInput, "\(former)")
    #expect(former.errors.contains("remove the file to start again"), "\(former)")
  }

  @Test("records of an unknown policy are reported, and found in a folder")
  func unknownPolicies() throws {
    let (scratch, old, new) = try policies(
      ("id: otherwise, is: untrusted", "id: otherwise, is: trusted"))
    let records = log(scratch, new)
    let unknown = replay(records, old, old)
    #expect(unknown.code == .undecided)
    #expect(unknown.errors.contains("-:1: unknown-policy: "))
    // The records have different facts, and one problem.
    #expect(unknown.errors.split(separator: "unknown-policy").count == 2, "\(unknown.errors)")
    #expect(unknown.errors.contains("of --policies (3 records, first here)"), "\(unknown.errors)")
    let known = replay(records, old, old, "--policies", scratch.path(""))
    #expect(known.code == .clean, "\(known.errors)")
    #expect(known.output.contains("same      3"))
  }

  @Test("a record with a wrong answer or a wrong word is reported, and the others count")
  func wrongRecords() throws {
    let (scratch, old, _) = try policies()
    let lines = log(scratch, old).split(separator: "\n").map { String($0) }
    for (from, to, kind) in [
      (#""outcome":"refused""#, #""outcome":"maybe""#, "malformed"),
      (#""domain":"other""#, #""domain":"moon""#, "other-schema"),
      (#""domain":"other""#, #""domain":other"#, "malformed"),
      (#""id":"stranger""#, #""id":"first""#, "contradiction"),
      (#""facts":{"#, #""facts":{"moon":"full","#, "other-schema"),
    ] {
      #expect(lines[0].contains(from))
      let text = [lines[1], lines[0].replacing(from, with: to), lines[2], ""]
      let run = replay(text.joined(separator: "\n"), old, old)
      #expect(run.code == .invalidInput, "\(to)")
      #expect(run.errors.contains("-:2: \(kind): "), "\(run.errors)")
      #expect(run.output.contains("same      2"), "\(run.output)")
    }
  }

  @Test("a log without a decision proves nothing about the new policy")
  func logsWithoutDecisions() throws {
    let (scratch, old, _) = try policies()
    let line = log(scratch, old).split(separator: "\n").map { String($0) }[0]
    let fault = line.replacing(#""outcome":"refused""#, with: #""outcome":"fault""#)
    #expect(fault != line)
    for text in ["", "\n", fault + "\n"] {
      let run = replay(text, old, old)
      #expect(run.code == .undecided, "\(text): \(run)")
      #expect(run.errors.contains("no decision was compared"), "\(text): \(run.errors)")
    }
    // Problems of lines still have priority.
    #expect(replay("{}\n", old, old).code == .invalidInput)
  }

  @Test("a record is explained without its request")
  func explanation() throws {
    let (scratch, old, new) = try policies(
      ("id: otherwise, is: untrusted", "id: otherwise, is: trusted"))
    let records = log(scratch, old)
    let run = ToolRun(["explain", old, "--record"], input: Array(records.utf8))
    #expect(run.code == .clean)
    #expect(run.output.contains("`c0`: sign-in refused with already-registered"))
    #expect(run.output.contains("row stranger") && run.output.contains("does not match, because "))
    let other = ToolRun(["explain", new, "--record"], input: Array(records.utf8))
    #expect(other.code == .undecided && other.output.contains("cannot be explained"))
    let bad = ToolRun(["explain", old, "--record"], input: Array("{}\n".utf8))
    #expect(bad.code == .invalidInput)
  }

  /// A policy whose guard decides like the tables of two kinds, and whose rows do not test `kind`.
  private static let guarded = """
    linkpolicy: 1
    name: guarded
    providers:
      google.com: {kind: federated}
      password: {kind: password, gives: [email]}
    guards:
      - {id: broken-credential, action: sign-in, credential: broken, refuse: invalid-credential}
    decisions:
      sign-in.federated:
        rows:
          - {id: known, credential: known, do: [sign-in]}
          - {id: taken, credential: new, address: taken, refuse: invalid-credential}
          - {id: first, credential: new, address: [absent, free], do: [create, sign-in]}
      sign-in.password:
        rows:
          - {id: right, secret: right, do: [sign-in]}
          - {id: wrong, secret: [wrong, absent], refuse: invalid-credential}
    errors:
      invalid-credential: {}
    """

  @Test("a record of a guard is explained, although it does not name the kind")
  func guardedRecord() throws {
    let scratch = try Scratch()
    let policy = try scratch.write("guarded.yaml", Array(Self.guarded.utf8))
    let request =
      #"{"id":1,"decide":{"attempt":{"action":"sign-in","provider":"google.com","subject":"g1"},"#
      + #""answers":{"credential":{"gone":true},"method":"enabled"},"#
      + #""record":{"time":"2026-01-01T00:00:00Z","correlation":"r1"}}}"#
    let decided = ToolRun(["decide", policy], input: Array((request + "\n").utf8)).output
    let start = try #require(decided.ranges(of: #","record":"#).last?.upperBound)
    let record = String(decided[start...].split(separator: "\n")[0].dropLast())
    #expect(record.contains(#""table":"guards""#) && !record.contains(#""kind""#), "\(record)")
    func explained(_ record: String, _ more: String...) -> ToolRun {
      ToolRun(["explain", policy, "--record"] + more, input: Array((record + "\n").utf8))
    }
    let run = explained(record)
    #expect(run.code == .clean && run.errors.isEmpty, "\(run)")
    #expect(run.output.contains("`r1`: sign-in refused with invalid-credential"), "\(run)")
    #expect(run.output.contains("guard broken-credential"), "\(run)")
    // The guard tests the credential, so only the table of identity providers leads to it.
    #expect(run.output.contains("other rows of sign-in.federated"), "\(run)")
    #expect(!explained(record, "--format", "json").output.contains(#""others":[]"#))
    let replayed = replay(record + "\n", policy, policy)
    #expect(replayed.code == .clean, "\(replayed)")

    // With other facts, the tables decide differently, and nothing tells which one decided.
    let altered = record.replacing(#""credential":"broken""#, with: #""credential":"known""#)
    #expect(altered != record)
    let unknown = explained(altered)
    #expect(unknown.code == .invalidInput, "\(unknown)")
    #expect(unknown.output.contains("the record lacks the fact `kind`"), "\(unknown)")
  }

  @Test("wrong combinations of options are usage errors")
  func usage() {
    for words in [
      ["replay", "--old", "firebase", "--new", "firebase"], ["replay", "log", "--old", "firebase"],
      ["replay", "-", "--old", "-", "--new", "firebase"],
      ["replay", "log", "--old", "firebase", "--new", "firebase", "--unique", "--groups"],
      ["replay", "log", "--old", "firebase", "--new", "firebase", "--unique", "--resume", "s"],
      ["replay", "-", "--old", "firebase", "--new", "firebase", "--resume", "s"],
      ["replay", "log", "--old", "firebase", "--new", "firebase", "--resume", "-"],
    ] {
      #expect(ToolRun(words).code == .usage, "\(words)")
    }
    let missing = ToolRun("replay", "/nowhere/log", "--old", "firebase", "--new", "firebase")
    #expect(missing.code == .invalidInput && missing.errors.contains("/nowhere/log"))
  }
}
