/// What a refused attempt resumes with, bound to everything it was about.
///
/// Not signed: a service that hands it out of its hands signs it.
public struct Ticket: Sendable {
  /// The policy that asked.
  public var policy: PolicyDigest
  /// What it asked for.
  public var ask: Remedy
  /// The provider of the attempt's assertion.
  public var provider: String?
  /// The subject of the attempt's assertion.
  public var subject: String?
  /// The address asserted.
  public var address: String?
  /// The account that the attempt pointed to.
  public var account: String?

  /// Creates a ticket from what a service kept of one.
  ///
  /// - Parameters:
  ///   - policy: the digest of the policy that asked.
  ///   - ask: what it asked for.
  ///   - provider: the provider of the refused attempt's assertion; nil for none.
  ///   - subject: the subject of that assertion; nil for none.
  ///   - address: the address that was asserted; nil for none.
  ///   - account: the id of the account that the attempt pointed to; nil for none.
  public init(
    policy: PolicyDigest, ask: Remedy, provider: String?, subject: String?, address: String?,
    account: String?
  ) {
    self.policy = policy
    self.ask = ask
    self.provider = provider
    self.subject = subject
    self.address = address
    self.account = account
  }
}

extension Decision {
  /// The ticket with which the attempt resumes once what is asked for is given.
  ///
  /// After `ask: existing-credential` the person signs in by a method they have, and the pending
  /// credential is then linked with this ticket: only that credential, with that address, and only
  /// to that account.
  public var ticket: Ticket? {
    guard let ask else { return nil }
    return Ticket(
      policy: image.digest, ask: ask, provider: attempt.assertion?.provider,
      subject: attempt.assertion?.subject, address: address, account: account?.id)
  }
}

extension Ticket {
  /// Throws unless the ticket is this policy's and about what the attempt is about.
  func check(
    _ attempt: Attempt, address asserted: String?, pointingTo found: Account?,
    under image: PolicyImage
  ) throws(InputError) {
    let isSameAddress: Bool
    switch (address, asserted) {
    case (nil, nil): isSameAddress = true
    case (let a?, let b?): isSameAddress = try image.vocabulary.isSameAddress(a, b)
    default: isSameAddress = false
    }
    guard policy == image.digest else {
      throw InputError(.foreignTicket, "the ticket was made by another policy")
    }
    guard provider.hasSameBytes(as: attempt.assertion?.provider),
      subject.hasSameBytes(as: attempt.assertion?.subject), isSameAddress
    else {
      throw InputError(.foreignTicket, "the ticket is about another credential or address")
    }
    guard account == nil || account.hasSameBytes(as: found?.id) else {
      throw InputError(.foreignTicket, "the ticket is about another account")
    }
  }
}
