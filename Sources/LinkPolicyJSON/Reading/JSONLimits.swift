/// The bounds a JSON document must keep to be read at all.
///
/// Length is checked before the first byte is looked at, so an oversized input costs nothing. The
/// reader descends by recursion; therefore the depth cannot be set higher than ``greatestDepth``.
public struct JSONLimits: Sendable {
  /// The deepest nesting that any limits allow.
  ///
  /// Fits a stack of 512 KiB, that of a secondary thread on Apple platforms, without optimisation.
  public static var greatestDepth: Int { 128 }

  /// How many arrays and objects may stand inside each other.
  public let depth: Int
  /// How many bytes a document, or one line of JSON Lines, may have.
  public let documentBytes: Int

  /// Creates limits; a depth outside of 1 to ``greatestDepth`` is brought into that range, and a
  /// length into that of 32 bits.
  ///
  /// - Parameters:
  ///   - depth: how many arrays and objects may stand inside each other.
  ///   - documentBytes: how many bytes a document, or one line of JSON Lines, may have.
  public init(depth: Int = 64, documentBytes: Int = 16 << 20) {
    self.depth = min(max(depth, 1), Self.greatestDepth)
    self.documentBytes = min(max(documentBytes, 0), Int(UInt32.max) - 1)
  }
}
