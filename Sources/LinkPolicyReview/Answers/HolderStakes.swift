internal import LinkPolicy
package import LinkPolicyAuthoring

/// The losses that holders of accounts can suffer under a policy, in any cell.
package struct HolderStakes: Hashable, Sendable {
  /// Whether owners receive mails with which they take a change of the address back.
  package var haveUndo = false
  /// Whether a session can be the only way into an account, as after an anonymous sign-in.
  package var haveSessionsAlone = false

  /// Whether some answer takes methods or second factors only from accounts whose address is not verified.
  package var dependOnMark = false
  /// Whether a person in a session, who proves no address, can remove the methods that did not prove the account's.
  package var dependOnProof = false

  /// Whether some row or guard tests the ticket of an attempt, so that a remedy opens or closes a way.
  package var dependOnTickets = false

  /// Creates the stakes of holders who can lose none of these.
  package init() {}

  /// Creates the stakes of the holders of a policy's accounts.
  package init(of policy: CompiledPolicy) {
    let purposes = policy.vocabulary.purposes
    dependOnTickets = policy.vocabulary.isUsed(.ticket)
    haveUndo = policy.storage.tables.contains { table in
      Self.templates(table).contains { template in
        guard case .putCode(let purpose) = template else { return false }
        return purposes[purpose]?.treatment.outlivesAddress ?? false
      }
    }
    dependOnMark = policy.storage.tables.contains { Self.takesFromUnverified($0) }
    dependOnProof = policy.storage.tables.contains { table in
      switch policy.vocabulary.actions[table.action].pointsTo {
      case .session:
        table.kinds.isEmpty && Self.templates(table).contains(.removeMethods(.unproven))
      case .credential, .code, .target: false
      }
    }
    haveSessionsAlone =
      policy.vocabulary.providers.providers.contains { $0.kinds.contains(.anonymous) }
      || policy.storage.tables.contains { Self.entersWithoutMethod($0, policy) }
      || !Self.keepsLastMethod(policy)
  }

  /// Whether an answer takes methods or second factors from accounts whose address is not verified, and from no others.
  private static func takesFromUnverified(_ table: CompiledTable) -> Bool {
    table.rows.contains { row in
      let (unverified, verified) = (
        FactValue.AccountVerification.unverified.rawValue,
        FactValue.AccountVerification.verified.rawValue
      )
      let isAboutMark = row.conditions.contains { condition in
        condition.fact == EngineFact.account.rawValue && condition.values.contains(unverified)
          && !condition.values.contains(verified)
      }
      return isAboutMark
        && row.answer.effects.contains { $0.templates.contains { Self.takesWays($0) } }
    }
  }

  private static func takesWays(_ template: WriteTemplate) -> Bool {
    guard case .removeMethods(let removal) = template else {
      return template == .dropFactors || template == .setFactors(.fewer)
    }
    return switch removal {
    case .unproven, .ofKinds: true
    case .named, .others, .heldElsewhere: false
    }
  }

  private static func templates(_ table: CompiledTable) -> [WriteTemplate] {
    table.rows.flatMap { $0.answer.effects.flatMap { $0.templates } }
  }

  /// Whether an attempt without a method signs in, by a code or to a new account.
  private static func entersWithoutMethod(_ table: CompiledTable, _ policy: CompiledPolicy) -> Bool
  {
    guard table.kinds.isEmpty else { return false }
    let isByCode = policy.vocabulary.actions[table.action].pointsTo == .code
    return table.rows.contains { row in
      let templates = row.answer.effects.flatMap { $0.templates }
      return templates.contains(.openSession)
        && !templates.contains(.putMethod(.password)) && (isByCode || templates.makeAccount)
    }
  }

  /// Whether a person who removes methods of his choice always keeps one.
  ///
  /// He does if the removing row, or a guard or row before it, tests the number of methods.
  private static func keepsLastMethod(_ policy: CompiledPolicy) -> Bool {
    func tests(_ row: CompiledRow) -> Bool {
      row.conditions.contains { condition in
        condition.fact == EngineFact.methods.rawValue
          || condition.fact == EngineFact.otherMethods.rawValue
      }
    }
    let isGuarded = policy.storage.guards.contains { tests($0) }
    return policy.storage.tables.allSatisfy { table in
      guard Self.templates(table).contains(.removeMethods(.named)) else { return true }
      return isGuarded || table.rows.contains { tests($0) }
    }
  }
}

extension CodeTreatment {
  /// Whether the codes go to the account's address and remain valid when the account gets another one.
  ///
  /// With such a code, the owner of the former address can take the change back.
  var outlivesAddress: Bool {
    recipient == .account && owner == .account && staleness == .never
  }
}
