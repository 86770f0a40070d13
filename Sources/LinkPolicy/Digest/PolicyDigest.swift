/// The SHA-256 of what a policy means.
///
/// Comments, titles, reasons, metadata, positions and the order of sets do not change it; the
/// order of rows, guards and effects does.
public struct PolicyDigest: Sendable, Hashable {
  /// The hash as SHA-256 makes it (FIPS 180-4), 32 of them.
  public let bytes: [UInt8]

  /// The digest as 64 lower-case hexadecimal digits.
  public var text: String { Hexadecimal.text(bytes) }

  /// Reads a digest as reports and manifests print it; nil for anything else.
  ///
  /// - Parameter text: exactly 64 hexadecimal digits in lower case.
  public init?(text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 64 else { return nil }
    var bytes: [UInt8] = []
    for pair in stride(from: 0, to: 64, by: 2) {
      guard let high = Self.value(of: digits[pair]), let low = Self.value(of: digits[pair + 1])
      else { return nil }
      bytes.append(high << 4 | low)
    }
    self.bytes = bytes
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// Takes 32 bytes as they are.
  package init(bytes: [UInt8]) {
    self.bytes = bytes
  }
}
