public import LinkPolicy

/// The stable name of one kind of finding, such as `table-gap`.
///
/// Codes never change their meaning; tests, suppressions and `--explain` go by them. Each module
/// adds its own as static properties of this type.
public struct DiagnosticCode: Sendable, Hashable {
  /// The code as printed.
  public let name: Name

  /// Creates a code from its printed name.
  ///
  /// - Parameter name: lower-case words joined by hyphens, such as `table-gap`.
  public init(_ name: Name) {
    self.name = name
  }
}
