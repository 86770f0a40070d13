internal import LinkPolicy
package import LinkPolicyJSON

/// An entry that excuses a failing case for a stated reason, until the entry's term ends.
///
/// An entry in a case names the policy under which the case fails. An entry in a list that belongs to a suite names the
/// case, and optionally the implementation.
public struct KnownFailure: Sendable, Equatable {
  /// The time until which an entry excuses a failure.
  public enum Term: Sendable, Equatable {
    /// The entry applies until the documented weakness with this number is fixed.
    case weakness(String)
    /// The entry applies up to and including this day.
    case until(CalendarDate)
    /// The entry applies until somebody removes it; an entry in a case cannot have this term.
    case open
  }

  /// The reason why the case fails, for people who read the list.
  public var reason: String
  /// The time until which the entry excuses a failure.
  public var term: Term

  /// The name of the policy under which the case fails; nil for any policy.
  public var policy: String?
  /// The id of the case; nil for an entry in a case.
  public var id: String?
  /// The reported name of the failing implementation; nil for any implementation.
  public var runner: String?

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - reason: the reason for the failure.
  ///   - term: the time until which the entry excuses the failure.
  ///   - policy: the name of the policy under which the case fails; nil for any policy.
  ///   - id: the id of the case; nil for an entry in a case.
  ///   - runner: the reported name of the failing implementation; nil for any implementation.
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

  /// Returns whether the entry has expired on a day.
  ///
  /// - Parameter day: today's date, which the caller supplies because the library has no clock.
  /// - Returns: whether the last day of the term is before the given day; false if the term has no last day.
  public func isExpired(on day: CalendarDate) -> Bool {
    if case .until(let last) = term { last < day } else { false }
  }

  /// The reason, followed by the weakness or the last day, for messages.
  public var text: String {
    switch term {
    case .weakness(let weakness): "weakness " + weakness + ": " + reason
    case .until(let day): reason + ", until " + day.text
    case .open: reason
    }
  }
}

extension KnownFailure {
  /// Reads an entry from the `known` key of a case, or from a list.
  ///
  /// An entry in a case must name a policy. An entry in a list must name a case.
  package init?(_ value: JSONValue, isListed: Bool, _ findings: inout JSONFindings) {
    guard var reader = JSONObjectReader(value, in: "known", &findings) else { return nil }
    if isListed {
      id = reader.string("id", &findings)?.text
      policy = reader.text("policy", &findings)
      runner = reader.text("runner", &findings)
    } else {
      policy = reader.string("policy", &findings)?.text
    }
    let weakness = reader.given("weakness")
    let until = reader.given("until")
    let given = reader.required("reason", &findings)
    reason = given.flatMap { findings.string($0, in: "reason")?.text } ?? ""
    if let given, given.string?.bytes.isEmpty == true {
      findings.report(.jsonUnknownValue, "the reason is empty", at: given)
    }
    reader.finish(&findings)
    if weakness != nil && until != nil || !isListed && weakness == nil && until == nil {
      findings.report(
        .vectorContradiction,
        "a known failure is either a documented weakness or excused until a day", at: value,
        help: "give it one of `weakness` and `until`")
      return nil
    }
    term = .open
    if let weakness {
      guard let word = findings.string(weakness, in: "weakness")?.text else { return nil }
      term = .weakness(word)
    } else if let until {
      guard let word = findings.string(until, in: "until")?.text else { return nil }
      guard let date = CalendarDate(word) else {
        findings.report(
          .jsonUnknownValue, "`\(word)` is no day of the calendar", at: until,
          help: "write it as YYYY-MM-DD")
        return nil
      }
      term = .until(date)
    }
  }
}
