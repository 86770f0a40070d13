internal import LinkPolicy

/// A comparison of the accounts after the last step with the expected accounts.
///
/// An expected account with an id matches the account with this id. An expected account without an id matches the
/// account at the same index.
struct AccountComparison {
  private(set) var mismatches: [Mismatch] = []
  private let names: MethodNames
  private let codes: FinalCodes

  init(
    of expected: [ExpectedAccount], with accounts: [Account], codes: FinalCodes,
    names: MethodNames, at position: SourcePosition
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
        compare(wanted, with: accounts[place], at: place, into: &list)
        if list.items.isEmpty {
          continue
        }
      }
      // The full names of keys are built only for an account with mismatches.
      var list = MismatchList(step: nil, at: wanted.position, namesKeys: true)
      list.prefix = wanted.id.map { "accounts." + $0 } ?? "accounts[" + String(index) + "]"
      if let place {
        list.prefix += "."
        compare(wanted, with: accounts[place], at: place, into: &list)
      } else {
        list.add("", expected: "an account", got: "none")
      }
      mismatches += list.items
    }
  }

  private func compare(
    _ wanted: ExpectedAccount, with found: Account, at place: Int, into list: inout MismatchList
  ) {
    list.compare("email", expected: wanted.email, got: found.email)
    list.compare("verified", expected: wanted.isVerified, got: found.isEmailVerified)
    list.compare("profile.name", expected: wanted.profileName, got: found.profile.name)
    list.compare("profile.photo", expected: wanted.profilePhoto, got: found.profile.photo)
    list.compare("tenant", expected: wanted.tenant, got: found.tenant)
    if let factors = wanted.factors, factors != found.factors {
      list.compare("factors", expected: String(factors), got: String(found.factors))
    }
    if let state = wanted.state, state != found.state {
      list.compare("state", expected: state.word, got: found.state.word)
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
        "codes." + purpose.text, expected: address,
        got: codes.newest(purpose, of: found, at: place))
    }
    compare(wanted.labels, with: found.labels, of: .account, into: &list)
    for (name, value) in wanted.identifiers {
      // Without this check, a misspelled name would pass as an identifier that the account lacks.
      guard names.declares(identifier: name) else {
        list.add(
          "identifiers." + name, expected: value.description,
          got: "not an identifier that the policy declares")
        continue
      }
      list.compare("identifiers." + name, expected: value, got: found.identifier(named: name))
    }
    guard let methods = wanted.methods else { return }
    guard methods.contains(where: { $0.isSuperseded }) || Self.hasSuperseded(found) else {
      return compare(methods, with: found.methods, into: &list)
    }
    compare(
      methods.filter { !$0.isSuperseded }, with: found.methods.filter { !$0.isSuperseded },
      into: &list)
    // Superseded methods are compared only if the vector mentions a superseded method.
    let superseded = methods.filter { $0.isSuperseded }
    guard !superseded.isEmpty else { return }
    compare(superseded, with: found.methods.filter { $0.isSuperseded }, into: &list)
  }

  private static func hasSuperseded(_ account: Account) -> Bool {
    account.methods.contains { $0.isSuperseded }
  }

  private func compare(
    _ wanted: [ExpectedMethod], with found: [Method], into list: inout MismatchList
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
      list.compare("subject", expected: wanted[index].subject, got: found[index].subject)
      list.compare("address", expected: wanted[index].address, got: found[index].address)
      list.compare("proved", expected: wanted[index].proved, got: found[index].provedAddress)
      if let since = wanted[index].since, since != found[index].since {
        list.compare("since", expected: String(since), got: String(found[index].since))
      }
      compare(wanted[index].labels, with: found[index].labels, of: .method, into: &list)
    }
    list.prefix = prefix
  }

  private func isSame(_ wanted: [ExpectedMethod], _ found: [Method]) -> Bool {
    guard wanted.count == found.count else { return false }
    for index in wanted.indices
    where !names.isSame(
      wanted[index], provider: found[index].provider, kind: found[index].writtenKind)
    {
      return false
    }
    return true
  }

  /// Compares labels; a label that the account or method lacks has the first declared value.
  private func compare(
    _ wanted: [(name: String, value: String)], with found: [(name: String, value: String)],
    of bearer: LabelDeclaration.Bearer, into list: inout MismatchList
  ) {
    for (name, value) in wanted {
      let set = found.first { $0.name.hasSameBytes(as: name) }?.value
      let got = set ?? names.firstValue(ofLabel: name, of: bearer)
      list.compare(
        "labels." + name, expected: value, got: got ?? "not a label that the policy declares")
    }
  }
}

extension Method {
  /// The kind of the method; nil if the vector states no kind.
  fileprivate var writtenKind: MethodKind? { isKindOpen ? nil : kind }
}

extension Account.State {
  /// The name of the state in vectors: `active` or `disabled`.
  package var word: String {
    self == .active ? "active" : "disabled"
  }
}

/// The codes to compare after the last step, either from this engine's store or from the answer of another
/// implementation.
enum FinalCodes {
  /// The codes in this engine's store.
  case stored([Accounts.MailedCode])
  /// The newest codes in another implementation's answer, in one list for each account, in the order of the answer.
  case answered([[(purpose: Name, address: ExpectedText)]])

  /// Returns the address that received an account's newest code of a purpose; nil if the answer omits this address.
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
