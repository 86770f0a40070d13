internal import LinkPolicy
internal import LinkPolicyAuthoring

/// What writes do to the codes that are mailed.
extension AbstractEffects {
  mutating func mail(_ purpose: CodePurpose, _ table: inout HoldingTable) {
    let purposes = policy.vocabulary.purposes
    guard !isGone, let number = purposes.number(of: purpose) else { return }
    let treatment = purposes.purposes[number].treatment
    // A code that is nobody's can be brought wherever one is mailed at all.
    guard treatment.owner == .account else { return }
    let mailbox =
      switch treatment.recipient {
      case .asserted: attempt.address
      case .account: key.email
      }
    guard mailbox != .none else { return }
    var asked: [Bool] = [false]
    if case .here = attempt.session {
      asked = [true]
    } else if policy.vocabulary.actions[policy.storage.tables[attempt.table].action].pointsTo
      != .session
    {
      // In a session elsewhere, or in none.
      asked = [false, true]
    }
    for isAskedInSession in asked {
      add(
        .code(
          HeldCode(
            purpose: number, mailbox: mailbox,
            boundTo: treatment.staleness == .withAddress ? key.email : .none,
            asker: attempt.actor, isAskedInSession: isAskedInSession,
            isReadBefore: mailbox == .owners && model.holder == .attacker)), &table)
    }
  }
}
