internal import LinkPolicy

extension AccountStore where Self: ~Copyable {
  /// The first requirement that does not hold in the open transaction; nil where all do.
  mutating func broken(
    _ requirements: [Requirement], under policy: Policy
  ) throws(StoreError) -> Requirement? {
    for requirement in requirements where try !holds(requirement, under: policy) {
      return requirement
    }
    return nil
  }

  private mutating func holds(
    _ requirement: Requirement, under policy: Policy
  ) throws(StoreError) -> Bool {
    switch requirement {
    case .account(let id, let version):
      return try account(id).map { $0.version == version } ?? false
    case .credential(let key, let tenant, let holder):
      return try self.holder(of: key, in: tenant).isSame(as: holder)
    case .address(let question, let holders):
      var read = ReadAccounts()
      let found = try self.holders(of: question, under: policy, &read)
      return found.count == holders.count
        && !holders.contains { id in !found.contains { $0.id.hasSameBytes(as: id) } }
    case .session(let id):
      return try session(id).map { !$0.isEnded } ?? false
    case .code(let id):
      return try code(id).map { !$0.isUsed } ?? false
    }
  }
}
