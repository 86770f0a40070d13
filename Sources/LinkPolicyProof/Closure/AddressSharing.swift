internal import LinkPolicy
internal import LinkPolicyAnalysis

/// Whether an answer can give an account an address that another account has.
struct AddressSharing {
  let model: AdversaryModel

  func canShare(
    _ meaning: AnswerMeaning, _ answer: Int, _ relation: Relation, _ table: inout AnswerTable
  ) -> Bool {
    guard relation.attempt.address != .none, relation.attempt.pointed != .elsewhere else {
      return false
    }
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
    guard makes || gives, !table.action.isAdministrators else { return false }
    // Found by its address alone, the account is the one that has it.
    let isHolder =
      relation.limits[EngineFact.address.rawValue]
      .map { $0 == ValueSet(of: FactValue.Address.taken) } ?? false
    guard makes || !isHolder else { return false }
    var limits = relation.limits
    // Where several have it already, one was given it before.
    limits.limit(.address, to: FactValue.Address.taken)
    return table.answers(where: limits).contains(answer)
  }
}
