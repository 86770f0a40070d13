/// Tells whether facts can occur for a table of an image.
///
/// Whoever compiles a policy knows what can occur; the run time does not, and asks where it was given
/// the question.
package typealias OccurrenceCheck =
  @Sendable (_ facts: FactVector, _ image: PolicyImage, _ table: Int) -> Bool
