/// How codes of one purpose are mailed, and when they no longer count.
public struct CodeTreatment: Sendable, Equatable {
  /// Whose mailbox a code goes to.
  public enum Recipient: UInt8, Sendable, CaseIterable {
    /// The address that the attempt asserts; an effect that could find none does not load.
    case asserted
    /// The address of the account; nothing is mailed where it has none.
    case account
  }

  /// The account that a code belongs to, if it is anybody's.
  public enum Owner: UInt8, Sendable, CaseIterable {
    /// It is the account's that the attempt points to, which has to be there.
    case account
    /// It is nobody's: whoever brings it back has read the mailbox, and no more is known.
    case nobody
  }

  /// When a code that was neither used nor has expired stops counting.
  public enum Staleness: UInt8, Sendable, CaseIterable {
    /// When its account no longer has the address that it had when the code was mailed.
    case withAddress
    /// At no time: using it, its expiry and cancelling alone end it.
    case never
  }

  /// Whose mailbox a code goes to.
  public var recipient: Recipient
  /// Whether it belongs to the account pointed to, or to nobody.
  public var owner: Owner
  /// When it stops counting.
  public var staleness: Staleness

  /// Creates a treatment; by default a code goes to the address asserted, is the account's, and
  /// stops counting with the account's address.
  ///
  /// - Parameters:
  ///   - recipient: whose mailbox a code goes to.
  ///   - owner: whether it belongs to the account pointed to, or to nobody.
  ///   - staleness: when a code stops counting that was neither used nor has expired.
  public init(
    to recipient: Recipient = .asserted, for owner: Owner = .account,
    stale staleness: Staleness = .withAddress
  ) {
    self.recipient = recipient
    self.owner = owner
    self.staleness = staleness
  }

  /// Whether an account that now has some address has moved away from a code mailed before.
  package func isStale(boundTo before: String?, now email: String?) -> Bool {
    goesStale && !email.hasSameBytes(as: before)
  }

  /// Whether its codes stop counting with the address of their account.
  package var goesStale: Bool {
    switch (owner, staleness) {
    case (.account, .withAddress): true
    case (.account, .never), (.nobody, .withAddress), (.nobody, .never): false
    }
  }
}

/// A purpose of codes that a policy adds to the five that every policy has.
public struct PurposeDeclaration: Sendable {
  /// The word that `send-code` and actions name it by.
  public var name: Located<Name>
  /// How its codes are mailed, and when they no longer count.
  public var treatment: CodeTreatment

  /// Creates a purpose beside the five standard ones.
  ///
  /// - Parameters:
  ///   - name: its word: lower-case letters and digits in parts joined by hyphens, a letter first,
  ///     64 bytes at most.
  ///   - treatment: how its codes are mailed, and when they no longer count.
  public init(_ name: Located<Name>, _ treatment: CodeTreatment = CodeTreatment()) {
    self.name = name
    self.treatment = treatment
  }
}
