internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The providers and kinds of method with which a person can sign in to an existing account.
///
/// A method opens an account if the answer of some cell of a table, after all guards, signs in with the provider and
/// kind of the method. If a setting has a fixed value, the cell must have this value. A setting without a fixed value,
/// and an input that no assumption limits, can have any value. A sign-in that no user performs, such as a sign-in by an
/// administrator, opens no account.
struct Entrances: Sendable {
  private struct Entrance: Hashable {
    /// The method's provider, as a value of the fact `provider`.
    var provider: Int
    var kind: MethodKind
    /// The declared identifier by which a password finds its account; nil if the address finds the account, and for
    /// other kinds of method.
    var finder: Int?
  }

  /// The sign-ins that each table accepts, by the index of the table.
  private var entrances: [Int: Set<Entrance>] = [:]
  private let settings: FactLimits

  /// Finds the entrances by queries of a policy's tables.
  ///
  /// - Parameters:
  ///   - policy: the policy.
  ///   - settings: the settings that have a fixed value; any other setting can have any value.
  ///   - tables: the tables to query; nil to create them from the policy.
  init(_ policy: CompiledPolicy, under settings: FactLimits, _ tables: [AnswerTable]? = nil) {
    self.settings = settings
    for index in policy.storage.tables.indices where Self.canSignIn(index, of: policy) {
      let table = tables?[index] ?? AnswerTable(index, of: policy)
      entrances[index] = Self.entrances(of: table, policy, under: settings)
    }
  }

  /// Returns whether a method signs in to an account.
  ///
  /// - Parameters:
  ///   - value: the provider, as a value of the fact `provider`; nil if any provider of the kind suffices.
  ///   - kind: the kind of the method.
  ///   - keys: the address and identifiers by which attempts find the account.
  /// - Returns: true if some sign-in with the method opens an account with the keys.
  func open(provider value: Int?, _ kind: MethodKind, to keys: AccountKeys) -> Bool {
    entrances.values.contains { entrances in
      entrances.contains { entrance in
        guard entrance.kind == kind, value.map({ $0 == entrance.provider }) ?? true else {
          return false
        }
        return entrance.finder.map { keys.identifiers.contains($0) }
          ?? (keys.hasAddress || !kind.isSubjectTheAddress)
      }
    }
  }

  /// Returns whether a table of an edited policy accepts the same sign-ins as the table of the original policy.
  func agree(with table: AnswerTable, of policy: CompiledPolicy) -> Bool {
    let edited =
      Self.canSignIn(table.index, of: policy)
      ? Self.entrances(of: table, policy, under: settings) : []
    return entrances[table.index, default: []] == edited
  }

  private static func canSignIn(_ index: Int, of policy: CompiledPolicy) -> Bool {
    let table = policy.storage.tables[index]
    let action = policy.vocabulary.actions[table.action]
    return !table.kinds.isEmpty && action.pointsTo != .session && policy.isUsers(action)
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
        // A mailed link also opens an account that does not list the link as a method yet.
        if kind != .emailLink {
          limits.limit(.credential, to: FactValue.CredentialValue.known, .own)
        }
        let finders = kind == .password ? table.searched.map { Optional($0) } : []
        for finder in [nil] + finders
        where isOpen(table, within: limits, finder: finder, kind: kind, under: policy) {
          found.insert(Entrance(provider: value, kind: kind, finder: finder))
        }
      }
    }
    return found
  }

  /// Returns whether the answer of some cell within limits signs in to the account that the identifier `finder` finds.
  ///
  /// If `finder` is nil, an address or a credential finds the account.
  private static func isOpen(
    _ table: AnswerTable, within limits: FactLimits, finder: Int?, kind: MethodKind,
    under policy: CompiledPolicy
  ) -> Bool {
    var limits = limits
    if kind == .password, !table.searched.isEmpty {
      PasswordFinder(table: table, vocabulary: policy.vocabulary).limit(&limits, by: finder)
      limits.limit(.credential, to: FactValue.CredentialValue.known)
      limits.limit(.sameProvider, to: FactValue.SameProvider.sameSubject)
      if table.action.checksSecret {
        limits.limit(.secret, to: Assertion.Secret.right)
      }
      if let finder {
        limits.limit(
          policy.vocabulary.fact(ofIdentifier: finder), to: IdentifierValue.own.rawValue)
      } else {
        limits.limit(EngineFact.address.rawValue, to: FactValue.Address.stated)
      }
    }
    return table.hasAnswer(where: limits) { meaning in
      meaning.reply.refusal == nil && meaning.writes.contains(.openSession)
        && !meaning.writes.makeAccount
    }
  }
}
