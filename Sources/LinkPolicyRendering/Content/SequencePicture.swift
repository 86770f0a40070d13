internal import LinkPolicy

/// A sequence of attempts, prepared for a picture.
///
/// Actors and accounts are side by side, and time runs from top to bottom.
package struct SequencePicture: Sendable, Equatable {
  /// A step of the sequence, drawn as an arrow from its actor to an account.
  package struct PictureStep: Sendable, Equatable {
    /// The actor of the step; nil for a step without an actor, such as a wait.
    package var actor: String?
    /// The attempt in a few words, which the picture shows above the arrow.
    package var label: String
    /// The account at which the arrow ends; nil if the step affects no account.
    package var account: String?
    /// The result of the step in words, below the arrow.
    package var result: String
    /// Whether the step is refused; the picture then shows a dashed arrow that ends in a cross.
    package var isRefused: Bool
    /// The accounts that the step changes, each with its new state.
    package var states: [PictureState]

    package init(
      actor: String?, label: String, account: String?, result: String, isRefused: Bool,
      states: [PictureState] = []
    ) {
      self.states = states
      self.actor = actor
      self.label = label
      self.account = account
      self.result = result
      self.isRefused = isRefused
    }
  }

  /// An account after a step.
  package struct PictureState: Sendable, Equatable {
    /// The id of the account, such as `u1`.
    package var account: String
    /// The description of the account in a few lines, such as its address and its methods.
    package var lines: [String]

    package init(_ account: String, _ lines: [String]) {
      self.account = account
      self.lines = lines
    }
  }

  /// The steps, in order.
  package let steps: [PictureStep]
  /// The actors, in the order of the actors' first steps.
  let actors: [String]
  /// The ids of the accounts, in the order in which the steps first reach or change the accounts.
  let accounts: [String]
  /// Whether at least one step with an actor reaches no account, so that the picture needs a lane for such steps.
  let hasStepsWithoutAccount: Bool

  package init(_ steps: [PictureStep]) {
    self.steps = steps
    actors = Self.distinct(steps.compactMap { $0.actor })
    accounts = Self.distinct(
      steps.flatMap { step in
        [step.account].compactMap { $0 } + step.states.map { $0.account }
      })
    hasStepsWithoutAccount = steps.contains { $0.actor != nil && $0.account == nil }
  }

  private static func distinct(_ words: [String]) -> [String] {
    words.reduce(into: []) { words, word in
      if !words.contains(where: { $0.utf8.elementsEqual(word.utf8) }) {
        words.append(word)
      }
    }
  }

  /// The names of the lanes from left to right: the actors, the accounts, and a lane for steps without an account.
  var lanes: [String] {
    actors + accounts.map { "account " + $0 } + (hasStepsWithoutAccount ? ["no account"] : [])
  }

  /// Returns the index of an account's lane in ``lanes``; nil if the picture does not show the account.
  func lane(of account: String) -> Int? {
    accounts.firstIndex { $0.utf8.elementsEqual(account.utf8) }.map { actors.count + $0 }
  }

  /// The picture in words, for readers who cannot see pictures.
  var description: String {
    steps.enumerated().map { number, step in
      let who = step.actor.map { $0 + ": " } ?? ""
      let came = step.result.utf8.isEmpty ? "" : ", " + step.result
      let states = step.states.map {
        "; account " + $0.account + " is now " + $0.lines.joined(separator: ", ")
      }
      return String(number + 1) + ". " + who + step.label + came + states.joined() + "."
    }.joined(separator: " ")
  }

  /// Returns the indices of the lanes that a step connects; nil for a step without an actor.
  func lanes(of step: PictureStep) -> (from: Int, to: Int)? {
    guard let actor = step.actor,
      let from = actors.firstIndex(where: { $0.utf8.elementsEqual(actor.utf8) })
    else { return nil }
    return (from, step.account.flatMap { lane(of: $0) } ?? actors.count + accounts.count)
  }
}

/// The positions of a picture's elements, in pixels at normal size.
struct PictureLayout {
  /// A step, from its label down to the accounts that it changes.
  struct PictureRow {
    /// The lines of the label, above the arrow.
    var label: [String]
    /// The lines of the result, below the arrow.
    var result: [String]
    /// The changed accounts, each with the index of its lane and the lines in its box.
    var states: [(lane: Int, lines: [String])]
    /// The top of the row.
    var top: Int
    /// The vertical position of the arrow.
    var arrow: Int
    /// The top of the boxes.
    var boxes: Int
  }

  static var lineHeight: Int { 16 }
  static var boxWidth: Int { laneWidth - 16 }
  private static var laneWidth: Int { 176 }
  private static var head: Int { 34 }
  // The width of a wide letter. A text that is too wide for its line continues on another line.
  private static var letterWidth: Int { 8 }
  // The distance from the middle of a lane to the text of a step.
  static var indent: Int { 16 }

  let rows: [PictureRow]
  let width: Int
  let height: Int

  init(_ picture: SequencePicture) {
    let width = picture.lanes.count * Self.laneWidth
    var rows: [PictureRow] = []
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
        PictureRow(
          label: label, result: result, states: states, top: top, arrow: arrow, boxes: boxes))
      let lines = states.map { $0.1.count }.max() ?? 0
      top = boxes + (lines == 0 ? 6 : lines * Self.lineHeight + 20)
    }
    self.rows = rows
    self.width = width
    height = top
  }

  /// Returns the horizontal position of the middle of a lane.
  static func middle(of lane: Int) -> Int { lane * laneWidth + laneWidth / 2 }

  /// Returns a text in lines that fit a width, broken between words if possible.
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

extension HTMLWriter {
  /// Draws a sequence in a frame, which scrolls if the window is narrower than the picture.
  ///
  /// The picture is readable without color. The arrow of a refused step is dashed and ends in a cross. Each account
  /// that a step changes has a box with its new state. Readers who cannot see the picture get the same content in
  /// words.
  ///
  /// - Parameters:
  ///   - picture: the sequence.
  ///   - name: the name of the statement that the sequence breaks.
  ///   - anchor: the anchor of the picture's section, whose heading names the frame.
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
          html.line(x1: x, y1: 26, x2: x, y2: layout.height, class: "lane")
          html.lines([lane], x: x, y: 18, class: "name", anchor: "middle")
        }
        for (number, (step, row)) in zip(picture.steps, layout.rows).enumerated() {
          html.step(number + 1, step: step, row: row, lanes: picture.lanes(of: step))
        }
      }
    }
  }

  private mutating func step(
    _ number: Int, step: SequencePicture.PictureStep, row: PictureLayout.PictureRow,
    lanes: (from: Int, to: Int)?
  ) {
    let height = PictureLayout.lineHeight
    let from = lanes.map { PictureLayout.middle(of: $0.from) } ?? PictureLayout.indent
    if let lanes {
      arrow(
        from: from, to: PictureLayout.middle(of: lanes.to), y: row.arrow, isRefused: step.isRefused)
    }
    let x = from + PictureLayout.indent
    lines(row.label, x: x, y: row.top + 12, anchor: "start")
    lines(row.result, x: x, y: row.arrow + height, class: "result", anchor: "start")
    bullet(number, x: from, y: row.arrow)
    for (lane, lines) in row.states {
      let middle = PictureLayout.middle(of: lane)
      let box = [
        HTMLAttribute(.class, "state"),
        HTMLAttribute(.x, String(middle - PictureLayout.boxWidth / 2)),
        HTMLAttribute(.y, String(row.boxes)), HTMLAttribute(.width, String(PictureLayout.boxWidth)),
        HTMLAttribute(.height, String(lines.count * height + 8)),
      ]
      element(.rect, box)
      self.lines(lines, x: middle, y: row.boxes + height, class: "inside", anchor: "middle")
    }
  }

  private mutating func arrow(from: Int, to: Int, y: Int, isRefused: Bool) {
    line(x1: from + 11, y1: y, x2: to - 2, y2: y, class: isRefused ? "step refused" : "step")
    let end =
      isRefused
      ? "M\(to - 7) \(y - 5)l10 10m0 -10l-10 10" : "M\(to - 9) \(y - 5)l9 5l-9 5z"
    element(.path, [HTMLAttribute(.class, isRefused ? "cross" : "head"), HTMLAttribute(.d, end)])
  }

  private mutating func bullet(_ number: Int, x: Int, y: Int) {
    let circle = [
      HTMLAttribute(.cx, String(x)), HTMLAttribute(.cy, String(y)), HTMLAttribute(.r, "10"),
    ]
    element(.circle, circle)
    lines([String(number)], x: x, y: y + 4, class: "inside", anchor: "middle")
  }

  private mutating func line(x1: Int, y1: Int, x2: Int, y2: Int, class name: String) {
    let ends = [
      HTMLAttribute(.class, name), HTMLAttribute(.x1, String(x1)), HTMLAttribute(.y1, String(y1)),
      HTMLAttribute(.x2, String(x2)), HTMLAttribute(.y2, String(y2)),
    ]
    element(.line, ends)
  }

  private mutating func lines(
    _ lines: [String], x: Int, y: Int, class name: String? = nil, anchor: String
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
