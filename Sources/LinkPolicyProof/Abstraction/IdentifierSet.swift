internal import LinkPolicy
internal import LinkPolicyAuthoring

/// A set of identifiers that a policy declares, each represented by its index.
struct IdentifierSet: Sendable, Hashable {
  /// One bit for each identifier; a policy declares at most ``IdentifierTable/capacity`` identifiers.
  private var bits: UInt8 = 0

  init() {}

  init(_ indices: some Sequence<Int>) {
    for index in indices {
      insert(index)
    }
  }

  func contains(_ index: Int) -> Bool { bits & (1 << UInt8(index)) != 0 }

  func intersects(_ other: IdentifierSet) -> Bool { bits & other.bits != 0 }

  mutating func insert(_ index: Int) { bits |= 1 << UInt8(index) }

  mutating func remove(_ index: Int) { bits &= ~(1 << UInt8(index)) }

  /// A short text that identifies the set; empty for the empty set.
  var text: String { bits == 0 ? "" : "n" + String(bits) }
}

extension IdentifierValue {
  /// All values of an identifier's fact except `own`; these are the values for an attempt that states no identifier of
  /// its account.
  static var notOwn: ValueSet { ValueSet(of: Self.absent, .free, .address, .taken) }

  /// The fact values of an attempt that states an identifier.
  static var stated: ValueSet { ValueSet(of: Self.free, .address, .own, .taken) }
}

extension Vocabulary {
  /// The indices of the declared identifiers whose facts the policy tests.
  var testedIdentifiers: [Int] {
    let facts = schema.identifiers
    return facts.indices.filter { usedFacts.contains($0) }.map { $0 - facts.lowerBound }
  }

  /// Returns the number of the fact about a declared identifier.
  func fact(ofIdentifier index: Int) -> Int { schema.identifiers.lowerBound + index }
}

extension WriteTemplate {
  /// Returns the index of the identifier that the write stores; nil if the write stores no identifier.
  func storedIdentifier(_ vocabulary: Vocabulary) -> Int? {
    guard case .setIdentifier(let name) = self else { return nil }
    return vocabulary.identifiers.index(of: name.text)
  }
}
