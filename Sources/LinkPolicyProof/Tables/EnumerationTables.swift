internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The cells that let a person learn whether an account has an address that the person has not proved (I11).
///
/// The check covers attempts that name an address and that anybody can make. Examples are actions without a session,
/// failed password sign-ins, and sign-ins by a mailed link with an unknown code or for another address. For an action
/// that the policy declares, the check covers every attempt that names an address. If a declared action points to a
/// session or a code, the check covers attempts without a session or a valid code.
///
/// The check compares cells that differ only in facts about the account. The answer for the address of an account must
/// equal the answer for an address that no account has. The check omits first sign-ins and sign-up, because a
/// successful first sign-in or sign-up reveals that no account had the address.
struct EnumerationTables: Sendable {
  /// The settings on which answers depend, as facts.
  private(set) var settings = ValueSet()
  /// The results of each table: the cells that reveal an address, and the rows that decide these cells.
  private var tables: [EnumerationTable] = []

  private struct EnumerationTable: Sendable {
    var cells: TableCells
    var telling: CellGraph
    /// The cells in which the table allows an attempt that the check covers.
    var allowed: CellGraph
    /// The name of the table, such as `sign-in.federated`.
    var name: Name
    /// All cells in which the table allows an attempt.
    var offered: CellGraph
    /// The rows that reveal whether an account has the address.
    var rows: [RowName]
    /// Every row and guard of the table; used if the table has too many cells to find the revealing rows.
    var candidates: [RowName]
  }

  init(_ policy: CompiledPolicy) {
    for index in policy.storage.tables.indices {
      let table = policy.storage.tables[index]
      let action = policy.vocabulary.actions[table.action]
      guard Self.isAsked(action, of: policy) else { continue }
      let kinds = table.attemptKinds
      let attempts = kinds.flatMap { Self.attempts(action, $0) }
      guard !attempts.isEmpty else { continue }
      look(at: index, of: policy, attempts)
    }
  }

  /// Returns the rows that, under the given settings, may reveal whether an account has an address.
  func telling(under settings: [ResolvedCondition]) -> [RowName] {
    var found: [RowName] = []
    for var table in tables {
      let tested = table.cells.algebra.axes.map { $0.fact }
      let meant = table.cells.cells(matching: settings.filter { tested.contains($0.fact) })
      let telling = table.cells.algebra.intersection(table.telling, meant)
      if table.cells.isSpent {
        found += table.candidates
      } else if !telling.isEmpty {
        found += table.rows
      }
    }
    return found
  }

  /// Returns whether the policy allows any covered attempt under the given values of settings.
  ///
  /// A policy that refuses all covered attempts reveals nothing, but nobody can use the policy's actions.
  func allowsAnything(under settings: [ResolvedCondition]) -> Bool {
    tables.contains { table in
      var table = table
      let tested = table.cells.algebra.axes.map { $0.fact }
      let meant = table.cells.cells(matching: settings.filter { tested.contains($0.fact) })
      let allowed = table.cells.algebra.intersection(table.allowed, meant)
      return table.cells.isSpent || !allowed.isEmpty
    }
  }

  /// Returns the tables that allow nothing under the given values of settings, but something under other values.
  ///
  /// A table that allows nothing reveals nothing, but is no evidence that the settings protect addresses.
  func switchedOff(under settings: [ResolvedCondition]) -> [Name] {
    tables.compactMap { table in
      var table = table
      let tested = table.cells.algebra.axes.map { $0.fact }
      let meant = table.cells.cells(matching: settings.filter { tested.contains($0.fact) })
      let offered = table.cells.algebra.intersection(table.offered, meant)
      let isOff = !table.offered.isEmpty && offered.isEmpty && !table.cells.isSpent
      return isOff ? table.name : nil
    }
  }

  /// Returns whether the check covers attempts of an action: every action except sign-up and the actions that only
  /// administrators attempt.
  static func isAsked(_ action: ActionDefinition, of policy: CompiledPolicy) -> Bool {
    !policy.isAdministrators(action) && action.name != StandardAction.signUp.name
  }

  /// For a kind of method, returns the conditions of the attempts that the check covers; empty if the check covers
  /// none.
  ///
  /// Anybody can make the covered attempts for any address. A covered attempt lets nobody into an existing account,
  /// unless the policy signs in a person who only names an address.
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
    // A person who is not an administrator may name any target account.
    case .target: return [kind.map { [kindCondition($0)] } ?? []]
    case .session:
      let sessions = [FactValue.SessionValue.none.rawValue, FactValue.SessionValue.gone.rawValue]
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
    case .password, .emailLink, .federated, .phone, .custom, .passkey, .anonymous:
      return isOwn ? kind.map { [[kindCondition($0)]] } ?? [] : []
    }
  }

  private static var unusable: ResolvedCondition {
    ResolvedCondition(
      .code, in: [FactValue.CodeValue.unknown.rawValue, FactValue.CodeValue.absent.rawValue])
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
    // The subject of a credential does not depend on the named address.
    let kinds = policy.storage.tables[index].kinds
    let bringsSubject = !kinds.isEmpty && kinds.allSatisfy { !$0.isSubjectTheAddress }
    let forgotten = decided.cells.algebra.axes.map { axis in
      policy.vocabulary.isOfAccount(axis.fact)
        && !(bringsSubject && axis.fact == EngineFact.credential.rawValue)
    }
    let action = policy.vocabulary.actions[policy.storage.tables[index].action]
    let isOwn = !StandardAction.allCases.contains { $0.name == action.name }
    var shown:
      [(
        key: VisibleAnswer, row: RowName, succeeds: Bool, known: CellGraph, unknown: CellGraph
      )] = []
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
          VisibleAnswer(part.answer, policy.storage.errors), part.row,
          isOwn && Self.getsIn(part.answer),
          decided.cells.algebra.forgetting(forgotten, in: known),
          decided.cells.algebra.forgetting(forgotten, in: unknown)
        ))
    }
    var telling = CellGraph.empty
    var rows: [RowName] = []
    for one in shown where !one.known.isEmpty {
      for other in shown where one.key != other.key || one.key.isAboutAccount {
        // If the attempt creates an account or signs in, the person learns in any case whether an account had the
        // address.
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
      EnumerationTable(
        cells: decided.cells, telling: telling, allowed: allowed,
        name: policy.storage.tables[index].key, offered: anything,
        rows: rows, candidates: decided.candidates.map { $0.row }))
  }
}

/// The result of the search for settings that prevent enumeration.
struct EnumerationFinding: Sendable {
  /// The checked combinations of settings.
  let combinations: ProtectingSettings
  /// The settings to change from their first values, so that the tables reveal nothing; nil if every combination
  /// reveals something.
  let protecting: [ProtectingSettings.SettingChange]?
  /// The tables that allow nothing under `protecting`, but something under other values.
  ///
  /// A table that allows nothing reveals nothing, but nobody can use the table.
  let switchedOff: [Name]
  /// The index of the combination under which the fewest rows reveal an address; nil if no combination was checked.
  let mostProtecting: Int?
  /// The indices of the checked combinations, up to the first that reveals nothing.
  ///
  /// The check skips combinations under which the policy allows nothing, unless every combination allows nothing.
  let asked: [Int]
  /// The rows that may reveal an address under the `mostProtecting` combination; empty if no row may reveal an address.
  let suspects: [RowName]

  init(_ policy: CompiledPolicy, given: Settings) {
    let tables = EnumerationTables(policy)
    combinations = ProtectingSettings(policy, relevant: tables.settings, given: given)
    var fewest: [RowName]?
    var mostProtecting: Int?
    var protecting: [ProtectingSettings.SettingChange]?
    var switchedOff: [Name] = []
    var asked: [Int] = []
    let all = combinations.all(given: given).map { policy.conditions(on: $0) }
    // A combination that allows nothing reveals nothing, so the combination counts only if every combination allows
    // nothing.
    let isOffered = all.contains { tables.allowsAnything(under: $0) }
    for (place, settings) in all.enumerated() {
      guard !isOffered || tables.allowsAnything(under: settings) else { continue }
      asked.append(place)
      let rows = tables.telling(under: settings)
      if rows.count < fewest?.count ?? .max {
        fewest = rows
        mostProtecting = place
      }
      if rows.isEmpty {
        protecting = combinations.changes[place]
        switchedOff = tables.switchedOff(under: settings)
        break
      }
    }
    self.protecting = protecting
    self.asked = asked
    self.switchedOff = switchedOff
    self.mostProtecting = mostProtecting
    suspects = fewest ?? []
  }
}

/// The combinations of settings that may prevent enumeration of addresses.
///
/// A policy may give its settings any names and values. A policy therefore prevents enumeration if some combination of
/// values prevents enumeration.
struct ProtectingSettings: Sendable {
  /// The name of a setting without a given value, and a value to try.
  typealias SettingChange = (name: String, value: String)

  private static let limit = 4096

  /// For each combination, the settings that differ from their first values.
  ///
  /// The list begins with the combinations that change the fewest settings.
  let changes: [[SettingChange]]
  /// The settings that keep their first value in every combination, because their values would make too many
  /// combinations.
  let untried: [String]
  /// Whether there are too many combinations, so that `changes` omits some of them.
  var isCut: Bool { !untried.isEmpty }

  /// Creates the combinations of a policy's settings, some of which have a given value.
  ///
  /// - Parameters:
  ///   - policy: the policy.
  ///   - relevant: the settings that affect answers, as facts.
  ///   - given: the settings with a fixed value, which no combination changes.
  init(_ policy: CompiledPolicy, relevant: ValueSet, given: Settings) {
    var changes: [[SettingChange]] = [[]]
    var untried: [String] = []
    let first = policy.vocabulary.schema.settings.lowerBound
    for (place, setting) in policy.document.settings.enumerated()
    where relevant.contains(first + place)
      && !given.values.contains(where: { setting.name.value == Name($0.name) })
    {
      let further = setting.values.dropFirst().map { value in
        (name: setting.name.value.text, value: value.value.text)
      }
      guard changes.count * (further.count + 1) <= Self.limit else {
        untried.append(setting.name.value.text)
        continue
      }
      changes += further.flatMap { change in changes.map { $0 + [change] } }
    }
    self.changes = changes.enumerated().sorted {
      ($0.element.count, $0.offset) < ($1.element.count, $1.offset)
    }.map { $0.element }
    self.untried = untried
  }

  /// Returns each combination as complete settings, including the given values.
  func all(given: Settings) -> [Settings] {
    changes.map { changes in
      var settings = given
      settings.values += changes.map { (name: $0.name, value: $0.value) }
      return settings
    }
  }
}
