/// A look-up with all of its answers: what ``Policy/decide(_:)`` decides.
///
/// It carries its attempt, so that no answers can be taken for those to another.
public struct AnsweredLookup: Sendable {
  /// The attempt that was looked up.
  public let attempt: Attempt
  let image: PolicyImage
  /// The attempt as it was read.
  let read: AttemptReading
  package let situation: Situation
}
