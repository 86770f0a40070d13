/// Changes a text by a line or a word, to lines and words that it or an earlier one had.
enum TextMutation {
  /// The words seen in lines that begin with the same word, at most so many each.
  nonisolated(unsafe) private static var seen: [ArraySlice<UInt8>: [ArraySlice<UInt8>]] = [:]
  private static let mostSeen = 64

  static func mutated(_ lines: [[UInt8]], _ random: inout RandomNumbers) -> [UInt8] {
    var lines = lines
    let place = random.below(lines.count)
    switch random.below(8) {
    case 0: lines.remove(at: place)
    case 1: lines.insert(lines[place], at: random.below(lines.count + 1))
    case 2: lines.swapAt(place, random.below(lines.count))
    case 3: lines[place] += Array(" # \(random.below(100))".utf8)
    case _: lines[place] = withOtherWord(lines[place], of: lines, &random)
    }
    return Array(lines.joined(separator: [0x0A]))
  }

  private static func withOtherWord(
    _ line: [UInt8], of lines: [[UInt8]], _ random: inout RandomNumbers
  ) -> [UInt8] {
    let words = words(of: line)
    guard let key = words.first else { return line }
    for word in words {
      if unsafe (seen[key]?.count ?? 0) < mostSeen, unsafe !(seen[key]?.contains(word) ?? false) {
        // Not a slice of the line, which would be kept with it.
        unsafe seen[Array(key)[...], default: []].append(Array(word)[...])
      }
    }
    let old = random.one(of: words)
    var candidates = unsafe seen[key] ?? []
    if random.below(3) == 0 {
      candidates = Self.words(of: random.one(of: lines))
    }
    guard !candidates.isEmpty else { return line }
    return Array(line[..<old.startIndex] + random.one(of: candidates) + line[old.endIndex...])
  }

  /// The words of a line: letters, digits and what stands inside of names.
  private static func words(of line: [UInt8]) -> [ArraySlice<UInt8>] {
    line.split { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "@"),
        UInt8(ascii: "-"), UInt8(ascii: "_"), 0x80...0xFF:
        false
      case _: true
      }
    }
  }
}
