package import LinkPolicy
package import LinkPolicyAuthoring

/// The features, and pairs of features, of the stores seen so far.
///
/// An exploration uses the features to decide whether to expand a store.
///
/// A feature is a property of an account, or of codes and sessions without an account. After its first stores, a search
/// expands stores with a new feature, then stores with a new pair of features, and no other stores. This rule bounds
/// the search, which can therefore miss situations that need three features at once.
struct Novelty {
  /// The novelty of a store: `feature` if a feature is new, or if a pair is new even in coarse precision; `pair` if a
  /// pair within an account is new only in a finer precision.
  enum Rank: Int, CaseIterable {
    case feature, pair, nothing
  }

  private var pairs: Set<UInt64> = []
  private let sketch: StoreSketch

  init(_ sketch: StoreSketch) {
    self.sketch = sketch
  }

  /// Returns the novelty of a store, and records all features of the store.
  mutating func note(_ store: Accounts) -> Rank {
    var groups: [[Feature]] = store.accounts.map { features(of: $0, store) }
    groups.append(looseFeatures(of: store))
    var rank = Rank.nothing
    func raise(to other: Rank, if isNew: Bool) {
      if isNew, other.rawValue < rank.rawValue {
        rank = other
      }
    }
    for (index, group) in groups.enumerated() {
      for (place, feature) in group.enumerated() {
        raise(to: .feature, if: insert(feature.full, feature.full, relation: 0))
        for other in group[(place + 1)...] {
          raise(to: .feature, if: insert(feature.coarse, other.coarse, relation: 0))
          raise(to: .pair, if: insert(feature.within, other.within, relation: 0))
        }
        for number in groups.indices[(index + 1)...] {
          // Accounts of different tenants never interact, so their pairs of features count separately from the pairs
          // within a tenant.
          let relation = areApart(index, number, in: store) ? UInt64(2) : 1
          for other in groups[number] {
            raise(to: .feature, if: insert(feature.coarse, other.coarse, relation: relation))
          }
        }
      }
    }
    return rank
  }

  private func areApart(_ a: Int, _ b: Int, in store: Accounts) -> Bool {
    guard store.accounts.indices.contains(a), store.accounts.indices.contains(b) else {
      return false
    }
    return !store.accounts[a].tenant.hasSameBytes(as: store.accounts[b].tenant)
  }

  private mutating func insert(_ a: UInt32, _ b: UInt32, relation: UInt64) -> Bool {
    pairs.insert(UInt64(min(a, b)) << 33 | UInt64(max(a, b)) << 2 | relation).inserted
  }

  private func features(of account: Account, _ store: Accounts) -> [Feature] {
    var features: [Feature] = []
    let email = account.email.map { 1 + sketch.domain(of: $0) } ?? 0
    let verified = account.isEmailVerified ? 1 : 0
    let isRelay = email > 0 && (email - 1) & 1 == 1
    features.append(
      Feature(
        1, [email, verified], coarse: [account.email == nil ? 0 : isRelay ? 2 : 1, verified]))
    features.append(Feature(2, [account.state == .active ? 0 : 1]))
    features.append(Feature(16, [account.profile.name == nil ? 0 : 1]))
    features.append(Feature(3, [account.tenant == nil ? 0 : 1]))
    features.append(Feature(4, [min(account.methods.count, 3)], coarse: [0]))
    for method in account.methods {
      var names = Mentions()
      let isProven = account.email != nil && method.provedAddress.hasSameBytes(as: account.email)
      let holds = account.email != nil && method.address.hasSameBytes(as: account.email)
      let kind = Int(method.closedKind.rawValue)
      features.append(
        Feature(
          5,
          [
            sketch.provider(method.provider, &names) % 1_000, kind,
            (isProven ? 1 : 0) + (holds ? 2 : 0) + (method.isSuperseded ? 4 : 0),
          ], coarse: [kind]))
    }
    for (index, label) in account.labels.enumerated() {
      features.append(
        Feature(6, [index, label.value.utf8.reduce(0) { ($0 * 31 + Int($1)) % 200 }]))
    }
    var open = 0
    for session in store.sessions
    where session.account.hasSameBytes(as: account.id) && !session.isEnded {
      features.append(Feature(7, [Int(sketch.state(of: session, account))]))
      open += 1
    }
    features.append(Feature(8, [min(open, 2)]))
    for code in store.codes where code.account.hasSameBytes(as: account.id) {
      features.append(feature(of: code, account, store))
    }
    return features
  }

  private func looseFeatures(of store: Accounts) -> [Feature] {
    var features: [Feature] = []
    let isGone = store.sessions.contains { $0.isEnded || store.account($0.account) == nil }
    features.append(Feature(9, [isGone ? 1 : 0]))
    for code in store.codes where code.account.flatMap({ store.account($0) }) == nil {
      features.append(feature(of: code, nil, store))
    }
    return features
  }

  private func feature(
    of code: Accounts.MailedCode, _ owner: Account?, _ store: Accounts
  ) -> Feature {
    let isStale = owner.map { !$0.email.hasSameBytes(as: code.boundTo) } ?? false
    let number = sketch.number(of: code.purpose)
    let isOwn = owner.map { $0.email.hasSameBytes(as: code.address) } ?? false
    let isHeld = store.accounts.contains { $0.email.hasSameBytes(as: code.address) }
    let state = (code.isUsed ? 2 : code.isExpired ? 1 : 0) + (isStale ? 3 : 0)
    let relation = (isOwn ? 1 : 0) + (isHeld ? 2 : 0)
    let requester = Int(sketch.requester(of: code, store))
    // The numbers below 32 denote other features. Each of the first 95 purposes has its own number, and all further
    // purposes share one number.
    let purpose = 32 + min(number, 95)
    // Only a code without an owner can add an address that no account has.
    let domain =
      sketch.isNobodys(code.purpose) && state == 0 && relation == 0
      ? sketch.domain(of: code.address) : 0
    let full = [
      state, relation + (code.tenant == nil ? 0 : 4) + 8 * sketch.origin(of: code),
      requester + 3 * domain,
    ]
    return Feature(
      purpose, full, within: [state, relation, requester], coarse: [state, relation, requester])
  }
}

/// A feature of a store in three precisions: for the feature alone, for pairs within an account, and for pairs across
/// accounts.
private struct Feature {
  var full: UInt32
  var within: UInt32
  var coarse: UInt32

  init(_ of: Int, _ full: [Int], within: [Int]? = nil, coarse: [Int]? = nil) {
    self.full = Self.number(of, full)
    self.within = within.map { Self.number(of, $0) } ?? self.full
    self.coarse = coarse.map { Self.number(of, $0) } ?? self.within
  }

  private static func number(_ of: Int, _ values: [Int]) -> UInt32 {
    var number = of
    for index in 0..<3 {
      number = number << 8 | (index < values.count ? values[index] & 0xFF : 0xFF)
    }
    return UInt32(truncatingIfNeeded: number) & 0x7FFF_FFFF
  }
}

/// A property of an account that no fact shows but that affects the result of an effect, such as a
/// stored name.
///
/// An exploration distinguishes these properties, and therefore tries each effect on accounts that the effect changes
/// and on accounts that the effect leaves unchanged.
enum EffectSubject: Hashable {
  /// Whether the account has a name, which `fill-profile` would keep.
  case name
  /// Whether the account has a password, which `set-password` would replace.
  case password
  /// Whether the account has a method that proved the account's address (`provenMethod`), or a method that did not
  /// (`unprovenMethod`).
  case provenMethod, unprovenMethod
  /// Whether the account has a method of one of the given kinds.
  case method(of: [MethodKind])
  /// Whether the account has methods of kinds that are not in the list.
  case methodBeside([MethodKind])

  /// Returns the properties that the effects of a table's rows depend on.
  static func all(of table: CompiledTable) -> [EffectSubject] {
    var subjects: [EffectSubject] = []
    for template in table.templates {
      let found: [EffectSubject] =
        switch template {
        case .setProfile: [.name]
        case .putMethod(.password): [.password]
        case .removeMethods(.unproven): [.provenMethod, .unprovenMethod]
        case .removeMethods(.ofKinds(let kinds)): [.method(of: kinds), .methodBeside(kinds)]
        case .insertAccount, .deleteAccount, .setEmail, .setState, .setLabel, .setIdentifier,
          .clearIdentifier, .putMethod,
          .removeMethods, .supersedeOthers, .dropFactors, .setFactors, .openSession, .renewSession,
          .endSession, .endSessions, .putCode, .cancelCodes, .tellOwner:
          []
        }
      subjects += found.filter { !subjects.contains($0) }
    }
    return subjects
  }

  /// Returns one condition for each value of the facts on which a table's effects depend.
  static func conditions(of table: CompiledTable, _ schema: FactSchema) -> [ResolvedCondition] {
    var facts: [EngineFact] = []
    for template in table.templates {
      switch template {
      case .setEmail(let change):
        switch change {
        case .verified, .unverified, .none: facts.append(.account)
        case .asserted, .assertedWhereNone: facts += [.account, .address]
        }
      case .putCode(let purpose):
        // A row that changes the address also mails an undo link to the old address.
        facts += purpose == .undo ? [.account, .address] : []
      case .putMethod(let source):
        switch source {
        case .attempts, .attemptsInPlaceOfOthers: facts.append(.sameProvider)
        case .password: break
        }
      case .removeMethods(let removal):
        switch removal {
        case .named, .others, .heldElsewhere: facts.append(.sameProvider)
        case .unproven, .ofKinds: break
        }
      case .supersedeOthers: facts.append(.sameProvider)
      case .setState: facts.append(.accountState)
      case .insertAccount, .deleteAccount, .setProfile, .setLabel, .setIdentifier, .clearIdentifier,
        .dropFactors, .setFactors, .openSession,
        .renewSession, .endSession, .endSessions, .cancelCodes, .tellOwner:
        break
      }
    }
    return Set(facts.map { $0.rawValue }).sorted().flatMap { fact in
      (0..<schema.count(fact)).map { value in
        ResolvedCondition(fact: fact, values: ValueSet([value]), position: table.position)
      }
    }
  }

  func holds(of account: Account?) -> Bool {
    guard let account else { return false }
    return switch self {
    case .name: account.profile.name != nil
    case .password: account.methods.contains { $0.kind == .password }
    case .provenMethod: account.methods.contains { isProven($0, account) }
    case .unprovenMethod: account.methods.contains { !isProven($0, account) }
    case .method(let kinds): account.methods.contains { kinds.contains($0.closedKind) }
    case .methodBeside(let kinds): account.methods.contains { !kinds.contains($0.closedKind) }
    }
  }

  private func isProven(_ method: Method, _ account: Account) -> Bool {
    method.provedAddress != nil && method.provedAddress.hasSameBytes(as: account.email)
  }
}

extension CompiledTable {
  /// The writes of the effects of the table's rows.
  package var templates: [WriteTemplate] {
    rows.flatMap { $0.answer.effects.flatMap { $0.templates } }
  }
}
