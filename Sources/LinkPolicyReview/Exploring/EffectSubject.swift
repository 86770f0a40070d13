internal import LinkPolicy

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
    for effect in table.rows.flatMap({ $0.answer.effects }) {
      let found: [EffectSubject] =
        switch effect {
        case .fillProfile, .overwriteProfile: [.name]
        case .setPassword: [.password]
        case .dropUnproven: [.provenMethod, .unprovenMethod]
        case .drop(let kinds): [.method(of: kinds), .methodBeside(kinds)]
        case .create, .createWithoutAddress, .signIn, .link, .replaceSubject, .supersedeSubject,
          .seizeCredential, .refreshMethod, .unlink, .dropFactors, .verifyEmail, .unverifyEmail,
          .setEmail, .adoptEmail, .clearEmail, .revokeSessions, .cancelPending, .rememberUndo,
          .sendCode, .issueToken, .endSession, .disable, .enable, .setLabel, .notifyOwner,
          .delete:
          []
        }
      subjects += found.filter { !subjects.contains($0) }
    }
    return subjects
  }

  /// Conditions that tell apart what of the facts the effects of a table's rows look at.
  static func conditions(of table: CompiledTable, _ schema: FactSchema) -> [ResolvedCondition] {
    var facts: [EngineFact] = []
    for effect in table.rows.flatMap({ $0.answer.effects }) {
      switch effect {
      case .verifyEmail, .unverifyEmail, .clearEmail: facts.append(.account)
      case .setEmail, .adoptEmail, .rememberUndo: facts += [.account, .address]
      case .link, .refreshMethod, .replaceSubject, .supersedeSubject, .seizeCredential, .unlink:
        facts.append(.sameProvider)
      case .disable, .enable: facts.append(.accountState)
      case .create, .createWithoutAddress, .signIn, .dropUnproven, .drop, .dropFactors,
        .setPassword, .fillProfile, .overwriteProfile, .revokeSessions, .cancelPending, .sendCode,
        .issueToken, .endSession, .setLabel, .notifyOwner, .delete:
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
