internal import LinkPolicy

/// The text form of a stored value: `NAME/VERSION`, then words and texts, each after a space, then a
/// semicolon.
///
/// A text consists of its length in UTF-8 bytes, a colon and the bytes, so it can have any content. An absent text is
/// `-`. If the semicolon is missing, the database column truncated the value. The form is canonical: a reader encodes
/// the parsed value again and compares the two texts.
enum StoredTextForm: String {
  case outcome, notice

  /// The version that the writer writes, and the only version that the reader reads.
  static var version: String { "1" }

  var name: String { "linkpolicy-" + rawValue }
}

/// An encoder of values as text.
struct StoredTextWriter {
  private var text: String

  init(_ form: StoredTextForm) {
    text = form.name + "/" + StoredTextForm.version
  }

  /// The encoded text, including the final semicolon.
  var finished: String { text + ";" }

  mutating func add(word: String) {
    text += " " + word
  }

  mutating func add(_ value: String?) {
    text += value.map { " " + String($0.utf8.count) + ":" + $0 } ?? " -"
  }
}

/// A parser of the texts that ``StoredTextWriter`` encodes.
struct StoredTextReader {
  private let form: StoredTextForm
  private let whole: String
  private let bytes: [UInt8]
  private var place = 0

  /// Starts parsing a text.
  ///
  /// - Throws: `StoreError.failed` if the text has another form or version.
  init(_ text: String, as form: StoredTextForm) throws(StoreError) {
    self.form = form
    whole = text
    bytes = Array(text.utf8)
    let name = form.name + "/"
    guard bytes.starts(with: name.utf8) else {
      throw malformed("expected `" + name + StoredTextForm.version + "`")
    }
    place = name.utf8.count
    let version = token()
    guard version.hasSameBytes(as: StoredTextForm.version) else {
      throw .failed(
        "the stored " + form.rawValue + " is of version `" + version.shortened(to: 64)
          + "`, and this program reads version " + StoredTextForm.version)
    }
  }

  /// Whether the reader has reached the final semicolon.
  var isAtEnd: Bool { place < bytes.count && bytes[place] == UInt8(ascii: ";") }

  /// Reads a word that must be a raw value of the given enumeration.
  mutating func word<Word: RawRepresentable<String>>(
    _ type: Word.Type
  ) throws(StoreError) -> Word {
    try space()
    let start = place
    guard let word = Word(rawValue: token()) else {
      place = start
      throw malformed("expected a word that this version has")
    }
    return word
  }

  /// Reads a text that must be present.
  mutating func text() throws(StoreError) -> String {
    let start = place
    guard let text = try optionalText() else {
      place = start
      throw malformed("expected a text")
    }
    return text
  }

  /// Reads a text; returns nil for `-`, which represents an absent text.
  mutating func optionalText() throws(StoreError) -> String? {
    try space()
    if place < bytes.count, bytes[place] == UInt8(ascii: "-") {
      place += 1
      return nil
    }
    var end = place
    while end < bytes.count, bytes[end] != UInt8(ascii: ":") {
      end += 1
    }
    guard let count = Int(String(decoding: bytes[place..<end], as: UTF8.self)), count >= 0,
      count <= bytes.count - end - 1
    else { throw malformed("expected the length of a text that is there") }
    place = end + 1 + count
    return String(decoding: bytes[(end + 1)..<place], as: UTF8.self)
  }

  /// Throws unless the parsed text has the same bytes as `written`, the canonical text of the parsed value.
  func expect(_ written: String) throws(StoreError) {
    guard written.hasSameBytes(as: whole) else {
      throw malformed("it is not spelled as it is written")
    }
  }

  /// Returns an error about the byte at the current position.
  func malformed(_ problem: String) -> StoreError {
    .failed(
      "the stored " + form.rawValue + " cannot be read: " + problem + " at byte " + String(place))
  }

  private mutating func space() throws(StoreError) {
    guard place < bytes.count, bytes[place] == UInt8(ascii: " ") else {
      throw malformed("expected a space or the end")
    }
    place += 1
  }

  /// Reads all bytes up to the next space or semicolon.
  private mutating func token() -> String {
    let start = place
    while place < bytes.count, bytes[place] != UInt8(ascii: " "), bytes[place] != UInt8(ascii: ";")
    {
      place += 1
    }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }
}
