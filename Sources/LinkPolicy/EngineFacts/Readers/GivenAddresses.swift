/// The addresses of an attempt: the address records of an assertion, or the address of an action without a method.
struct GivenAddresses {
  private let records: [AddressRecord]
  private let single: String?

  init(_ records: [AddressRecord] = [], _ single: String? = nil) {
    self.records = records
    self.single = single
  }

  var count: Int { records.count + (single == nil ? 0 : 1) }
  var isEmpty: Bool { records.isEmpty && single == nil }

  func email(_ index: Int) -> String {
    index < records.count ? records[index].email : single ?? ""
  }

  func claims(_ index: Int) -> [AddressRecord.Claim] {
    index < records.count ? records[index].claims : []
  }
}

extension GivenAddresses {
  /// Returns the address of an out-of-band code as the attempt's only address, after checking that the attempt states
  /// no other address.
  ///
  /// - Throws: an ``InputError`` if the attempt states an address and the code has another address or no address.
  func agreeing(
    with address: String?, _ vocabulary: Vocabulary
  ) throws(InputError) -> GivenAddresses {
    guard let address else {
      guard isEmpty else {
        throw InputError(
          .contradiction, "the attempt has an address, but its code has none")
      }
      return self
    }
    for index in 0..<count where try !vocabulary.isSameAddress(email(index), address) {
      throw InputError(.contradiction, "the attempt and its code have different addresses")
    }
    return GivenAddresses([], address)
  }
}

/// An array that is nearly always empty.
///
/// Copying an empty `RareArray` needs no reference counting. An empty Swift `Array`, however, refers to a shared object
/// whose references Swift counts.
struct RareArray<Element: Sendable>: Sendable, ExpressibleByArrayLiteral {
  private var stored: [Element]?

  init() {}

  init(_ elements: [Element]) {
    stored = elements.isEmpty ? nil : elements
  }

  init(arrayLiteral elements: Element...) {
    self.init(elements)
  }

  var isEmpty: Bool { stored == nil }
  var elements: [Element] { stored ?? [] }

  mutating func append(_ element: Element) {
    stored = elements + [element]
  }
}

/// The attempt's addresses for which the lookup searches; nearly always one address or no address.
struct AskedAddresses: Sendable {
  private(set) var isEmpty: Bool
  /// The first address, or a placeholder with an empty text if the attempt has no address.
  ///
  /// The property is not optional, because copying an optional takes longer.
  private var head: UsableAddress
  /// The addresses after the first.
  private(set) var others = RareArray<UsableAddress>()

  init() {
    self.init(isEmpty: true, head: UsableAddress(record: 0, canonical: "", domain: 0))
  }

  init(_ address: UsableAddress) {
    self.init(isEmpty: false, head: address)
  }

  private init(isEmpty: Bool, head: UsableAddress) {
    self.isEmpty = isEmpty
    self.head = head
  }

  /// The first address; nil for an attempt without an address.
  var first: UsableAddress? { isEmpty ? nil : head }
  /// The record of the only address; nil for an attempt without an address, or with several addresses.
  var onlyRecord: Int? { isEmpty || !others.isEmpty ? nil : head.record }
  /// The domain of the first address, as a value of the fact `domain`.
  var domain: Int { head.domain }
  /// The canonical form of the first address; nil for an attempt without an address.
  var canonical: String? { isEmpty ? nil : head.canonical }

  mutating func append(_ address: UsableAddress) {
    if isEmpty {
      head = address
      isEmpty = false
    } else {
      others.append(address)
    }
  }

  /// Returns whether an account holds any of the addresses.
  func isHeld(by account: Account, _ holder: AddressRules.AddressHolder) -> Bool {
    guard !isEmpty else { return false }
    if account.holds(head.canonical, by: holder) {
      return true
    }
    for other in others.elements where account.holds(other.canonical, by: holder) {
      return true
    }
    return false
  }

  /// The distinct canonical forms of the addresses, in order.
  ///
  /// The lookup asks only once for an address that an attempt spells in two ways.
  var list: [String] {
    guard !isEmpty else { return [] }
    guard !others.isEmpty else { return [head.canonical] }
    var list = [head.canonical]
    for other in others.elements
    where !list.contains(where: { other.canonical.hasSameBytes(as: $0) }) {
      list.append(other.canonical)
    }
    return list
  }
}

/// A validated address of an attempt, ready for the lookup.
struct UsableAddress: Sendable {
  /// The index of the address record.
  let record: Int
  /// The canonical form of the address, which is the key of the lookup.
  let canonical: String
  /// The domain of the address, as a value of the fact `domain`.
  let domain: Int
}
