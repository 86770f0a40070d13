/// Names of members of families.
extension ProviderTable {
  /// An id that is read as a declared provider: its own, or for a family one of its members that
  /// no other declaration is about.
  ///
  /// There always is one: the longer families and the ids below a family are finitely many, and a first letter that
  /// none of them has leads past all of them.
  ///
  /// - Parameters:
  ///   - value: the provider's value of the fact `provider`.
  ///   - name: what the member of a family is called behind the family's prefix.
  /// - Returns: an id for which ``value(of:)`` is the value again; another one for another name.
  package func example(of value: Int, named name: String = "example") -> String {
    let provider = providers[value]
    guard provider.isFamily else { return provider.id.text }
    let prefix = Array(provider.id.bytes.dropLast())
    // Of the family of all others no name says that it stands for nobody in particular.
    let usual = Array((prefix.isEmpty ? "unlisted." + name : name).utf8)
    for stem in [[], [UInt8(ascii: "x")]] {
      let id = String(decoding: prefix + stem + usual, as: UTF8.self)
      if self.value(of: id) == value {
        return id
      }
    }
    var id = prefix + Self.stem(avoiding: ends(below: prefix)) + usual
    // No longer family is in the way now, only single ids can be.
    while self.value(of: String(decoding: id, as: UTF8.self)) != value, id.count < 4096 {
      id.append(UInt8(ascii: "x"))
    }
    return String(decoding: id, as: UTF8.self)
  }

  /// What longer families have behind a prefix.
  private func ends(below prefix: [UInt8]) -> [[UInt8]] {
    families.compactMap { family in
      family.prefix.count > prefix.count && family.prefix.starts(with: prefix)
        ? Array(family.prefix.dropFirst(prefix.count)) : nil
    }
  }

  /// A few letters such that nothing that begins with them begins with one of some ends.
  ///
  /// Letter by letter behind what some ends begin with, the shortest first: of the letters that can follow there are more
  /// than ends.
  private static func stem(avoiding ends: [[UInt8]]) -> [UInt8] {
    var open: [[UInt8]] = [[]]
    while !open.isEmpty {
      var further: [[UInt8]] = []
      for start in open {
        for letter in letters(moreThan: ends.count) {
          let stem = start + letter
          if ends.contains(where: { stem.starts(with: $0) }) { continue }
          guard ends.contains(where: { $0.starts(with: stem) }) else { return stem }
          further.append(stem)
        }
      }
      open = further
    }
    return []
  }

  /// Letters and signs as UTF-8, those of ASCII first.
  private static func letters(moreThan count: Int) -> [[UInt8]] {
    let ascii = Array("xabcdefghijklmnopqrstuvwyz0123456789-_.:/".utf8).map { [$0] }
    // From the syllables of Hangul on, of which there are thousands in a row.
    let others = (0...count).map { place in
      let scalar = 0xAC00 + place % 0x2000
      return [
        UInt8(0xE0 | scalar >> 12), UInt8(0x80 | scalar >> 6 & 0x3F), UInt8(0x80 | scalar & 0x3F),
      ]
    }
    return ascii + others
  }
}
