/// A row or guard by name and place.
public struct RowReference: Sendable {
  /// The row's id.
  public var id: String
  /// The table it stands in, or `guards`.
  public var table: String
  /// Where it stands.
  public var position: SourcePosition
  /// What it cites.
  public var because: [String]
}
