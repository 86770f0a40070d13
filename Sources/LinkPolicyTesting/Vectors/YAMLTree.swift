internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicyYAML

/// A converter from handwritten YAML to the tree of an equivalent JSON file.
///
/// Plain `true`, `false`, `null` and integers of at most 18 digits have their JSON meaning. Every other scalar is a
/// string. Offsets refer to the YAML text, so that findings have correct positions.
struct YAMLTree {
  private let bytes: [UInt8]
  private let lineStarts: [Int]
  /// The last requested position, where the next search starts; nearly all requests are in text order.
  private var cursor = SourcePosition(line: 1, column: 1)
  private var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var lineStarts = [0]
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      lineStarts.append(index + 1)
    }
    self.lineStarts = lineStarts
  }

  mutating func value(_ node: YAMLNode) -> JSONValue {
    let start = offset(of: node.position)
    switch node.content {
    case .scalar(let scalar):
      return JSONValue(Self.content(scalar), at: start)
    case .list(let list):
      var elements: [JSONValue] = []
      for item in list.items {
        elements.append(value(item))
      }
      return JSONValue(.array(elements), at: start)
    case .map(let map):
      var members: [JSONMember] = []
      for entry in map.entries {
        let keyOffset = offset(of: entry.key.position)
        members.append(JSONMember(entry.key.value, at: keyOffset, value(entry.value)))
      }
      return JSONValue(.object(members), at: start)
    }
  }

  private static func content(_ scalar: YAMLScalar) -> JSONValue.JSONContent {
    guard scalar.style == .plain else { return .string(scalar.value) }
    switch scalar.value {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default: return integer(scalar.value.bytes).map { .number($0) } ?? .string(scalar.value)
    }
  }

  /// Returns the number of an integer of at most 18 digits in JSON spelling; nil for any other text, such as `+1` or
  /// `01`.
  private static func integer(_ text: [UInt8]) -> JSONNumber? {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = text.dropFirst(isNegative ? 1 : 0)
    guard let first = digits.first, digits.count <= 18,
      first != UInt8(ascii: "0") || (digits.count == 1 && !isNegative)
    else { return nil }
    var value: LongInteger = 0
    for digit in digits {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
      value = value * 10 + LongInteger(digit - UInt8(ascii: "0"))
    }
    return JSONNumber(isNegative ? -value : value)
  }

  private mutating func offset(of position: SourcePosition) -> Int {
    if position.line != cursor.line || position.column < cursor.column {
      let line = min(max(position.line, 1), lineStarts.count)
      cursor = SourcePosition(line: position.line, column: 1)
      offset = lineStarts[line - 1]
    }
    while cursor.column < position.column, offset < bytes.count {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 {
        offset += 1
      }
      cursor.column += 1
    }
    return offset
  }
}
