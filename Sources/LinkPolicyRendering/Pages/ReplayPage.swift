internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyExploration
package import LinkPolicyReview

/// A page for reviewers about a replay: the recorded decisions that a new policy would have made differently.
package struct ReplayPage {
  private let report: ReplayReport

  /// Creates the page of a report.
  package init(_ report: ReplayReport) {
    self.report = report
  }

  /// The page as self-contained HTML in UTF-8.
  package var html: [UInt8] {
    var sections: [any PageSection] = [ReplaySummarySection(report: report)]
    if report.changed.records > 0 {
      sections.append(ReplayChangesSection(report: report))
    }
    if !report.causes.isEmpty {
      sections.append(ReplayCausesSection(report: report))
    }
    if !report.unseen.isEmpty {
      sections.append(ReplayUnseenSection(report: report))
    }
    if !report.problems.isEmpty {
      sections.append(ReplayProblemsSection(report: report))
    }
    let digests = Sides { report.difference.policies[$0].digest.text }
    let page = Page(
      title: report.names.old + " → " + report.names.new, status: "replay",
      lead: "Replay of \(report.total.records) records: \(ReplayReport.note).",
      marks: [
        ("before", digests.old), ("after", digests.new),
        ("logs", report.logs.joined(separator: ", ")),
      ], sections: sections)
    return page.html
  }
}

/// The section with the number of decisions by result.
private struct ReplaySummarySection: PageSection {
  let anchor = Anchor(section: "results")
  let heading = "Results"
  let report: ReplayReport

  func write(to html: inout HTMLWriter) {
    html.table(namedBy: anchor, class: "declared") { html in
      html.head(["result", "decisions", "share", "meaning"])
      html.element(.tbody) { html in
        for line in report.summary {
          html.element(.tr) { html in
            html.element(.th, [HTMLAttribute(.scope, "row")]) { $0.write(line.word.description) }
            html.element(.td, text: "\(line.traffic.weight)")
            html.element(.td, text: report.share(line.traffic.weight))
            html.element(.td, text: line.remark.description)
          }
        }
      }
    }
  }
}

/// The section with the recorded decisions that each change of the difference affects.
private struct ReplayChangesSection: PageSection {
  let anchor = Anchor(section: "changes")
  let heading = "Changed answers"
  let report: ReplayReport

  func write(to html: inout HTMLWriter) {
    for kind in report.kinds where kind.kind.isDanger {
      html.element(.p) { html in
        html.element(.strong, text: kind.kind.rawValue)
        html.write(
          ": \(kind.weight) decisions, \(report.share(kind.weight)). "
            + kind.kind.meaning)
      }
    }
    for side in Side.allCases where report.notOffered[side].records > 0 {
      let words = ReplayReport.notOfferedWords(side).description
      html.element(
        .p, text: words + ": \(report.notOffered[side].weight) decisions.")
    }
    html.table(namedBy: anchor, class: "declared") { html in
      html.head(["kinds", "decisions", "share", "old answer", "new answer", "when"])
      html.element(.tbody) { html in
        for index in report.seen {
          for (box, part) in report.changes[index].boxes.enumerated() where part.records > 0 {
            write(change: index, box: box, part: part, to: &html)
          }
        }
      }
    }
  }

  private func write(
    change index: Int, box: Int, part: ReplayReport.TrafficShare, to html: inout HTMLWriter
  ) {
    html.element(.tr) { html in
      html.element(.th, [HTMLAttribute(.scope, "row")]) { html in
        html.words(report.difference.changes[index].kinds.map { $0.rawValue })
      }
      html.element(.td, text: "\(part.weight)")
      html.element(.td, text: report.share(part.weight))
      html.element(.td, text: report.answer(index, .old))
      html.element(.td, text: report.answer(index, .new))
      html.element(.td) { html in
        html.element(.code, text: report.conditions(index, box))
        if let witness = part.witness {
          html.element(.div, class: "note", text: "such as " + report.place(witness))
        }
      }
    }
  }
}

/// The section with the causes of undecided records, such as `kind: not recorded`.
private struct ReplayCausesSection: PageSection {
  let anchor = Anchor(section: "undecided")
  let heading = "Undecided records"
  let report: ReplayReport

  func write(to html: inout HTMLWriter) {
    html.element(
      .p,
      text: "The records do not determine whether these answers change. A record can have several "
        + "causes.")
    html.table(namedBy: anchor, class: "declared") { html in
      html.head(["cause", "decisions", "share", "example"])
      html.element(.tbody) { html in
        for (cause, part) in report.causes {
          html.element(.tr) { html in
            html.element(.th, [HTMLAttribute(.scope, "row")]) { $0.write(cause) }
            html.element(.td, text: "\(part.weight)")
            html.element(.td, text: report.share(part.weight))
            html.element(.td, text: part.witness.map { report.place($0) } ?? "")
          }
        }
      }
    }
  }
}

/// The section with the parts of each change that the log never showed; conditions on facts describe each part.
private struct ReplayUnseenSection: PageSection {
  let anchor = Anchor(section: "unseen")
  let heading = "Changes that the log never showed"
  let report: ReplayReport

  func write(to html: inout HTMLWriter) {
    html.table(namedBy: anchor, class: "declared") { html in
      html.head(["kinds", "old answer", "new answer", "when"])
      html.element(.tbody) { html in
        for (index, boxes) in report.unseen {
          for box in boxes {
            html.element(.tr) { html in
              html.element(.th, [HTMLAttribute(.scope, "row")]) { html in
                html.words(report.difference.changes[index].kinds.map { $0.rawValue })
              }
              html.element(.td, text: report.answer(index, .old))
              html.element(.td, text: report.answer(index, .new))
              html.element(.td) { $0.element(.code, text: report.conditions(index, box)) }
            }
          }
        }
      }
    }
  }
}

/// The section with the problems of records and logs, each with its place.
private struct ReplayProblemsSection: PageSection {
  let anchor = Anchor(section: "problems")
  let heading = "Problems of records"
  let report: ReplayReport

  func write(to html: inout HTMLWriter) {
    html.table(namedBy: anchor, class: "declared") { html in
      html.head(["place", "kind", "records", "problem"])
      html.element(.tbody) { html in
        for problem in report.problems {
          html.element(.tr) { html in
            html.element(.th, [HTMLAttribute(.scope, "row")]) { html in
              html.write(problem.file + ":\(problem.line)")
            }
            html.element(.td, text: problem.kind.rawValue)
            html.element(.td, text: "\(problem.records)")
            html.element(.td, text: problem.message)
          }
        }
      }
    }
  }
}
