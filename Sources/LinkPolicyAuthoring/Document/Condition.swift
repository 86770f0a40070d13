public import LinkPolicy

/// One condition of a row: a fact, and the values under which the row may match.
///
/// The names are as written; the compiler resolves them and reports unknown ones at their
/// positions.
public struct Condition: Sendable {
  /// The fact, such as `trust` or `setting.client-create`; in guards also `action` and `would`.
  public var fact: Located<Name>
  /// The values, at least one.
  public var values: [Located<Name>]
  /// Whether the values are the ones excluded: `{not: ...}`.
  public var isNegated: Bool

  /// Creates a condition as rows and guards have it.
  ///
  /// - Parameters:
  ///   - fact: the fact, such as `trust` or `setting.client-create`; in guards also `action` and
  ///     `would`.
  ///   - values: the values, at least one.
  ///   - isNegated: whether the row matches under all values but these.
  public init(_ fact: Located<Name>, _ values: [Located<Name>], isNegated: Bool = false) {
    self.fact = fact
    self.values = values
    self.isNegated = isNegated
  }
}
