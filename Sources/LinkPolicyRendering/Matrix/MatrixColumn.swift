internal import LinkPolicy
internal import LinkPolicyAuthoring

/// A state of the accounts that an arriving sign-in meets: a column of the matrix.
package struct MatrixColumn: Sendable {
  /// What it is called in the addresses of its cells.
  let key: Name
  /// Its heading.
  package let title: String
  /// What it stands for.
  package let meaning: String
  /// The values of `credential`.
  let credential: FactValue.Credential
  /// The values of `address`; empty for any.
  let addresses: [FactValue.Address]
  /// The values of `account`; empty for any.
  let accounts: [FactValue.AccountVerification]

  /// Whether an account that is not the sign-in's own holds the asserted address.
  var isAddressHeld: Bool {
    credential == .new && (addresses == [.taken] || addresses == [.several])
  }

  /// The conditions that the column stands for.
  func conditions(at position: SourcePosition) -> [ResolvedCondition] {
    var conditions = [
      ResolvedCondition(
        fact: EngineFact.credential.rawValue, values: ValueSet([credential.rawValue]),
        position: position)
    ]
    if !addresses.isEmpty {
      conditions.append(
        ResolvedCondition(
          fact: EngineFact.address.rawValue, values: ValueSet(addresses.map { $0.rawValue }),
          position: position))
    }
    if !accounts.isEmpty {
      conditions.append(
        ResolvedCondition(
          fact: EngineFact.account.rawValue, values: ValueSet(accounts.map { $0.rawValue }),
          position: position))
    }
    return conditions
  }

  /// The columns, which together are every state that can be met.
  package static var all: [MatrixColumn] {
    [
      MatrixColumn(
        key: "no-address", title: "none, no address",
        meaning: "nobody holds the credential; no address is asserted",
        credential: .new, addresses: [.absent], accounts: []),
      MatrixColumn(
        key: "free", title: "none, address free",
        meaning: "nobody holds the credential or the address",
        credential: .new, addresses: [.free], accounts: []),
      MatrixColumn(
        key: "unverified", title: "unverified",
        meaning: "an account holds the address, not verified; nobody holds the credential",
        credential: .new, addresses: [.taken], accounts: [.unverified]),
      MatrixColumn(
        key: "verified", title: "verified",
        meaning: "an account holds the address, verified; nobody holds the credential",
        credential: .new, addresses: [.taken], accounts: [.verified]),
      MatrixColumn(
        key: "by-method", title: "by a method",
        meaning: "an account without this address holds it by one of its methods",
        credential: .new, addresses: [.taken], accounts: [.none, .noAddress]),
      MatrixColumn(
        key: "several", title: "several",
        meaning: "several accounts hold the address; nobody holds the credential",
        credential: .new, addresses: [.several], accounts: []),
      MatrixColumn(
        key: "own", title: "its own",
        meaning: "an account holds the credential: somebody returns",
        credential: .known, addresses: [], accounts: []),
      MatrixColumn(
        key: "gone", title: "gone",
        meaning: "the account that held the credential is gone",
        credential: .broken, addresses: [], accounts: []),
    ]
  }
}
