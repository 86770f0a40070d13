internal import LinkPolicy

/// A few words, each with what it stands for.
///
/// Those that are read for every step are kept as static properties, since making a list costs
/// more than looking a word up in it.
package struct JSONWords<Value: Sendable>: Sendable, ExpressibleByDictionaryLiteral {
  /// The words.
  package let words: [String]
  /// What they stand for, in the same order.
  package let values: [Value]

  /// Creates a list from a literal.
  package init(dictionaryLiteral elements: (String, Value)...) {
    words = elements.map { $0.0 }
    values = elements.map { $0.1 }
  }

  /// Creates a list of values that know their words.
  package init(_ values: [Value], word: (Value) -> String) {
    words = values.map(word)
    self.values = values
  }

  /// What a word stands for.
  package subscript(word: String) -> Value? {
    for (index, candidate) in words.enumerated() where candidate.hasSameBytes(as: word) {
      return values[index]
    }
    return nil
  }
}
