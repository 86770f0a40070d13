internal import LinkPolicy

/// The outline of a line of JSON: its brackets, its strings, and the keys of the outermost object.
///
/// Many errors leave the start and the end of each value clear, so the caller's `id` can still be read. Examples of
/// such errors are half a surrogate pair, invalid UTF-8, a duplicate key, or a number with a leading zero.
///
/// If the outline itself is broken, the reader returns no id, because the apparent id could belong to another line or
/// to a string. The outline is broken if a line is truncated, if two lines are joined, if brackets do not match, or if
/// a character outside of strings can occur in no JSON value.
struct LineOutline {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Returns the range of the value of `id` in the outermost object.
  ///
  /// Returns nil if the outline is broken, if the key is missing or repeated, or if the value is not a string or
  /// number.
  mutating func onlyID() -> Range<Int>? {
    // A span needs an owner that does not change during the span's lifetime.
    let owner = bytes
    let span = owner.span
    var found: Range<Int>?
    guard take(UInt8(ascii: "{"), span) else { return nil }
    repeat {
      skipSpace(span)
      guard let key = string(span), let isID = isID(key, span), take(UInt8(ascii: ":"), span)
      else { return nil }
      skipSpace(span)
      guard let value = value(span) else { return nil }
      if isID {
        guard found == nil else { return nil }
        found = value
      }
    } while take(UInt8(ascii: ","), span)
    guard take(UInt8(ascii: "}"), span) else { return nil }
    skipSpace(span)
    guard index == span.count, let found, let value = exactly(found), value.isStringOrNumber
    else { return nil }
    return found
  }

  /// Returns whether a key is `id`; nil if the key has an invalid escape, because such a key could mean `id`.
  private func isID(_ key: Range<Int>, _ span: Span<UInt8>) -> Bool? {
    var hasEscape = false
    for place in key where span[place] == UInt8(ascii: "\\") {
      hasEscape = true
    }
    guard hasEscape else { return bytes[key].elementsEqual("\"id\"".utf8) }
    return exactly(key).map { $0.text?.hasSameBytes(as: "id") ?? false }
  }

  /// Returns the value in a range, parsed strictly; nil if the range is not a valid value.
  private func exactly(_ range: Range<Int>) -> JSONValue? {
    var parser = JSONParser(bytes, range, limits: JSONLimits(documentBytes: range.count))
    do throws(JSONSyntaxError) {
      return JSONValue(try parser.document(bytes.span), 0)
    } catch {
      return nil
    }
  }

  private mutating func value(_ span: Span<UInt8>) -> Range<Int>? {
    guard index < span.count else { return nil }
    switch span[index] {
    case UInt8(ascii: "\""): return string(span)
    case UInt8(ascii: "{"), UInt8(ascii: "["): return container(span)
    default:
      let start = index
      while index < span.count, Self.isOfWord(span[index]) {
        index += 1
      }
      return start < index ? start..<index : nil
    }
  }

  /// Advances past a string, which may contain any bytes and escapes.
  private mutating func string(_ span: Span<UInt8>) -> Range<Int>? {
    let start = index
    guard index < span.count, span[index] == UInt8(ascii: "\"") else { return nil }
    index += 1
    while index < span.count, span[index] != UInt8(ascii: "\"") {
      index += span[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard index < span.count else { return nil }
    index += 1
    return start..<index
  }

  /// Advances past an array or object with matching brackets, without recursion, so that the depth is unlimited.
  private mutating func container(_ span: Span<UInt8>) -> Range<Int>? {
    let start = index
    var closings: [UInt8] = []
    repeat {
      guard index < span.count else { return nil }
      let byte = span[index]
      switch byte {
      case UInt8(ascii: "{"):
        closings.append(UInt8(ascii: "}"))
        index += 1
      case UInt8(ascii: "["):
        closings.append(UInt8(ascii: "]"))
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard closings.popLast() == byte else { return nil }
        index += 1
      case UInt8(ascii: "\""):
        guard string(span) != nil else { return nil }
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0D:
        index += 1
      default:
        guard Self.isOfWord(byte) else { return nil }
        index += 1
      }
    } while !closings.isEmpty
    return start..<index
  }

  private mutating func take(_ byte: UInt8, _ span: Span<UInt8>) -> Bool {
    skipSpace(span)
    guard index < span.count, span[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace(_ span: Span<UInt8>) {
    while index < span.count, JSONLines.isSpace(span[index]) {
      index += 1
    }
  }

  /// Returns whether a byte can occur in `true`, `null` or a number, well-formed or not.
  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}
