/// How the parts of a rendered diagnostic are marked.
public struct DiagnosticStyle: Sendable {
  /// Whether ANSI colour is written.
  public var coloured: Bool

  /// No colour.
  public static var plain: DiagnosticStyle { DiagnosticStyle(coloured: false) }

  /// Creates a style with or without ANSI colour.
  ///
  /// - Parameter coloured: whether ANSI escape sequences mark level and place, as terminals take
  ///   them.
  public init(coloured: Bool) {
    self.coloured = coloured
  }
}
