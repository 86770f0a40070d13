/// An account that a write is about.
public enum AccountReference: Sendable {
  /// The account with this id.
  case existing(String)
  /// The account that the same change set makes, whose id the store gives.
  case new

  /// Whether another reference is to the same account of one change set.
  func isSame(as other: AccountReference) -> Bool {
    switch (self, other) {
    case (.existing(let id), .existing(let otherID)): id.hasSameBytes(as: otherID)
    case (.new, .new): true
    case (.existing, .new), (.new, .existing): false
    }
  }
}
