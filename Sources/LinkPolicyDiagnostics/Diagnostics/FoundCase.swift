package import LinkPolicy

/// An attempt that a finding is about, by the names of its facts and values, so that another version of
/// the policy can be asked what it makes of it.
package struct FoundCase: Sendable {
  /// What is asked about it.
  package enum Question: Sendable {
    /// Which rows of the table of its action and kind match.
    case decision
    /// Which rows of a derived fact match.
    case fact(Name)
  }

  package let question: Question
  /// The value of every fact that is not derived.
  package let values: [(fact: Name, value: Name)]
  /// The rows that match and should not all, such as two that overlap; none for a gap.
  package let rows: [Name]

  package init(_ question: Question, _ values: [(fact: Name, value: Name)], rows: [Name]) {
    self.question = question
    self.values = values
    self.rows = rows
  }
}
