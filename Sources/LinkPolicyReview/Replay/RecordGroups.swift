internal import LinkPolicy
internal import LinkPolicyJSON

/// The groups of equal decision records, with the number of records in each group.
///
/// Two records belong to one group if the bytes of their policy, answer and facts are equal, and if both or neither
/// have a tenant.
package struct RecordGroups: Sendable {
  /// The records that are equal in everything that a replay reads.
  package struct RecordGroup: Sendable {
    /// The members of the record that determine the group, as JSON without braces.
    package fileprivate(set) var members: [UInt8]
    package fileprivate(set) var hasTenant: Bool
    /// The number of records in the group.
    package fileprivate(set) var count: Int
    /// The number of decisions that the records represent.
    package fileprivate(set) var weight: Int
    /// The place of the first record of the group.
    package fileprivate(set) var first: LogPlace
    fileprivate var hash: UInt64

    /// A record of the group as one JSON object, without time, correlation and account.
    package var json: [UInt8] {
      Array(#"{"record":1,"#.utf8) + (hasTenant ? Array(#""tenant":"*","#.utf8) : []) + members
        + [UInt8(ascii: "}")]
    }
  }

  /// The place of a line: the log, and the number of the line in the log.
  package struct LogPlace: Sendable, Hashable, Comparable {
    /// The index of the log in ``RecordCount/names``.
    package var log: Int
    /// The number of the line in the log; the first line has number 1.
    package var line: Int

    package init(log: Int, line: Int) {
      self.log = log
      self.line = line
    }

    package static func < (a: LogPlace, b: LogPlace) -> Bool { (a.log, a.line) < (b.log, b.line) }
  }

  /// The maximum number of groups, which bounds memory.
  package static var limit: Int { 1_000_000 }

  /// The groups, in the order in which they were added.
  package private(set) var groups: [RecordGroup] = []
  /// The slots of a hash table: the index of a group, or -1 for an empty slot; the number of slots is a power of two.
  private var slots = [Int32](repeating: -1, count: 1 << 10)
  // The seed of the hashes differs in each process, so that nobody can prepare a log with many equal hashes.
  private let seed = UInt64.random(in: .min ... .max)

  package init() {}

  /// Whether the number of groups has reached the limit.
  package var isFull: Bool { groups.count >= Self.limit }

  /// Counts a record, given by the byte ranges of its line; returns false if a new group would exceed the limit.
  mutating func add(
    _ bytes: RawSpan, _ parts: RecordScanner.RecordParts, at place: LogPlace
  ) -> Bool {
    add(
      bytes, policy: parts.policy, answer: parts.answer, facts: parts.facts,
      hasTenant: parts.hasTenant, count: 1, weight: parts.weight, at: place)
  }

  /// Counts a parsed record; returns false if a new group would exceed the limit.
  mutating func add(
    _ record: JSONValue, count: Int, weight: Int, at place: LogPlace
  ) -> Bool {
    let policy = Self.members(["policy", "schema"], of: record)
    var answer = Self.members(
      ReplayRecord.keys.filter { !["policy", "schema", "facts"].contains($0) }, of: record)
    var facts = Self.members(["facts"], of: record)
    // A comma separates each part from the preceding part.
    answer.insert(UInt8(ascii: ","), at: 0)
    facts.insert(UInt8(ascii: ","), at: 0)
    let bytes = policy + answer + facts
    let ends = (policy.count, policy.count + answer.count)
    return unsafe add(
      bytes.span.bytes, policy: 0..<ends.0, answer: ends.0..<ends.1, facts: ends.1..<bytes.count,
      hasTenant: record["tenant"].map { !$0.isNull } ?? false, count: count, weight: weight,
      at: place)
  }

  /// Returns the members of an object that have the given keys, with commas between the members.
  private static func members(_ keys: [String], of object: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    for key in keys {
      if let value = object[key] {
        writer.key(key)
        writer.value(value)
      }
    }
    writer.endObject()
    return Array(writer.take().dropFirst().dropLast())
  }

  private mutating func add(
    _ bytes: RawSpan, policy: Range<Int>, answer: Range<Int>, facts: Range<Int>,
    hasTenant: Bool, count: Int, weight: Int, at place: LogPlace
  ) -> Bool {
    var hash = hasTenant ? ~seed : seed
    hash = Self.hash(of: bytes, in: policy, from: hash)
    hash = Self.hash(of: bytes, in: answer, from: hash)
    hash = Self.hash(of: bytes, in: facts, from: hash)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if groups[index].hash == hash, groups[index].hasTenant == hasTenant,
        Self.isSame(groups[index].members, as: bytes, policy: policy, answer: answer, facts: facts)
      {
        groups[index].count += count
        groups[index].weight += weight
        // A resumed count reads the new lines of an earlier log after the old lines of later logs, so a later record
        // can have an earlier place.
        groups[index].first = min(groups[index].first, place)
        return true
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    guard !isFull else { return false }
    var members: [UInt8] = []
    members.reserveCapacity(policy.count + answer.count + facts.count)
    for range in [policy, answer, facts] {
      for index in range {
        members.append(unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self))
      }
    }
    slots[slot] = Int32(groups.count)
    groups.append(
      RecordGroup(
        members: members, hasTenant: hasTenant, count: count, weight: weight, first: place,
        hash: hash))
    if groups.count * 2 > slots.count {
      grow()
    }
    return true
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for (index, group) in groups.enumerated() {
      var slot = Int(truncatingIfNeeded: group.hash) & (slots.count - 1)
      while slots[slot] >= 0 {
        slot = (slot + 1) & (slots.count - 1)
      }
      slots[slot] = Int32(index)
    }
  }

  /// Returns the sum of two numbers of records, or `Int.max` if the sum overflows.
  static func sum(_ a: Int, _ b: Int) -> Int {
    let (sum, overflows) = a.addingReportingOverflow(b)
    return overflows ? .max : sum
  }

  // MARK: Bytes

  private static func load(_ bytes: RawSpan, _ index: Int) -> UInt64 {
    unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
  }

  /// Returns the bytes of a range, at most seven, as a number.
  private static func rest(_ bytes: RawSpan, _ range: Range<Int>) -> UInt64 {
    var word: UInt64 = 0
    for index in range {
      word = word << 8 | UInt64(unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self))
    }
    return word
  }

  /// Returns the hash of a range of bytes.
  ///
  /// The function computes two independent lanes, so that the multiplications of one lane do not wait for the other
  /// lane.
  static func hash(of bytes: RawSpan, in range: Range<Int>, from start: UInt64) -> UInt64 {
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    var (first, second) = (start ^ UInt64(range.count), start &* factor)
    var index = range.lowerBound
    while range.upperBound - index >= 16 {
      first = (first ^ load(bytes, index)) &* factor
      second = (second ^ load(bytes, index + 8)) &* factor
      first ^= first >> 32
      second ^= second >> 32
      index += 16
    }
    if range.upperBound - index >= 8 {
      first = (first ^ load(bytes, index)) &* factor
      first ^= first >> 32
      index += 8
    }
    second = (second ^ rest(bytes, index..<range.upperBound)) &* factor
    let mixed = (first ^ (second >> 29)) &* factor
    return mixed ^ (mixed >> 31) ^ second
  }

  private static func isSame(
    _ members: [UInt8], as bytes: RawSpan, policy: Range<Int>, answer: Range<Int>,
    facts: Range<Int>
  ) -> Bool {
    guard members.count == policy.count + answer.count + facts.count else { return false }
    let known = unsafe members.span.bytes
    var place = 0
    for range in [policy, answer, facts] {
      guard isSame(known, at: place, as: bytes, in: range) else { return false }
      place += range.count
    }
    return true
  }

  private static func isSame(
    _ known: RawSpan, at place: Int, as bytes: RawSpan, in range: Range<Int>
  ) -> Bool {
    var offset = 0
    while range.count - offset >= 8 {
      guard load(known, place + offset) == load(bytes, range.lowerBound + offset) else {
        return false
      }
      offset += 8
    }
    let (start, end) = (place + offset, place + range.count)
    return rest(known, start..<end) == rest(bytes, range.lowerBound + offset..<range.upperBound)
  }
}
