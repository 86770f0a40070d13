package import LinkPolicy
package import LinkPolicyAuthoring

/// Something about an account that no fact tells and an effect changes or leaves alone.
///
/// Situations that differ in it are told apart, so that every effect has one in which it does
/// something and one in which it does not.
enum EffectSubject: Hashable {
  /// Whether it has a name.
  case name
  /// Whether it has a password.
  case password
  /// Whether it has a method that proved its address, and one that did not.
  case provenMethod, unprovenMethod
  /// Whether it has a method of one of these kinds.
  case method(of: [MethodKind])
  /// Whether it has other methods than those.
  case methodBeside([MethodKind])

  /// What the effects of a table's rows look at.
  static func all(of table: CompiledTable) -> [EffectSubject] {
    var subjects: [EffectSubject] = []
    for template in table.templates {
      let found: [EffectSubject] =
        switch template {
        case .setProfile: [.name]
        case .putMethod(.password): [.password]
        case .removeMethods(.unproven): [.provenMethod, .unprovenMethod]
        case .removeMethods(.ofKinds(let kinds)): [.method(of: kinds), .methodBeside(kinds)]
        case .insertAccount, .deleteAccount, .setEmail, .setState, .setLabel, .putMethod,
          .removeMethods, .supersedeOthers, .dropFactors, .openSession, .renewSession,
          .endSession, .endSessions, .putCode, .cancelCodes, .tellOwner:
          []
        }
      subjects += found.filter { !subjects.contains($0) }
    }
    return subjects
  }

  /// Conditions that tell apart what of the facts the effects of a table's rows look at.
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
        // An undo link is mailed beside a change of the address, and to the old one.
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
      case .insertAccount, .deleteAccount, .setProfile, .setLabel, .dropFactors, .openSession,
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
  /// What the effects of its rows write.
  package var templates: [WriteTemplate] {
    rows.flatMap { $0.answer.effects.flatMap { $0.templates } }
  }
}
