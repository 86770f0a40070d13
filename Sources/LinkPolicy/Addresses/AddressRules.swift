/// The rules with which a policy compares addresses and finds accounts by the addresses of an assertion.
///
/// By default, the lookup searches for the assertion's first address record among the accounts' own addresses. By
/// default, no two accounts of a pool have the same address, and only letter case is folded.
public struct AddressRules: Sendable, Equatable {
  /// The selection of the assertion's address records that the lookup searches for: only the first, or all proven
  /// records.
  public enum Match: UInt8, Sendable {
    /// The lookup searches only for the first address record.
    case primary
    /// The lookup searches for every record that meets the conditions of the policy's `proof`, or for the first record
    /// if no record meets the conditions.
    case anyProven
  }

  /// The former name of ``AddressHolder``.
  @available(*, deprecated, renamed: "AddressHolder")
  public typealias Holder = AddressHolder

  /// The holder of an address: the account itself, or each of the account's methods.
  public enum AddressHolder: UInt8, Sendable, CaseIterable {
    /// The account itself holds the address.
    case account
    /// Each method of the account holds the address from the method's assertion.
    case methods
  }

  /// A rule that prefers one of several address records of an assertion.
  public enum Election: UInt8, Sendable {
    /// The rule prefers records with an address that an account holds.
    case held
    /// The rule prefers the first record in the assertion.
    case primary
  }

  /// The treatment of an internationalized address in an assertion.
  public enum International: UInt8, Sendable {
    /// The engine ignores the internationalized address of a federated assertion, if the action does not require an
    /// address.
    case absent
    /// The engine rejects the attempt as malformed.
    case error
  }

  /// The selection of the assertion's address records that the lookup searches for: only the first, or all proven
  /// records.
  public var match: Match
  /// The holder of an address: the account itself, or each of the account's methods.
  public var heldBy: AddressHolder
  /// The preferences by which the engine chooses one of several address records, the strongest preference first.
  ///
  /// If the preferences leave several records, the engine uses the record that comes first in the assertion.
  public var elect: [Election]
  /// Whether only one account of a pool can hold an address.
  public var isUnique: Bool
  /// Whether dots in local parts are dropped, so that `a.da@example.com` counts as `ada@example.com`.
  public var dropsDots: Bool
  /// Whether a tag in local parts is dropped, so that `ada+shop@example.com` counts as `ada@example.com`.
  public var dropsPlusTag: Bool
  /// Whether the case of local parts is folded, so that `Ada@example.com` counts as `ada@example.com`.
  public var foldsCase: Bool
  /// The aliases of domains, such as `googlemail.com`, each with the domain that replaces it, such as `gmail.com`.
  public var aliases: [(alias: Located<Name>, domain: Located<Name>)]
  /// The treatment of a well-formed address with non-ASCII characters, such as
  /// `jürgen@example.com`, in an assertion.
  ///
  /// An action about an address, such as `update-email`, always rejects an address with non-ASCII characters.
  public var international: International

  /// Creates the default rules: the account holds a unique address, and only letter case is folded.
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

  /// Whether these rules leave every plain address (``EmailAddress/plainAt(_:)``) unchanged.
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
