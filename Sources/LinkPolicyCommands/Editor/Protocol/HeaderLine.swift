/// One line of a message's header, without its end.
enum HeaderLine: Equatable {
  /// It says how long the content is.
  case length(Int)
  /// It says something else, such as the type of the content.
  case other
  /// It is no line of a header.
  case wrong(String)

  /// What a line that says the length begins with, in lower case.
  static var name: [UInt8] { Array("content-length:".utf8) }

  /// Reads a line.
  init(_ line: ArraySlice<UInt8>) {
    if Self.begins(line, with: Self.name) {
      self = Self.length(line.dropFirst(Self.name.count))
    } else if Self.begins(line, with: Array("content-type:".utf8)) {
      self = .other
    } else {
      self = .wrong("a header line is neither `Content-Length` nor `Content-Type`")
    }
  }

  /// Where in some bytes a line begins that says the length; the last such place.
  static func start(in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= name.count else { return nil }
    let places = bytes.startIndex...(bytes.endIndex - name.count)
    return places.last { begins(bytes[$0...], with: name) }
  }

  private static func length(_ text: ArraySlice<UInt8>) -> HeaderLine {
    let digits = text.drop { $0 == 0x20 || $0 == 0x09 }
      .reversed().drop { $0 == 0x20 || $0 == 0x09 }.reversed()
    // More digits than these are no length that anybody means.
    guard !digits.isEmpty, digits.count <= 15,
      digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return .wrong("`Content-Length` is not a number of bytes") }
    return .length(digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
  }

  private static func begins(_ line: ArraySlice<UInt8>, with name: [UInt8]) -> Bool {
    line.count >= name.count
      && zip(line, name).allSatisfy { byte, expected in
        byte == expected || (0x41...0x5A ~= byte && byte | 0x20 == expected)
      }
  }
}
