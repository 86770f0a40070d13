internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview

/// The providers and kinds of sign-in that get somebody into an account that exists.
///
/// A method is a way in only if some cell lets its provider and kind sign in. The cells are those of every table of an
/// attempt in no particular session, with guards applied, under the settings that are given; a setting that is not given can
/// have any of its values.
struct Entrances: Sendable {
  private struct Entrance: Hashable {
    /// The value of the fact `provider`.
    var provider: Int
    var kind: MethodKind
  }

  /// By table, what signs in.
  private var entrances: [Int: Set<Entrance>] = [:]
  private let settings: FactLimits

  /// Asks the tables of a policy.
  ///
  /// - Parameters:
  ///   - policy: the policy.
  ///   - settings: the settings that have one value.
  ///   - tables: the policy's tables, if they were already made; nil makes those that are asked.
  init(_ policy: CompiledPolicy, under settings: FactLimits, _ tables: [AnswerTable]? = nil) {
    self.settings = settings
    for index in policy.storage.tables.indices where Self.canSignIn(index, of: policy) {
      let table = tables?[index] ?? AnswerTable(index, of: policy)
      entrances[index] = Self.entrances(of: table, policy, under: settings)
    }
  }

  /// Whether a provider's methods of a kind sign in.
  func open(provider value: Int, _ kind: MethodKind) -> Bool {
    let entrance = Entrance(provider: value, kind: kind)
    return entrances.values.contains { $0.contains(entrance) }
  }

  /// Whether the methods of some provider of a kind sign in.
  func open(_ kind: MethodKind) -> Bool {
    entrances.values.contains { $0.contains { $0.kind == kind } }
  }

  /// Whether a table of an edited policy lets the same methods sign in.
  func agree(with table: AnswerTable, of policy: CompiledPolicy) -> Bool {
    guard Self.canSignIn(table.index, of: policy) else { return true }
    return entrances[table.index] == Self.entrances(of: table, policy, under: settings)
  }

  private static func canSignIn(_ index: Int, of policy: CompiledPolicy) -> Bool {
    let table = policy.storage.tables[index]
    let action = policy.vocabulary.actions[table.action]
    return !table.kinds.isEmpty && action.pointsTo != .session && !action.isAdministrators
      && table.rows.contains { row in
        row.answer.effects.contains { $0.templates.contains(.openSession) }
      }
  }

  private static func entrances(
    of table: AnswerTable, _ policy: CompiledPolicy, under settings: FactLimits
  ) -> Set<Entrance> {
    var found: Set<Entrance> = []
    for kind in table.kinds.compactMap({ $0 }) {
      for (value, provider) in policy.vocabulary.providers.providers.enumerated()
      where provider.kinds.contains(kind) {
        var limits = settings
        limits.limit(EngineFact.kind.rawValue, to: Int(kind.rawValue))
        limits.limit(EngineFact.provider.rawValue, to: value)
        limits.limit(.account, to: FactValue.AccountVerification.noAddress, .unverified, .verified)
        if !kind.isSubjectTheAddress {
          limits.limit(.credential, to: FactValue.Credential.known, .own)
        }
        let isOpen = table.hasAnswer(where: limits) { meaning in
          meaning.reply.refusal == nil && meaning.writes.contains(.openSession)
            && !meaning.writes.makeAccount
        }
        if isOpen {
          found.insert(Entrance(provider: value, kind: kind))
        }
      }
    }
    return found
  }
}
