internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview

/// Whether an answer can give an account an address that another account has.
struct AddressSharing {
  let model: AdversaryModel
  /// The account that the attempt points to; nil for none.
  let account: AbstractAccount?

  func canShare(
    _ meaning: AnswerMeaning, _ answer: Int, _ relation: Relation, _ table: inout AnswerTable
  ) -> Bool {
    guard relation.attempt.pointed != .elsewhere else { return false }
    let isOfMethods = model.policy.vocabulary.addresses.heldBy == .methods
    let makes =
      meaning.writes.contains(.insertAccount(withAddress: true))
      || (isOfMethods && meaning.writes.makeAccount)
    let gives = meaning.writes.contains { write in
      switch write {
      case .setEmail(.asserted), .setEmail(.assertedWhereNone): true
      // There a method brings its address with it.
      case .putMethod: isOfMethods
      case .insertAccount, .deleteAccount, .setEmail, .setProfile, .setState, .setLabel,
        .removeMethods, .supersedeOthers, .dropFactors, .openSession, .renewSession, .endSession,
        .endSessions, .putCode, .cancelCodes, .tellOwner:
        false
      }
    }
    guard !table.action.isAdministrators else { return false }
    // The password that is set is held with the account's address, which another account's method may hold.
    if isOfMethods, meaning.writes.contains(.putMethod(.password)), account != nil {
      return true
    }
    guard makes || gives, relation.attempt.address != .none else { return false }
    // Found by its address alone, the account is the one that has it.
    let isHolder =
      relation.limits[EngineFact.address.rawValue]
      .map { $0 == ValueSet(of: FactValue.Address.taken) } ?? false
    guard makes || !isHolder else { return false }
    var limits = relation.limits
    // Where several have it already, one was given it before. An account that is made beside the one which
    // has it shares it with that, and in one pool what another pool's account has is free.
    var shared = ValueSet(of: FactValue.Address.taken)
    if makes {
      shared.insert(FactValue.Address.own.rawValue)
    }
    // Where methods hold addresses, an account that holds one no longer still has it as its own.
    if model.hasPools || isOfMethods {
      shared.insert(FactValue.Address.free.rawValue)
    }
    limits.limit(EngineFact.address.rawValue, to: shared)
    return table.answers(where: limits).contains(answer)
  }
}
