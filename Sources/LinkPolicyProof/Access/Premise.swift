internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// A state that some sequence must reach, because a proof about a state that is never reached proves nothing.
///
/// For example, a policy under which no owner ever signs in breaks no invariant about signed-in owners. The report
/// calls an invariant vacuous, not proved, if no sequence reaches the invariant's premise. A vacuous invariant is not
/// proved, because the service may create accounts in ways that the policy does not describe.
enum Premise: Sendable, CaseIterable {
  /// Some account exists.
  case account
  /// Some account has the owner's address.
  case ownersAccount
  /// The owner has proved the address at some account.
  ///
  /// If rows test for verified addresses, the premise also requires an account with the owner's verified address.
  case proof
  /// The owner is signed in.
  ///
  /// If rows test for verified addresses, the premise also requires an account with the owner's verified address.
  case ownersSession
  /// Some account has the owner's address.
  ///
  /// If rows test for verified addresses, the premise also requires that the owner's address is verified at some
  /// account.
  case verification
  /// Some attempt is refused.
  ///
  /// A policy without refusals always meets this premise.
  case refusal

  /// Returns the premise of an invariant; nil for an invariant that can be proved without a premise.
  ///
  /// I15 needs no premise, because a policy that mails no link keeps I15. I7, I9, I10, I11, I13 and the declared
  /// invariants need no premise, because the tables decide them in every cell. If closures decide I13, see
  /// ``AccountClosure/repeatsSignIn``.
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

  /// The reason why an invariant with this premise is vacuous, for the report.
  var absence: String {
    switch self {
    case .account: "no account can exist"
    case .ownersAccount: "no account with the owner's address can exist"
    case .proof:
      "either the owner can never prove the address, or rows test whether the owner's address is verified, but it never is"
    case .ownersSession:
      "either the owner is never signed in, or rows test whether the owner's address is verified, but it never is"
    case .verification:
      "either no account can have the owner's address, or rows test whether the owner's address is verified, but it never is"
    case .refusal: "no attempt reaches a row or guard that refuses"
    }
  }

  /// Returns the premises that some state or attempt of a closure meets.
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

  /// Returns whether a row, a guard or a derived fact tests whether the address of an account is verified.
  private static func testsVerified(_ policy: CompiledPolicy) -> Bool {
    let tests = policy.storage.tables.indices.flatMap { policy.tests(ofTable: $0) }
    let verified = FactValue.AccountVerification.verified.rawValue
    let unverified = FactValue.AccountVerification.unverified.rawValue
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
  /// Returns whether some attempt gets an answer that a predicate accepts.
  fileprivate func reaches(_ isMeant: (AnswerMeaning) -> Bool) -> Bool {
    tables.contains { table in table.reached.values.contains { isMeant(table.meaning($0)) } }
  }
}
