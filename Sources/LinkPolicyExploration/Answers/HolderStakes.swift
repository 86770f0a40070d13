internal import LinkPolicy
package import LinkPolicyAuthoring

/// The losses that a policy can cause to account holders in at least one cell of its tables.
package struct HolderStakes: Hashable, Sendable {
  /// Whether owners receive mails with which they can undo a change of the address.
  package var haveUndo = false
  /// Whether a session can be the only way into an account, as after an anonymous sign-in.
  package var haveSessionsAlone = false

  /// Whether a row removes methods or second factors, but only from accounts with an unverified address.
  package var dependOnMark = false
  /// Whether a signed-in person can, without proving an address, remove the methods that did not prove the account's
  /// address.
  package var dependOnProof = false

  /// Whether a row or guard tests the ticket of an attempt, so that a remedy can change the answer.
  package var dependOnTickets = false

  /// Creates stakes without any possible loss.
  package init() {}

  /// Derives the possible losses from a policy's declarations, rows and guards.
  package init(of policy: CompiledPolicy) {
    let purposes = policy.vocabulary.purposes
    dependOnTickets = policy.vocabulary.isUsed(.ticket)
    haveUndo = policy.storage.tables.contains { table in
      Self.templates(table).contains { template in
        guard case .putCode(let purpose) = template else { return false }
        return purposes[purpose]?.treatment.outlivesAddress ?? false
      }
    }
    dependOnMark = policy.storage.tables.enumerated().contains { index, table in
      Self.takesFromUnverified(table, at: index, policy)
    }
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

  /// Returns whether a row of the table may remove methods or second factors, but only from accounts with an unverified
  /// address.
  private static func takesFromUnverified(
    _ table: CompiledTable, at index: Int, _ policy: CompiledPolicy
  ) -> Bool {
    let marks = MarkTests(policy)
    // A guard or another row may decide all verified accounts, so that only unverified accounts reach this row.
    let others = table.rows + policy.guards(ofTable: index).map { policy.storage.guards[$0] }
    let isNarrowed = others.contains { marks.canTakeVerified($0) }
    return table.rows.contains { row in
      row.answer.effects.contains { $0.templates.contains { Self.takesWays($0) } }
        && (marks.ownMark(of: row) ?? isNarrowed)
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

  /// Returns whether an attempt without a method can sign in, either by a code or into a new account.
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

  /// Returns whether people who remove methods of their choice always keep one method.
  ///
  /// The result is true if a guard tests the number of methods, or if each table that removes chosen methods has a row
  /// with this test.
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

/// A search for conditions that test whether the account's address is verified, directly or by a derived fact.
private struct MarkTests {
  /// The derived facts that depend on whether the account's address is verified.
  private let derived: ValueSet

  init(_ policy: CompiledPolicy) {
    let first = policy.vocabulary.schema.derived.lowerBound
    let behind = policy.factsBehindDerived
    derived = ValueSet(
      behind.indices.filter { behind[$0].contains(EngineFact.account.rawValue) }.map { first + $0 })
  }

  /// Returns whether the conditions of a row select only accounts with an unverified address; nil if no condition tests
  /// the verification.
  ///
  /// A derived fact that depends on the verification counts as selecting unverified accounts, because some of its
  /// values may select them. A condition on the verification itself takes precedence.
  func ownMark(of row: CompiledRow) -> Bool? {
    var result: Bool?
    for condition in row.conditions {
      if derived.contains(condition.fact) {
        result = result ?? true
      } else if let isUnverified = mark(condition) {
        result = isUnverified
      }
    }
    return result
  }

  /// Returns whether a condition of the row or guard excludes unverified addresses, or tests a derived fact that may
  /// exclude them.
  func canTakeVerified(_ row: CompiledRow) -> Bool {
    row.conditions.contains { derived.contains($0.fact) || mark($0) == false }
  }

  /// Returns true if a condition accepts unverified but not verified addresses, false for the reverse, and nil if the
  /// condition treats both alike.
  private func mark(_ condition: ResolvedCondition) -> Bool? {
    guard condition.fact == EngineFact.account.rawValue else { return nil }
    let unverified = condition.values.contains(FactValue.AccountVerification.unverified.rawValue)
    let verified = condition.values.contains(FactValue.AccountVerification.verified.rawValue)
    return unverified == verified ? nil : unverified
  }
}

extension CodeTreatment {
  /// Whether the codes go to the account's address and remain valid after the account's address changes.
  ///
  /// The code lets the owner of the former address undo the change.
  var outlivesAddress: Bool {
    recipient == .account && owner == .account && staleness == .never
  }
}
