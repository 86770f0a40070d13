internal import LinkPolicy

/// Tells failures that are known from those that are news.
///
/// A known failure that no longer fails is news too: its entry must go, or it would hide the next
/// one. The day is handed in; nothing here reads a clock.
public struct KnownFailures: Sendable {
  /// What a played case counts as.
  public enum Verdict: Sendable, Equatable {
    /// It passes, as it should.
    case passed
    /// It fails, and nothing excuses it.
    case failed
    /// It fails, as it is known to.
    case known(KnownFailure)
    /// It fails, and what excused it has expired: a failure.
    case expired(KnownFailure)
    /// It passes though it is known to fail: a failure.
    case unexpectedPass(KnownFailure)
  }

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

  /// Judges a case that was played.
  ///
  /// What a case itself says of a policy holds for every implementation of it.
  ///
  /// - Parameters:
  ///   - vector: the case.
  ///   - policy: the name of the policy it was played under; nil where it needs none.
  ///   - runner: the name of the implementation that played it; nil for this one.
  ///   - isFailed: whether something did not happen as expected.
  /// - Returns: what the case counts as, with the entry that is about it.
  public func verdict(
    of vector: VectorCase, under policy: String?, runner: String? = nil, isFailed: Bool
  ) -> Verdict {
    guard let entry = entry(for: vector, policy, runner) else {
      return isFailed ? .failed : .passed
    }
    guard isFailed else { return .unexpectedPass(entry) }
    return entry.isExpired(on: today) ? .expired(entry) : .known(entry)
  }

  /// Whether any entry may be about a case.
  func concerns(_ vector: VectorCase) -> Bool {
    !vector.known.isEmpty || !listed.isEmpty
  }

  /// The first entry about a case; one that has not expired before one that has.
  private func entry(
    for vector: VectorCase, _ policy: String?, _ runner: String?
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

extension KnownFailures.Verdict {
  /// Whether it counts as a failure.
  public var isFailure: Bool {
    switch self {
    case .passed, .known: false
    case .failed, .expired, .unexpectedPass: true
    }
  }

  /// What the entry of a known failure adds to what did not happen as expected.
  package func mismatch(of vector: VectorCase) -> Mismatch? {
    switch self {
    case .passed, .failed, .known: nil
    case .expired(let entry):
      Mismatch(
        step: nil, key: "known", expected: "no failure any more (" + entry.text + ")",
        got: "a failure: the entry has expired", position: vector.position)
    case .unexpectedPass(let entry):
      Mismatch(
        step: nil, key: "known", expected: "a failure (" + entry.text + ")",
        got: "passes although known to fail: remove the entry", position: vector.position)
    }
  }
}
