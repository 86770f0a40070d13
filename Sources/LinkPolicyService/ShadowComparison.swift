public import LinkPolicy
public import LinkPolicyJSON

/// The decisions of the current policy and of the shadow policy, based on the same answers of the store.
///
/// The comparison contains no address, subject, account id or name of a user.
public struct ShadowComparison: Sendable {
  /// A difference between two decisions.
  public enum Difference: String, Sendable, CaseIterable {
    /// Only one policy allows the attempt, or both policies refuse the attempt with different errors.
    case outcome
    /// The client would receive different outcomes.
    case shown
    /// The deciding rows or guards have different ids, or belong to different tables.
    case row
    /// The decisions ask for different remedies.
    case ask
    /// The decisions disclose different values.
    case tell
    /// The policies write different changes, or the same changes in a different order.
    case writes
    /// The policies send different notices, or the same notices in a different order.
    case notices
    /// The shadow policy asks the store different questions, so its decision is unknown.
    case lookup
  }

  /// The decision of the current policy.
  public let current: DecisionSummary
  /// The decision of the shadow policy; nil if the shadow policy asks the store different questions.
  public let shadow: DecisionSummary?
  /// The digest of the shadow policy.
  public let shadowDigest: PolicyDigest
  /// The differences, in the order of the cases; empty if the decisions agree.
  public let differences: [Difference]

  /// Decides the attempt with the shadow policy and compares the decisions.
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

extension ShadowComparison {
  /// Returns the comparison as one line of JSON, for the same log as the decision records.
  ///
  /// The objects `current` and `shadow` describe the policy and the answer with the same keys as a decision record. If
  /// the difference is `lookup`, `shadow` is null.
  ///
  /// - Parameter context: the time and the request of the decision.
  /// - Returns: one object and a line feed, without any other line feed.
  public func line(at context: DecisionRecord.Context) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("comparison")
    writer.int(1)
    writer.key("time")
    writer.string(context.time)
    writer.key("correlation")
    writer.string(context.correlation)
    writer.tried(current)
    writer.key("differs")
    writer.beginArray()
    for difference in differences {
      writer.string(difference.rawValue)
    }
    writer.endArray()
    writer.key("current")
    writer.side(current)
    writer.key("shadow")
    if let shadow {
      writer.side(shadow)
    } else {
      writer.null()
    }
    writer.endObject()
    writer.endLine()
    return writer.take()
  }
}

extension JSONWriter {
  /// Writes the policy and the answer of one of the two decisions.
  fileprivate mutating func side(_ summary: DecisionSummary) {
    beginObject()
    policy(summary)
    answer(summary)
    endObject()
  }
}
