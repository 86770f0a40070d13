/// Settings by name.
public struct Settings: Sendable, ExpressibleByDictionaryLiteral {
  /// The settings given, in order.
  public var values: [(name: String, value: String)]

  /// Creates settings; those not given have their defaults.
  ///
  /// - Parameter values: names and values as the policy declares them; the last counts of those
  ///   with one name.
  public init(_ values: [(name: String, value: String)] = []) {
    self.values = values
  }

  /// Creates settings from names and values written side by side.
  ///
  /// - Parameter elements: the settings with the values they have; the last counts of those with
  ///   one name.
  public init(dictionaryLiteral elements: (String, String)...) {
    values = elements.map { (name: $0.0, value: $0.1) }
  }
}
