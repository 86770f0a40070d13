/// The SHA-256 hash of a policy's meaning, which identifies the policy in records and tickets.
///
/// Comments, titles, reasons, metadata, positions and the order of sets do not affect the digest. The order of rows,
/// guards and effects affects the digest.
public struct PolicyDigest: Sendable, Hashable {
  /// The 32 bytes of the hash (FIPS 180-4).
  public let bytes: [UInt8]

  /// The digest as 64 lower-case hexadecimal digits.
  public var text: String { Hexadecimal.text(bytes) }

  /// Parses the text form of a digest, as reports and manifests print it; returns nil for any other text.
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

  /// Creates a digest from 32 bytes, without validation.
  package init(bytes: [UInt8]) {
    self.bytes = bytes
  }
}

/// The digest of a policy, or the function that computes the digest.
///
/// A tool that compiles thousands of edits reads few of their digests, and therefore passes a function.
package enum DigestSource: Sendable {
  /// The digest itself.
  case known(PolicyDigest)
  /// A function that computes the digest at each access.
  case computed(@Sendable () -> PolicyDigest)

  /// The digest.
  package var digest: PolicyDigest {
    switch self {
    case .known(let digest): digest
    case .computed(let compute): compute()
    }
  }
}

/// Conversion of bytes to lower-case hexadecimal text.
package enum Hexadecimal {
  /// Returns two hexadecimal digits for each byte, without separators.
  package static func text(_ bytes: [UInt8]) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * bytes.count)
    for byte in bytes {
      digits.append(digit(byte >> 4))
      digits.append(digit(byte & 0xF))
    }
    return String(decoding: digits, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
