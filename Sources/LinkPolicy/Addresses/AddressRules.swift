/// How an account is found by the addresses of an assertion.
///
/// The default: the primary record, held by the account, unique, with nothing folded but case.
public struct AddressRules: Sendable, Equatable {
  /// Which of an assertion's address records are looked up.
  public enum Match: UInt8, Sendable {
    /// The first record.
    case primary
    /// Every record that the policy's `proof` holds for; the first one where it holds for none.
    case anyProven
  }

  /// What holds an address.
  public enum Holder: UInt8, Sendable, CaseIterable {
    /// The account's own e-mail address.
    case account
    /// The address record of any of its methods.
    case methods
  }

  /// A preference for the record that is used, where several are looked up.
  public enum Election: UInt8, Sendable {
    /// A record that an account holds before one that none does.
    case held
    /// The primary record before others.
    case primary
  }

  /// What an internationalised address in an assertion comes to.
  public enum International: UInt8, Sendable {
    /// The assertion counts as one that carries no such address.
    case absent
    /// The attempt is malformed.
    case error
  }

  /// Which records are looked up.
  public var match: Match
  /// What holds an address.
  public var heldBy: Holder
  /// The order in which a record is chosen to be used; the order of the assertion comes last.
  public var elect: [Election]
  /// Whether one address is held by at most one account of a pool.
  public var isUnique: Bool
  /// Whether dots in local parts are dropped.
  public var dropsDots: Bool
  /// Whether a `+tag` in local parts is dropped.
  public var dropsPlusTag: Bool
  /// Whether the case of local parts is folded.
  public var foldsCase: Bool
  /// Domains that stand for another: the alias first, then what it stands for.
  public var aliases: [(alias: Located<Name>, domain: Located<Name>)]
  /// What a well-formed address with characters outside of ASCII comes to, where an assertion
  /// carries it; as the object of an action it is always an error.
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

  /// Whether two sets of rules mean the same, wherever they were written.
  ///
  /// - Parameters:
  ///   - a: the first rules.
  ///   - b: the second rules.
  /// - Returns: whether all of them are equal, aliases in the order written and without their
  ///   positions.
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
