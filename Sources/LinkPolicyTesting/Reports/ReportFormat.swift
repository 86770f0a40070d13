/// How the report of a run is written.
public enum ReportFormat: String, Sendable, CaseIterable {
  /// Text for people.
  case pretty
  /// One object for the whole run, written at its end.
  case json
  /// A header, a line for each case that did not pass, a footer.
  case jsonLines = "jsonl"
  /// The XML that build servers read.
  case junit
  /// Annotations for GitHub's workflow runs.
  case github
  /// Text for a comment on a pull request.
  case markdown
}
