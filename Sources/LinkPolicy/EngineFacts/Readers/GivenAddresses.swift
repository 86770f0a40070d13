/// The addresses of an attempt: the records of its assertion, and the address of an action that carries no method.
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
  /// Returns the address of an out-of-band code, after checking that the attempt's own addresses agree with it.
  ///
  /// - Throws: an ``InputError`` if the attempt states an address and the code has a different one or none.
  func agreeing(
    with address: String?, _ vocabulary: Vocabulary
  ) throws(InputError) -> GivenAddresses {
    guard let address else {
      guard isEmpty else {
        throw InputError(
          .contradiction, "the attempt names an address that its code does not")
      }
      return self
    }
    for index in 0..<count where try !vocabulary.isSameAddress(email(index), address) {
      throw InputError(.contradiction, "the attempt names another address than its code")
    }
    return GivenAddresses([], address)
  }
}

/// The addresses of an attempt to look up; nearly always one or none.
struct AskedAddresses: Sendable {
  private(set) var isEmpty = true
  /// The first address, if there is one.
  ///
  /// An optional would take longer to copy.
  private var head = UsableAddress(record: 0, canonical: "", domain: 0)
  /// The remaining addresses.
  private(set) var others: [UsableAddress] = []

  /// The first address; nil for none.
  var first: UsableAddress? { isEmpty ? nil : head }
  /// The canonical form of the first address; nil for none.
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
    for other in others where account.holds(other.canonical, by: holder) {
      return true
    }
    return false
  }

  /// The distinct canonical forms, in order.
  ///
  /// Two spellings of one address therefore cause only one question.
  var list: [String] {
    guard !isEmpty else { return [] }
    var list = [head.canonical]
    for other in others
    where !list.contains(where: { other.canonical.hasSameBytes(as: $0) }) {
      list.append(other.canonical)
    }
    return list
  }
}

/// An address of an attempt that was validated and can be looked up.
struct UsableAddress: Sendable {
  /// The index of its record.
  let record: Int
  /// The canonical form, the key of the lookup.
  let canonical: String
  /// The value of the fact `domain` for the address.
  let domain: Int
}
