/// The SHA-256 digest of FIPS 180-4.
///
/// Names files and vectors by their content, and stands below ``HMAC``. No branch and no index goes by the bytes, only
/// by how many there are; that nothing of them shows in the time it takes was not measured.
package struct SHA256: Sendable {
  private var state = Self.initialState
  private var block = InlineArray<64, UInt8>(repeating: 0)
  private var filled = 0
  private var byteCount: UInt64 = 0

  /// Starts the digest of nothing yet.
  package init() {}

  /// Adds bytes.
  package mutating func update(_ bytes: [UInt8]) {
    update(bytes.span)
  }

  /// Adds bytes.
  package mutating func update(_ bytes: Span<UInt8>) {
    byteCount &+= UInt64(bytes.count)
    var index = 0
    while index < bytes.count {
      if filled == 0, bytes.count - index >= 64 {
        compress(bytes, at: index)
        index += 64
      } else {
        append(bytes[index])
        index += 1
      }
    }
  }

  /// Ends the message and returns its 32 bytes; the digest then starts over.
  package mutating func finalize() -> [UInt8] {
    // The length is that of the message, not of its padding.
    let bitCount = byteCount &* 8
    append(0x80)
    while filled != 56 {
      append(0)
    }
    var shift: UInt64 = 64
    while shift > 0 {
      shift -= 8
      append(UInt8(truncatingIfNeeded: bitCount >> shift))
    }
    var digest: [UInt8] = []
    digest.reserveCapacity(32)
    for index in state.indices {
      digest.append(UInt8(truncatingIfNeeded: state[index] >> 24))
      digest.append(UInt8(truncatingIfNeeded: state[index] >> 16))
      digest.append(UInt8(truncatingIfNeeded: state[index] >> 8))
      digest.append(UInt8(truncatingIfNeeded: state[index]))
    }
    self = SHA256()
    return digest
  }

  /// The digest of bytes that are all there.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var digest = SHA256()
    digest.update(bytes)
    return digest.finalize()
  }

  private mutating func append(_ byte: UInt8) {
    block[filled] = byte
    filled += 1
    if filled == 64 {
      let full = block
      compress(full.span, at: 0)
      filled = 0
    }
  }

  private mutating func compress(_ bytes: Span<UInt8>, at start: Int) {
    let schedule = Self.schedule(bytes, start)
    // Through spans, since reading an inline array that cannot change copies all of it for each round.
    let words = schedule.span
    let table = Self.roundConstants
    let constants = table.span
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    // Eight rounds, after which each variable is in its place again, so that none is moved.
    for first in stride(from: 0, to: 64, by: 8) {
      func word(_ round: Int) -> UInt32 { constants[first + round] &+ words[first + round] }
      Self.round(a, b, c, &d, e, f, g, &h, word(0))
      Self.round(h, a, b, &c, d, e, f, &g, word(1))
      Self.round(g, h, a, &b, c, d, e, &f, word(2))
      Self.round(f, g, h, &a, b, c, d, &e, word(3))
      Self.round(e, f, g, &h, a, b, c, &d, word(4))
      Self.round(d, e, f, &g, h, a, b, &c, word(5))
      Self.round(c, d, e, &f, g, h, a, &b, word(6))
      Self.round(b, c, d, &e, f, g, h, &a, word(7))
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  /// One round; what the standard would move on to the next variable stays where it is.
  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32,
    _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32, _ word: UInt32
  ) {
    let sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    let choice = (e & f) ^ (~e & g)
    let t1 = h &+ sum1 &+ choice &+ word
    let sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    let majority = (a & b) ^ (a & c) ^ (b & c)
    d &+= t1
    h = t1 &+ sum0 &+ majority
  }

  private static func schedule(
    _ bytes: Span<UInt8>, _ start: Int
  ) -> InlineArray<64, UInt32> {
    var words = InlineArray<64, UInt32>(repeating: 0)
    for index in 0..<16 {
      let place = start + 4 * index
      words[index] =
        UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16
        | UInt32(bytes[place + 2]) << 8 | UInt32(bytes[place + 3])
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ early >> 3
      let sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ late >> 10
      words[index] = words[index - 16] &+ sigma0 &+ words[index - 7] &+ sigma1
    }
    return words
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 - count)
  }
}
