/// A name from a policy: its UTF-8 bytes, compared and hashed as bytes.
///
/// Used instead of `String` as a key throughout the core, because comparing strings needs the
/// Unicode tables, which an embedded build leaves out.
public struct Name: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The UTF-8 bytes.
  public let bytes: [UInt8]

  /// Creates a name from its UTF-8 bytes.
  ///
  /// - Parameter bytes: the bytes, which are not checked; text made of them has U+FFFD where they
  ///   are not UTF-8.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Creates a name from a string.
  ///
  /// - Parameter text: the string, which is not normalised: names are equal where their bytes are.
  public init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Creates a name that stands in source code.
  ///
  /// - Parameter text: the text between the quotation marks.
  public init(stringLiteral text: String) {
    bytes = Array(text.utf8)
  }

  /// The name with ASCII letters in lower case.
  package var lowercased: Name {
    Name(bytes: bytes.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 })
  }

  /// The name as a string.
  public var text: String {
    String(decoding: bytes, as: UTF8.self)
  }
}

extension Name: Comparable {
  /// Orders names by their bytes.
  ///
  /// - Parameters:
  ///   - a: the first name.
  ///   - b: the second name.
  /// - Returns: whether the first comes before the second, byte by byte; a prefix comes first.
  public static func < (a: Name, b: Name) -> Bool {
    var index = 0
    while index < a.bytes.count, index < b.bytes.count {
      if a.bytes[index] != b.bytes[index] {
        return a.bytes[index] < b.bytes[index]
      }
      index += 1
    }
    return a.bytes.count < b.bytes.count
  }
}

#if !hasFeature(Embedded)
  extension Name: CustomStringConvertible {
    /// The name itself.
    public var description: String { text }
  }
#endif
