/// Settings by name.
public struct Settings: Sendable, ExpressibleByDictionaryLiteral {
  /// The settings given, in order.
  public var values: [(name: String, value: String)]

  /// Creates settings; those not given have their defaults.
  public init(_ values: [(name: String, value: String)] = []) {
    self.values = values
  }

  /// Creates settings from a literal.
  public init(dictionaryLiteral elements: (String, String)...) {
    values = elements.map { (name: $0.0, value: $0.1) }
  }
}
