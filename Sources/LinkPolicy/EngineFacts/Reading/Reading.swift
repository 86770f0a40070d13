/// What an attempt in a situation comes to: its facts, and what they are about.
package struct Reading: Sendable {
  /// Which account of the situation the attempt points to.
  package enum Pointed: UInt8, Sendable {
    case none, session, target, code, credentialHolder, addressHolder
  }

  /// The facts, all but the derived ones.
  package var facts: FactVector
  /// The account pointed to.
  package var pointed = Pointed.none
  /// The address record that is used, for attempts that carry records; nil where none is.
  package var record: Int?

  init(_ facts: FactVector) {
    self.facts = facts
  }

  /// The account pointed to.
  package func account(in situation: Situation) -> Account? {
    switch pointed {
    case .none: nil
    case .session: situation.session?.account
    case .target: situation.target
    case .code: situation.code?.account
    case .credentialHolder:
      if case .account(let account) = situation.credentialHolder { account } else { nil }
    case .addressHolder: situation.addressHolders.first
    }
  }
}
