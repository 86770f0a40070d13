package import LinkPolicy
package import LinkPolicyAuthoring

/// A small edit of a policy, to be noticed by vectors.
///
/// The edit is made of values, not of text. Whether it loads is not known yet: see
/// ``MutantLoader``.
package struct Mutant: Sendable {
  /// One way of making the edit.
  struct Variant: Sendable {
    var document: PolicyDocument
    /// What the edit does, in words.
    var summary: String
  }

  /// The name of the operator that made it.
  package var operation: String
  /// The row or guard edited; nil for declarations.
  package var row: RowName?
  /// What was edited where no row was: a domain set, a setting, an error.
  package var subject: String
  /// What tells it from the operator's other edits of the same thing.
  package var detail: String
  /// Where what is edited stands.
  package var position: SourcePosition
  /// What has to be compiled again.
  package var part: PolicyEditor.Part
  /// The table whose `overrides` have to follow the edit; nil where none do.
  var overriding: RowTable?
  /// How readings of attempts and accounts differ; nil where only answers can.
  var reading: ReadingChange?
  /// What the edit adds that the policy uses nowhere, such as `tell credential`; nil for any other edit.
  package var unused: String?
  /// The ways of making the edit, of which the first that loads counts.
  ///
  /// Cells taken from a row need another answer, and not every answer is possible in every cell.
  var variants: [Variant]

  /// The stable id: `operator/table/row/detail`.
  package var id: String {
    operation + "/" + (row?.text ?? subject) + (detail.isEmpty ? "" : "/" + detail)
  }
}

/// What an edit of declarations changes in the reading of attempts and accounts.
enum ReadingChange: Sendable {
  /// The addresses of one domain, given by an example, are read as those of another set.
  case domain(Name, before: Int, after: Int)
  /// The values of a claim that one word stood for.
  case claim(Int, before: Int, after: Int)
  /// Which side of a link is a relay, for addresses of some domains or methods of a provider.
  case relay(domains: [Name], provider: Int?)
  /// What a setting is where nothing is said of it: the first value before, another one now.
  case defaultValue(fact: Int, after: Int)
  /// What a provider gives to the profile.
  case profile(provider: Int)
  /// Whether a provider gives addresses.
  case email(provider: Int)
  /// Whether the case of a provider's addresses is kept.
  case letterCase(provider: Int)
  /// Anything about the attempts of a provider.
  case provider(Int)
  /// How many methods an account has.
  case count
  /// Which methods are told, and in what order.
  case listing
  /// Attempts that a table decided which is no longer there.
  case table(Int)
}
