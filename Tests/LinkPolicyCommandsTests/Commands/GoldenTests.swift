import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

@Suite("Commands print what was reviewed")
struct GoldenTests {
  /// Words that name a file of the fixtures start with `@`.
  private static let cases: [(name: String, words: String)] = [
    ("check-clean", "check @policy.yaml"),
    ("check-clean-json", "check @policy.yaml --format json"),
    ("check-gap", "check @gap.yaml"),
    ("check-overlap", "check @overlap.yaml"),
    ("check-overlap-json", "check --format=json @overlap.yaml"),
    ("check-names", "check @names.yaml"),
    ("check-shape", "check @shape.yaml"),
    ("check-shape-json", "check @shape.yaml --format json"),
    ("check-overlay", "check @overlay.yaml"),
    ("check-lost", "check @lost.yaml"),
    ("check-undecided", "check @undecided.yaml"),
    ("check-missing", "check @nowhere.yaml"),
    ("check-misspelt", "check firebsae"),
    ("check-reviewed", "check @reviewed.yaml"),
    ("check-reviewed-notes", "check @reviewed.yaml --notes"),
    ("check-reviewed-json", "check @reviewed.yaml --format json"),
    ("check-reviewed-github", "check @reviewed.yaml --format github"),
    ("check-reviewed-sarif", "check @reviewed.yaml --format sarif"),
    ("check-fail-on", "check @policy.yaml --fail-on note"),
    ("check-explain", "check --explain redundant-row"),
    ("check-explain-made", "check --explain yaml-bidi-control"),
    ("check-explain-unknown", "check --explain redundant"),
    ("expand-overlay", "expand @overlay.yaml"),
    ("expand-shape", "expand @shape.yaml"),
    ("fmt-check", "fmt --check @policy.yaml @untidy.yaml @binary.bin"),
    ("decide", "decide @policy.yaml @requests.jsonl"),
    ("decide-mixed", "decide @policy.yaml @mixed.jsonl"),
    ("decide-gap", "decide @gap.yaml @requests.jsonl"),
    ("lookup", "lookup @policy.yaml @mixed.jsonl"),
    ("explain", "explain @policy.yaml @requests.jsonl"),
    ("explain-mixed", "explain @policy.yaml @mixed.jsonl"),
    ("explain-json", "explain @policy.yaml @requests.jsonl --format json"),
    ("play", "play @cases.yaml"),
    ("play-id", "play @failing.yaml --id undecided-1"),
    ("play-accounts", "play @cases.yaml --accounts"),
    ("play-unknown-id", "play @cases.yaml @suite --id line-3"),
    ("test", "test @cases.yaml @suite"),
    ("test-failing", "test @failing.yaml"),
    ("test-hostile", "test @hostile.jsonl"),
    ("test-hostile-json", "test @hostile.jsonl --format json"),
    ("test-hostile-jsonl", "test @hostile.jsonl --format jsonl"),
    ("test-hostile-junit", "test @hostile.jsonl --format junit"),
    ("test-hostile-github", "test @hostile.jsonl --format github"),
    ("test-hostile-markdown", "test @hostile.jsonl --format markdown"),
    ("hostile-check", "check @hostile.yaml --notes"),
    ("hostile-check-github", "check @hostile.yaml --format github"),
    ("hostile-check-sarif", "check @hostile.yaml --format sarif"),
    ("hostile-check-json", "check @hostile.yaml --format json"),
    ("hostile-explain", "explain @hostile.yaml @hostile-requests.jsonl"),
    ("hostile-play", "play @hostile-cases.jsonl --accounts"),
    ("hostile-test", "test @hostile-cases.jsonl"),
    ("hostile-test-junit", "test @hostile-cases.jsonl --format junit"),
    ("hostile-test-github", "test @hostile-cases.jsonl --format github"),
    ("hostile-test-markdown", "test @hostile-cases.jsonl --format markdown"),
    ("hostile-diff", "diff @hostile.yaml @hostile-edited.yaml --stores 30"),
    (
      "hostile-diff-markdown",
      "diff @hostile.yaml @hostile-edited.yaml --stores 30 --format markdown"
    ),
    ("hostile-diff-github", "diff @hostile.yaml @hostile-edited.yaml --stores 30 --format github"),
    ("hostile-diff-sarif", "diff @hostile.yaml @hostile-edited.yaml --stores 30 --format sarif"),
    ("hostile-compare", "compare @hostile.yaml @hostile-edited.yaml --stores 20"),
    ("hostile-coverage", "coverage @hostile.yaml @hostile-passing.jsonl --limit 1"),
    (
      "hostile-coverage-markdown",
      "coverage @hostile.yaml @hostile-passing.jsonl --limit 1 --format markdown"
    ),
    (
      "hostile-mutate",
      "mutate @hostile.yaml @hostile-passing.jsonl --operator row-removed --limit 1"
    ),
    (
      "hostile-mutate-markdown",
      "mutate @hostile.yaml @hostile-passing.jsonl --operator row-removed --limit 1 --format markdown"
    ),
    ("hostile-prove", "prove @hostile.yaml --methods 1 --codes 0 --invariant I5"),
    ("hostile-render", "render @hostile.yaml"),
    ("test-junit", "test @cases.yaml --format junit"),
    ("test-github", "test @cases.yaml --format github"),
    ("test-hostile-sarif", "test @hostile.jsonl --format sarif"),
    ("prove-github", "prove @compared.yaml --quick --format github"),
    ("prove-sarif", "prove @compared.yaml --quick --invariant I1 --invariant I8 --format sarif"),
    (
      "hostile-mutate-github",
      "mutate @hostile.yaml @hostile-passing.jsonl --operator row-removed --limit 1 --format github"
    ),
    (
      "hostile-mutate-sarif",
      "mutate @hostile.yaml @hostile-passing.jsonl --operator row-removed --limit 1 --format sarif"
    ),
    (
      "mutate-prove-github",
      "mutate @compared.yaml --prove --row sign-in.federated/joins --format github"
    ),
    ("test-markdown", "test @cases.yaml --format markdown"),
    ("test-known", "test @cases.yaml --known @known.yaml"),
    ("test-expired-github", "test @failing.yaml --known @known-expired.yaml --format github"),
    ("test-binary", "test @binary.jsonl @cases.yaml"),
    ("test-fail-fast", "test @failing.yaml --fail-fast"),
    ("test-no-flag", "test @cases.yaml --flag Absent --tier core"),
    ("test-failing-json", "test --format json @failing.yaml --proves R5"),
    ("test-other-policy", "test @cases.yaml --policy @overlay.yaml"),
    ("test-nameless", "test @nameless.yaml @suite"),
    ("test-duplicate", "test @cases.yaml @cases.yaml"),
    ("coverage", "coverage @policy.yaml @cases.yaml"),
    ("coverage-json", "coverage @policy.yaml @cases.yaml --format json --limit 0"),
    ("coverage-markdown", "coverage @policy.yaml @cases.yaml --format markdown --limit 0"),
    ("coverage-required", "coverage @policy.yaml @cases.yaml --require cells --limit 0"),
    ("coverage-others", "coverage @overlay.yaml @cases.yaml"),
    ("coverage-usage", "coverage @policy.yaml @cases.yaml --stores none"),
    ("generate", "generate @policy.yaml --named small --answers policy"),
    ("generate-cells", "generate @policy.yaml --named small --goal cells --count 2 --seed 3"),
    ("diff-equal", "diff @compared.yaml @compared.yaml"),
    ("diff", "diff @compared.yaml @compared-edited.yaml --stores 10"),
    // Ids of vectors depend on where the fixtures stand.
    ("diff-json", "diff @compared.yaml @compared-edited.yaml --stores 1 --format json"),
    ("diff-markdown", "diff @compared.yaml @compared-edited.yaml --stores 10 --format markdown"),
    ("diff-github", "diff @compared.yaml @compared-edited.yaml --stores 10 --format github"),
    ("diff-sarif", "diff @compared.yaml @compared-edited.yaml --stores 10 --format sarif"),
    ("diff-apart", "diff @compared.yaml @compared-apart.yaml"),
    ("diff-fail-on", "diff @compared.yaml @compared-edited.yaml --stores 2 --fail-on splits"),
    ("diff-usage", "diff @compared.yaml @compared.yaml --fail-on reaches-mor"),
    ("compare", "compare @compared.yaml @compared-edited.yaml --stores 20"),
    ("compare-map", "compare @compared.yaml @mapped.yaml --map @map.yaml --stores 20"),
    ("compare-map-all", "compare @compared.yaml @mapped.yaml --map @map.yaml --stores 6 --all"),
    // Ids of vectors depend on where the fixtures stand.
    (
      "compare-map-json",
      "compare @compared.yaml @compared-edited.yaml --map @empty-map.yaml --stores 1 --format json"
    ),
    ("compare-map-misspelt", "compare @compared.yaml @mapped.yaml --map @map-misspelt.yaml"),
    ("compare-map-other", "compare @compared.yaml @mapped.yaml --map @mapped.yaml"),
    ("compare-apart", "compare @compared.yaml @mapped.yaml --stores 6"),
    ("prove", "prove @compared.yaml --methods 1 --codes 0 --invariant I5"),
    ("prove-stopped", "prove @compared.yaml --states 1 --worlds 1 --invariant I9 --format json"),
    ("prove-attempts", "prove @compared.yaml --attempts 100 --invariant I6"),
    ("prove-quick", "prove @compared.yaml --quick --invariant I1 --invariant I5 --invariant I6"),
    ("prove-usage-quick", "prove @compared.yaml --quick --explain link.federated/add"),
    ("prove-explain", "prove @compared.yaml --explain link.federated/add"),
    ("prove-explain-unknown", "prove @compared.yaml --explain link.federated/tides"),
    ("prove-setting", "prove @compared.yaml --setting joining=closed --invariant I6 --format json"),
    ("prove-usage-setting", "prove @compared.yaml --setting tides=high"),
    ("prove-usage-setting-value", "prove @compared.yaml --setting joining=ajar"),
    ("prove-usage-setting-form", "prove @compared.yaml --setting joining"),
    ("mutate-prove", "mutate @compared.yaml --prove --row sign-in.federated/joins"),
    ("mutate-prove-usage", "mutate @compared.yaml --known earlier.jsonl"),
    ("prove-usage-switch", "prove @compared.yaml --assume tides=high"),
    ("prove-usage-word", "prove @compared.yaml --assume clicks=maybe"),
    ("prove-usage-invariant", "prove @compared.yaml --invariant I12"),
    ("prove-usage-accounts", "prove @compared.yaml --accounts 5"),
    ("prove-no-assumptions", "prove @compared.yaml --assume @nowhere.yaml"),
    ("prove-tight", "prove @compared.yaml --assume @tight.yaml --invariant I6"),
    ("prove-tight-json", "prove @compared.yaml --assume @tight.yaml --invariant I6 --format json"),
    ("prove-tight-misspelt", "prove @compared.yaml --assume @tight-misspelt.yaml"),
    ("prove-tight-shape", "prove @compared.yaml --assume @tight-shape.yaml"),
    ("no-verb", ""),
    ("unknown-verb", "chekc firebase"),
    ("help", "--help"),
  ]

  /// The verbs that the cases begin with; what begins with none stands under an empty one.
  private static let verbs = Set(cases.map { verb(of: $0.words) }).sorted()

  private static func verb(of words: String) -> String {
    let first = words.prefix { $0 != " " }
    return Verb(rawValue: String(first))?.rawValue ?? ""
  }

  @Test("each verb", arguments: verbs)
  func each(verb: String) {
    for (name, words) in Self.cases where Self.verb(of: words) == verb {
      let words = words.split(separator: " ").map { String($0) }
      let arguments = words.map {
        $0.hasPrefix("@") ? Fixtures.path(String($0.dropFirst())) : $0
      }
      Golden.check(name, words.map { $0.replacing("@", with: "") }, ToolRun(arguments))
    }
  }

  @Test("the help of each verb")
  func help() {
    for verb in Verb.allCases {
      Golden.check(
        "help-" + verb.rawValue, ["help", verb.rawValue], ToolRun("help", verb.rawValue))
    }
  }

  /// What the README shows: L3 of the documents, with the rows that decided.
  @Test("Facebook, then Google, then Facebook")
  func facebookThenGoogleThenFacebook() {
    let file = "vectors/facts/linking.yaml"
    let words = ["play", file, "--id", "f0003"]
    let arguments = words.map { $0 == file ? Fixtures.project + "/" + file : $0 }
    Golden.check("play-facebook-google-facebook", words, ToolRun(arguments))
  }

  @Test("findings in colour")
  func colour() {
    let arguments = ["check", Fixtures.path("gap.yaml")]
    Golden.check("check-gap-colour", ["check", "gap.yaml"], ToolRun(arguments, isColoured: true))
  }
}
