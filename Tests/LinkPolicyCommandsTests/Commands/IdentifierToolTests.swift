import Foundation
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

/// What the commands show of identifiers, and of searches by them.
@Suite("Commands and identifiers")
struct IdentifierToolTests {
  private let scratch: Scratch
  private let policy: String

  init() throws {
    scratch = try Scratch()
    policy = scratch.path("identifiers.yaml")
    try scratch.write("identifiers.yaml", Array(Sketches.text("identifiers", []).utf8))
  }

  private func edited(_ name: String, _ edits: (old: String, new: String)...) throws -> String {
    try edited(name, edits)
  }

  private func edited(_ name: String, _ edits: [(old: String, new: String)]) throws -> String {
    try scratch.write(name, Array(Sketches.text("identifiers", edits).utf8))
    return scratch.path(name)
  }

  // MARK: Replay

  /// The record of a sign-in with the address of `u1` and further members of the attempt and the answers.
  private func record(_ attempt: String, _ answers: String, credential: String = "null") -> String {
    let request =
      #"{"id":1,"decide":{"attempt":{"action":"sign-in","provider":"directory.example","subject":"evil","#
      + #""addresses":[{"email":"eve@example.com"}]\#(attempt)},"answers":{"credential":\#(credential),"#
      + #""addresses":[["u1"]]\#(answers),"accounts":[{"id":"u1","email":"eve@example.com","verified":true,"#
      + #""methods":[{"provider":"directory.example","subject":"\#(credential == "null" ? "s" : "evil")"}],"#
      + #""state":"active","version":1,"identifiers":{}}"#
      + (answers.contains("u2")
        ? #",{"id":"u2","email":null,"verified":false,"methods":["password"],"state":"active","version":1,"#
          + #""identifiers":{"username":"victim"}}"# : "")
      + #"]},"settings":{"matching":"by-name"},"record":{"time":"t","correlation":"c"}}}"#
    let run = ToolRun("decide", policy, input: request + "\n")
    return run.output.split(separator: "\n").compactMap { line in
      line.ranges(of: #","record":"#).last.map { line[$0.upperBound...].dropLast() + "\n" }
    }.joined()
  }

  private func replay(_ record: String, _ new: String) -> ToolRun {
    ToolRun("replay", "-", "--old", policy, "--new", new, input: record)
  }

  /// Records that state a name that somebody holds, one that nobody holds, and none.
  private var records: (held: String, free: String, none: String) {
    (
      record(#","identifiers":{"username":"victim"}"#, #","identifiers":["u2"]"#),
      record(#","identifiers":{"username":"nobody"}"#, #","identifiers":[null]"#),
      record("", "")
    )
  }

  private func isSame(_ run: ToolRun) -> Bool {
    run.code == .clean && run.output.contains("same      1")
  }

  @Test("replay: another order matters to records whose name somebody holds")
  func replayOrder() throws {
    let new = try edited(
      "new.yaml",
      [("sign-in: [credential, address, username]", "sign-in: [credential, username, address]")]
        + Sketches.addressesOfOthersRefused)
    let run = replay(records.held, new)
    #expect(run.code == .undecided, "\(run.output)\(run.errors)")
    #expect(run.output.contains("undecided 1"), "\(run.output)")
    #expect(run.output.contains("action sign-in searches accounts differently"))
    for record in [records.free, records.none] {
      let run = replay(record, new)
      #expect(isSame(run), "\(run.output)\(run.errors)")
    }
    // The search ends at the holder of the credential.
    let known = record(
      #","identifiers":{"username":"victim"}"#, #","identifiers":["u2"]"#, credential: #""u1""#)
    let found = replay(known, new)
    #expect(isSame(found), "\(found.output)\(found.errors)")
  }

  @Test("replay: a place more or less matters to records that state its identifier")
  func replayPlaces() throws {
    let more = try edited(
      "more.yaml",
      (
        "sign-in: [credential, address, username]",
        "sign-in: [credential, address, username, phone]"
      ))
    for record in [records.held, records.free, records.none] {
      let run = replay(record, more)
      #expect(isSame(run), "\(run.output)\(run.errors)")
    }
    let less = try edited(
      "less.yaml", ("sign-in: [credential, address, username]", "sign-in: [credential, address]"),
      // A sign-up without an address would store a password that no sign-in finds.
      (
        "- {id: first, account: none, identifier.username: free,",
        "- {id: stranded, account: none, address: absent, identifier.username: free, refuse: name-needed, because: wish}\n"
          + "      - {id: first, account: none, address: free, identifier.username: free,"
      ))
    #expect(replay(records.held, less).code == .undecided)
    #expect(replay(records.free, less).code == .undecided)
    #expect(isSame(replay(records.none, less)))
  }

  @Test("replay: another comparison matters to records that state the identifier")
  func replayFold() throws {
    let exact = try edited("exact.yaml", ("username: {fold: case}", "username: {}"))
    let run = replay(records.held, exact)
    #expect(run.code == .undecided, "\(run.output)\(run.errors)")
    #expect(run.output.contains("identifier username is compared differently"), "\(run.output)")
    #expect(replay(records.free, exact).code == .undecided)
    #expect(isSame(replay(records.none, exact)))
    // The account can hold a telephone number with a capital letter.
    let folded = try edited("folded.yaml", ("phone:    {}", "phone: {fold: case}"))
    let met = replay(records.none, folded)
    #expect(met.code == .undecided, "\(met.output)\(met.errors)")
    #expect(met.output.contains("identifier phone is compared differently"), "\(met.output)")
  }

  @Test("replay: an identifier that the new policy lacks is named")
  func replayMissing() throws {
    let text = try Sketches.text("identifiers", [])
    let start = try #require(text.range(of: "  set-phone:\n    rows:"))
    let end = try #require(text.range(of: "errors:\n  sign-in-first"))
    var less = text
    less.removeSubrange(start.lowerBound..<end.lowerBound)
    less = less.replacing("  set-phone:   {points-to: session}\n", with: "")
      .replacing(", set-phone]", with: "]").replacing("  phone:    {}\n", with: "")
    try scratch.write("less.yaml", Array(less.utf8))
    let run = replay(records.none, scratch.path("less.yaml"))
    #expect(run.code == .undecided, "\(run.output)\(run.errors)")
    #expect(
      run.output.contains("identifier phone is missing, and accounts can have it"),
      "\(run.output)")
  }

  // MARK: Comparing

  private func taken() throws -> String {
    try edited(
      "taken.yaml",
      (
        "credential: new, identifier.username: taken, refuse: name-taken, because: wish}",
        "credential: new, identifier.username: taken, do: [], because: wish}"
      ))
  }

  @Test("compare reports that no sequence states an identifier")
  func compare() throws {
    let run = ToolRun("compare", policy, try taken())
    #expect(run.code == .clean, "\(run.errors)")
    #expect(
      run.output.contains(
        "\n  not played: attempts that state an identifier (old and new)\n"),
      "\(run.output)")
    let json = ToolRun("compare", policy, scratch.path("taken.yaml"), "--format", "json")
    #expect(json.output.contains(#""identifiers":["old","new"]"#), "\(json.output)")
    try scratch.write("plain.yaml", Array(Harbour.text.utf8))
    let plain = scratch.path("plain.yaml")
    let one = ToolRun("compare", plain, policy, "--stores", "3")
    #expect(
      one.output.contains(
        "  not played: attempts that state an identifier (new)\n"),
      "\(one.output)")
    let none = ToolRun("compare", plain, plain, "--stores", "3")
    #expect(!none.output.contains("identifier"), "\(none.output)")
  }

  @Test("diff reports that its search for examples states no identifier")
  func diff() throws {
    let run = ToolRun("diff", policy, try taken())
    #expect(run.output.contains("no example found ("), "\(run.output)")
    #expect(
      run.output.contains(
        " tried, without attempts that state an identifier); an example may exist"),
      "\(run.output)")
  }

  // MARK: Showing

  @Test("play shows the identifiers of accounts")
  func play() throws {
    let cases = """
      vectors: 1
      policy: identifiers.yaml
      cases:
        - id: v0001
          title: rename and forget
          source: x
          steps:
            - attempt: {action: sign-up, provider: password, identifiers: {username: ada}}
              expect: {outcome: allowed, account: u1}
            - attempt: {action: rename, identifiers: {username: lovelace}}
              as: 1
              expect: {outcome: allowed}
            - attempt: {action: forget-name}
              as: 1
              expect: {outcome: allowed}

      """
    try scratch.write("v.yaml", Array(cases.utf8))
    let run = ToolRun("play", scratch.path("v.yaml"), "--accounts")
    #expect(run.code == .clean, "\(run.errors)")
    let rows = run.output.split(separator: "\n").filter { $0.hasPrefix("     u1 ") }
    #expect(
      rows == [
        "     u1       -       password  username `ada`",
        "     u1       -       password  username `lovelace`",
        "     u1       -       password",
      ])
  }

  @Test("explain lists the identifiers to fetch")
  func explain() {
    let lines = #"""
      {"id":1,"lookup":{"attempt":{"action":"rename","identifiers":{"username":"Ada","phone":"5"}}}}
      {"id":2,"lookup":{"attempt":{"action":"sign-in","provider":"directory.example","subject":"d1","addresses":[{"email":"a@b.example"}],"identifiers":{"username":"Ada"}}}}

      """#
    let run = ToolRun("explain", policy, "-", input: lines)
    #expect(run.code == .clean, "\(run.errors)")
    #expect(
      run.output.hasPrefix(
        """
        <stdin>:1: id `1`: fetch these rows from the store
          identifier: username `ada`
          identifier: phone `5`

        """), "\(run.output)")
    #expect(
      run.output.contains(
        "  address:    a@b.example, held by account\n  identifier: username `ada`\n"),
      "\(run.output)")
  }

  @Test("generate reports that no attempt states an identifier")
  func generate() throws {
    let run = ToolRun("generate", policy)
    #expect(run.code == .clean, "\(run.errors)")
    #expect(
      run.errors.contains(
        /note: not generated: attempts that state an identifier; [0-9]+ of [0-9]+ rows and guards are not reached\n/
      ), "\(run.errors)")
  }
}
