internal import LinkPolicy
internal import LinkPolicyExploration

/// The section with all changes between two versions of a policy, grouped by kind.
struct ChangesSection: PageSection {
  /// The changes of one kind; a change of several kinds appears only under the most dangerous kind.
  private struct ChangeGroup {
    var kind: ShownChange.KindLabel
    var changes: [(change: ShownChange, anchor: Anchor)]
  }

  let anchor = Anchor(section: "changes")
  let heading = "All changes"
  private let groups: [ChangeGroup]
  private let isShort: Bool
  /// The text that the section shows if there are no changes.
  private let nothing: String

  // The maximum number of changes for which the page shows every change unfolded.
  private static var openLimit: Int { 12 }

  init(
    changes: [ShownChange], nothing: String = "Every cell that can occur is answered alike."
  ) {
    self.nothing = nothing
    var groups: [ChangeGroup] = []
    for (change, anchor) in zip(changes, ShownChange.anchors(of: changes)) {
      guard let kind = change.kinds.min(by: { Self.rank($0) < Self.rank($1) }) else { continue }
      if let index = groups.firstIndex(where: { $0.kind == kind }) {
        groups[index].changes.append((change, anchor))
      } else {
        groups.append(ChangeGroup(kind: kind, changes: [(change, anchor)]))
      }
    }
    self.groups = groups.sorted { Self.rank($0.kind) < Self.rank($1.kind) }
    isShort = changes.count <= Self.openLimit
  }

  var parts: [(anchor: Anchor, heading: String)] {
    groups.map { (Self.anchor($0.kind), $0.kind.word + " (\($0.changes.count))") }
  }

  private static func anchor(_ kind: ShownChange.KindLabel) -> Anchor {
    Anchor("change", Name(kind.word))
  }

  func write(to html: inout HTMLWriter) {
    if groups.isEmpty {
      html.element(.p, text: nothing)
    }
    for group in groups {
      let anchor = Self.anchor(group.kind)
      let attributes = [
        HTMLAttribute(.class, "change"), HTMLAttribute(.id, anchor.id), HTMLAttribute(.rows, ""),
      ]
      html.element(.div, attributes) { html in
        html.element(.h3, [HTMLAttribute(.id, anchor.heading.id)]) { html in
          html.element(
            .span, class: "outcome " + Self.style(of: group.kind), text: group.kind.word)
          html.write(" ")
          html.selfLink(to: anchor, naming: group.kind.word)
        }
        html.element(.p, class: "reading", text: group.kind.meaning)
        for (change, anchor) in group.changes {
          write(change, anchor, to: &html)
        }
      }
    }
  }

  private func write(_ change: ShownChange, _ anchor: Anchor, to html: inout HTMLWriter) {
    let attributes = [
      HTMLAttribute(.id, anchor.id), HTMLAttribute(.table, change.table),
      HTMLAttribute(.kinds, change.kinds.map { $0.word }.joined(separator: "\n")),
    ]
    html.element(.details, attributes + (isShort ? [HTMLAttribute(.open, "")] : [])) { html in
      html.element(.summary) { html in
        html.element(.strong, text: change.old.rowWords)
        html.write(" → ")
        html.element(.strong, text: change.new.rowWords)
        html.write(change.cells == 1 ? ", 1 cell" : ", \(change.cells) cells")
        if change.kinds.count > 1 {
          html.write(": " + change.kinds.map { $0.word }.joined(separator: ", "))
        }
        html.write(" ")
        html.selfLink(to: anchor, naming: "this change")
      }
      html.element(.dl, class: "sides") { html in
        Self.write(change.old, as: "before", to: &html)
        Self.write(change.new, as: "after", to: &html)
      }
      let boxes = Anchor.distinct(
        change.boxes.map { anchor.with(Anchor("box", about: $0.conditions).name) })
      for (box, anchor) in zip(change.boxes, boxes) {
        Self.write(box, anchor, to: &html)
      }
      if change.hiddenBoxes > 0 {
        html.element(
          .p, class: "reading", text: "Further boxes that are not shown: \(change.hiddenBoxes).")
      }
    }
  }

  private static func write(
    _ answer: ShownChange.ChangeAnswer, as side: String, to html: inout HTMLWriter
  ) {
    html.element(.div) { html in
      html.element(.dt, text: side)
      html.element(.dd) { html in
        html.element(.strong, text: answer.rowWords)
        html.write(" ")
        html.element(.code, text: answer.words)
        html.element(.small, text: answer.place)
      }
    }
  }

  private static func write(
    _ box: ShownChange.ChangeBox, _ anchor: Anchor, to html: inout HTMLWriter
  ) {
    html.element(.div, [HTMLAttribute(.class, "box"), HTMLAttribute(.id, anchor.id)]) { html in
      html.element(.p) { html in
        html.write(box.conditions.isEmpty ? "everywhere in the table" : "where ")
        html.words(box.conditions)
        html.write(box.cells == 1 ? " (1 cell) " : " (\(box.cells) cells) ")
        html.selfLink(to: anchor, naming: "this box")
      }
      if !box.story.isEmpty {
        html.story(box.story)
      }
      for remark in box.remarks {
        html.element(.p, class: "note", text: remark)
      }
    }
  }

  /// Returns the rank of a kind in the order of danger: the most dangerous kind comes first, unknown kinds come last.
  private static func rank(_ kind: ShownChange.KindLabel) -> Int {
    let order = ChangeKind.allCases
    return ChangeKind(rawValue: kind.word).flatMap { order.firstIndex(of: $0) } ?? order.count
  }

  /// Returns the style of a kind of change; changes that let more people in have the color of a refusal.
  private static func style(of kind: ShownChange.KindLabel) -> String {
    switch ChangeKind(rawValue: kind.word) {
    case .splits: "second"
    case .locksOut: "asks"
    case .reachesMore, .provesMore, .movesAddress, .movesIdentifier, .dropsLess, .guardsLess,
      .tellsMore, .squats,
      .relabels,
      .mailsMore, .notifiesLess, .assuresLess, .declares, .unclassified:
      "refuses"
    case .reachesLess, .guardsMore, .createsLess, .doesLess, .unpins: "asks"
    case .dropsMore: "drops"
    case .asks, .renames, .fills, .refreshes, .reissues: "creates"
    case .provesLess, .tellsLess, .offers, .createsMore, .mailsLess, .notifiesMore, .assuresMore,
      .excludesMore, .excludesLess, .idles, .pins, .unreachable, nil:
      "allows"
    }
  }
}

/// The section with the changed declarations that change no cell, such as pools.
struct DeclaredSection: PageSection {
  let anchor = Anchor(section: "declared")
  let heading = "Declarations"
  let declarations: [ShownDeclaration]

  func write(to html: inout HTMLWriter) {
    let anchors = Anchor.distinct(
      declarations.map { Anchor("declared", about: [$0.subject, $0.old, $0.new]) })
    html.table(namedBy: anchor, class: "declared") { html in
      html.head(["declaration", "before", "after"])
      html.element(.tbody) { html in
        for (declaration, anchor) in zip(declarations, anchors) {
          html.element(.tr, [HTMLAttribute(.id, anchor.id)]) { html in
            html.element(.th, [HTMLAttribute(.scope, "row")]) { html in
              html.link(to: anchor, declaration.subject)
            }
            html.element(.td) { $0.element(.code, text: declaration.old) }
            html.element(.td) { $0.element(.code, text: declaration.new) }
          }
        }
      }
    }
    for (declaration, anchor) in zip(declarations, anchors) where !declaration.story.isEmpty {
      html.element(.div, [HTMLAttribute(.class, "box")]) { html in
        html.element(.p) { $0.link(to: anchor, declaration.subject) }
        html.story(declaration.story)
        for remark in declaration.remarks {
          html.element(.p, class: "note", text: remark)
        }
      }
    }
  }
}
