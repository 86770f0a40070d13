import LinkPolicy
import Testing

@testable import LinkPolicyRendering

@Suite("Pictures of sequences")
struct SequencePictureTests {
  private static let picture = SequencePicture([
    SequencePicture.Step(
      actor: "the attacker", label: "sign-up <b>", account: "u1", result: "new account u1",
      isRefused: false),
    SequencePicture.Step(
      actor: nil, label: "time passes", account: nil, result: "", isRefused: false),
    SequencePicture.Step(
      actor: "the owner", label: "request-reset", account: nil, result: "done", isRefused: false),
    SequencePicture.Step(
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
    html.draw(Self.picture, describedBy: Anchor("verdict", "I1").heading)
    let text = html.text
    #expect(Self.count("class=\"step\"", in: text) == 2)
    #expect(Self.count("class=\"step refused\"", in: text) == 1)
    #expect(Self.count("class=\"cross\"", in: text) == 1)
    #expect(Self.count("class=\"head\"", in: text) == 2)
    #expect(Self.count("<circle", in: text) == 4)
    #expect(Self.count("class=\"lane\"", in: text) == 4)
    #expect(text.contains("sign-up &lt;b&gt;") && !text.contains("<b>"))
  }
}
