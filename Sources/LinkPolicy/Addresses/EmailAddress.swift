/// An e-mail address in the one spelling by which it is compared.
///
/// Accepts less than RFC 5321: an ASCII dot-atom, one `@`, and a domain of at least two labels of
/// letters, digits and hyphens. Quoted local parts, address literals, comments, display names and
/// anything outside of ASCII are refused, because mail systems disagree about what they mean. An
/// internationalised domain is accepted only in its `xn--` form, which is not decoded: whether it
/// is valid under IDNA is not checked.
package struct EmailAddress: Sendable, Hashable {
  /// The canonical bytes.
  package let bytes: [UInt8]
  /// The index of the `@` in the canonical bytes.
  package let atIndex: Int

  /// Checks an address and brings it into its canonical spelling.
  ///
  /// Canonical addresses are fixed points: the same folding leaves them as they are.
  package init(_ text: String, folding: AddressFolding) throws(EmailAddressProblem) {
    try self.init(utf8: text.utf8Span.span, folding: folding)
  }

  /// Checks an address given as bytes and brings it into its canonical spelling.
  package init(utf8: Span<UInt8>, folding: AddressFolding) throws(EmailAddressProblem) {
    try self.init(wellFormed: utf8, at: Self.validate(utf8), folding: folding)
  }

  /// Brings an address that was checked into its canonical spelling.
  ///
  /// - Parameters:
  ///   - utf8: the address.
  ///   - at: the place of its `@`, as ``validate(_:)`` returns it.
  ///   - folding: how its local part is folded.
  /// - Throws: `foldedAway` where nothing is left of the local part.
  init(wellFormed utf8: Span<UInt8>, at: Int, folding: AddressFolding) throws(EmailAddressProblem) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var index = 0
    while index < at {
      let byte = utf8[index]
      if byte == UInt8(ascii: "+"), folding.dropsPlusTag { break }
      if byte != UInt8(ascii: ".") || !folding.dropsDots {
        bytes.append(folding.foldsLocalCase ? Self.lowercased(byte) : byte)
      }
      index += 1
    }
    // A tag behind a dot, as in `a.+b`, would leave an address that is not one itself.
    guard let last = bytes.last, last != UInt8(ascii: ".") else {
      throw EmailAddressProblem.foldedAway
    }
    atIndex = bytes.count
    index = at
    while index < utf8.count {
      bytes.append(Self.lowercased(utf8[index]))
      index += 1
    }
    self.bytes = bytes
  }

  /// Whether an address that was checked is its own canonical spelling; asks without allocating.
  static func isCanonical(_ text: String, at: Int, under folding: AddressFolding) -> Bool {
    let utf8 = text.utf8Span.span
    for index in utf8.indices {
      let byte = utf8[index]
      // Nearly every byte is one of these, which nothing folds.
      if UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte { continue }
      let isFolded: Bool =
        if byte == UInt8(ascii: ".") {
          index < at && folding.dropsDots
        } else if byte == UInt8(ascii: "+") {
          index < at && folding.dropsPlusTag
        } else {
          lowercased(byte) != byte && (index > at || folding.foldsLocalCase)
        }
      if isFolded {
        return false
      }
    }
    return true
  }

  /// The part before the `@`.
  package var localPart: ArraySlice<UInt8> {
    bytes[..<atIndex]
  }

  /// The part after the `@`, in lower case.
  package var domain: ArraySlice<UInt8> {
    bytes[(atIndex + 1)...]
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}
