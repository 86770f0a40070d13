/// Why and how long a case may fail.
///
/// In a case it names the policy under which it fails; in a list beside a suite it names the case,
/// and perhaps the implementation.
public struct KnownFailure: Sendable, Equatable {
  /// How long it holds.
  public enum Term: Sendable, Equatable {
    /// As long as the documented weakness of this number stands.
    case weakness(String)
    /// To the end of this day.
    case until(CalendarDate)
    /// As long as the entry stands; only in a list beside a suite.
    case open
  }

  /// Why it fails.
  public var reason: String
  /// How long it may.
  public var term: Term

  /// The name of the policy under which it fails; nil for any.
  public var policy: String?
  /// The case; nil for the one it is written in.
  public var id: String?
  /// The implementation that fails, as it calls itself; nil for any.
  public var runner: String?

  /// Creates an entry; what is nil applies to all.
  public init(
    _ reason: String, _ term: Term, policy: String? = nil, id: String? = nil,
    runner: String? = nil
  ) {
    self.reason = reason
    self.term = term
    self.policy = policy
    self.id = id
    self.runner = runner
  }

  /// Whether it no longer excuses anything on a day.
  public func isExpired(on day: CalendarDate) -> Bool {
    if case .until(let last) = term { last < day } else { false }
  }

  /// The reason with the weakness or the last day, for messages.
  public var text: String {
    switch term {
    case .weakness(let weakness): "weakness " + weakness + ": " + reason
    case .until(let day): reason + ", until " + day.text
    case .open: reason
    }
  }
}
