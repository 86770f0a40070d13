public import LinkPolicy

/// How a table with several matching rows is read.
public enum HitPolicy: UInt8, Sendable {
  /// No two rows match the same cell; the default.
  case unique
  /// The first matching row decides; overlaps with another answer are declared.
  case first
}

/// A table of decisions: the rows for one action, or for one action and some kinds of sign-in.
public struct TableDeclaration: Sendable {
  /// The key as written, such as `sign-in.phone|custom`.
  public var key: Located<Name>
  /// What is decided here: the key up to the first `.`, such as `sign-in`.
  public var action: Located<Name>
  /// The kinds of sign-in decided here; empty for every kind that the action can carry.
  public var kinds: [Located<Name>]
  /// The hit policy.
  public var hit: HitPolicy
  /// The rows, in order.
  public var rows: [RowDeclaration]

  /// Creates a table of decisions from its key, as a policy file writes it.
  ///
  /// The key is split at the first `.` into action and kinds, and these at `|`.
  ///
  /// - Parameters:
  ///   - key: an action, or an action and kinds: `sign-in`, `sign-in.federated`,
  ///     `sign-in.phone|custom`.
  ///   - hit: how several matching rows are read.
  ///   - rows: the rows, in order.
  public init(_ key: Located<Name>, hit: HitPolicy = .unique, rows: [RowDeclaration] = []) {
    self.key = key
    self.hit = hit
    self.rows = rows
    var parts = key.value.bytes.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let position = key.position
    let actionBytes = Array(parts.removeFirst())
    action = Located(Name(bytes: actionBytes), at: position)
    kinds = []
    if let rest = parts.first {
      var column = position.column + actionBytes.count + 1
      for kind in rest.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false) {
        var place = position
        place.column = column
        kinds.append(Located(Name(bytes: Array(kind)), at: place))
        column += kind.count + 1
      }
    }
  }
}

/// A derived fact: a table whose answer other tables use.
public struct FactDeclaration: Sendable {
  /// The word that conditions test it by.
  public var name: Located<Name>
  /// What its rows can answer, and conditions can name.
  public var values: [Located<Name>]
  /// The hit policy.
  public var hit: HitPolicy
  /// The rows, in order.
  public var rows: [RowDeclaration]

  /// Creates a derived fact from the rows that answer it.
  ///
  /// - Parameters:
  ///   - name: the word that conditions test it by.
  ///   - values: what its rows can answer, at least one.
  ///   - hit: how several matching rows are read.
  ///   - rows: the rows, in order; each has a ``RowDeclaration/value``.
  public init(
    _ name: Located<Name>, values: [Located<Name>], hit: HitPolicy = .unique,
    rows: [RowDeclaration]
  ) {
    self.name = name
    self.values = values
    self.hit = hit
    self.rows = rows
  }
}

/// A combination of facts that the policy's author knows cannot occur, with the reason.
public struct ImpossibleDeclaration: Sendable {
  /// The conditions that cannot hold together.
  public var conditions: [Condition]
  /// Why they cannot.
  public var because: Located<Name>

  /// Creates a declaration that certain facts never come together.
  ///
  /// - Parameters:
  ///   - conditions: the conditions that cannot hold together.
  ///   - because: why they cannot, for who reads the policy.
  public init(conditions: [Condition], because: Located<Name>) {
    self.conditions = conditions
    self.because = because
  }
}
