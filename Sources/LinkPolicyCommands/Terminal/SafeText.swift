/// Text that cannot drive a terminal, whatever names and input are quoted in it.
enum SafeText {
  /// The text with `·` for each control and invisible character but line feeds and our own colours.
  static func terminal(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { isHazardous($0) }) else { return text }
    var safe = String.UnicodeScalarView()
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.first {
      if let colour = colour(rest) {
        safe.append(contentsOf: rest.prefix(colour))
        rest = rest.dropFirst(colour)
        continue
      }
      safe.append(isHazardous(scalar) ? "·" : scalar)
      rest = rest.dropFirst()
    }
    return String(safe)
  }

  /// How many scalars the colour sequence has that starts here; nil where none does.
  private static func colour(_ text: Substring.UnicodeScalarView) -> Int? {
    guard text.starts(with: ["\u{1B}", "["]) else { return nil }
    let digits = text.dropFirst(2).prefix { ("0"..."9").contains($0) }
    guard digits.count <= 2, text.dropFirst(2 + digits.count).first == "m" else { return nil }
    return 3 + digits.count
  }

  private static func isHazardous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
    default: false
    }
  }
}
