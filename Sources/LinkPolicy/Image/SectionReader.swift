/// Takes the sections of an image out of its words.
struct SectionReader {
  private let words: [UInt32]
  private var place = ImageFormat.headerCount

  init(_ words: [UInt32]) {
    self.words = words
  }

  /// The next section, of as many words as the header says.
  mutating func next(
    _ count: UInt32, _ name: StaticString
  ) throws(InvalidImage) -> ImageSection {
    guard count >= 4, count <= UInt32(words.count - place) else {
      throw malformed(name, "the header gives it " + String(count) + " words")
    }
    let end = place + Int(count)
    let (textCount, byteCount, wordCount) = (words[place], words[place + 1], words[place + 2])
    // In 64 bits, so that no sum is too great.
    let parts = UInt64(textCount) + 1 + (UInt64(byteCount) + 3) / 4 + UInt64(wordCount)
    guard 3 + parts == UInt64(count) else {
      throw malformed(name, "its parts are not as long as it is")
    }
    let starts = Array(words[place + 3..<place + 4 + Int(textCount)])
    let bytes = try bytes(
      of: words[place + 4 + Int(textCount)..<end - Int(wordCount)], count: Int(byteCount), name)
    try check(starts, bytes, name)
    let section = ImageSection(
      texts: ImageTexts(starts: starts, bytes: bytes),
      words: Array(words[(end - Int(wordCount))..<end]))
    place = end
    return section
  }

  /// Throws unless the sections are all that there is.
  func finish() throws(InvalidImage) {
    guard place == words.count else {
      throw InvalidImage(.malformed, "malformed: words follow that no section has")
    }
  }

  private func malformed(_ name: StaticString, _ what: String) -> InvalidImage {
    InvalidImage(.malformed, "malformed " + name.description + ": " + what)
  }

  /// The first bytes of some words; those behind them are zero.
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

  /// Throws unless the texts stand one behind the other, each of them UTF-8.
  private func check(
    _ starts: [UInt32], _ bytes: [UInt8], _ name: StaticString
  ) throws(InvalidImage) {
    guard starts.first == 0, starts.last == UInt32(bytes.count) else {
      throw malformed(name, "its texts are not all of its bytes")
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
