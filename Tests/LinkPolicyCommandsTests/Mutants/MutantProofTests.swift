import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

@Suite("Proofs of mutants that were made before")
struct MutantProofTests {
  private static let prove = [
    "mutate", Fixtures.path("compared.yaml"), "--prove", "--row", "sign-in.federated/joins",
  ]

  /// The lines of a whole run over one row.
  private static let lines: [Substring] = ToolRun(prove + ["--format", "json"]).output
    .split(separator: "\n", omittingEmptySubsequences: true)

  private static func written(_ lines: some Sequence<Substring>) -> [UInt8] {
    Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  @Test("a run goes on where an earlier one stopped, and comes to the same report")
  func known() throws {
    let scratch = try Scratch()
    #expect(Self.lines.count == 41)
    try scratch.write("proofs.jsonl", Self.written(Self.lines.prefix(12)))
    let rest = ToolRun(Self.prove + ["--format", "json", "--known", scratch.path("proofs.jsonl")])
    #expect(
      rest.output.split(separator: "\n").map { String($0) }
        == Self.lines.dropFirst(12).map { String($0) })
    let whole = ToolRun(Self.prove)
    let resumed = ToolRun(Self.prove + ["--known", scratch.path("proofs.jsonl")])
    // Those known are counted first, so the unsafe edits are told in their order all the same.
    #expect(resumed.output == whole.output && resumed.code == whole.code)
    #expect(resumed.code == .findings)
  }

  @Test("code hosts get an error for each unsafe edit, whether it was proved before or not")
  func hosted() throws {
    let scratch = try Scratch()
    try scratch.write("proofs.jsonl", Self.written(Self.lines.prefix(12)))
    for format in ["github", "sarif"] {
      let whole = ToolRun(Self.prove + ["--format", format])
      let known = ["--format", format, "--known", scratch.path("proofs.jsonl")]
      #expect(ToolRun(Self.prove + known).output == whole.output && whole.code == .findings)
      let unsafe = Self.lines.count { $0.contains(#""verdict":"unsafe""#) }
      let errors = format == "github" ? "::error file=" : #""level":"error""#
      let count = whole.output.split(separator: errors, omittingEmptySubsequences: false).count - 1
      #expect(count == (format == "github" ? min(unsafe, 10) : unsafe) && unsafe > 0)
    }
  }

  @Test("a file about another policy, or of no proofs, is refused with its name")
  func refused() throws {
    let scratch = try Scratch()
    let header = try #require(Self.lines.first)
    let files: [(name: String, bytes: [UInt8], says: String)] = [
      ("empty.jsonl", [], "not a run of `mutate --prove`"),
      ("other.jsonl", Array("{\"policy\":\"other\",\"digest\":\"00\"}\n".utf8), "not a run of"),
      ("no-header.jsonl", Self.written(Self.lines.dropFirst()), "not a run of"),
      ("garbage.jsonl", Self.written([header, "{\"mutant\":1}"]), "line 2 is not a proof"),
      (
        "verdict.jsonl", Self.written([header, "{\"mutant\":\"a/b/c/d\",\"verdict\":\"fine\"}"]),
        "line 2 is not a proof"
      ),
      ("cut.jsonl", Self.written([header]) + Array("{\"mutant\":".utf8), "error"),
    ]
    for (name, bytes, says) in files {
      try scratch.write(name, bytes)
      let path = scratch.path(name)
      for run in [
        ToolRun(Self.prove + ["--known", path]),
        ToolRun("render", Fixtures.path("compared.yaml"), "--mutants", path),
      ] {
        #expect(run.code == .invalidInput, "\(name): \(run)")
        #expect(run.errors.contains(name) && run.errors.contains(says), "\(name): \(run.errors)")
      }
      let page = ToolRun("render", Fixtures.path("compared.yaml"), "--mutants", path)
      #expect(!page.errors.contains("--known"), "\(name): \(page.errors)")
    }
  }

  @Test("proofs are refused if anything on which they depend differs, even with an equal digest")
  func dependencies() throws {
    func text(_ caller: String) -> String {
      """
      linkpolicy: 1
      name: given
      providers: {a.example: {kind: federated}, b.example: {kind: federated}}
      claims: {verified: {yes: [true], no: [false]}}
      proof: {claim.verified: yes}
      actions:
        give: {points-to: target, kinds: [federated], address: optional, by: \(caller)}
      decisions:
        sign-in.federated:
          hit: first
          rows:
            - {id: known, credential: known, do: [sign-in]}
            - {id: free, credential: new, address: free, claim.verified: yes, do: [create, verify-email, sign-in]}
            - {id: rest, refuse: no}
        give.federated:
          hit: first
          rows:
            - {id: z, account: no-address, credential: new, same-provider: none, do: [link]}
            - {id: r, refuse: no}
      errors: {no: {}}

      """
    }
    let scratch = try Scratch()
    let options = ["--prove", "--operator", "condition-widened", "--row", "give.federated/z"]
    func run(_ policy: String, _ more: String...) -> ToolRun {
      ToolRun(["mutate", scratch.path(policy)] + options + more)
    }
    try scratch.write("administrator.yaml", Array(text("administrator").utf8))
    try scratch.write("anybody.yaml", Array(text("anybody").utf8))
    let safe = run("administrator.yaml", "--format", "json")
    #expect(safe.code == .clean, "\(safe)")
    let known = try scratch.write("known.jsonl", Array(safe.output.utf8))
    #expect(run("administrator.yaml", "--known", known).code == .clean)
    // Anybody can give the account of another person a method, so the proofs are stale.
    let fresh = run("anybody.yaml")
    #expect(fresh.code == .findings && fresh.output.contains("UNSAFE"), "\(fresh)")
    let stale = run("anybody.yaml", "--known", known)
    #expect(stale.code == .invalidInput, "\(stale)")
    #expect(stale.errors.contains("not a run of `mutate --prove`"), "\(stale)")
    let header = try #require(safe.output.split(separator: "\n").first)
    for key in ["digest", "text", "assumptions", "version"] {
      let changed = header.replacing(#""\#(key)":""#, with: #""\#(key)":"0"#)
      #expect(changed != header, "\(header)")
      try scratch.write("other.jsonl", Array(safe.output.replacing(header, with: changed).utf8))
      let other = run("administrator.yaml", "--known", scratch.path("other.jsonl"))
      #expect(other.code == .invalidInput, "\(key): \(other)")
    }
  }

  @Test("a page says of each row what relies on it, and how much was looked at")
  func page() throws {
    let scratch = try Scratch()
    try scratch.write("proofs.jsonl", Self.written(Self.lines))
    let path = scratch.path("proofs.jsonl")
    let page = ToolRun("render", Fixtures.path("compared.yaml"), "--mutants", path)
    #expect(page.code == .clean)
    #expect(page.output.contains("Rows that the proof relies on"))
    #expect(page.output.contains("<div class=\"note\">relied on by I4</div>"))
    #expect(page.output.contains("40 of "))
    let both = ToolRun(
      "render", "--diff", Fixtures.path("compared.yaml"), Fixtures.path("compared-edited.yaml"),
      "--mutants", path)
    #expect(both.code == .usage && both.errors.contains("`--mutants` is about one policy"))
  }
}
