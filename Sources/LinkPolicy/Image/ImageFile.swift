/// An image taken apart: its header read, the checksum right, its sections not looked at yet.
package struct ImageFile {
  let digest: PolicyDigest
  let vocabulary: ImageSection
  let rules: ImageSection

  /// Takes an image apart.
  init(_ bytes: [UInt8]) throws(InvalidImage) {
    try Self.checkBeginning(of: bytes)
    let words = Self.words(of: bytes)
    func header(_ part: ImageFormat.Header) -> UInt32 { words[part.rawValue] }
    var checksum = ImageChecksum()
    for word in words[(ImageFormat.uncheckedBytes / 4)...] {
      checksum.add(word)
    }
    guard checksum.value == header(.checksum) else {
      throw InvalidImage(
        .checksum, "checksum: the bytes are not those that were written; make the image again")
    }
    guard header(.engine) == EngineFingerprint.current else {
      throw InvalidImage(
        .otherEngine,
        "made for other facts, actions or purposes than this library has; compile the policy again")
    }
    guard header(.reserved) == 0 else {
      throw InvalidImage(.malformed, "malformed: the last word of the header is not zero")
    }
    digest = PolicyDigest(bytes: words[ImageFormat.digestPlaces].flatMap { Self.bytes(of: $0) })
    var reader = SectionReader(words)
    vocabulary = try reader.next(header(.vocabularyCount), "vocabulary")
    rules = try reader.next(header(.rulesCount), "rules")
    try reader.finish()
  }

  /// The bytes of an image.
  package static func bytes(
    vocabulary: ImageSection, rules: ImageSection, digest: PolicyDigest
  ) -> [UInt8] {
    let (vocabulary, rules) = (vocabulary.encoded, rules.encoded)
    var words = [UInt32](repeating: 0, count: ImageFormat.headerCount)
    func fill(_ part: ImageFormat.Header, _ value: UInt32) {
      words[part.rawValue] = value
    }
    fill(.magic, ImageFormat.magic)
    fill(.version, ImageFormat.version)
    fill(.length, UInt32(4 * (words.count + vocabulary.count + rules.count)))
    fill(.engine, EngineFingerprint.current)
    fill(.vocabularyCount, UInt32(vocabulary.count))
    fill(.rulesCount, UInt32(rules.count))
    for (offset, place) in ImageFormat.digestPlaces.enumerated() {
      words[place] = word(of: digest.bytes, at: 4 * offset)
    }
    words += vocabulary
    words += rules
    var checksum = ImageChecksum()
    for word in words[(ImageFormat.uncheckedBytes / 4)...] {
      checksum.add(word)
    }
    fill(.checksum, checksum.value)
    return words.flatMap { bytes(of: $0) }
  }

  /// Whether bytes begin as an image does, of whatever version.
  static func isImage(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 4 && word(of: bytes, at: 0) == ImageFormat.magic
  }

  /// Refuses what is no image, one of another version, and one of another length than it says.
  private static func checkBeginning(of bytes: [UInt8]) throws(InvalidImage) {
    guard isImage(bytes) else {
      throw InvalidImage(.notAnImage, "no policy image: it does not begin as one does")
    }
    // Where the version stands is the same in every version.
    let version = bytes.count >= 8 ? word(of: bytes, at: 4) : ImageFormat.version
    guard version == ImageFormat.version else {
      throw InvalidImage(
        .otherVersion,
        "made by format " + String(version) + ", this reads " + String(ImageFormat.version)
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
