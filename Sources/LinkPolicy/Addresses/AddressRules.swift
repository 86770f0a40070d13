/// The rules for finding accounts by the addresses of an assertion.
///
/// By default, the lookup uses the primary record, the account holds the address, addresses are unique, and only case
/// is folded.
public struct AddressRules: Sendable, Equatable {
  /// The address records of an assertion that the lookup searches for.
  public enum Match: UInt8, Sendable {
    /// The lookup searches only for the first record.
    case primary
    /// Every record that meets the policy's `proof`; the first record if none does.
    case anyProven
  }

  /// The former name of ``AddressHolder``.
  @available(*, deprecated, renamed: "AddressHolder")
  public typealias Holder = AddressHolder

  /// The part of an account that holds an address.
  public enum AddressHolder: UInt8, Sendable, CaseIterable {
    /// The account's own e-mail address.
    case account
    /// The address record of any method of the account.
    case methods
  }

  /// A rule that prefers one of several address records of an assertion.
  public enum Election: UInt8, Sendable {
    /// Prefers records that an account holds.
    case held
    /// Prefers the primary record.
    case primary
  }

  /// The treatment of an internationalized address in an assertion.
  public enum International: UInt8, Sendable {
    /// The engine treats the assertion as if it had no address.
    case absent
    /// The engine refuses the attempt as malformed.
    case error
  }

  /// The records that the lookup searches for.
  public var match: Match
  /// The part of an account that holds an address.
  public var heldBy: AddressHolder
  /// The preferences that choose the record to use, in order.
  ///
  /// If the preferences leave several records, the first one in the assertion wins.
  public var elect: [Election]
  /// Whether at most one account of a pool holds an address.
  public var isUnique: Bool
  /// Whether to drop dots in local parts, so that `a.da@example.com` is `ada@example.com`.
  public var dropsDots: Bool
  /// Whether to drop a tag in local parts, so that `ada+shop@example.com` is `ada@example.com`.
  public var dropsPlusTag: Bool
  /// Whether to fold the case of local parts, so that `Ada@example.com` is `ada@example.com`.
  public var foldsCase: Bool
  /// The aliases of domains: the alias first, then the domain that replaces it.
  public var aliases: [(alias: Located<Name>, domain: Located<Name>)]
  /// The treatment of a well-formed address with non-ASCII characters, such as
  /// `jürgen@example.com`, in an assertion.
  ///
  /// An action about an address, such as `update-email`, always rejects it.
  public var international: International

  /// Creates the default rules.
  public init() {
    match = .primary
    heldBy = .account
    elect = []
    isUnique = true
    dropsDots = false
    dropsPlusTag = false
    foldsCase = true
    aliases = []
    international = .error
  }

  /// Whether the canonical form of a plain address is the address itself (``EmailAddress/plainAt(_:)``).
  var keepsPlain: Bool { !dropsDots && aliases.isEmpty }

  /// Returns whether two sets of rules are equal, ignoring their source positions.
  ///
  /// - Parameters:
  ///   - a: the first rules.
  ///   - b: the second rules.
  /// - Returns: whether all rules are equal, including the order of the aliases.
  public static func == (a: AddressRules, b: AddressRules) -> Bool {
    a.match == b.match && a.heldBy == b.heldBy && a.elect == b.elect && a.isUnique == b.isUnique
      && a.dropsDots == b.dropsDots && a.dropsPlusTag == b.dropsPlusTag
      && a.foldsCase == b.foldsCase && a.international == b.international
      && a.aliases.count == b.aliases.count
      && !a.aliases.indices.contains { index in
        a.aliases[index].alias.value != b.aliases[index].alias.value
          || a.aliases[index].domain.value != b.aliases[index].domain.value
      }
  }
}
