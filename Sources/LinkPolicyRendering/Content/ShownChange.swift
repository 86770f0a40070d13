internal import LinkPolicy

/// A change of a policy for display on a page: the old and the new answer for the same cells.
package struct ShownChange: Sendable {
  /// A kind of change, with its meaning.
  package struct KindLabel: Sendable, Equatable {
    /// The word, such as `reaches-more`.
    package var word: String
    /// The meaning, in one sentence.
    package var meaning: String

    package init(_ word: String, meaning: String) {
      self.word = word
      self.meaning = meaning
    }
  }

  /// The answer of one of the two policies.
  package struct ChangeAnswer: Sendable, Equatable {
    /// The row or guard, such as `sign-in.federated/first`; empty if no row decides.
    package var row: String
    /// The position of the row or guard; `-` for an answer without a position.
    package var place: String
    /// The answer in words, such as `do sign-in`.
    package var words: String

    package init(row: String, place: String, words: String) {
      self.row = row
      self.place = place
      self.words = words
    }

    /// The name of the row, or "no row".
    var rowWords: String { row.utf8.isEmpty ? "no row" : row }
  }

  /// A box of the changed cells.
  package struct ChangeBox: Sendable, Equatable {
    /// The conditions of the box, such as `credential: new`; empty if the box is the whole table.
    package var conditions: [String]
    /// The number of changed cells in the box.
    package var cells: Int
    /// A sequence from the empty store that shows the difference; empty if no sequence is known.
    package var story: [ShownStep]
    /// Remarks, such as the reason for a missing sequence.
    package var remarks: [String]

    package init(conditions: [String], cells: Int, story: [ShownStep], remarks: [String]) {
      self.conditions = conditions
      self.cells = cells
      self.story = story
      self.remarks = remarks
    }
  }

  /// The decision table whose cells the change affects, such as `sign-in.federated`.
  package var table: String
  /// The kinds of the change, the most dangerous first.
  package var kinds: [KindLabel]
  /// The answer of the old policy in the changed cells.
  package var old: ChangeAnswer
  /// The answer of the new policy in the changed cells.
  package var new: ChangeAnswer
  /// The number of changed cells.
  package var cells: Int
  /// The boxes that the page displays.
  package var boxes: [ChangeBox]
  /// The number of boxes that the page leaves out.
  package var hiddenBoxes: Int

  package init(
    in table: String, kinds: [KindLabel], old: ChangeAnswer, new: ChangeAnswer, cells: Int,
    boxes: [ChangeBox], hiddenBoxes: Int = 0
  ) {
    self.table = table
    self.kinds = kinds
    self.old = old
    self.new = new
    self.cells = cells
    self.boxes = boxes
    self.hiddenBoxes = hiddenBoxes
  }
}

extension ShownChange {
  /// Returns the link targets of changes, in the order of the changes.
  ///
  /// Each target is derived from the content of its change, so links stay valid when a new report has additional
  /// changes.
  static func anchors(of changes: [ShownChange]) -> [Anchor] {
    Anchor.distinct(
      changes.map { change in
        Anchor(
          "change-of",
          about: [change.table, change.old.row, change.new.row, change.old.words, change.new.words]
            + change.kinds.map { $0.word })
      })
  }
}

/// A declaration that differs between two policies, for display on a page.
package struct ShownDeclaration: Sendable, Equatable {
  /// The declaration with the kinds of its change, such as `setting tide: idles`.
  package var subject: String
  /// The declaration of the old policy, in words.
  package var old: String
  /// The declaration of the new policy, in words.
  package var new: String
  /// A sequence that shows the difference; empty if no sequence was found.
  package var story: [ShownStep]
  /// Remarks about the sequence.
  package var remarks: [String]

  package init(
    _ subject: String, old: String, new: String, story: [ShownStep] = [], remarks: [String] = []
  ) {
    self.subject = subject
    self.old = old
    self.new = new
    self.story = story
    self.remarks = remarks
  }
}

/// One step of a story, with its outcome.
package struct ShownStep: Sendable, Equatable {
  /// The step, such as `sign-in google.com g1 a@gmail.com`.
  package var words: String
  /// One outcome for each policy, or one entry without a name if the outcomes are equal.
  package var outcomes: [StepOutcome]
  /// The deciding row; empty if the page does not show the row.
  package var row: String

  /// An outcome with the policy that decided.
  package struct StepOutcome: Sendable, Equatable {
    /// The name of the policy, such as `old`; empty if all policies have the same outcome.
    package var name: String
    /// The outcome: `allowed`, or the error.
    package var words: String

    package init(_ words: String, by name: String = "") {
      self.name = name
      self.words = words
    }
  }

  package init(_ words: String, outcomes: [StepOutcome], row: String = "") {
    self.words = words
    self.outcomes = outcomes
    self.row = row
  }
}

extension HTMLWriter {
  /// Writes a story as a numbered list.
  mutating func story(_ steps: [ShownStep]) {
    element(.ol, class: "story") { html in
      for step in steps {
        html.element(.li) { html in
          html.element(step.row.isEmpty ? .code : .span, text: step.words)
          for outcome in step.outcomes where !outcome.words.utf8.isEmpty {
            html.element(.span, class: "came") { html in
              html.write(outcome.name.utf8.isEmpty ? "→ " : outcome.name + " → ")
              html.element(.span, class: "said", text: outcome.words)
            }
          }
          if !step.row.isEmpty {
            html.element(.small) { html in
              html.write("row ")
              html.element(.code, text: step.row)
            }
          }
        }
      }
    }
  }
}
