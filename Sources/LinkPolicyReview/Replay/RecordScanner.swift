internal import LinkPolicy

/// A scanner that finds the byte ranges that determine the group of a record line, without parsing the line.
///
/// The scanner accepts only the layout that the writer of records produces: no white space, and the keys in order. The
/// JSON parser handles any other line, valid or not.
struct RecordScanner {
  /// The byte ranges of one record line.
  struct RecordParts {
    /// The policy, the answer and the facts: JSON members with commas between the members.
    var policy, answer, facts: Range<Int>
    var correlation: Range<Int>
    var hasTenant: Bool
    /// The number of decisions that the record represents.
    var weight: Int
    /// The index after the closing brace of the record.
    var end: Int
  }

  private let start = Array(#"{"record":1,"time":""#.utf8)
  private let correlation = Array(#","correlation":""#.utf8)
  private let weight = Array(#","weight":"#.utf8)
  private let policy = Array(#","policy":{"name":""#.utf8)
  private let digest = Array(#","digest":""#.utf8)
  private let schema = Array(#","schema":""#.utf8)
  private let tenant = Array(#","tenant":""#.utf8)
  private let account = Array(#","account":"#.utf8)
  private let facts = Array(#","facts":{"#.utf8)
  private let notes = Array(#"},"notes":["#.utf8)
  private let null = Array("null".utf8)
  private let version = Array(#","version":"#.utf8)

  private static var quote: UInt8 { UInt8(ascii: "\"") }
  private static var backslash: UInt8 { UInt8(ascii: "\\") }
  private static var lineFeed: UInt8 { UInt8(ascii: "\n") }
  // The maximum number of digits of a weight; the parser handles longer numbers.
  private static var digitLimit: Int { 15 }

  /// Returns the parts of the line that starts at an index; nil if the line is incomplete, or has another layout than
  /// the writer's.
  func parts(_ bytes: RawSpan, from index: Int) -> RecordParts? {
    guard let time = after(start, in: bytes, at: index), let timeEnd = endOfString(bytes, time),
      let id = after(correlation, in: bytes, at: timeEnd + 1), let idEnd = endOfString(bytes, id)
    else { return nil }
    var at = idEnd + 1
    var weight = 1
    if let digits = after(self.weight, in: bytes, at: at) {
      guard let read = number(bytes, digits), read.value > 0 else { return nil }
      weight = read.value
      at = read.end
    }
    let policyStart = at + 1
    guard let name = after(policy, in: bytes, at: at), let nameEnd = endOfString(bytes, name),
      let digest = after(self.digest, in: bytes, at: nameEnd + 1),
      let digestEnd = endOfString(bytes, digest),
      isByte(UInt8(ascii: "}"), in: bytes, at: digestEnd + 1)
    else { return nil }
    at = digestEnd + 2
    if let text = after(schema, in: bytes, at: at) {
      guard let end = endOfString(bytes, text) else { return nil }
      at = end + 1
    }
    let policyRange = policyStart..<at
    var hasTenant = false
    if let text = after(tenant, in: bytes, at: at) {
      guard let end = endOfString(bytes, text) else { return nil }
      hasTenant = true
      at = end + 1
    }
    guard let answerEnd = find(account, bytes, from: at),
      let factsStart = afterAccount(bytes, answerEnd + account.count),
      after(facts, in: bytes, at: factsStart) != nil,
      let factsEnd = find(notes, bytes, from: factsStart),
      let end = afterNotes(bytes, factsEnd + notes.count)
    else { return nil }
    return RecordParts(
      policy: policyRange, answer: at..<answerEnd, facts: factsStart..<factsEnd + 1,
      correlation: id..<idEnd, hasTenant: hasTenant, weight: weight, end: end)
  }

  /// Returns the index after the value of `account`, which is null or an object with a name and a version; nil for any
  /// other layout.
  private func afterAccount(_ bytes: RawSpan, _ index: Int) -> Int? {
    if let end = after(null, in: bytes, at: index) {
      return end
    }
    // The value starts with `{"id":"`, `{"keyed":"` or `{"named":"`.
    guard isByte(UInt8(ascii: "{"), in: bytes, at: index),
      isByte(Self.quote, in: bytes, at: index + 1),
      let keyEnd = endOfString(bytes, index + 2),
      isByte(UInt8(ascii: ":"), in: bytes, at: keyEnd + 1),
      isByte(Self.quote, in: bytes, at: keyEnd + 2), let nameEnd = endOfString(bytes, keyEnd + 3),
      let digits = after(version, in: bytes, at: nameEnd + 1), let read = number(bytes, digits),
      isByte(UInt8(ascii: "}"), in: bytes, at: read.end)
    else { return nil }
    return read.end + 1
  }

  /// Returns the index after the closing brace of a record, given the index of the first note; nil for any other
  /// layout.
  private func afterNotes(_ bytes: RawSpan, _ index: Int) -> Int? {
    var at = index
    while isByte(Self.quote, in: bytes, at: at) {
      guard let end = endOfString(bytes, at + 1) else { return nil }
      at = end + 1
      guard isByte(UInt8(ascii: ","), in: bytes, at: at) else { break }
      at += 1
    }
    guard isByte(UInt8(ascii: "]"), in: bytes, at: at),
      isByte(UInt8(ascii: "}"), in: bytes, at: at + 1)
    else {
      return nil
    }
    return at + 2
  }

  // MARK: Bytes

  private func byte(_ bytes: RawSpan, _ index: Int) -> UInt8 {
    unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
  }

  private func isByte(_ expected: UInt8, in bytes: RawSpan, at index: Int) -> Bool {
    index < bytes.byteCount && byte(bytes, index) == expected
  }

  /// Returns the index after a literal; nil if the bytes at the given index differ from the literal.
  private func after(_ literal: [UInt8], in bytes: RawSpan, at index: Int) -> Int? {
    guard bytes.byteCount - index >= literal.count else { return nil }
    for offset in literal.indices where byte(bytes, index + offset) != literal[offset] {
      return nil
    }
    return index + literal.count
  }

  /// Returns the index of the quotation mark that ends the string that starts at `first`; nil if the line ends earlier.
  private func endOfString(_ bytes: RawSpan, _ first: Int) -> Int? {
    var index = first
    while index < bytes.byteCount {
      let next = byte(bytes, index)
      if next == Self.quote { return index }
      if next < 0x20 { return nil }
      index += next == Self.backslash ? 2 : 1
    }
    return nil
  }

  private func number(_ bytes: RawSpan, _ first: Int) -> (value: Int, end: Int)? {
    var index = first
    var value = 0
    while index < bytes.byteCount, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte(bytes, index) {
      value = value * 10 + Int(byte(bytes, index) - UInt8(ascii: "0"))
      index += 1
      guard index - first <= Self.digitLimit else { return nil }
    }
    return index > first ? (value, index) : nil
  }

  /// Returns the index of a literal of at least eight bytes in the line; nil if the line does not contain the literal.
  ///
  /// A backslash precedes each quotation mark inside a string. A literal that contains a key in quotation marks
  /// therefore matches only a key.
  private func find(_ literal: [UInt8], _ bytes: RawSpan, from first: Int) -> Int? {
    var pattern: UInt64 = 0
    for offset in 0..<8 {
      pattern |= UInt64(literal[offset]) << UInt64(8 * offset)
    }
    let end = bytes.byteCount - literal.count
    var index = first
    while index <= end {
      let word = UInt64(
        littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
      if word == pattern, after(literal, in: bytes, at: index) != nil { return index }
      if word & 0xFF == UInt64(Self.lineFeed) { return nil }
      index += 1
    }
    return nil
  }
}
