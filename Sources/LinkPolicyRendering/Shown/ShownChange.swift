internal import LinkPolicy

/// A change of a policy as a page shows it: what one row answered and another answers now.
package struct ShownChange: Sendable {
  /// A kind of change, with what it means.
  package struct Kind: Sendable, Equatable {
    /// The word, such as `reaches-more`.
    package var word: String
    /// What it means, in one sentence.
    package var meaning: String

    package init(_ word: String, meaning: String) {
      self.word = word
      self.meaning = meaning
    }
  }

  /// What a policy answers.
  package struct Answer: Sendable, Equatable {
    /// The row or guard, such as `sign-in.federated/first`; empty where none decides.
    package var row: String
    /// Where it stands.
    package var place: String
    /// What it answers.
    package var words: String

    package init(row: String, place: String, words: String) {
      self.row = row
      self.place = place
      self.words = words
    }

    /// The row, or that there is none.
    var rowWords: String { row.utf8.isEmpty ? "no row" : row }
  }

  /// A box of the changed cells.
  package struct Box: Sendable, Equatable {
    /// What holds in it, each a condition as a policy writes it; empty for all of the table.
    package var conditions: [String]
    /// How many changed cells it holds.
    package var cells: Int
    /// A sequence from the empty store that shows the difference; empty where none is known.
    package var story: [ShownStep]
    /// What else there is to know, such as why there is no sequence.
    package var remarks: [String]

    package init(conditions: [String], cells: Int, story: [ShownStep], remarks: [String]) {
      self.conditions = conditions
      self.cells = cells
      self.story = story
      self.remarks = remarks
    }
  }

  /// The table that decides.
  package var table: String
  /// What the change does.
  package var kinds: [Kind]
  /// What was answered.
  package var old: Answer
  /// What is answered now.
  package var new: Answer
  /// How many cells it is about.
  package var cells: Int
  /// The boxes that are shown.
  package var boxes: [Box]
  /// How many boxes are not.
  package var hiddenBoxes: Int

  package init(
    in table: String, kinds: [Kind], old: Answer, new: Answer, cells: Int, boxes: [Box],
    hiddenBoxes: Int = 0
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
  /// Where links to changes lead, in their order: by what each is about, so that a link stays.
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

/// A declaration that differs between two policies, as a page shows it.
package struct ShownDeclaration: Sendable, Equatable {
  /// What is declared.
  package var subject: String
  /// What was said of it.
  package var old: String
  /// What is said of it now.
  package var new: String
  /// A sequence that shows the difference; empty where none was found.
  package var story: [ShownStep]
  /// What else there is to say of the sequence.
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
