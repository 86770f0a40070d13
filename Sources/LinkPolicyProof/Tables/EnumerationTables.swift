internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview

/// What tables show of whether an address is known to somebody who has not proved that it is his, in every
/// cell.
///
/// Asked of every action that names an address and needs no session, in whatever session it is made, of failed password sign-ins, and of
/// sign-ins with a mailed link whose code is unknown or that was mailed to another address. Of an action of a policy's own it is
/// asked whatever it carries, and of one that points to a session or a code where it is made with none. Two cells are compared that differ in the account alone:
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
    /// Where something is allowed of what may show an address to be known.
    var allowed: CellGraph
    /// The name of the table.
    var name: Name
    /// Where the table allows anything at all.
    var offered: CellGraph
    var rows: [RowName]
    var isSpent: Bool
  }

  init(_ policy: CompiledPolicy) {
    for index in policy.storage.tables.indices {
      let table = policy.storage.tables[index]
      let action = policy.vocabulary.actions[table.action]
      guard Self.isAsked(action) else { continue }
      let kinds: [MethodKind?] = table.kinds.isEmpty ? [nil] : table.kinds.map { $0 }
      let attempts = kinds.flatMap { Self.attempts(action, $0) }
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

  /// The tables that let nothing through under some values of settings, though they do under others: what they show of an
  /// address is not shown because nobody is served.
  func switchedOff(under settings: [ResolvedCondition]) -> [Name] {
    tables.compactMap { table in
      var table = table
      let tested = table.cells.algebra.axes.map { $0.fact }
      let meant = table.cells.cells(matching: settings.filter { tested.contains($0.fact) })
      let isOff =
        !table.isSpent && !table.offered.isEmpty
        && table.cells.algebra.intersection(table.offered, meant).isEmpty
      return isOff ? table.name : nil
    }
  }

  /// Whether attempts of an action may show an address to be known, as far as the invariant is about them.
  static func isAsked(_ action: ActionDefinition) -> Bool {
    !action.isAdministrators && action.name != StandardAction.signUp.name
  }

  /// What holds of the attempts of a kind that anybody can make about any address, and by which nobody gets in but by
  /// knowing the address or by making an account; empty where there are none.
  static func attempts(
    _ action: ActionDefinition, _ kind: MethodKind?
  ) -> [[ResolvedCondition]] {
    let isOwn = !StandardAction.allCases.contains { $0.name == action.name }
    switch action.addressPresence(kind) {
    case .none: return []
    case .byKind where kind == nil: return []
    case .byKind, .required, .optional: break
    }
    switch action.pointsTo {
    case .target: return []
    case .session:
      let sessions = [FactValue.Session.none.rawValue, FactValue.Session.gone.rawValue]
      return [
        (kind.map { [kindCondition($0)] } ?? []) + [ResolvedCondition(.session, in: sessions)]
      ]
    case .code: return [(kind.map { [kindCondition($0)] } ?? []) + [unusable]]
    case .credential: break
    }
    switch kind {
    case nil: return [[]]
    case .password where action.checksSecret:
      let secrets = [FactValue.Secret.wrong.rawValue, FactValue.Secret.absent.rawValue]
      return [[kindCondition(.password), ResolvedCondition(.secret, in: secrets)]]
    case .emailLink where action.carriesCode(.emailLink):
      let other = ResolvedCondition(.linkAddress, in: [FactValue.LinkAddress.different.rawValue])
      return [[kindCondition(.emailLink), unusable], [kindCondition(.emailLink), other]]
    case .password, .emailLink, .federated, .phone, .custom, .anonymous:
      return isOwn ? kind.map { [[kindCondition($0)]] } ?? [] : []
    }
  }

  private static var unusable: ResolvedCondition {
    ResolvedCondition(
      .code, in: [FactValue.Code.unknown.rawValue, FactValue.Code.absent.rawValue])
  }

  private static func getsIn(_ answer: CompiledAnswer?) -> Bool {
    answer?.effects.contains { effect in
      effect.templates.contains { $0 == .openSession || $0.kind == .insertAccount }
    } ?? false
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
    // Whose subject it is that somebody brings does not depend on the address that he names.
    let kinds = policy.storage.tables[index].kinds
    let bringsSubject = !kinds.isEmpty && kinds.allSatisfy { !$0.isSubjectTheAddress }
    let forgotten = decided.cells.algebra.axes.map { axis in
      policy.vocabulary.isOfAccount(axis.fact)
        && !(bringsSubject && axis.fact == EngineFact.credential.rawValue)
    }
    let action = policy.vocabulary.actions[policy.storage.tables[index].action]
    let isOwn = !StandardAction.allCases.contains { $0.name == action.name }
    var shown:
      [(key: ShownAnswer, row: RowName, succeeds: Bool, known: CellGraph, unknown: CellGraph)] = []
    var allowed = CellGraph.empty
    var offered: [CellGraph] = []
    let failing = attempts.map { decided.cells.cells(matching: $0) }
    let meant = decided.cells.algebra.union(failing)
    let (knownCells, unknownCells) = (
      decided.cells.cells(matching: [held]), decided.cells.cells(matching: [free])
    )
    for part in decided.parts {
      if let answer = part.answer, answer.error == nil {
        offered.append(part.cells)
      }
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
          isOwn && Self.getsIn(part.answer),
          decided.cells.algebra.forgetting(forgotten, in: known),
          decided.cells.algebra.forgetting(forgotten, in: unknown)
        ))
    }
    var telling = CellGraph.empty
    var rows: [RowName] = []
    for one in shown where !one.known.isEmpty {
      for other in shown where one.key != other.key || one.key.isAboutAccount {
        // Whoever has an account made by it, or is signed in, learns it anyway.
        guard !other.succeeds else { continue }
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
    let anything = decided.cells.algebra.union(offered)
    tables.append(
      Table(
        cells: decided.cells, telling: telling, allowed: allowed,
        name: policy.storage.tables[index].key, offered: anything,
        rows: decided.isSpent ? decided.parts.map { $0.row } : rows, isSpent: decided.isSpent))
  }
}

/// What the outside sees of an answer.
private struct ShownAnswer: Equatable {
  var outcome: Reply.NamedRefusal?
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
