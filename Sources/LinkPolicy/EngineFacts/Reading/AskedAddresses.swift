/// The addresses of an attempt that are looked up; nearly always one or none.
struct AskedAddresses: Sendable {
  private(set) var isEmpty = true
  /// The first of them, where there is one: kept without an optional around it, which takes longer to copy.
  private var head = UsableAddress(record: 0, canonical: "", domain: 0)
  /// Those behind it.
  private(set) var others: [UsableAddress] = []

  /// The first of them; nil for none.
  var first: UsableAddress? { isEmpty ? nil : head }
  /// The canonical form of the first of them; nil for none.
  var canonical: String? { isEmpty ? nil : head.canonical }

  mutating func append(_ address: UsableAddress) {
    if isEmpty {
      head = address
      isEmpty = false
    } else {
      others.append(address)
    }
  }

  /// Whether an account holds any of them.
  func isHeld(by account: Account, _ holder: AddressRules.Holder) -> Bool {
    guard !isEmpty else { return false }
    if account.holds(head.canonical, by: holder) {
      return true
    }
    for other in others where account.holds(other.canonical, by: holder) {
      return true
    }
    return false
  }

  /// Their canonical forms in order, each of them once: several spellings of one address are one question.
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
