public import LinkPolicy

/// A row of a table, or a guard: conditions, and the answer where they all hold.
public struct RowDeclaration: Sendable {
  /// The stable id, unique in its table.
  public var id: Located<Name>
  /// The conditions, those shared through `given:` first.
  public var conditions: [Condition]
  /// The value of a derived fact, in a fact table only.
  public var value: Located<Name>?
  /// The effects in order; nil where the row has no `do:`, empty for a silent success.
  public var effects: [EffectDeclaration]?
  /// The error that the row refuses with.
  public var refusal: Located<Name>?
  /// In a guard: the effects of the chosen row that make the guard apply; nil for a guard that is
  /// asked before the tables.
  public var would: [Located<Name>]?
  /// The remedy asked for, where it is not the error's own.
  public var ask: Located<Name>?
  /// What may be told, where it is not the error's own.
  public var tell: [Located<Name>]?
  /// The outcome the outside sees where it is not the true one: `allowed` or an error.
  public var show: Located<Name>?
  /// The earlier rows of a `first` table that this row says it overlaps; `earlier` for all.
  public var overrides: [Located<Name>]
  /// The statements and readings that the row encodes.
  public var because: [Located<Name>]
  /// Free metadata, such as who owns the row.
  ///
  /// The keys are `comment`, `owner` and `since`. It never changes a decision or the digest.
  public var metadata: [(key: Name, value: Name)]

  /// Creates a row without conditions or answer; set what it has.
  ///
  /// - Parameter id: the stable id, unique in its table.
  public init(id: Located<Name>) {
    self.id = id
    conditions = []
    overrides = []
    because = []
    metadata = []
  }
}

/// An effect as written: a word, and the arguments after it.
public struct EffectDeclaration: Sendable {
  /// The word, such as `create` or `drop`.
  public var name: Located<Name>
  /// The arguments: kinds for `drop`, a purpose for `send-code`, label and value for `set`.
  public var arguments: [Located<Name>]

  /// Creates an effect as a row lists it under `do:`.
  ///
  /// - Parameters:
  ///   - name: the word, such as `create` or `drop`.
  ///   - arguments: kinds for `drop`, a purpose for `send-code`, label and value for `set`; else
  ///     empty.
  public init(_ name: Located<Name>, _ arguments: [Located<Name>] = []) {
    self.name = name
    self.arguments = arguments
  }
}
