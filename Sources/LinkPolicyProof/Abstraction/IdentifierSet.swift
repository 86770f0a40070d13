internal import LinkPolicy
internal import LinkPolicyAuthoring

/// A set of the identifiers that a policy declares, by their indices.
struct IdentifierSet: Sendable, Hashable {
  /// A policy declares at most ``IdentifierTable/capacity`` identifiers.
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

  mutating func formIntersection(_ other: IdentifierSet) { bits &= other.bits }

  /// A short text that names the indices; empty for none.
  var text: String { bits == 0 ? "" : "n" + String(bits) }
}

/// The values by which a password or a mailed link finds an account: its address and its identifiers.
struct AccountKeys: Sendable, Hashable {
  var hasAddress: Bool
  var identifiers = IdentifierSet()
}

extension AccountKeys {
  /// Creates the keys of an abstract account.
  init(of key: AccountKey) {
    self.init(hasAddress: key.email != .none, identifiers: key.identifiers)
  }

  /// Creates the keys of a real account.
  init(of account: Account, _ vocabulary: Vocabulary) {
    self.init(
      hasAddress: account.email != nil, identifiers: vocabulary.identifiers(heldBy: account))
  }
}

extension Vocabulary {
  /// Returns the declared identifiers that an account holds.
  func identifiers(heldBy account: Account) -> IdentifierSet {
    let declared = identifiers.identifiers
    return IdentifierSet(
      declared.indices.filter { account.identifier(named: declared[$0].name.text) != nil })
  }
}

extension IdentifierValue {
  /// The values of an attempt that states no identifier of the account that it points to.
  static var notOwn: ValueSet { ValueSet(of: Self.absent, .free, .address, .taken) }

  /// The values of an attempt that states the identifier.
  static var stated: ValueSet { ValueSet(of: Self.free, .address, .own, .taken) }
}

extension AdversaryModel {
  /// The indices of the declared identifiers whose facts the policy tests.
  var testedIdentifiers: [Int] {
    let facts = policy.vocabulary.schema.identifiers
    return facts.indices.filter { policy.vocabulary.usedFacts.contains($0) }
      .map { $0 - facts.lowerBound }
  }

  /// Returns the fact about an identifier.
  func fact(ofIdentifier index: Int) -> Int {
    policy.vocabulary.schema.identifiers.lowerBound + index
  }
}

extension WriteTemplate {
  /// Returns the index of the identifier that the write stores; nil for any other write.
  func storedIdentifier(_ vocabulary: Vocabulary) -> Int? {
    guard case .setIdentifier(let name) = self else { return nil }
    return vocabulary.identifiers.index(of: name.text)
  }
}
