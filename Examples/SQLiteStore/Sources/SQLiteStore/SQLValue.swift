/// A value of a column.
public enum SQLValue: Sendable {
  /// NULL.
  case null
  /// A number.
  case integer(Int)
  /// A text.
  case text(String)

  /// A text, or NULL for nil.
  ///
  /// - Parameter text: the text.
  public init(_ text: String?) {
    self = text.map { .text($0) } ?? .null
  }

  /// A flag as a number.
  ///
  /// - Parameter flag: 1 for true, 0 for false.
  public init(_ flag: Bool) {
    self = .integer(flag ? 1 : 0)
  }

  /// The text of a column of texts; nil for NULL.
  public var text: String? { if case .text(let text) = self { text } else { nil } }
  /// The text of a column that is never NULL.
  public var string: String { text ?? "" }
  /// The number of a column of numbers; 0 for NULL.
  public var integer: Int { if case .integer(let number) = self { number } else { 0 } }
  /// Whether the number is not 0.
  public var flag: Bool { integer != 0 }
}
