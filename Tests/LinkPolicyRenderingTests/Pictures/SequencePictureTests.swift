import LinkPolicy
import Testing

@testable import LinkPolicyRendering

@Suite("Pictures of sequences")
struct SequencePictureTests {
  private static let picture = SequencePicture([
    SequencePicture.PictureStep(
      actor: "the attacker", label: "sign-up <b>", account: "u1", result: "new account u1",
      isRefused: false,
      states: [SequencePicture.PictureState("u1", ["a@b.example", "not verified", "+ password"])]),
    SequencePicture.PictureStep(
      actor: nil, label: "time passes", account: nil, result: "", isRefused: false),
    SequencePicture.PictureStep(
      actor: "the owner", label: "request-reset", account: nil, result: "done", isRefused: false),
    SequencePicture.PictureStep(
      actor: "the attacker", label: "link", account: "u1", result: "refused: no", isRefused: true),
  ])

  private static func count(_ part: String, in text: String) -> Int {
    text.split(separator: part, omittingEmptySubsequences: false).count - 1
  }

  @Test("actors stand before accounts, in the order in which they come up")
  func lanes() {
    let picture = Self.picture
    #expect(picture.lanes == ["the attacker", "the owner", "account u1", "no account"])
    let places = picture.steps.map { picture.lanes(of: $0).map { [$0.from, $0.to] } }
    #expect(places == [[0, 2], nil, [1, 3], [0, 2]])
  }

  @Test("each step is an arrow, and a refused one is told by its shape")
  func arrows() {
    var html = HTMLWriter()
    html.draw(Self.picture, of: "I1", describedBy: Anchor("counterexample", "I1"))
    let text = html.text
    #expect(Self.count("class=\"step\"", in: text) == 2)
    #expect(Self.count("class=\"step refused\"", in: text) == 1)
    #expect(Self.count("class=\"cross\"", in: text) == 1)
    #expect(Self.count("class=\"head\"", in: text) == 2)
    #expect(Self.count("<circle", in: text) == 4)
    #expect(Self.count("class=\"lane\"", in: text) == 4)
    #expect(text.contains("sign-up &lt;b&gt;") && !text.contains("<b>"))
  }

  @Test("an account has a box wherever it is otherwise than before")
  func states() {
    var html = HTMLWriter()
    html.draw(Self.picture, of: "I1", describedBy: Anchor("counterexample", "I1"))
    #expect(Self.count("class=\"state\"", in: html.text) == 1)
    #expect(html.text.contains(">+ password</text>") && html.text.contains(">not verified</text>"))
  }

  @Test("tells in words what it shows")
  func words() {
    var html = HTMLWriter()
    html.draw(Self.picture, of: "I1", describedBy: Anchor("counterexample", "I1"))
    #expect(html.text.contains(">How I1 is broken, in 4 steps</title>"))
    #expect(html.text.contains("role=\"img\" aria-labelledby=\"counterexample__I1__title\""))
    #expect(
      Self.picture.description.hasPrefix(
        "1. the attacker: sign-up <b>, new account u1; account u1 is now a@b.example, not verified, + password. 2. "
      ))
  }

  @Test("nothing in it is longer than its place", arguments: [4, 9, 40])
  func wrapping(letters: Int) {
    let text = "sign-in a-provider-with-a-very-long-name.example for somebody"
    let lines = PictureLayout.lines(text, in: letters * 8)
    #expect(lines.allSatisfy { $0.count <= letters && !$0.isEmpty })
    #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    #expect(PictureLayout.lines("", in: 80) == [""])
  }
}
