internal import LinkPolicy

/// Tells failures that are known from those that are news.
///
/// A known failure that no longer fails is news too: its entry must go, or it would hide the next
/// one. The day is handed in; nothing here reads a clock.
public struct KnownFailures: Sendable {
  /// The day that entries must not have expired before.
  public var today: CalendarDate
  /// The entries beside those of the cases, by the ids they name.
  private var listed: [Name: [KnownFailure]] = [:]

  /// Creates the judge of a day, with entries that name cases by id.
  ///
  /// An entry without an id is not used.
  ///
  /// - Parameters:
  ///   - today: the day that entries must not have expired before.
  ///   - entries: a list beside a suite; what the cases say of themselves is looked at anyway.
  public init(today: CalendarDate, _ entries: [KnownFailure] = []) {
    self.today = today
    for entry in entries {
      if let id = entry.id {
        listed[Name(id), default: []].append(entry)
      }
    }
  }

  /// Whether any entry may be about a case.
  func concerns(_ vector: VectorCase) -> Bool {
    !vector.known.isEmpty || !listed.isEmpty
  }

  /// The entry about a case; one that has not expired before one that has.
  ///
  /// What a case itself says of a policy holds for every implementation of it.
  ///
  /// - Parameters:
  ///   - vector: the case.
  ///   - policy: the name of the policy it was played under; nil where it needs none.
  ///   - runner: the name of the implementation that played it; nil for this one.
  /// - Returns: the first such entry, which excuses a failure unless it has expired; nil where
  ///   neither the case nor the list says anything.
  public func entry(
    about vector: VectorCase, under policy: String?, runner: String? = nil
  ) -> KnownFailure? {
    guard concerns(vector) else { return nil }
    var entries = vector.known.filter { Self.isSame($0.policy, policy) }
    if !listed.isEmpty {
      entries += (listed[Name(vector.id)] ?? []).filter { entry in
        (entry.policy == nil || Self.isSame(entry.policy, policy))
          && (entry.runner == nil || Self.isSame(entry.runner, runner))
      }
    }
    return entries.first { !$0.isExpired(on: today) } ?? entries.first
  }

  private static func isSame(_ a: String?, _ b: String?) -> Bool {
    guard let a, let b else { return false }
    return a.hasSameBytes(as: b)
  }
}
