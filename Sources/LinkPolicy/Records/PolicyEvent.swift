/// Something that happened while attempts were looked up, decided and carried out.
///
/// Few words and small numbers, fit for the labels of a counter or the attributes of a span: no address, subject,
/// name or account is in any of it.
public enum PolicyEvent: Sendable {
  /// An attempt was looked up; a store is asked next.
  case lookedUp(LookupSummary)
  /// An attempt was decided, and allowed.
  case decided(DecisionSummary)
  /// An attempt was decided, and refused.
  case refused(DecisionSummary)
  /// An attempt could not be looked up or decided: the caller is at fault.
  case faulted(DecisionSummary)
  /// A store could not carry a decision out, since a requirement did not hold any more; this is the number of the
  /// time that the attempt is decided again, from 1.
  case retried(DecisionSummary, time: Int)
}
