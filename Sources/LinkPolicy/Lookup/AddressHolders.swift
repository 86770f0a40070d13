/// The accounts that hold one of several addresses, each of them once.
struct AddressHolders {
  /// The accounts, in the order in which they were first named.
  let accounts: [Account]

  /// Puts the answers for several addresses together.
  ///
  /// - Parameters:
  ///   - answers: for each address the accounts that hold it.
  ///   - addresses: the addresses, in the same order.
  ///   - heldBy: what holds an address.
  /// - Throws: an ``InputError`` for an account that is named for an address that it does not hold, is not
  ///   named for one that it does, or is named twice for one; `torn` for rows of one account that are not
  ///   alike.
  init(
    _ answers: [[Account]], of addresses: [String], heldBy: AddressRules.Holder
  ) throws(InputError) {
    var rows: [(account: Account, address: Int)] = []
    var ids = ClaimedKeys()
    for (address, holders) in answers.enumerated() {
      for account in holders {
        ids.add([account.id], as: rows.count)
        rows.append((account, address))
      }
    }
    let firsts = ids.firstOwners
    var named = [[Int]](repeating: [], count: rows.count)
    var distinct: [Account] = []
    for (index, row) in rows.enumerated() {
      let first = firsts[index]
      if first == index {
        distinct.append(row.account)
      } else if !rows[first].account.isSameSnapshot(as: row.account) {
        throw InputError(torn: row.account)
      }
      // Rows come in the order of the addresses.
      guard named[first].last != row.address else {
        throw InputError(
          .contradiction,
          "account `" + row.account.id + "` is given twice as address holder", about: .addresses)
      }
      named[first].append(row.address)
    }
    for (index, row) in rows.enumerated() where firsts[index] == index {
      var next = 0
      for (number, address) in addresses.enumerated() {
        let isNamed = next < named[index].count && named[index][next] == number
        next += isNamed ? 1 : 0
        guard isNamed != row.account.holds(address, by: heldBy) else { continue }
        throw InputError(
          .contradiction,
          "account `" + row.account.id
            + (isNamed
              ? "` does not hold `" + address + "`"
              : "` holds `" + address + "`, but is not among its holders"),
          about: .addresses)
      }
    }
    accounts = distinct
  }
}
