internal import LinkPolicy
internal import LinkPolicyAnalysis

/// Whether an answer can give an account an address that another account has, while every setting has
/// its first value: others are there to allow several accounts of one address.
struct AddressSharing {
  let model: AdversaryModel

  func canShare(
    _ meaning: AnswerMeaning, _ answer: Int, _ relation: Relation, _ table: inout AnswerTable
  ) -> Bool {
    guard relation.attempt.address != .none, relation.attempt.pointed != .elsewhere else {
      return false
    }
    let makes = meaning.writes.contains(.insertAccount(withAddress: true))
    let gives = meaning.writes.contains { write in
      guard case .setEmail(let change) = write else { return false }
      return switch change {
      case .asserted, .assertedWhereNone: true
      case .verified, .unverified, .none: false
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
    for setting in model.policy.vocabulary.schema.settings where model.settings[setting] == nil {
      limits.limit(setting, to: 0)
    }
    return table.answers(where: limits).contains(answer)
  }
}
