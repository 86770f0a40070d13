import Foundation
import LinkPolicyJSON
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

/// What a review found that nobody was told of a change, each tried again as it was found.
@Suite("What a review missed in changes")
struct ReviewFindingsTests {
  /// An overlay of a shipped policy that passed the gate, and the kinds that it has to name.
  struct Overlay: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let base: String
    let text: String
    let kinds: [String]
  }

  private static let adopting =
    "decisions: {link.federated: {change: [{id: adopt, "
    + "do: [link, adopt-email, verify-email, fill-profile]}]}}"

  static let overlays = [
    Overlay(
      testDescription: "everybody proves", base: "hardened",
      text: "proof: {trust: [trusted, untrusted]}", kinds: ["proves-more"]),
    Overlay(
      testDescription: "an adopted address is verified", base: "hardened", text: adopting,
      kinds: ["proves-more"]),
    Overlay(
      testDescription: "GitHub has the subjects of Google", base: "hardened",
      text: "providers: {github.com: {kind: federated, issuer: google.com}}",
      kinds: ["reaches-more"]),
    Overlay(
      testDescription: "mail from old sessions", base: "hardened",
      text: "action-groups: {sensitive: [delete, update-email, update-password]}",
      kinds: ["guards-less", "tells-more", "mails-more"]),
    Overlay(
      testDescription: "an adopted address is verified", base: "firebase", text: adopting,
      kinds: ["proves-more"]),
    Overlay(
      testDescription: "another address from old sessions", base: "firebase",
      text: "action-groups: {sensitive: [delete, request-email, update-password]}",
      kinds: ["guards-less", "moves-address"]),
    Overlay(
      testDescription: "administrators across tenants", base: "firebase",
      text: "guards: {change: [{id: other-tenant, action: [by-session, by-code]}]}",
      kinds: ["guards-less"]),
    Overlay(
      testDescription: "whose the account is", base: "firebase",
      text: "errors: {account-exists-with-different-credential: "
        + "{ask: existing-credential, tell: [methods, account]}}",
      kinds: ["tells-more"]),
    Overlay(
      testDescription: "a reset tells who is registered", base: "firebase",
      text: "decisions: {request-reset: {change: [{id: silent, show: user-not-found}]}}",
      kinds: ["tells-more"]),
  ]

  @Test(
    "findings/review.md 1: the gate stops what it let pass, by its kind and with a sequence",
    arguments: Thoroughness.share(of: overlays))
  func gate(_ overlay: Overlay) throws {
    let edit = try PolicyEdit(of: overlay.base, adding: overlay.text)
    // With fewer stores, what is declared otherwise would be stopped for not having been looked at.
    let stores = overlay.text.hasPrefix("providers") ? "60" : "10"
    let run = ToolRun("diff", edit.old, edit.new, "--gate", "--format", "json", "--stores", stores)
    #expect(run.code == .findings)
    let stopped = try #require(
      run.errors.split(separator: "the gate stops these kinds of change: ").last)
    let named = Set(stopped.split { $0 == "," || $0.isWhitespace }.map { String($0) })
    let report = try run.json
    let totals = Set(report.list("totals").compactMap { $0["kind"]?.text })
    for kind in overlay.kinds {
      #expect(named.contains(kind) && totals.contains(kind), "\(kind): \(run.errors)")
      let witness = try #require(report.witnesses(of: kind).first, "no sequence for \(kind)")
      let played = try edit.play(witness, under: edit.new)
      #expect(played.code == .clean, "\(played.output)")
      #expect(try edit.play(witness, under: edit.old).code == .findings, "\(kind)")
    }
  }

  @Test("findings/review.md 1: what is documented stops every dangerous kind, and lists none")
  func documented() throws {
    for name in ["Docs/Review.md", "action.yml", ".pre-commit-hooks.yaml"] {
      let text = try String(contentsOf: Project.file(name), encoding: .utf8)
      #expect(text.contains(" --gate"), "\(name)")
      let listed = text.matches(of: /--fail-on (\S+)/).map { String($0.1) }
      #expect(Set(listed).isSubset(of: ["\"$FAIL_ON\"", "KIND,...`"]), "\(name): \(listed)")
    }
    let action = try String(contentsOf: Project.file("action.yml"), encoding: .utf8)
    let input = try #require(action.components(separatedBy: "\n  fail-on:\n").last)
    #expect(input.split(separator: "\n").prefix(2).last == "    default: danger")
  }

  @Test("findings/review.md 1: who enters whose account is told of a shared issuer")
  func issuer() throws {
    let edit = try PolicyEdit((Self.pier, Self.sharing))
    let difference = try edit.difference()
    #expect(difference["changedCells"]?.int == 0)
    let witness = try #require(difference.witnesses(of: "reaches-more").first)
    #expect(
      witness.list("steps").compactMap { $0["what"]?.text }
        == ["sign-in pier.example p1", "sign-in quay.example p1"])
    let accounts = try #require(witness["accounts"])
    #expect(accounts["old"]?.text?.contains("; u2 ") == true)
    #expect(accounts["new"]?.text?.contains("; u2 ") == false)
  }

  private static let pier = "pier.example:          {kind: federated}"
  private static let sharing = "pier.example: {kind: federated, issuer: quay.example}"
  private static let labels = "labels: {tier"

  /// Declarations that no cell of the small policy shows, with what is stated before.
  private static let declared: [(first: [PolicyEdit.Change], change: PolicyEdit.Change)] = [
    ([], (pier, sharing)),
    ([], (labels, "addresses: {fold: [case, dots]}\n" + labels)),
    ([], (labels, "addresses: {fold: []}\n" + labels)),
    ([], (labels, "addresses: {aliases: {bay.example: harbour.example}}\n" + labels)),
    ([], (labels, "pools: {staff: [login.harbour.example], all: [\"*\"]}\n" + labels)),
    (
      [("joining: [open, closed]", "joining: [closed, open]")],
      ("joining: [closed, open]", "joining: [open, closed]")
    ),
  ]

  @Test(
    "findings/review.md 1: what is declared otherwise has kinds and a sequence; all is not alike"
  )
  func declarations() throws {
    for (first, change) in Thoroughness.share(of: Self.declared) {
      let edit = try PolicyEdit(change, after: first)
      let difference = try edit.difference()
      let totals = difference.list("totals").compactMap { $0["kind"]?.text }
      #expect(!totals.contains("declares") && !totals.contains("idles"), "\(change.new)")
      let worst = try #require(totals.first, "\(change.new)")
      #expect(!difference.witnesses(of: worst).isEmpty, "\(change.new): no \(worst)")
      #expect(ToolRun("diff", edit.old, edit.new, "--gate").code == .findings, "\(change.new)")
      let page = ToolRun("render", "--diff", edit.old, edit.new).output
      #expect(!page.contains("Every cell that can occur is answered alike"), "\(change.new)")
      #expect(page.contains(worst), "\(change.new)")
      #expect(page.contains("<ol class=\"story\">"), "\(change.new): no sequence on the page")
    }
  }

  @Test("findings/review.md 4: one edited row is one annotation, at its own line")
  func cause() throws {
    let text = try PolicyEdit.shipped("firebase")
    let row = "google.com,    domain: google,    is: "
    let edit = try PolicyEdit((row + "trusted", row + "untrusted"), in: text)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.contains(row) }) + 1
    let difference = try edit.difference(
      "--stores", "10", "--report", "github=" + edit.path("github"), "--report",
      "sarif=" + edit.path("sarif"))
    // The places where rows are answered otherwise are many.
    #expect(difference.list("changes").count > 5)
    let causes = difference.list("causes")
    #expect(causes.compactMap { $0["subject"]?.text } == ["fact trust, row google"])
    for place in ["oldAt", "newAt"] {
      #expect(causes.first?[place]?["line"]?.int == line)
    }
    let github = try edit.text("github")
    let placed = github.split(separator: "\n").filter { $0.contains(" file=") }
    #expect(placed.count == 1 && placed[0].contains("new.yaml,line=\(line),"), "\(github)")
    let sarif = try JSONDocument(Array(edit.text("sarif").utf8), name: "sarif").root
    let results = sarif.list("runs").flatMap { $0.list("results") }
    let starts = results.flatMap { $0.list("locations") }.compactMap {
      $0["physicalLocation"]?["region"]?["startLine"]?.int
    }
    #expect(results.count == 1 && starts == [line])
  }

  @Test("findings/review.md 5: a guard that is removed is shown by short sequences")
  func guardRemoved() throws {
    let edit = try PolicyEdit(of: "firebase", adding: "guards: {remove: [recent]}")
    let difference = try edit.difference("--stores", "20")
    let reaching = difference.list("changes").filter { $0.kinds.contains("reaches-more") }
    let boxes = reaching.flatMap { $0.list("boxes") }
    let witnesses = difference.witnesses(of: "reaches-more")
    #expect(!boxes.isEmpty && witnesses.count == boxes.count)
    for witness in witnesses {
      let steps = witness.list("steps").compactMap { $0["what"]?.text }
      #expect(steps.count == 3 && steps[1] == "wait: sessions get old", "\(steps)")
      #expect(steps.last?.hasPrefix("update-password ") == true, "\(steps)")
      #expect(try edit.play(witness, under: edit.new).code == .clean)
      #expect(try edit.play(witness, under: edit.old).code == .findings)
    }
  }

  @Test("findings/review.md 5: the vector of what is shown otherwise says what is shown")
  func shown() throws {
    let silent = "refuse: no-such-person, show: allowed"
    let plain = "refuse: no-such-person"
    let edits: [(edit: PolicyEdit, shown: String)] = [
      (try PolicyEdit((silent, plain)), "no-such-person"),
      (
        try PolicyEdit(
          ("address: free, " + plain, "address: free, " + silent), after: [(silent, plain)]),
        "allowed"
      ),
    ]
    for (edit, shown) in edits {
      let difference = try edit.difference()
      let boxes = difference.list("changes").flatMap { $0.list("boxes") }
      let witnesses = boxes.compactMap { $0["witness"] }.filter { $0.isObject }
      #expect(!boxes.isEmpty && witnesses.count == boxes.count, "\(shown)")
      for witness in witnesses {
        let last = witness["vector"]?.list("steps").last?["expect"]
        #expect(last?["error"]?.text == "no-such-person" && last?["shown"]?.text == shown)
        #expect(try edit.play(witness, under: edit.new).code == .clean, "\(shown)")
        #expect(try edit.play(witness, under: edit.old).code == .findings, "\(shown)")
      }
    }
  }
}
