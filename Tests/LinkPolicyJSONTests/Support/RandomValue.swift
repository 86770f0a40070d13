import LinkPolicy
import LinkPolicyTestSupport

@testable import LinkPolicyJSON

/// Trees with every kind of value and with text from all planes.
enum RandomValue {
  static func make(depth: Int, _ random: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
    case 0: return JSONValue(.null)
    case 1: return JSONValue(.bool(Bool.random(using: &random)))
    case 2: return JSONValue(.number(JSONNumber(Int.random(in: -1000...1000, using: &random))))
    case 3: return JSONValue(.number(JSONNumber(Int.random(in: .min ... .max, using: &random))))
    case 4: return JSONValue(.number(JSONNumber(literal: Array("-0.5e+12".utf8))))
    case 5: return JSONValue(.string(text(&random)))
    case 6:
      let count = Int.random(in: 0...4, using: &random)
      return JSONValue(.array((0..<count).map { _ in make(depth: depth - 1, &random) }))
    default:
      var members: [JSONMember] = []
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        let key = text(&random)
        guard !members.contains(where: { $0.key == key }) else { continue }
        members.append(JSONMember(key, make(depth: depth - 2, &random)))
      }
      return JSONValue(.object(members))
    }
  }

  static func text(_ random: inout SeededGenerator) -> Name {
    let ranges: [ClosedRange<UInt32>] = [
      0...0x1F, 0x20...0x7E, 0x20...0x7E, 0x7F...0xA0, 0xA1...0x7FF, 0x2000...0x206F,
      0x800...0xD7FF, 0xE000...0xFFFF, 0x10000...0x10FFFF,
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let range = ranges[Int.random(in: ranges.indices, using: &random)]
      if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) {
        text.append(scalar)
      }
    }
    return Name(String(text))
  }
}
