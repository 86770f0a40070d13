/// A reader that reads one section of an image word by word, and throws an error for an invalid word.
struct ImageCursor {
  private let words: [UInt32]
  let texts: ImageTexts
  /// The index of the next word in the section.
  private(set) var place = 0
  /// The name of the section, for error messages.
  private let section: StaticString

  init(_ section: ImageSection, _ name: StaticString) {
    words = section.words
    texts = section.texts
    self.section = name
  }

  var isAtEnd: Bool { place == words.count }

  /// Returns an error about the word that was read last; the message includes `number` if `number` is not nil.
  ///
  /// Functions that run for each word are not inlined, because the inlined copies would be most of the code of a small
  /// program that uses the engine.
  @inline(never)
  func malformed(_ what: StaticString, _ number: UInt32? = nil) -> InvalidImage {
    InvalidImage(
      .malformed,
      "malformed: word " + String(max(0, place - 1)) + " of the " + section.description + ": "
        + what.description + (number.map { ": " + String($0) } ?? ""))
  }

  /// Throws an error with the message `what` if the condition is false.
  @inline(never)
  func require(_ holds: Bool, _ what: StaticString, number: UInt32? = nil) throws(InvalidImage) {
    if !holds {
      throw malformed(what, number)
    }
  }

  /// Reads the next word; throws an error at the end of the section.
  @inline(never)
  mutating func next() throws(InvalidImage) -> UInt32 {
    try require(place < words.count, "the section ends too early")
    place += 1
    return words[place - 1]
  }

  /// Reads the next word as a number; throws an error with the message `what` if the number is not below a limit.
  @inline(never)
  mutating func next(below limit: Int, _ what: StaticString) throws(InvalidImage) -> Int {
    // The comparison converts the limit, because a word can exceed `Int` on 32-bit platforms.
    let word = try next()
    try require(word < UInt32(clamping: limit), what, number: word)
    return Int(word)
  }

  /// Reads the next word as the raw value of a type; throws an error with the message `what` if no value has this
  /// number.
  mutating func next<Value: RawRepresentable>(
    _ what: StaticString, _ type: Value.Type = Value.self
  ) throws(InvalidImage) -> Value where Value.RawValue: FixedWidthInteger {
    let word = try next()
    guard let raw = Value.RawValue(exactly: word), let value = Value(rawValue: raw) else {
      throw malformed(what, word)
    }
    return value
  }

  @inline(never)
  mutating func nextFlag() throws(InvalidImage) -> Bool {
    try next(below: 2, "neither 0 nor 1") == 1
  }

  /// Reads the number of entries in a list, each of which has at least `words` words.
  @inline(never)
  mutating func nextCount(ofAtLeast words: Int = 1) throws(InvalidImage) -> Int {
    let count = try next()
    try require(
      count <= UInt32(clamping: (self.words.count - place) / words),
      "there is no room for as many entries", number: count)
    return Int(count)
  }

  /// Reads the word that contains the number of settings and two bits: whether inputs follow the settings, and whether
  /// identifiers follow.
  mutating func nextMarkedCount(
    ofAtLeast words: Int
  ) throws(InvalidImage) -> (count: Int, marks: UInt32) {
    let word = try next()
    let marks = word & (ImageFormat.hasInputs | ImageFormat.hasIdentifiers)
    let count = word & ~marks
    try require(
      count <= UInt32(clamping: (self.words.count - place) / words),
      "there is no room for as many entries", number: count)
    return (Int(count), marks)
  }

  /// Reads the number of a text; throws an error if the section has no text with this number.
  @inline(never)
  mutating func nextTextNumber() throws(InvalidImage) -> UInt32 {
    UInt32(try next(below: texts.count, "there is no such text"))
  }

  @inline(never)
  mutating func nextText() throws(InvalidImage) -> Name {
    texts[try nextTextNumber()]
  }

  @inline(never)
  mutating func nextTexts() throws(InvalidImage) -> [Name] {
    var names: [Name] = []
    for _ in 0..<(try nextCount()) {
      names.append(try nextText())
    }
    return names
  }

  /// Reads a flag for whether a text follows, and then the text, if any.
  @inline(never)
  mutating func nextOptionalText() throws(InvalidImage) -> Name? {
    try next(below: 2, "there is at most one text here") == 1 ? try nextText() : nil
  }

  @inline(never)
  mutating func nextKinds() throws(InvalidImage) -> MethodKindSet {
    let bits = try next()
    try require(bits >> UInt32(MethodKind.count) == 0, "a set contains an undefined kind")
    return MethodKindSet(bits: UInt8(bits))
  }

  /// Reads the kinds of methods that the fact `methods` counts, and whether disabled methods of these kinds count.
  mutating func nextCounted() throws(InvalidImage) -> (MethodKindSet, countsDisabled: Bool) {
    let bits = try next()
    let kinds = bits & ~ImageFormat.leavesOutDisabled
    try require(kinds >> UInt32(MethodKind.count) == 0, "a set contains an undefined kind")
    return (MethodKindSet(bits: UInt8(kinds)), bits == kinds)
  }

  /// Reads a set of numbers, stored as bits; throws an error if a number is not below a limit.
  @inline(never)
  mutating func nextSet(below limit: Int) throws(InvalidImage) -> ValueSet {
    var set = ValueSet()
    for index in 0..<(try nextCount()) {
      let word = try nextBits(index, below: limit)
      for bit in 0..<32 where word >> UInt32(bit) & 1 == 1 {
        set.insert(index * 32 + bit)
      }
    }
    return set
  }

  /// Reads one word of a set; throws an error if a bit is set for a number at or above a limit.
  @inline(never)
  mutating func nextBits(_ index: Int, below limit: Int) throws(InvalidImage) -> UInt32 {
    let word = try next()
    let room = limit - index * 32
    try require(
      room >= 32 || (room > 0 && word >> UInt32(room) == 0),
      "a set contains an undefined value")
    return word
  }

  /// Throws an error with the message `what` if an earlier word states another index for the next word.
  @inline(never)
  func require(_ named: UInt32, isHere what: StaticString) throws(InvalidImage) {
    try require(
      named == UInt32(place),
      what, number: named)
  }
}

/// A reader that splits the words of an image into its sections.
struct SectionReader {
  private let words: [UInt32]
  private var place = ImageFormat.headerCount

  init(_ words: [UInt32]) {
    self.words = words
  }

  /// Reads the next section, given the section's length in words from the header.
  mutating func next(
    _ count: UInt32, _ name: StaticString
  ) throws(InvalidImage) -> ImageSection {
    guard count >= 4, count <= UInt32(words.count - place) else {
      throw malformed(name, "the header gives it " + String(count) + " words")
    }
    let end = place + Int(count)
    let (textCount, byteCount, wordCount) = (words[place], words[place + 1], words[place + 2])
    // The sum of 32-bit lengths cannot overflow 64 bits.
    let parts = UInt64(textCount) + 1 + (UInt64(byteCount) + 3) / 4 + UInt64(wordCount)
    guard 3 + parts == UInt64(count) else {
      throw malformed(name, "the lengths of its parts do not add up to its length")
    }
    let starts = Array(words[place + 3..<place + 4 + Int(textCount)])
    let bytes = try bytes(
      of: words[place + 4 + Int(textCount)..<end - Int(wordCount)], count: Int(byteCount), name)
    try check(starts, in: bytes, section: name)
    let section = ImageSection(
      texts: ImageTexts(starts: starts, bytes: bytes),
      words: Array(words[(end - Int(wordCount))..<end]))
    place = end
    return section
  }

  /// Throws an error unless the number of remaining words is exactly right for a text with the given number of bytes.
  func finish(before text: UInt32) throws(InvalidImage) {
    guard UInt64(words.count - place) == (UInt64(text) + 3) / 4 else {
      throw InvalidImage(.malformed, "malformed: there are words after the last section")
    }
  }

  private func malformed(_ name: StaticString, _ what: String) -> InvalidImage {
    InvalidImage(.malformed, "malformed " + name.description + ": " + what)
  }

  /// Returns the first `count` bytes of some words; throws an error if the remaining bytes, the padding, are not zero.
  private func bytes(
    of words: ArraySlice<UInt32>, count: Int, _ name: StaticString
  ) throws(InvalidImage) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for word in words {
      for shift: UInt32 in [0, 8, 16, 24] {
        let byte = UInt8(truncatingIfNeeded: word >> shift)
        if bytes.count < count {
          bytes.append(byte)
        } else if byte != 0 {
          throw malformed(name, "its texts are not followed by zeros")
        }
      }
    }
    return bytes
  }

  /// Checks that the texts cover all bytes without gaps, and that each text is valid UTF-8.
  private func check(
    _ starts: [UInt32], in bytes: [UInt8], section name: StaticString
  ) throws(InvalidImage) {
    guard starts.first == 0, starts.last == UInt32(bytes.count) else {
      throw malformed(name, "its texts do not cover all of its bytes")
    }
    for index in starts.indices.dropFirst() {
      guard starts[index - 1] <= starts[index], starts[index] <= UInt32(bytes.count) else {
        throw malformed(name, "its texts do not follow each other")
      }
      guard UTF8Text.isValid(bytes, Int(starts[index - 1])..<Int(starts[index])) else {
        throw malformed(name, "text " + String(index - 1) + " is not UTF-8")
      }
    }
  }
}

/// The texts of a section of an image, to which the words of the section refer by number.
package struct ImageTexts: Sendable {
  /// The offset in ``bytes`` at which each text starts, followed by the end of the last text.
  package private(set) var starts: [UInt32] = [0]
  package private(set) var bytes: [UInt8] = []

  init() {}

  /// Creates the texts of a section.
  ///
  /// The caller must have checked that the offsets ascend and that each text is valid UTF-8.
  init(starts: [UInt32], bytes: [UInt8]) {
    self.starts = starts
    self.bytes = bytes
  }

  package var count: Int { starts.count - 1 }

  /// The text with the given number.
  package subscript(number: UInt32) -> Name {
    Name(bytes: Array(bytes[Int(starts[Int(number)])..<Int(starts[Int(number) + 1])]))
  }

  /// Returns whether the text with a number has the same bytes as a string.
  func isText(_ number: UInt32, _ text: String) -> Bool {
    let span = text.utf8Span.span
    let start = Int(starts[Int(number)])
    guard span.count == Int(starts[Int(number) + 1]) - start else { return false }
    for index in span.indices where span[index] != bytes[start + index] {
      return false
    }
    return true
  }

  package mutating func append(_ name: Name) {
    bytes.append(contentsOf: name.bytes)
    starts.append(UInt32(bytes.count))
  }
}

/// A section of an image: its words, and the texts to which the words refer.
package struct ImageSection: Sendable {
  package var texts: ImageTexts
  package var words: [UInt32]

  package init(texts: ImageTexts = ImageTexts(), words: [UInt32] = []) {
    self.texts = texts
    self.words = words
  }

  /// The section as words of an image file, including the section's texts.
  ///
  /// The numbers of texts, bytes and words come first, followed by the text offsets, the bytes with zeros as padding,
  /// and the words.
  var encoded: [UInt32] {
    var result: [UInt32] = [
      UInt32(texts.count), UInt32(texts.bytes.count), UInt32(words.count),
    ]
    result += texts.starts
    result += Self.words(packing: texts.bytes)
    return result + words
  }

  /// Packs bytes into little-endian words, with zeros as padding.
  static func words(packing bytes: [UInt8]) -> [UInt32] {
    var result: [UInt32] = []
    var index = 0
    while index < bytes.count {
      var word: UInt32 = 0
      for place in index..<min(index + 4, bytes.count) {
        word |= UInt32(bytes[place]) << UInt32(8 * (place - index))
      }
      result.append(word)
      index += 4
    }
    return result
  }
}
