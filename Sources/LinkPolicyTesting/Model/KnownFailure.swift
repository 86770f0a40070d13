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

  /// Creates an entry for whatever it names; what is nil applies to all.
  ///
  /// - Parameters:
  ///   - reason: why the case fails.
  ///   - term: how long it may.
  ///   - policy: the name of the policy under which it fails; nil for any.
  ///   - id: the id of the case; nil for the case it is written in.
  ///   - runner: the implementation that fails, as it calls itself; nil for any.
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
  ///
  /// - Parameter day: the day by the clock of whoever judges.
  /// - Returns: whether the last day of its term is before that day; never for a term without one.
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
