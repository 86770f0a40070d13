internal import LinkPolicy
internal import LinkPolicyAnalysis

/// What has to come about for an invariant of closures to be about anything.
///
/// An invariant that no account can meet, or break, says nothing of a service whose accounts come about by other ways than
/// the policy's. So it is called vacuous then, and not proved.
enum Premise: Sendable, CaseIterable {
  /// An account comes about.
  case account
  /// An account comes about that has the owner's address.
  case ownersAccount
  /// An account comes about at which the owner has proved his address, and one with it verified if rows test that.
  case proof
  /// The owner is signed in, and an account comes about with his address verified if rows test that.
  case ownersSession
  /// An account comes about that has the owner's address, and one with it verified if rows test that.
  case verification
  /// An attempt is refused, if some row or guard refuses.
  case refusal

  /// The premise of an invariant that closures decide; nil for an invariant that they do not decide.
  ///
  /// The others need none. A policy that mails no link keeps I15. Tables show I7, I9, I10, I11, I13 and own invariants in every cell, for accounts that come about by
  /// any way; what is explored of I9 says that the owner gets to an account, and of I13 see ``ProofSearch/hasRepeated``.
  static func of(_ invariant: Invariant) -> Premise? {
    switch invariant {
    case .ownMethods, .ownSessions, .oneProver: .proof
    case .aMethod: .account
    case .oneHolder: .ownersAccount
    case .refusalsChangeNothing: .refusal
    case .safeLanding: .ownersSession
    case .ownVerification: .verification
    case .total, .reachable, .tenants, .enumeration, .repeatable, .allowedLinks, .declared: nil
    }
  }

  /// Why an invariant says nothing, where its premise does not come about.
  var absence: String {
    switch self {
    case .account: "no account comes about"
    case .ownersAccount: "no account with the owner's address comes about"
    case .proof:
      "no account comes about at which the owner has proved his address, with a verified address if rows test that"
    case .ownersSession:
      "the owner is never signed in, or rows test for verified addresses and no attempt verifies his"
    case .verification:
      "no account with the owner's address comes about, or rows test for verified addresses and no attempt verifies his"
    case .refusal: "rows refuse, and no attempt is refused"
    }
  }

  /// The premises that come about in a closure.
  static func met(in closure: AccountClosure) -> Set<Premise> {
    let policy = closure.model.policy
    let states = closure.states
    let isVerified =
      !testsVerified(policy) || states.contains { $0.key.email == .owners && $0.key.isVerified }
    let hasSession = states.contains { state in
      state.holdings.values.contains { closure.table[$0] == .session(.owner, isLive: true) }
    }
    return Set(
      allCases.filter { premise in
        switch premise {
        case .account: !states.isEmpty
        case .ownersAccount: states.contains { $0.key.email == .owners }
        case .proof: isVerified && states.contains { $0.key.provers.contains(.owner) }
        case .ownersSession: isVerified && hasSession
        case .verification: isVerified && states.contains { $0.key.email == .owners }
        case .refusal: !refuses(policy) || closure.reaches { $0.reply.refusal != nil }
        }
      })
  }

  /// Whether a row, a guard or a derived fact tells accounts with a verified address from those without.
  private static func testsVerified(_ policy: CompiledPolicy) -> Bool {
    let tests = policy.storage.tables.indices.flatMap { policy.tests(ofTable: $0) }
    let verified = FactValue.Account.verified.rawValue
    let unverified = FactValue.Account.unverified.rawValue
    return policy.withDerived(tests + policy.storage.proof).contains { condition in
      condition.fact == EngineFact.account.rawValue
        && condition.values.contains(verified) != condition.values.contains(unverified)
    }
  }

  private static func refuses(_ policy: CompiledPolicy) -> Bool {
    (policy.storage.tables.flatMap { $0.rows } + policy.storage.guards).contains {
      $0.answer.error != nil
    }
  }
}

extension AccountClosure {
  /// Whether an attempt gets an answer that is looked for.
  fileprivate func reaches(_ isMeant: (AnswerMeaning) -> Bool) -> Bool {
    tables.contains { table in table.reached.values.contains { isMeant(table.meaning($0)) } }
  }
}
