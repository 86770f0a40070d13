/// The texts of a section of an image, each there once and named by its number.
package struct ImageTexts: Sendable {
  /// Where each text begins among the bytes, and behind them where the last one ends.
  private(set) var starts: [UInt32] = [0]
  private(set) var bytes: [UInt8] = []

  init() {}

  /// The texts of an image; the places ascend and the bytes of each are UTF-8, as was checked.
  init(starts: [UInt32], bytes: [UInt8]) {
    self.starts = starts
    self.bytes = bytes
  }

  package var count: Int { starts.count - 1 }

  /// A text by its number.
  subscript(number: UInt32) -> Name {
    Name(bytes: Array(bytes[Int(starts[Int(number)])..<Int(starts[Int(number) + 1])]))
  }

  /// Whether a text has the bytes of a string.
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

/// One part of an image: words, and the texts that they name.
package struct ImageSection: Sendable {
  package var texts: ImageTexts
  package var words: [UInt32]

  package init(texts: ImageTexts = ImageTexts(), words: [UInt32] = []) {
    self.texts = texts
    self.words = words
  }

  /// The words of the section in the file: how many texts, bytes and words there are, where the
  /// texts begin, the bytes filled up to whole words with zeros, and the words.
  var encoded: [UInt32] {
    var result: [UInt32] = [
      UInt32(texts.count), UInt32(texts.bytes.count), UInt32(words.count),
    ]
    result += texts.starts
    var index = 0
    while index < texts.bytes.count {
      var word: UInt32 = 0
      for place in index..<min(index + 4, texts.bytes.count) {
        word |= UInt32(texts.bytes[place]) << UInt32(8 * (place - index))
      }
      result.append(word)
      index += 4
    }
    return result + words
  }
}
