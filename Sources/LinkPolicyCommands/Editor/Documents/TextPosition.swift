internal import LinkPolicy
internal import LinkPolicyJSON

/// A place in a text as the protocol says it: line and character, both from zero.
struct TextPosition: Hashable, Sendable {
  var line: Int
  var character: Int

  init(_ line: Int, _ character: Int) {
    self.line = line
    self.character = character
  }

  /// Reads a position; numbers beyond what the protocol has, or below zero, are none.
  init(_ value: JSONValue?, _ what: String) throws(ProtocolError) {
    guard let value, value.isObject else { throw .params("`\(what)` is not a position") }
    guard let line = value["line"]?.int, let character = value["character"]?.int,
      0...Int(UInt32.max) ~= line, 0...Int(UInt32.max) ~= character
    else { throw .params("`\(what)` has no `line` and `character` that count from 0") }
    self.init(line, character)
  }

  /// The position as it is sent.
  var json: JSONValue { .object(["line": .int(line), "character": .int(character)]) }
}

/// A part of a text: from a place up to another.
struct TextRange: Hashable, Sendable {
  var start: TextPosition
  var end: TextPosition

  /// Reads a range.
  init(_ value: JSONValue?, _ what: String) throws(ProtocolError) {
    guard let value, value.isObject else { throw .params("`\(what)` is not a range") }
    start = try TextPosition(value["start"], what + ".start")
    end = try TextPosition(value["end"], what + ".end")
  }

  init(_ start: TextPosition, _ end: TextPosition) {
    self.start = start
    self.end = end
  }

  /// The range as it is sent.
  var json: JSONValue { .object(["start": start.json, "end": end.json]) }
}
