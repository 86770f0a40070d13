internal import LinkPolicy
internal import LinkPolicyAnalysis

/// What tables show of whether an address is known to somebody who has not proved that it is his, in every
/// cell.
///
/// Asked of every action that names an address and needs no session, in whatever session it is made, of failed password sign-ins, and of
/// sign-ins with a mailed link whose code is unknown. Two cells are compared that differ in the account alone:
/// whatever it is, the same is shown as where nobody holds the address. First sign-ins and sign-up are left
/// out: whoever succeeds there learns it anyway.
struct EnumerationTables: Sendable {
  /// The settings that answers depend on, as facts.
  private(set) var settings = ValueSet()
  /// The rows that show something to be known, and the combinations of settings in which they do.
  private var tables: [Table] = []

  private struct Table: Sendable {
    var cells: TableCells
    var telling: CellGraph
    /// Where something is allowed.
    var allowed: CellGraph
    var rows: [RowName]
    var isSpent: Bool
  }

  init(_ policy: CompiledPolicy) {
    for index in policy.storage.tables.indices {
      let table = policy.storage.tables[index]
      let action = policy.vocabulary.actions[table.action]
      guard action.pointsTo == .credential, !action.isAdministrators,
        action.name != StandardAction.signUp.name
      else { continue }
      let kinds: [MethodKind?] = table.kinds.isEmpty ? [nil] : table.kinds.map { $0 }
      let attempts = kinds.compactMap { Self.failing(action, $0) }
      guard !attempts.isEmpty else { continue }
      look(at: index, of: policy, attempts)
    }
  }

  /// The rows that may show whether an address is known under some values of settings; empty where
  /// nothing does.
  func telling(under settings: [ResolvedCondition]) -> [RowName] {
    var found: [RowName] = []
    for var table in tables {
      let tested = table.cells.algebra.axes.map { $0.fact }
      let meant = table.cells.cells(matching: settings.filter { tested.contains($0.fact) })
      if table.isSpent || !table.cells.algebra.intersection(table.telling, meant).isEmpty {
        found += table.rows
      }
    }
    return found
  }

  /// Whether any of the attempts is let through under some values of settings: where all are refused,
  /// nothing is shown because nothing is offered.
  func allowsAnything(under settings: [ResolvedCondition]) -> Bool {
    tables.contains { table in
      var table = table
      let tested = table.cells.algebra.axes.map { $0.fact }
      let meant = table.cells.cells(matching: settings.filter { tested.contains($0.fact) })
      return table.isSpent || !table.cells.algebra.intersection(table.allowed, meant).isEmpty
    }
  }

  /// What holds of the attempts of a kind that cannot succeed but by knowing the address; nil where
  /// there are none.
  private static func failing(
    _ action: ActionDefinition, _ kind: MethodKind?
  ) -> [ResolvedCondition]? {
    switch kind {
    case nil:
      switch action.addressPresence(nil) {
      case .none, .byKind: return nil
      case .required, .optional: return []
      }
    case .password where action.checksSecret:
      let secrets = [FactValue.Secret.wrong.rawValue, FactValue.Secret.absent.rawValue]
      return [kindCondition(.password), ResolvedCondition(.secret, in: secrets)]
    case .emailLink where action.carriesCode(.emailLink):
      let codes = [FactValue.Code.unknown.rawValue, FactValue.Code.absent.rawValue]
      return [kindCondition(.emailLink), ResolvedCondition(.code, in: codes)]
    case .password, .emailLink, .federated, .phone, .custom, .anonymous: return nil
    }
  }

  private static func kindCondition(_ kind: MethodKind) -> ResolvedCondition {
    ResolvedCondition(.kind, in: [Int(kind.rawValue)])
  }

  private mutating func look(
    at index: Int, of policy: CompiledPolicy, _ attempts: [[ResolvedCondition]]
  ) {
    let free = ResolvedCondition(.address, in: [FactValue.Address.free.rawValue])
    let held = ResolvedCondition(
      .address,
      in: [
        FactValue.Address.own.rawValue, FactValue.Address.taken.rawValue,
        FactValue.Address.several.rawValue,
      ])
    let settings = policy.vocabulary.schema.settings
    var decided = DecidedCells(
      ofTable: index, of: policy, distinguishing: attempts.flatMap { $0 } + [free, held])
    let forgotten = decided.cells.algebra.axes.map { Self.isOfAccount($0.fact, policy) }
    var shown: [(key: ShownAnswer, row: RowName, known: CellGraph, unknown: CellGraph)] = []
    var allowed = CellGraph.empty
    let failing = attempts.map { decided.cells.cells(matching: $0) }
    let meant = decided.cells.algebra.union(failing)
    let (knownCells, unknownCells) = (
      decided.cells.cells(matching: [held]), decided.cells.cells(matching: [free])
    )
    for part in decided.parts {
      let here = decided.cells.algebra.intersection(part.cells, meant)
      guard !here.isEmpty else { continue }
      if let answer = part.answer, answer.error == nil {
        allowed = decided.cells.algebra.union(allowed, here)
      }
      let known = decided.cells.algebra.intersection(here, knownCells)
      let unknown = decided.cells.algebra.intersection(here, unknownCells)
      shown.append(
        (
          ShownAnswer(part.answer, policy.storage.errors), part.row,
          decided.cells.algebra.forgetting(forgotten, in: known),
          decided.cells.algebra.forgetting(forgotten, in: unknown)
        ))
    }
    var telling = CellGraph.empty
    var rows: [RowName] = []
    for one in shown where !one.known.isEmpty {
      for other in shown where one.key != other.key || one.key.isAboutAccount {
        let both = decided.cells.algebra.intersection(one.known, other.unknown)
        guard !both.isEmpty else { continue }
        telling = decided.cells.algebra.union(telling, both)
        if !rows.contains(one.row) {
          rows.append(one.row)
        }
      }
    }
    let tested = decided.cells.algebra.axes.map { $0.fact }.filter { settings.contains($0) }
    self.settings = self.settings.union(ValueSet(tested))
    tables.append(
      Table(
        cells: decided.cells, telling: telling, allowed: allowed,
        rows: decided.isSpent ? decided.parts.map { $0.row } : rows, isSpent: decided.isSpent))
  }

  /// Whether a fact is about the account that is found, and not about the attempt or the service.
  private static func isOfAccount(_ fact: Int, _ policy: CompiledPolicy) -> Bool {
    let schema = policy.vocabulary.schema
    guard let fact = EngineFact(rawValue: fact) else {
      return schema.labels.contains(fact) || schema.derived.contains(fact)
    }
    switch fact {
    case .account, .accountState, .credential, .address, .sameProvider, .methods, .relay, .secret,
      .tenant:
      return true
    case .action, .kind, .provider, .domain, .origin, .nonce, .connection, .consent, .method, .code,
      .linkAddress, .requestedBy, .linkDomain, .linkInApp, .session:
      return false
    }
  }
}

/// What the outside sees of an answer.
private struct ShownAnswer: Equatable {
  var outcome: Reply.Refusal?
  var ask: Remedy?
  var tell: [Disclosure]

  init(_ answer: CompiledAnswer?, _ errors: [CompiledError]) {
    let reply = answer.map { Reply($0, errors) } ?? AnswerMeaning.impossible.reply
    (outcome, ask, tell) = (reply.shown, reply.ask, reply.tell)
  }

  /// Whether what is told differs with the account, although it is told in the same words.
  var isAboutAccount: Bool {
    tell.contains { disclosure in
      switch disclosure {
      case .account, .methods, .addressMethods, .providers, .registered: true
      // The attempt's own.
      case .credential: false
      }
    }
  }
}
