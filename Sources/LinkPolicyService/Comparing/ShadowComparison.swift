public import LinkPolicy

/// What the policy in force decided, beside what another would have decided on the same answers of the store.
///
/// Nobody's address, subject, name or account is in it.
public struct ShadowComparison: Sendable {
  /// In what two decisions differ.
  public enum Difference: String, Sendable, CaseIterable {
    /// One allows, the other refuses or cannot decide, or they refuse with different errors.
    case outcome
    /// The outside sees something else.
    case shown
    /// Another row or guard decides, by table and id.
    case row
    /// Something else is asked for.
    case ask
    /// Something else may be told.
    case tell
    /// Other writes, or in another order.
    case writes
    /// Other people are to be told, or of something else.
    case notices
    /// The other policy asks the store for something else, so that nothing is known of what it would decide.
    case lookup
  }

  /// What was decided, and is in force.
  public let current: DecisionSummary
  /// What the other policy would have decided; nil where it asks the store for something else.
  public let shadow: DecisionSummary?
  /// The digest of the other policy.
  public let shadowDigest: PolicyDigest
  /// In what they differ, in the order of the cases; nothing where they agree.
  public let differences: [Difference]

  /// Decides once more, by another policy, and compares.
  init(_ decision: Decision, of found: AnsweredLookup, by shadow: Policy) {
    let current = DecisionSummary(decision)
    let other: DecisionSummary?
    do throws(InputError) {
      other = try shadow.decide(answeredElsewhere: found).map { DecisionSummary($0) }
    } catch {
      other = DecisionSummary(error, deciding: found.attempt, by: shadow)
    }
    self.current = current
    self.shadow = other
    shadowDigest = shadow.digest
    differences = Difference.allCases.filter { difference in
      guard let other else { return difference == .lookup }
      return switch difference {
      case .outcome: current.outcome != other.outcome
      case .shown: (current.shown ?? current.outcome) != (other.shown ?? other.outcome)
      case .row: current.row != other.row
      case .ask: current.ask != other.ask
      case .tell: current.tell != other.tell
      case .writes: current.writes != other.writes
      case .notices: current.notices != other.notices
      case .lookup: false
      }
    }
  }
}
