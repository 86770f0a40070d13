/// Something in which two policies read otherwise what a store holds: under the second, accounts that the first has
/// stored are not found, found twice, or nothing it decides about.
public enum StoredRowDifference: Sendable, Hashable, CaseIterable {
  /// Whether the case of local parts counts, in general or for some provider.
  case letterCase
  /// Whether dots in local parts are dropped.
  case dots
  /// Whether a tag behind a plus sign is dropped.
  case plusTags
  /// Which domains stand for another.
  case aliases
  /// Whether the account or its methods hold an address.
  case holder
  /// Whether an address is held by one account at most.
  case uniqueness
  /// Among whose accounts an address is searched for.
  case pools
  /// Under which issuer the subjects of some provider are held.
  case issuers
  /// Of which kind a method is whose row says none: the first that its provider declares.
  case usualKinds
  /// Providers, kinds of sign-in or values of labels that accounts may have, or purposes that codes may have, and the second
  /// does not know: it decides nothing about such an account, and about nobody who brings such a code.
  case unknownNames
  /// Methods of a former subject: the first supersedes such, and the second, which supersedes none, decides nothing about an
  /// account that has one.
  case supersededMethods

  /// What differs, in a few words.
  public var words: String {
    switch self {
    case .letterCase: "the case of local parts"
    case .dots: "dots in local parts"
    case .plusTags: "plus tags"
    case .aliases: "domain aliases"
    case .holder: "what holds an address"
    case .uniqueness: "whether an address is unique"
    case .pools: "pools"
    case .issuers: "issuers of providers"
    case .usualKinds: "the kind of methods whose rows say none"
    case .unknownNames: "providers, kinds, labels or purposes of codes that it does not know"
    case .supersededMethods: "methods of former subjects, of which it knows none"
    }
  }
}
