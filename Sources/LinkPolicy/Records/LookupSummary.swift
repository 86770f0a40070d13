/// What a look-up asks a store for, in numbers.
public struct LookupSummary: Sendable, Equatable {
  /// The name of the policy that asks.
  public let policyName: String
  /// The digest of that policy's meaning.
  public let policyDigest: PolicyDigest
  /// What is tried.
  public let action: String
  /// The id of the provider that asserts; nil where none does.
  public let provider: String?
  /// Whether it is asked who holds a credential.
  public let asksCredential: Bool
  /// Of how many addresses it is asked who holds them.
  public let addressCount: Int

  init(_ lookup: Lookup) {
    policyName = lookup.image.name.text
    policyDigest = lookup.image.digest
    action = lookup.attempt.action.name
    provider = lookup.attempt.assertion?.provider
    asksCredential = lookup.credential != nil
    addressCount = lookup.addresses.count
  }
}
