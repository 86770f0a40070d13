/// An incremental SHA-256 hash (FIPS 180-4).
///
/// The hash identifies files and vectors by content and is the basis of ``HMAC``. Branches and memory accesses depend
/// only on the number of bytes, not on their values. Nobody has measured whether hashing takes constant time.
package struct SHA256: Sendable {
  private var state = Self.initialState
  private var block = InlineArray<64, UInt8>(repeating: 0)
  private var filled = 0
  private var byteCount: UInt64 = 0

  /// Creates the hash of an empty message.
  package init() {}

  /// Adds bytes to the message.
  package mutating func update(_ bytes: [UInt8]) {
    update(bytes.span)
  }

  /// Adds bytes to the message.
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

  /// Completes the message and returns its hash of 32 bytes; afterwards, you can add the bytes of a new message.
  package mutating func finalize() -> [UInt8] {
    // The padding ends with the length of the message, which must not include the padding itself.
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

  /// Returns the hash of a complete message, in 32 bytes.
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
    // The loop reads through spans, because reading an immutable inline array directly would copy the whole array in
    // each round.
    let words = schedule.span
    let table = Self.roundConstants
    let constants = table.span
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    // After eight rounds, each variable is back in its position, so the loop moves no values.
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

  /// Computes one round of SHA-256.
  ///
  /// The caller rotates the arguments of each round instead of moving values between variables.
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

extension SHA256 {
  /// The first 32 fractional bits of the square roots of the first 8 primes.
  static let initialState: InlineArray<8, UInt32> = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C,
    0x1F83_D9AB, 0x5BE0_CD19,
  ]

  /// The first 32 fractional bits of the cube roots of the first 64 primes.
  static let roundConstants: InlineArray<64, UInt32> = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1,
    0x923F_82A4, 0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3,
    0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786,
    0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
    0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147,
    0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13,
    0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
    0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
    0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A,
    0x5B9C_CA4F, 0x682E_6FF3, 0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208,
    0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
  ]
}

/// HMAC with SHA-256 (RFC 2104).
package enum HMAC {
  private static var blockLength: Int { 64 }

  /// Returns the authentication code of a message, 32 bytes long, for a key of any length.
  package static func sha256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    var block = key.count > blockLength ? SHA256.digest(of: key) : key
    block += [UInt8](repeating: 0, count: blockLength - block.count)
    var inner = SHA256()
    inner.update(block.map { $0 ^ 0x36 })
    inner.update(message)
    var outer = SHA256()
    outer.update(block.map { $0 ^ 0x5C })
    outer.update(inner.finalize())
    return outer.finalize()
  }
}
