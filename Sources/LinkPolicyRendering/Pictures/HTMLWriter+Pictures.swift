extension HTMLWriter {
  // All in units of a picture, which are pixels unless a page is enlarged.
  private static var laneWidth: Int { 150 }
  private static var stepHeight: Int { 46 }
  private static var headHeight: Int { 34 }

  /// Draws a sequence, in a frame that scrolls where the window is narrower.
  ///
  /// Readable without colour: an arrow that is refused is broken and ends in a cross. Whoever does
  /// not see it has the same sequence as a list.
  ///
  /// - Parameters:
  ///   - picture: what is drawn.
  ///   - heading: the heading that names the frame.
  mutating func draw(_ picture: SequencePicture, describedBy heading: Anchor) {
    let lanes = picture.lanes
    let (width, height) = (
      lanes.count * Self.laneWidth, Self.headHeight + picture.steps.count * Self.stepHeight + 8
    )
    let frame = [
      HTMLAttribute(.class, "frame picture"), HTMLAttribute(.role, "region"),
      HTMLAttribute(.labelledBy, heading.id), HTMLAttribute(.tabindex, "0"),
    ]
    element(.div, frame) { html in
      let size = [
        HTMLAttribute(.viewBox, "0 0 \(width) \(height)"), HTMLAttribute(.width, String(width)),
        HTMLAttribute(.height, String(height)), HTMLAttribute(.role, "img"),
        HTMLAttribute(.label, "the steps above, drawn"),
      ]
      html.element(.svg, size) { html in
        for (number, name) in lanes.enumerated() {
          html.lane(name, at: Self.middle(ofLane: number), height)
        }
        for (number, step) in picture.steps.enumerated() {
          let y = Self.headHeight + number * Self.stepHeight + Self.stepHeight / 2
          if let (from, to) = picture.lanes(of: step) {
            html.arrow(number + 1, step, Self.middle(ofLane: from), Self.middle(ofLane: to), y)
          } else {
            html.pause(number + 1, step, y)
          }
        }
      }
    }
  }

  private static func middle(ofLane number: Int) -> Int { number * laneWidth + laneWidth / 2 }

  private mutating func lane(_ name: String, at x: Int, _ height: Int) {
    text(name, x, 18, class: "name", anchor: "middle")
    line(x, Self.headHeight - 8, x, height, class: "lane")
  }

  private mutating func arrow(
    _ number: Int, _ step: SequencePicture.Step, _ from: Int, _ to: Int, _ y: Int
  ) {
    line(from + 11, y, to - 2, y, class: step.isRefused ? "step refused" : "step")
    let end =
      step.isRefused
      ? "M\(to - 7) \(y - 5)l10 10m0 -10l-10 10" : "M\(to - 9) \(y - 5)l9 5l-9 5z"
    let style = step.isRefused ? "cross" : "head"
    element(.path, [HTMLAttribute(.class, style), HTMLAttribute(.d, end)])
    bullet(number, from, y)
    text(step.label, from + 16, y - 6, anchor: "start")
    text(step.result, from + 16, y + 15, class: "result", anchor: "start")
  }

  private mutating func pause(_ number: Int, _ step: SequencePicture.Step, _ y: Int) {
    bullet(number, 14, y)
    text(step.label, 30, y + 4, anchor: "start")
  }

  private mutating func bullet(_ number: Int, _ x: Int, _ y: Int) {
    let circle = [
      HTMLAttribute(.cx, String(x)), HTMLAttribute(.cy, String(y)), HTMLAttribute(.r, "10"),
    ]
    element(.circle, circle)
    text(String(number), x, y + 4, anchor: "middle")
  }

  private mutating func line(_ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int, class name: String) {
    let ends = [
      HTMLAttribute(.class, name), HTMLAttribute(.x1, String(x1)), HTMLAttribute(.y1, String(y1)),
      HTMLAttribute(.x2, String(x2)), HTMLAttribute(.y2, String(y2)),
    ]
    element(.line, ends)
  }

  private mutating func text(
    _ text: String, _ x: Int, _ y: Int, class name: String? = nil, anchor: String
  ) {
    let place = [
      HTMLAttribute(.x, String(x)), HTMLAttribute(.y, String(y)), HTMLAttribute(.anchor, anchor),
    ]
    element(.text, place + (name.map { [HTMLAttribute(.class, $0)] } ?? [])) { $0.write(text) }
  }
}
