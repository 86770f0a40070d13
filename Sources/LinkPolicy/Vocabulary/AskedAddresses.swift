/// The canonical addresses that an attempt asks about; nearly always one or none.
struct AskedAddresses: Sendable {
  /// The first of them; nil for none.
  let first: String?
  /// Those behind it.
  let others: [String]

  /// Whether an account holds any of them.
  func isHeld(by account: Account, _ holder: AddressRules.Holder) -> Bool {
    guard let first else { return false }
    if account.holds(first, by: holder) {
      return true
    }
    for other in others where account.holds(other, by: holder) {
      return true
    }
    return false
  }

  /// All of them, in order.
  var list: [String] {
    first.map { [$0] + others } ?? []
  }
}
