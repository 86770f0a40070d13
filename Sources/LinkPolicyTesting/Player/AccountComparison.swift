internal import LinkPolicy

/// Compares the accounts after the last step with the expected accounts.
///
/// An expected account matches the account with its id or, if it has no id, the account at its index.
struct AccountComparison {
  private(set) var mismatches: [Mismatch] = []
  private let names: MethodNames
  private let codes: FinalCodes

  init(
    _ expected: [ExpectedAccount], _ accounts: [Account], _ codes: FinalCodes,
    _ names: MethodNames, at position: SourcePosition
  ) {
    self.names = names
    self.codes = codes
    if expected.count != accounts.count {
      var list = MismatchList(step: nil, at: position)
      let ids = accounts.map { $0.id }.joined(separator: ", ")
      let got = String(accounts.count) + (ids.isEmpty ? "" : " (" + ids + ")")
      list.add("accounts", expected: String(expected.count), got: got)
      mismatches += list.items
    }
    var isTaken = [Bool](repeating: false, count: accounts.count)
    for (index, wanted) in expected.enumerated() {
      var place: Int?
      if let id = wanted.id {
        place = accounts.firstIndex { $0.id.hasSameBytes(as: id) }
      } else {
        place = accounts.indices.contains(index) ? index : nil
      }
      // If two expectations matched one account, another account would remain unchecked.
      if let found = place, isTaken[found] {
        place = nil
      }
      if let place {
        isTaken[place] = true
        var list = MismatchList(step: nil, at: wanted.position)
        compare(wanted, accounts[place], at: place, &list)
        if list.items.isEmpty {
          continue
        }
      }
      // Full key names are only built for an account with mismatches.
      var list = MismatchList(step: nil, at: wanted.position, namesKeys: true)
      list.prefix = wanted.id.map { "accounts." + $0 } ?? "accounts[" + String(index) + "]"
      if let place {
        list.prefix += "."
        compare(wanted, accounts[place], at: place, &list)
      } else {
        list.add("", expected: "an account", got: "none")
      }
      mismatches += list.items
    }
  }

  private func compare(
    _ wanted: ExpectedAccount, _ found: Account, at place: Int, _ list: inout MismatchList
  ) {
    list.compare("email", wanted.email, found.email)
    list.compare("verified", wanted.isVerified, found.isEmailVerified)
    list.compare("profile.name", wanted.profileName, found.profile.name)
    list.compare("profile.photo", wanted.profilePhoto, found.profile.photo)
    list.compare("tenant", wanted.tenant, found.tenant)
    if let factors = wanted.factors, factors != found.factors {
      list.compare("factors", String(factors), String(found.factors))
    }
    if let state = wanted.state, state != found.state {
      list.compare("state", state.word, found.state.word)
    }
    for (purpose, address) in wanted.codes {
      // Without this check, a misspelled purpose would pass as a code that was not mailed.
      guard names.areAccounts(codesFor: purpose) else {
        list.add(
          "codes." + purpose.text, expected: address.description,
          got: "not a purpose of accounts' codes")
        continue
      }
      list.compare(
        "codes." + purpose.text, address, codes.newest(purpose, of: found, at: place))
    }
    compare(wanted.labels, found.labels, of: .account, &list)
    for (name, value) in wanted.identifiers {
      // Without this check, a misspelled name would pass as an identifier that the account lacks.
      guard names.declares(identifier: name) else {
        list.add(
          "identifiers." + name, expected: value.description,
          got: "not an identifier that the policy declares")
        continue
      }
      list.compare("identifiers." + name, value, found.identifier(named: name))
    }
    guard let methods = wanted.methods else { return }
    guard methods.contains(where: { $0.isSuperseded }) || Self.hasSuperseded(found) else {
      return compare(methods, found.methods, &list)
    }
    compare(methods.filter { !$0.isSuperseded }, found.methods.filter { !$0.isSuperseded }, &list)
    // Superseded methods are only compared if the vector mentions any.
    let superseded = methods.filter { $0.isSuperseded }
    guard !superseded.isEmpty else { return }
    compare(superseded, found.methods.filter { $0.isSuperseded }, &list)
  }

  private static func hasSuperseded(_ account: Account) -> Bool {
    account.methods.contains { $0.isSuperseded }
  }

  private func compare(
    _ wanted: [ExpectedMethod], _ found: [Method], _ list: inout MismatchList
  ) {
    guard isSame(wanted, found) else {
      let got = found.map { names.describe($0.provider, $0.writtenKind) }
      list.add(
        "methods", expected: MismatchList.list(wanted.map { names.describe($0) }),
        got: MismatchList.list(got))
      return
    }
    let prefix = list.prefix
    for index in wanted.indices {
      if list.namesKeys {
        list.prefix = prefix + "methods." + names.describe(wanted[index]) + "."
      }
      list.compare("subject", wanted[index].subject, found[index].subject)
      list.compare("address", wanted[index].address, found[index].address)
      list.compare("proved", wanted[index].proved, found[index].provedAddress)
      if let since = wanted[index].since, since != found[index].since {
        list.compare("since", String(since), String(found[index].since))
      }
      compare(wanted[index].labels, found[index].labels, of: .method, &list)
    }
    list.prefix = prefix
  }

  private func isSame(_ wanted: [ExpectedMethod], _ found: [Method]) -> Bool {
    guard wanted.count == found.count else { return false }
    for index in wanted.indices
    where !names.isSame(wanted[index], found[index].provider, found[index].writtenKind) {
      return false
    }
    return true
  }

  /// Compares labels; a label without a value has the first declared value.
  private func compare(
    _ wanted: [(name: String, value: String)], _ found: [(name: String, value: String)],
    of bearer: LabelDeclaration.Bearer, _ list: inout MismatchList
  ) {
    for (name, value) in wanted {
      let set = found.first { $0.name.hasSameBytes(as: name) }?.value
      let got = set ?? names.firstValue(ofLabel: name, of: bearer)
      list.compare("labels." + name, value, got ?? "not a label that the policy declares")
    }
  }
}

extension Method {
  /// The kind, if it is present in the notation.
  fileprivate var writtenKind: MethodKind? { isKindOpen ? nil : kind }
}

extension Account.State {
  /// The name of the state in vectors.
  package var word: String {
    self == .active ? "active" : "disabled"
  }
}

/// The codes to compare after the last step: from this engine's store, or from the answer of
/// another implementation.
enum FinalCodes {
  /// The codes in this engine's store.
  case stored([Accounts.MailedCode])
  /// The newest codes in another implementation's answer, for each account in the order of that
  /// answer.
  case answered([[(purpose: Name, address: ExpectedText)]])

  /// Returns the address that received an account's newest code of a purpose; nil if the answer
  /// omits it.
  func newest(_ purpose: Name, of account: Account, at index: Int) -> ExpectedText? {
    switch self {
    case .stored(let codes):
      let code = codes.last {
        $0.purpose.name == purpose && $0.account.hasSameBytes(as: account.id)
      }
      return code.map { .present($0.address) } ?? .absent
    case .answered(let lists):
      guard lists.indices.contains(index) else { return nil }
      return lists[index].first { $0.purpose == purpose }?.address
    }
  }
}
