/// How much of what vectors ask an implementation does, each level with all below it.
///
/// Which vectors belong to a level is worked out from what they use: each action and each fact is of
/// one, and a vector is of the highest.
public enum ConformanceLevel: String, Sendable, CaseIterable, Comparable {
  /// Accounts of one method each: signing in and up, sessions, profiles, administrators.
  case core
  /// Several methods, and accounts that an address has in common.
  case linking
  /// Codes that are mailed: links, changes of addresses, resets.
  case recovery
  /// Tenants that are kept apart, and their own connections.
  case tenants

  /// Whether a level is below another.
  ///
  /// - Parameters:
  ///   - left: the level that may be below.
  ///   - right: the level that may be above.
  /// - Returns: whether everything that is of the first is asked by the second as well.
  public static func < (left: Self, right: Self) -> Bool {
    left.number < right.number
  }

  private var number: Int {
    switch self {
    case .core: 0
    case .linking: 1
    case .recovery: 2
    case .tenants: 3
    }
  }
}
