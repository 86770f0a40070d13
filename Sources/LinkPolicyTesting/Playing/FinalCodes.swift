internal import LinkPolicy

/// The codes of the accounts at the end, whoever played.
enum FinalCodes {
  /// Those that this engine's store holds.
  case stored([Accounts.MailedCode])
  /// What another implementation answers of each account, in the order of its accounts.
  case answered([[(purpose: Name, address: ExpectedText)]])

  /// The address to which the newest code of a purpose was mailed that an account has; nil where
  /// that was not answered.
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
