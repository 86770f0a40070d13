/// Where everything in a picture of a sequence stands, in units that are pixels unless it is enlarged.
struct PictureLayout {
  /// A step, from its label down to the accounts that it changes.
  struct Row {
    /// The lines of its label, above the arrow.
    var label: [String]
    /// The lines of what it comes to, below the arrow.
    var result: [String]
    /// The accounts that it changes, each with its lane and the lines of its box.
    var states: [(lane: Int, lines: [String])]
    /// Where it begins.
    var top: Int
    /// Where its arrow is.
    var arrow: Int
    /// Where the boxes begin.
    var boxes: Int
  }

  static var lineHeight: Int { 16 }
  static var boxWidth: Int { laneWidth - 16 }
  private static var laneWidth: Int { 176 }
  private static var head: Int { 34 }
  // The width of a letter that is wide: what is too long for its place goes on in another line.
  private static var letterWidth: Int { 8 }
  // From the middle of a lane to where what is told of a step begins.
  static var indent: Int { 16 }

  let rows: [Row]
  let width: Int
  let height: Int

  init(_ picture: SequencePicture) {
    let width = picture.lanes.count * Self.laneWidth
    var rows: [Row] = []
    var top = Self.head
    for step in picture.steps {
      let from = picture.lanes(of: step).map { Self.middle(of: $0.from) } ?? Self.indent
      let room = width - from - Self.indent
      let label = Self.lines(step.label, in: room)
      let result = step.result.utf8.isEmpty ? [] : Self.lines(step.result, in: room)
      let states = step.states.compactMap { state in
        picture.lane(of: state.account).map { lane in
          (lane, state.lines.flatMap { Self.lines($0, in: Self.boxWidth - 12) })
        }
      }
      let arrow = top + label.count * Self.lineHeight + 8
      let boxes = arrow + result.count * Self.lineHeight + 10
      rows.append(
        Row(label: label, result: result, states: states, top: top, arrow: arrow, boxes: boxes))
      let lines = states.map { $0.1.count }.max() ?? 0
      top = boxes + (lines == 0 ? 6 : lines * Self.lineHeight + 20)
    }
    self.rows = rows
    self.width = width
    height = top
  }

  /// The middle of a lane.
  static func middle(of lane: Int) -> Int { lane * laneWidth + laneWidth / 2 }

  /// A text in lines that fit a width: broken between words where it can be.
  static func lines(_ text: String, in width: Int) -> [String] {
    let limit = max(4, width / letterWidth)
    var lines: [String] = []
    var line: [Character] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      var rest = Array(word)
      if !line.isEmpty, line.count + 1 + rest.count > limit {
        lines.append(String(line))
        line = []
      }
      while rest.count > limit {
        lines.append(String(rest.prefix(limit)))
        rest.removeFirst(limit)
      }
      line += (line.isEmpty ? [] : [" "]) + rest
    }
    return lines + (line.isEmpty && !lines.isEmpty ? [] : [String(line)])
  }
}
