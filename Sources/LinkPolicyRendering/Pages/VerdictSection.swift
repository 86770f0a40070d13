internal import LinkPolicy
internal import LinkPolicyExploration
internal import LinkPolicyReview

/// The first section of a page about a difference: the verdict, and each danger in one sentence.
struct VerdictSection: PageSection {
  let anchor = Anchor(section: "verdict")
  let overview: DifferenceOverview

  var heading: String { overview.word + ": " + overview.details }

  /// The style and the sign with which the page shows the verdict.
  var mark: (style: String, sign: String)? {
    switch overview.outcome {
    case .equal: ("good", "=")
    case .passed: ("good", "✓")
    case .stopped: overview.isForReview ? ("warn", "!") : ("bad", "✕")
    }
  }

  func write(to html: inout HTMLWriter) {
    if overview.edits.count == 1, let edit = overview.edits.first {
      html.element(.p, class: "cause") { html in
        html.write("One edit: ")
        html.link(to: edit.anchor, edit.subject)
        if !edit.place.isEmpty {
          html.write(" in ")
          html.element(.code, text: edit.place)
        }
      }
    }
    let lost = overview.lost.map { "\($0): an invariant that was proved no longer is." }
    if !overview.dangers.isEmpty || !lost.isEmpty {
      html.element(.ul, class: "dangers") { html in
        for danger in overview.dangers {
          html.element(.li) { write(danger, to: &$0) }
        }
        for line in lost {
          html.element(.li, text: line)
        }
      }
    }
    if !overview.others.isEmpty {
      html.element(.p, class: "harmless") { html in
        html.write(overview.dangers.isEmpty ? "Kinds of change: " : "Also changed, and harmless: ")
        html.words(overview.others)
      }
    }
  }

  private func write(_ danger: DifferenceOverview.ShownDanger, to html: inout HTMLWriter) {
    guard let story = danger.story else {
      html.element(.span, text: danger.sentence)
      html.write(" ")
      html.element(.code, text: danger.kind)
      return
    }
    html.link(to: overview.stories[story].anchor, danger.sentence)
    html.write(" ")
    html.element(.code, text: danger.kind)
  }
}

/// The section with the edits, each with its changed lines.
struct EditsSection: PageSection {
  let anchor = Anchor(section: "edits")
  let edits: [ShownEdit]

  var heading: String { edits.count == 1 ? "The edit" : "The \(edits.count) edits" }

  // The maximum number of lines of an edit that are visible at first.
  private static var lineLimit: Int { 12 }

  func write(to html: inout HTMLWriter) {
    let dangerous = edits.filter { $0.isDangerous }
    let harmless = edits.filter { !$0.isDangerous }
    for edit in dangerous {
      write(edit, to: &html)
    }
    guard !dangerous.isEmpty, !harmless.isEmpty else {
      for edit in harmless {
        write(edit, to: &html)
      }
      return
    }
    html.element(.details) { html in
      let count = harmless.count
      html.element(
        .summary, text: count == 1 ? "1 harmless edit" : "\(count) harmless edits")
      for edit in harmless {
        write(edit, to: &html)
      }
    }
  }

  private func write(_ edit: ShownEdit, to html: inout HTMLWriter) {
    let attributes = [HTMLAttribute(.class, "edit"), HTMLAttribute(.id, edit.anchor.id)]
    html.element(.div, attributes) { html in
      html.element(.h3) { html in
        html.write(edit.subject + " ")
        html.selfLink(to: edit.anchor, naming: edit.subject)
        if !edit.place.isEmpty {
          html.element(.code, class: "place") { $0.write(edit.place) }
        }
      }
      if !edit.lines.isEmpty {
        Self.write(edit.lines.prefix(Self.lineLimit), to: &html)
      }
      let rest = edit.lines.dropFirst(Self.lineLimit)
      if !rest.isEmpty {
        html.element(.details) { html in
          html.element(.summary, text: rest.count == 1 ? "1 more line" : "\(rest.count) more lines")
          Self.write(rest, to: &html)
        }
      }
      html.element(.p, class: "effect") { html in
        html.write(
          edit.pairs == 0
            ? ""
            : edit.pairs == 1
              ? "1 pair of rows decides differently: "
              : "\(edit.pairs) pairs of rows decide differently: ")
        html.kinds(edit.kinds)
      }
    }
  }

  /// Writes changed lines: the old lines, then the new lines.
  private static func write(
    _ lines: ArraySlice<DifferenceReport.EditLine>, to html: inout HTMLWriter
  ) {
    html.element(.div, class: "lines") { html in
      for line in lines {
        let isOld = line.side == .old
        html.element(.div, class: isOld ? "before" : "after") { html in
          html.element(.span, class: "number", text: line.number.map { "\($0)" } ?? "")
          html.element(.span, [HTMLAttribute(.class, "side"), HTMLAttribute(.hidden, "true")]) {
            $0.write(isOld ? "−" : "+")
          }
          html.element(isOld ? .del : .ins) { html in
            html.element(.span, class: "unseen", text: isOld ? "before: " : "after: ")
            html.element(.code, text: line.text)
          }
        }
      }
    }
  }
}

/// The section with the stories of the dangers, where each step has its outcome before and after the edit.
struct StoriesSection: PageSection {
  let anchor = Anchor(section: "stories")
  let heading = "What can happen now"
  let overview: DifferenceOverview
  /// The link targets of the changes, in the order of the changes.
  let changeAnchors: [Anchor]

  func write(to html: inout HTMLWriter) {
    if overview.stories.contains(where: { !$0.steps.isEmpty }) {
      html.element(
        .p, class: "reading",
        text: """
          Each sequence begins without accounts and was played under both policies. A name such as \
          g1 is the subject that the provider asserts.
          """)
    }
    for (number, story) in overview.stories.enumerated() {
      write(story, number + 1, to: &html)
    }
  }

  private func write(_ story: ShownStory, _ number: Int, to html: inout HTMLWriter) {
    let attributes = [HTMLAttribute(.class, "tale"), HTMLAttribute(.id, story.anchor.id)]
    html.element(.div, attributes) { html in
      html.element(.h3, [HTMLAttribute(.id, story.anchor.heading.id)]) { html in
        html.write("\(number). \(story.heading) ")
        html.selfLink(to: story.anchor, naming: "this story")
      }
      html.element(.p, class: "effect") { html in
        html.kinds(story.kinds)
        if overview.edits.count > 1 {
          html.write(" by ")
          html.link(to: overview.edits[story.edit].anchor, overview.edits[story.edit].subject)
        }
      }
      steps(story, to: &html)
      if let first = story.toldApart.first, let last = story.toldApart.last {
        html.element(.p, class: "apart") { html in
          html.write("Can now be told apart: ")
          html.element(.code, text: first)
          html.write(" and ")
          html.element(.code, text: last)
        }
      }
      for remark in story.remarks {
        html.element(.p, class: "note", text: remark.sentence)
      }
      html.element(.p, class: "note") { html in
        if let cells = story.cells {
          html.write(cells == 1 ? "1 cell, " : "\(cells) cells, ".withSeparators)
        }
        if case .change(let index) = story.entry {
          html.link(to: changeAnchors[index], "all its boxes")
        } else {
          html.link(to: Anchor(section: "declared"), "the declaration")
        }
      }
    }
  }

  private func steps(_ story: ShownStory, to html: inout HTMLWriter) {
    html.table(namedBy: story.anchor, class: "steps") { html in
      html.head(["step", "before", "after"])
      html.element(.tbody) { html in
        for (number, step) in story.steps.enumerated() {
          html.element(.tr, class: step.isAlike ? "alike" : "differs") { html in
            html.element(.th, [HTMLAttribute(.scope, "row")]) { html in
              html.write("\(number + 1). ")
              html.element(.code, text: step.words)
            }
            if step.isAlike {
              let attributes = [HTMLAttribute(.colspan, "2"), HTMLAttribute(.column, "both")]
              html.element(.td, attributes) { html in
                Self.write(step.outcomes.new, when: ", before and after", to: &html)
              }
            } else {
              for side in Side.allCases {
                html.element(.td) { Self.write(step.outcomes[side], to: &$0) }
              }
            }
          }
        }
        if story.steps.isEmpty {
          html.element(.tr) { html in
            html.element(.th, [HTMLAttribute(.scope, "row")]) { $0.write("the answer") }
            for side in Side.allCases {
              html.element(.td) { html in
                html.element(.div, text: story.answers[side].rowWords)
                html.element(.code, text: story.answers[side].words)
              }
            }
          }
        }
        if let ends = story.ends {
          html.element(.tr, class: "ends") { html in
            html.element(.th, [HTMLAttribute(.scope, "row")]) { $0.write("accounts afterwards") }
            html.element(.td) { Self.write(ends.old, since: ends.old, to: &$0) }
            html.element(.td) { Self.write(ends.new, since: ends.old, to: &$0) }
          }
        }
      }
    }
  }

  private static func write(
    _ outcome: ShownStory.StoryOutcome, when: String = "", to html: inout HTMLWriter
  ) {
    guard let kind = outcome.kind else {
      html.element(.span, class: "any", text: outcome.words.isEmpty ? "–" : outcome.words)
      return
    }
    html.element(.div) { html in
      html.outcome(kind)
      if !outcome.account.isEmpty {
        html.write(" ")
        html.element(.code, text: outcome.account)
      }
    }
    if !outcome.error.isEmpty {
      html.element(.small) { html in
        html.write("the caller sees ")
        html.element(.code, text: outcome.error)
      }
    }
    if !outcome.row.isEmpty {
      html.element(.small) { html in
        html.write("row ")
        html.element(.code, text: outcome.row)
        html.write(when)
      }
    }
  }

  /// Writes accounts; methods and sessions that differ from `others` are marked as added or removed.
  private static func write(
    _ accounts: [ShownStory.StoryAccount], since others: [ShownStory.StoryAccount],
    to html: inout HTMLWriter
  ) {
    if accounts.isEmpty {
      html.element(.span, class: "any", text: "none")
    }
    func sessions(_ account: ShownStory.StoryAccount) -> [String] {
      account.sessions.map { "step \($0)" }
    }
    for account in accounts {
      let other = others.first { $0.id.hasSameBytes(as: account.id) }
      html.element(.div, class: "account") { html in
        html.element(.div) { html in
          html.element(.code, text: account.id)
          html.write(" " + account.address)
        }
        html.element(.small) { html in
          html.write("ways in: ")
          html.parts(account.ways, since: other?.ways ?? account.ways, none: "none")
        }
        html.element(.small) { html in
          html.write("sessions since: ")
          html.parts(
            sessions(account), since: other.map { sessions($0) } ?? sessions(account),
            none: "none")
        }
      }
    }
  }
}

/// The section with the numbers of a difference, which do not affect the verdict.
struct CountsSection: PageSection {
  let anchor = Anchor(section: "counts")
  let heading = "Numbers"
  let overview: DifferenceOverview

  func write(to html: inout HTMLWriter) {
    html.element(.p, text: overview.summary.sentence)
    guard !overview.totals.isEmpty else { return }
    html.table(namedBy: anchor, class: "counts") { html in
      html.head(["kind", "meaning", "pairs of rows", "cells", "declarations"])
      html.element(.tbody) { html in
        for total in overview.totals {
          let anchor = anchor.with(Name(total.kind.rawValue))
          html.element(.tr, [HTMLAttribute(.id, anchor.id)]) { html in
            html.element(.th, [HTMLAttribute(.scope, "row")]) { html in
              html.link(to: anchor, total.kind.rawValue)
            }
            html.element(.td, text: total.kind.meaning)
            for number in [total.changes, total.cells, total.declarations] {
              html.element(.td, class: "count", text: "\(number)".withSeparators)
            }
          }
        }
      }
    }
  }
}

extension HTMLWriter {
  /// Writes kinds of change, and marks the dangerous kinds by a sign and a color.
  fileprivate mutating func kinds(_ kinds: [ChangeKind]) {
    for (index, kind) in kinds.enumerated() {
      if index > 0 {
        write(" ")
      }
      let (style, sign): (String, String) =
        switch kind.severity {
        case .danger: ("chip bad", "✕")
        case .review: ("chip warn", "!")
        case .harmless: ("chip", "")
        }
      element(.span, class: style) { html in
        if !sign.isEmpty {
          html.element(.span, [HTMLAttribute(.class, "sign"), HTMLAttribute(.hidden, "true")]) {
            $0.write(sign)
          }
        }
        html.write(kind.rawValue)
      }
    }
  }

  /// Writes words separated by commas, or `none`.
  ///
  /// Words that `others` lacks are marked as added; words that only `others` contains are marked as removed.
  fileprivate mutating func parts(_ words: [String], since others: [String], none: String) {
    func contains(_ list: [String], _ word: String) -> Bool {
      list.contains { $0.hasSameBytes(as: word) }
    }
    let removed = others.filter { !contains(words, $0) }
    if words.isEmpty {
      write(removed.isEmpty ? none : none + ", ")
    }
    for (index, word) in (words + removed).enumerated() {
      if index > 0 {
        write(", ")
      }
      if index >= words.count {
        write("− ")
        element(.del, text: word)
      } else if contains(others, word) {
        write(word)
      } else {
        write("+ ")
        element(.ins, text: word)
      }
    }
  }
}
