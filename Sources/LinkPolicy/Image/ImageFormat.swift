/// The layout of a policy image: an array of 32-bit words, each little endian.
///
/// A header of sixteen words is followed by two sections, the vocabulary and the rules;
/// `Docs/Images.md` describes each. Places are counted from the beginning of the section that they
/// are in, so that neither depends on where the image is or on what stands before it.
package enum ImageFormat {
  /// The first word: the bytes `89 4C 50 49`, with which no text begins.
  static var magic: UInt32 { 0x4950_4C89 }
  /// The version that is written, and the only one that is read.
  static var version: UInt32 { 2 }
  /// The number of words in the header.
  static var headerCount: Int { 16 }
  /// The number of bytes that the checksum does not cover: those up to its own end.
  static var uncheckedBytes: Int { 16 }
  /// The words of the policy's digest.
  static var digestPlaces: Range<Int> { 5..<13 }

  /// The bit that tells the end of a graph from a node: what is below it is then the number that
  /// the graph gives, and otherwise the place of the node.
  package static var terminal: UInt32 { 0x8000_0000 }

  /// What the words of the header are, by their places; those of the digest stand between.
  enum Header: Int {
    case magic, version, length, checksum, engine
    case vocabularyCount = 13
    case rulesCount, reserved
  }

  /// What the first words of the rules are, by their places.
  package enum Rules: Int, CaseIterable {
    case name, title, hasSupersededMethods
    case files, errors, proof, nodes, facts, guards, tables
  }

  /// What the first words of a table are, by their places; the places of its rows follow.
  package enum Table: Int, CaseIterable {
    case key, action, kinds, graph, rowCount
  }

  /// What the first words of a row or guard are, by their places; the guards that its effects can
  /// meet follow, and then the lists whose places it names.
  package enum Row: Int, CaseIterable {
    case error, shown, ask, id, file, line, column
    case conditions, effects, tell, because
  }

  /// What the word for what is shown says; an error comes as its index above these.
  enum Shown: UInt32, CaseIterable {
    case outcome, allowed
  }

  /// Two numbers in one word, the first in its lower half.
  package static func pair(_ low: Int, _ high: Int) -> UInt32 {
    UInt32(UInt16(low)) | UInt32(UInt16(high)) << 16
  }

  /// The first number of a pair.
  static func low(_ word: UInt32) -> Int { Int(word & 0xFFFF) }

  /// The second number of a pair.
  package static func high(_ word: UInt32) -> Int { Int(word >> 16) }

  /// The word for what a row shows.
  package static func word(for shown: CompiledAnswer.Shown) -> UInt32 {
    switch shown {
    case .outcome: Shown.outcome.rawValue
    case .allowed: Shown.allowed.rawValue
    case .error(let index): UInt32(Shown.allCases.count + index)
    }
  }

  /// The kinds as bits, by their raw values.
  package static func bits(of kinds: [MethodKind]) -> UInt32 {
    var bits: UInt32 = 0
    for kind in kinds {
      bits |= 1 << UInt32(kind.rawValue)
    }
    return bits
  }
}
