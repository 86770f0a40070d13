/// What the characters of a position count.
enum PositionEncoding: String, CaseIterable, Sendable {
  /// Bytes; taken where the editor offers it, since texts are kept as bytes.
  case utf8 = "utf-8"
  /// Code units of UTF-16; what every editor knows.
  case utf16 = "utf-16"
  /// Unicode scalars.
  case utf32 = "utf-32"

  /// The first that this server would take of those that an editor offers.
  static func chosen(among offered: [String]) -> PositionEncoding {
    allCases.first { offered.contains($0.rawValue) } ?? .utf16
  }

  /// How much the scalar that begins with a byte counts; nothing for a byte in the middle of one.
  func width(ofLead byte: UInt8) -> Int {
    switch (self, byte) {
    case (.utf8, _): 1
    case (_, 0x80..<0xC0): 0
    case (.utf16, 0xF0...): 2
    case (.utf16, _), (.utf32, _): 1
    }
  }
}
