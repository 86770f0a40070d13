internal import LinkPolicy

extension HTMLWriter {
  /// Draws a sequence, in a frame that scrolls where the window is narrower.
  ///
  /// Readable without colour: an arrow that is refused is broken and ends in a cross, and every
  /// account that a step changes has a box with what it is then. Whoever does not see it has the
  /// same in words.
  ///
  /// - Parameters:
  ///   - picture: what is drawn.
  ///   - name: what it shows the breaking of.
  ///   - anchor: what the picture belongs to; its heading names the frame.
  mutating func draw(_ picture: SequencePicture, of name: String, describedBy anchor: Anchor) {
    let layout = PictureLayout(picture)
    scrolling(namedBy: anchor, class: "frame picture") { html in
      let (title, description) = (anchor.with("title"), anchor.with("description"))
      let size = [
        HTMLAttribute(.viewBox, "0 0 \(layout.width) \(layout.height)"),
        HTMLAttribute(.width, String(layout.width)), HTMLAttribute(.height, String(layout.height)),
        HTMLAttribute(.role, "img"), HTMLAttribute(.labelledBy, title.id),
        HTMLAttribute(.describedBy, description.id),
      ]
      html.element(.svg, size) { html in
        html.element(.title, [HTMLAttribute(.id, title.id)]) {
          $0.write("How " + name + " is broken, in \(picture.steps.count) steps")
        }
        html.element(.desc, [HTMLAttribute(.id, description.id)]) { $0.write(picture.description) }
        for (number, lane) in picture.lanes.enumerated() {
          let x = PictureLayout.middle(of: number)
          html.line(x, 26, x, layout.height, class: "lane")
          html.lines([lane], x, 18, class: "name", anchor: "middle")
        }
        for (number, (step, row)) in zip(picture.steps, layout.rows).enumerated() {
          html.step(number + 1, step, row, picture.lanes(of: step))
        }
      }
    }
  }

  private mutating func step(
    _ number: Int, _ step: SequencePicture.Step, _ row: PictureLayout.Row,
    _ lanes: (from: Int, to: Int)?
  ) {
    let height = PictureLayout.lineHeight
    let from = lanes.map { PictureLayout.middle(of: $0.from) } ?? PictureLayout.indent
    if let lanes {
      arrow(from, PictureLayout.middle(of: lanes.to), row.arrow, isRefused: step.isRefused)
    }
    let x = from + PictureLayout.indent
    lines(row.label, x, row.top + 12, anchor: "start")
    lines(row.result, x, row.arrow + height, class: "result", anchor: "start")
    bullet(number, from, row.arrow)
    for (lane, lines) in row.states {
      let middle = PictureLayout.middle(of: lane)
      let box = [
        HTMLAttribute(.class, "state"),
        HTMLAttribute(.x, String(middle - PictureLayout.boxWidth / 2)),
        HTMLAttribute(.y, String(row.boxes)), HTMLAttribute(.width, String(PictureLayout.boxWidth)),
        HTMLAttribute(.height, String(lines.count * height + 8)),
      ]
      element(.rect, box)
      self.lines(lines, middle, row.boxes + height, class: "inside", anchor: "middle")
    }
  }

  private mutating func arrow(_ from: Int, _ to: Int, _ y: Int, isRefused: Bool) {
    line(from + 11, y, to - 2, y, class: isRefused ? "step refused" : "step")
    let end =
      isRefused
      ? "M\(to - 7) \(y - 5)l10 10m0 -10l-10 10" : "M\(to - 9) \(y - 5)l9 5l-9 5z"
    element(.path, [HTMLAttribute(.class, isRefused ? "cross" : "head"), HTMLAttribute(.d, end)])
  }

  private mutating func bullet(_ number: Int, _ x: Int, _ y: Int) {
    let circle = [
      HTMLAttribute(.cx, String(x)), HTMLAttribute(.cy, String(y)), HTMLAttribute(.r, "10"),
    ]
    element(.circle, circle)
    lines([String(number)], x, y + 4, class: "inside", anchor: "middle")
  }

  private mutating func line(_ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int, class name: String) {
    let ends = [
      HTMLAttribute(.class, name), HTMLAttribute(.x1, String(x1)), HTMLAttribute(.y1, String(y1)),
      HTMLAttribute(.x2, String(x2)), HTMLAttribute(.y2, String(y2)),
    ]
    element(.line, ends)
  }

  private mutating func lines(
    _ lines: [String], _ x: Int, _ y: Int, class name: String? = nil, anchor: String
  ) {
    for (number, line) in lines.enumerated() {
      let place = [
        HTMLAttribute(.x, String(x)),
        HTMLAttribute(.y, String(y + number * PictureLayout.lineHeight)),
        HTMLAttribute(.anchor, anchor),
      ]
      element(.text, place + (name.map { [HTMLAttribute(.class, $0)] } ?? [])) { $0.write(line) }
    }
  }
}
