/// A value of a database column.
public enum SQLValue: Sendable {
  /// The SQL value NULL.
  case null
  /// An integer.
  case integer(Int)
  /// A text.
  case text(String)

  /// Creates a text value, or NULL for nil.
  ///
  /// - Parameter text: the text, or nil.
  public init(_ text: String?) {
    self = text.map { .text($0) } ?? .null
  }

  /// Creates an integer from a flag.
  ///
  /// - Parameter flag: the flag, stored as 1 for true and 0 for false.
  public init(_ flag: Bool) {
    self = .integer(flag ? 1 : 0)
  }

  /// The text in a column of texts; nil for NULL.
  public var text: String? { if case .text(let text) = self { text } else { nil } }
  /// The text in a column that is never NULL.
  public var string: String { text ?? "" }
  /// The integer in a column of integers; 0 for NULL.
  public var integer: Int { if case .integer(let number) = self { number } else { 0 } }
  /// Whether the integer in the column is not 0.
  public var flag: Bool { integer != 0 }
}
