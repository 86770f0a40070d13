/// A value of a database column.
enum SQLValue {
  case null
  case integer(Int)
  case text(String)

  init(_ text: String?) {
    self = text.map { .text($0) } ?? .null
  }

  init(_ flag: Bool) {
    self = .integer(flag ? 1 : 0)
  }

  /// The text in a column of texts; nil for NULL.
  var text: String? { if case .text(let text) = self { text } else { nil } }
  /// The text in a column that is never NULL.
  var string: String { text ?? "" }
  var integer: Int { if case .integer(let number) = self { number } else { 0 } }
  var flag: Bool { integer != 0 }
}
