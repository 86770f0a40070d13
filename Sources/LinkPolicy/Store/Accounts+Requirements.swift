extension Accounts {
  /// Whether something that a change set requires is so.
  package func holds(_ requirement: Requirement, _ vocabulary: Vocabulary) -> Bool {
    switch requirement {
    case .account(let id, let version):
      index(of: id).map { accounts[$0].version == version } ?? false
    case .credential(let key, let tenant, let holder):
      self.holder(of: key, in: tenant, vocabulary).isSame(as: holder)
    case .address(let question, let holders):
      areAlike(self.holders(of: question, vocabulary), holders)
    case .session(let id):
      sessions.contains { $0.id.hasSameBytes(as: id) && !$0.isEnded }
    case .code(let id):
      codes.contains { $0.id.hasSameBytes(as: id) && !$0.isUsed }
    }
  }

  /// Who holds a key in a tenant: an account, one that is gone, or nobody.
  package func holder(
    of key: MethodKey, in tenant: String?, _ vocabulary: Vocabulary
  ) -> Requirement.Holder {
    let credential = Lookup.Credential(
      issuer: key.issuer, subject: key.subject ?? "", kind: key.kind)
    for account in accounts
    where account.tenant.hasSameBytes(as: tenant) && vocabulary.holds(account, credential) {
      return .account(id: account.id)
    }
    return isOrphan(credential, in: tenant) ? .gone : .nobody
  }

  private func holders(
    of question: Requirement.AddressQuestion, _ vocabulary: Vocabulary
  ) -> [String] {
    var ids: [String] = []
    for account in accounts
    where account.tenant.hasSameBytes(as: question.tenant)
      && vocabulary.isIn(question.poolIndex, account)
      && account.holds(question.address, by: question.heldBy)
    {
      ids.append(account.id)
    }
    return ids
  }

  private func areAlike(_ a: [String], _ b: [String]) -> Bool {
    a.count == b.count && !a.contains { id in !b.contains { $0.hasSameBytes(as: id) } }
  }
}
