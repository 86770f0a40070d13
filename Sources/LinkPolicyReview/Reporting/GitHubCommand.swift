internal import LinkPolicy
internal import LinkPolicyVectors

/// A command for GitHub's workflow runs, which shows a message beside a line.
package enum GitHubCommand {
  /// How many annotations of one level GitHub shows of a step; it drops the others.
  package static var limit: Int { 10 }

  /// An annotation of a level, `notice`, `warning` or `error`.
  package static func annotation(
    _ level: String, title: String, _ message: String, at place: ReportPlace?
  ) -> String {
    var text = "::" + level + " "
    if let place {
      text += "file=" + MarkupText.commandProperty(place.file)
      text += ",line=\(place.position.line),col=\(place.position.column),"
    }
    return text + "title=" + MarkupText.commandProperty(title) + "::"
      + MarkupText.commandData(message) + "\n"
  }
}
