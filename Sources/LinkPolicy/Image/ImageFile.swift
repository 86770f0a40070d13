/// The header values and sections of an image file; the header and checksum are valid, but the content of the sections
/// is unchecked.
package struct ImageFile {
  package let digest: PolicyDigest
  package let vocabulary: ImageSection
  package let rules: ImageSection

  /// Splits an image into header and sections, and checks the header and the checksum.
  package init(_ bytes: [UInt8]) throws(InvalidImage) {
    try Self.checkBeginning(of: bytes)
    let words = Self.words(of: bytes)
    func header(_ part: ImageFormat.Header) -> UInt32 { words[part.rawValue] }
    var checksum = ImageChecksum()
    for word in words[(ImageFormat.uncheckedBytes / 4)...] {
      checksum.add(word)
    }
    guard checksum.value == header(.checksum) else {
      throw InvalidImage(
        .checksum,
        "checksum: the bytes differ from the bytes that were written; compile the policy again")
    }
    guard header(.engine) == EngineFingerprint.current else {
      throw InvalidImage(
        .otherEngine,
        "the image has other facts, actions or purposes than this library; compile the policy again"
      )
    }
    digest = PolicyDigest(bytes: words[ImageFormat.digestPlaces].flatMap { Self.bytes(of: $0) })
    var reader = SectionReader(words)
    vocabulary = try reader.next(header(.vocabularyCount), "vocabulary")
    rules = try reader.next(header(.rulesCount), "rules")
    try reader.finish(before: header(.textCount))
  }

  /// Returns the text from which an image was compiled; nil if the image contains no text.
  ///
  /// Decisions never read the text. Only a tool that compiles the text again can check whether the image was compiled
  /// from this text.
  package static func text(in bytes: [UInt8]) throws(InvalidImage) -> [UInt8]? {
    _ = try ImageFile(bytes)
    let count = Int(word(of: bytes, at: 4 * ImageFormat.Header.textCount.rawValue))
    guard count > 0 else { return nil }
    let start = bytes.count - (count + 3) / 4 * 4
    guard bytes[(start + count)...].allSatisfy({ $0 == 0 }) else {
      throw InvalidImage(.malformed, "malformed: the text is not followed by zeros")
    }
    return Array(bytes[start..<start + count])
  }

  /// Builds the bytes of an image from two sections, a digest, and the policy's text, which may be empty.
  package static func bytes(
    vocabulary: ImageSection, rules: ImageSection, digest: PolicyDigest, text: [UInt8] = []
  ) -> [UInt8] {
    let (vocabulary, rules) = (vocabulary.encoded, rules.encoded)
    let packedText = ImageSection.words(packing: text)
    var words = [UInt32](repeating: 0, count: ImageFormat.headerCount)
    func fill(_ part: ImageFormat.Header, _ value: UInt32) {
      words[part.rawValue] = value
    }
    fill(.magic, ImageFormat.magic)
    fill(.version, ImageFormat.version)
    fill(
      .length,
      UInt32(4 * (words.count + vocabulary.count + rules.count + packedText.count)))
    fill(.engine, EngineFingerprint.current)
    fill(.vocabularyCount, UInt32(vocabulary.count))
    fill(.rulesCount, UInt32(rules.count))
    fill(.textCount, UInt32(text.count))
    for (offset, place) in ImageFormat.digestPlaces.enumerated() {
      words[place] = word(of: digest.bytes, at: 4 * offset)
    }
    words += vocabulary
    words += rules
    words += packedText
    var checksum = ImageChecksum()
    for word in words[(ImageFormat.uncheckedBytes / 4)...] {
      checksum.add(word)
    }
    fill(.checksum, checksum.value)
    return words.flatMap { bytes(of: $0) }
  }

  /// Returns whether bytes begin with the magic number of an image of any version.
  static func isImage(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 4 && word(of: bytes, at: 0) == ImageFormat.magic
  }

  /// Throws an error if the bytes are not an image, have another format version, or do not have the length that the
  /// header states.
  private static func checkBeginning(of bytes: [UInt8]) throws(InvalidImage) {
    guard isImage(bytes) else {
      throw InvalidImage(
        .notAnImage, "not a policy image: the file does not begin with the bytes of an image")
    }
    // In every format version, the version number is at byte 4.
    let version = bytes.count >= 8 ? word(of: bytes, at: 4) : ImageFormat.version
    guard version == ImageFormat.version else {
      throw InvalidImage(
        .otherVersion,
        "the image has format " + String(version) + ", but this library reads format "
          + String(ImageFormat.version)
          + "; compile the policy again")
    }
    guard bytes.count >= 4 * ImageFormat.headerCount else {
      throw InvalidImage(
        .otherLength,
        "truncated: " + String(bytes.count) + " bytes, and the header alone has "
          + String(4 * ImageFormat.headerCount))
    }
    let length = word(of: bytes, at: 4 * ImageFormat.Header.length.rawValue)
    guard length == UInt32(clamping: bytes.count), length % 4 == 0 else {
      throw InvalidImage(
        .otherLength,
        (length > UInt32(clamping: bytes.count) ? "truncated: " : "too long: ")
          + String(bytes.count) + " of " + String(length) + " bytes")
    }
  }

  private static func words(of bytes: [UInt8]) -> [UInt32] {
    var words: [UInt32] = []
    words.reserveCapacity(bytes.count / 4)
    var place = 0
    while place < bytes.count {
      words.append(word(of: bytes, at: place))
      place += 4
    }
    return words
  }

  private static func word(of bytes: [UInt8], at place: Int) -> UInt32 {
    UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16
      | UInt32(bytes[place + 3]) << 24
  }

  private static func bytes(of word: UInt32) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) }
  }
}

/// The error for bytes that cannot be loaded as a policy image.
///
/// The library uses no part of an invalid image.
public struct InvalidImage: Error, Sendable {
  /// The former name of ``InvalidImageReason``.
  @available(*, deprecated, renamed: "InvalidImageReason")
  public typealias Reason = InvalidImageReason

  /// The class of the error, such as a wrong checksum.
  public enum InvalidImageReason: Sendable {
    /// The bytes do not begin with the magic number of an image.
    case notAnImage
    /// The image has a format version that this library does not read; compile the policy again.
    case otherVersion
    /// The number of bytes differs from the length in the header.
    case otherLength
    /// The checksum in the header does not match the bytes, for example because the file is damaged.
    case checksum
    /// The image is from a library with other built-in declarations, such as facts or actions; compile the policy
    /// again.
    case otherEngine
    /// The content of a section is invalid, such as an index beyond the section.
    case malformed
  }

  /// The class of the error, such as a wrong checksum.
  public let reason: InvalidImageReason
  /// A description of the problem, in one line.
  public let message: String

  init(_ reason: InvalidImageReason, _ message: String) {
    self.reason = reason
    self.message = message
  }
}

#if !hasFeature(Embedded)
  extension InvalidImage: CustomStringConvertible {
    /// The error message, in one line.
    public var description: String { message }
  }
#endif

/// The checksum of an image: the CRC-32 of zip and PNG, which most standard libraries provide.
///
/// For speed, the implementation processes four bytes at a time.
struct ImageChecksum {
  private var tables: [UInt32]
  private var state: UInt32 = 0xFFFF_FFFF

  init() {
    tables = [UInt32](repeating: 0, count: 1024)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 {
        value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
      }
      tables[byte] = value
    }
    for index in 256..<1024 {
      let before = tables[index - 256]
      tables[index] = tables[Int(before & 0xFF)] ^ (before >> 8)
    }
  }

  /// Adds the four bytes of a little-endian word to the checksum.
  mutating func add(_ word: UInt32) {
    let mixed = state ^ word
    state =
      tables[768 + Int(mixed & 0xFF)] ^ tables[512 + Int(mixed >> 8 & 0xFF)]
      ^ tables[256 + Int(mixed >> 16 & 0xFF)] ^ tables[Int(mixed >> 24)]
  }

  /// Adds the length and the bytes of a name to the checksum.
  mutating func add(_ name: Name) {
    add(UInt32(truncatingIfNeeded: name.bytes.count))
    for byte in name.bytes {
      state = tables[Int((state ^ UInt32(byte)) & 0xFF)] ^ (state >> 8)
    }
  }

  /// The checksum of all added bytes.
  var value: UInt32 { ~state }
}

/// The base64 encoding of bytes as text (RFC 4648, section 4).
package enum Base64 {
  /// Encodes bytes in base64, with padding.
  package static func text(of bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = UInt32(0)
      for place in 0..<3 {
        bits = bits << 8 | (place < group.count ? UInt32(group[start + place]) : 0)
      }
      for place in 0..<4 {
        text.append(
          place <= group.count
            ? letters[Int(bits >> UInt32(18 - 6 * place)) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes the output of ``text(of:)``; returns nil for any other text.
  ///
  /// Each byte sequence therefore has exactly one accepted encoding.
  package static func bytes(of text: String) -> [UInt8]? {
    let letters = Array(text.utf8)
    guard letters.count % 4 == 0 else { return nil }
    let padding = letters.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(letters.count / 4 * 3)
    for start in stride(from: 0, to: letters.count, by: 4) {
      let missing = start + 4 == letters.count ? padding : 0
      var bits = UInt32(0)
      for letter in letters[start..<(start + 4 - missing)] {
        guard let value = value(of: letter) else { return nil }
        bits = bits << 6 | value
      }
      bits <<= UInt32(6 * missing)
      // The last bits of the text that encode no byte must be zero.
      guard bits & (1 << UInt32(8 * missing) - 1) == 0 else { return nil }
      for place in 0..<(3 - missing) {
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * place)))
      }
    }
    return bytes
  }

  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a") + 26)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0") + 52)
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    case _: nil
    }
  }
}
