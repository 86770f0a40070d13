/// The e-mail domains of a policy, found by the domain part of an address.
package struct DomainTable: Sendable {
  /// The number of declared sets; `other` and `absent` follow them in the fact `domain`.
  package let setCount: Int
  /// The sets that are relays.
  package let relays: ValueSet
  private var exact = NameTable(foldsCase: true)
  /// The names behind `*.`, for patterns.
  private var below = NameTable(foldsCase: true)

  package var other: Int { setCount }
  package var absent: Int { setCount + 1 }

  package init(setCount: Int, relays: ValueSet) {
    self.setCount = setCount
    self.relays = relays
  }

  /// Adds a domain or a `*.` pattern to a set; returns the set that already holds it, if one does.
  package mutating func insert(_ domain: Name, into set: Int) -> Int? {
    if Self.isPattern(domain) {
      return below.insert(Name(bytes: Array(domain.bytes.dropFirst(2))), set)
    }
    return exact.insert(domain, set)
  }

  /// The domains that stand for themselves, each with its set.
  package var exactEntries: [(name: Name, number: Int)] { exact.entries }

  /// The patterns, each with its set.
  package var patternEntries: [(name: Name, number: Int)] {
    below.entries.map { (Name(bytes: Array("*.".utf8) + $0.name.bytes), $0.number) }
  }

  package static func isPattern(_ domain: Name) -> Bool {
    domain.bytes.count > 2 && domain.bytes[0] == UInt8(ascii: "*")
      && domain.bytes[1] == UInt8(ascii: ".")
  }

  /// The value of the fact `domain` for the domain that starts at an index: an exact entry, else
  /// the longest pattern, else `other`.
  package func value(of address: Span<UInt8>, from start: Int) -> Int {
    if let set = exact.number(of: address, from: start) {
      return set
    }
    guard below.count > 0 else { return other }
    for index in start..<address.count where address[index] == UInt8(ascii: ".") {
      if let set = below.number(of: address, from: index + 1) {
        return set
      }
    }
    return other
  }
}
