/// A JSON value as a claim carries it, or as a policy lists it.
public enum ClaimValue: Sendable, Hashable {
  /// `true` or `false`.
  case boolean(Bool)
  /// A string, by its bytes.
  case string(Name)
  /// A number, by its text.
  case number(Name)
  /// `null`.
  case null

  /// Makes the value of a claim that is text in JSON.
  ///
  /// - Parameter text: the string without quotation marks, compared byte by byte.
  /// - Returns: the value, equal to one that a policy lists in quotes.
  public static func string(_ text: String) -> ClaimValue { .string(Name(text)) }
}
