internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// A check of answers about an account outside the attempt's tenant: no answer may change, disclose or depend on such
/// an account.
///
/// Lookups by credential and address stay inside one tenant. Attempts therefore reach accounts of other tenants only
/// through a session, a target or a code. An attempt that reaches an account of another tenant has the fact
/// `tenant: other`. If a policy never tests `tenant`, such an attempt is an input error.
///
/// If an attempt does not find its account by the session, the session can belong to any tenant. The effect
/// `issue-token` would renew the session. No fact shows the tenant of the session, so the check of `issue-token` also
/// covers policies that never test `tenant`.
struct TenantTables {
  private let policy: CompiledPolicy
  private let given: [ResolvedCondition]

  /// Creates the check of a policy.
  ///
  /// - Parameters:
  ///   - policy: the policy.
  ///   - settings: the settings with a fixed value; any other setting can have any value.
  init(_ policy: CompiledPolicy, given settings: Settings = Settings()) {
    self.policy = policy
    given = policy.conditions(onGiven: settings)
  }

  /// The rows and guards that act on an account of another tenant.
  ///
  /// For a table that is too large to check, the list contains every row and guard. If the policy never tests `tenant`,
  /// the list contains only the rows and guards of this table that renew a session.
  var acting: [RowName] {
    policy.storage.tables.indices.reduce(into: []) { rows, table in
      rows += acting(inTable: table).filter { !rows.contains($0) }
    }
  }

  /// Whether some attempt can point to an account of another tenant.
  private var reachesOthers: Bool {
    policy.vocabulary.usedFacts.contains(EngineFact.tenant.rawValue)
  }

  private var other: ResolvedCondition {
    ResolvedCondition(.tenant, in: [FactValue.Tenant.other.rawValue])
  }

  private var inSession: ResolvedCondition {
    ResolvedCondition(
      .session,
      in: [
        FactValue.SessionValue.recent.rawValue, FactValue.SessionValue.old.rawValue,
        FactValue.SessionValue.revoked.rawValue,
      ])
  }

  private var own: [ResolvedCondition] {
    [
      ResolvedCondition(.address, in: [FactValue.Address.own.rawValue]),
      ResolvedCondition(.credential, in: [FactValue.CredentialValue.own.rawValue]),
    ]
  }

  private func acting(inTable index: Int) -> [RowName] {
    let table = policy.storage.tables[index]
    let hasOtherSession = policy.vocabulary.actions[table.action].pointsTo != .session
    var decided = DecidedCells(
      ofTable: index, of: policy,
      distinguishing: given + [other, inSession] + (reachesOthers ? own : []))
    let meant = decided.cells.cells(matching: given)
    var rows: [RowName] = []
    if reachesOthers {
      let foreign = decided.cells.algebra.intersection(
        meant, decided.cells.cells(matching: [other]))
      rows += reaching(foreign, &decided)
    }
    let session = decided.cells.algebra.intersection(
      meant, decided.cells.cells(matching: [inSession]))
    for part in decided.parts
    where hasOtherSession && renewsSession(part.answer) && !rows.contains(part.row)
      && !decided.cells.algebra.intersection(part.cells, session).isEmpty
    {
      rows.append(part.row)
    }
    guard decided.isSpent else { return rows }
    return decided.candidates.filter { _, answer in
      reachesOthers || (hasOtherSession && renewsSession(answer))
    }.map { $0.row }
  }

  /// Returns the rows and guards that change or disclose an account in some cells, or whose visible
  /// answer depends on the account.
  private func reaching(_ foreign: CellGraph, _ decided: inout DecidedCells) -> [RowName] {
    var shown: [(answer: VisibleAnswer, row: RowName, cells: CellGraph)] = []
    var rows: [RowName] = []
    for part in decided.parts {
      guard let answer = part.answer else { continue }
      let here = decided.cells.algebra.intersection(part.cells, foreign)
      guard !here.isEmpty else { continue }
      let visible = VisibleAnswer(answer, policy.storage.errors)
      if changesAccount(answer) || visible.isAboutAccount {
        rows.append(part.row)
      }
      shown.append((visible, part.row, withAnyAccount(here, &decided)))
    }
    for one in shown where !rows.contains(one.row) {
      let differs = shown.contains { other in
        one.answer != other.answer
          && !decided.cells.algebra.intersection(one.cells, other.cells).isEmpty
      }
      if differs {
        rows.append(one.row)
      }
    }
    return rows
  }

  /// Returns the given cells, and every cell that differs only in facts about the account of the other tenant.
  ///
  /// Accounts of the attempt's tenant determine whether an address or a credential is taken. Among the values of the
  /// facts `address` and `credential`, only `own` refers to the account itself.
  private func withAnyAccount(_ here: CellGraph, _ decided: inout DecidedCells) -> CellGraph {
    var cells = here
    for condition in own {
      let isFact = decided.cells.algebra.axes.map { $0.fact == condition.fact }
      let held = decided.cells.algebra.intersection(
        cells, decided.cells.cells(matching: [condition]))
      cells = decided.cells.algebra.union(
        cells, decided.cells.algebra.forgetting(isFact, in: held))
    }
    let facts = own.map { $0.fact }
    let forgotten = decided.cells.algebra.axes.map { axis in
      policy.vocabulary.isOfAccount(axis.fact) && !facts.contains(axis.fact)
    }
    return decided.cells.algebra.forgetting(forgotten, in: cells)
  }

  private func renewsSession(_ answer: CompiledAnswer?) -> Bool {
    answer?.effects.contains { $0.templates.contains(.renewSession) } ?? false
  }

  /// Returns whether an answer has an effect other than ending the caller's session.
  ///
  /// Ending the session does not change the account.
  private func changesAccount(_ answer: CompiledAnswer) -> Bool {
    answer.effects.contains { $0 != .endSession }
  }
}
