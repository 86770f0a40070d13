internal import LinkPolicy
internal import LinkPolicyAuthoring

/// A check whether the tables always let the owner of an address reach the account with the address.
///
/// The owner requests a sign-in link without a session, and follows the link.
///
/// The check tests two properties in every cell of the owner's attempts. First, the request mails a link and changes no
/// account, whether or not an account has the address. Second, the link signs the owner in to the account with the
/// address. If no account has the address, the link signs the owner in to a new account with the address.
///
/// The check makes the same assumptions as the exploration. Sign-in links are enabled and lead to an allowed domain,
/// accounts are active, and settings without a given value have their first values. The check fails for policies that
/// let an actor disable an account, or under which several accounts can have one address. If the environment enrolls
/// second factors, the link must drop the factors of the account.
struct ReachabilityTables {
  let policy: CompiledPolicy
  let assumptions: Assumptions
  let environment: ProofEnvironment
  let settings: Settings

  private var vocabulary: Vocabulary { policy.vocabulary }

  /// Returns whether the owner reaches the account, at every domain.
  func isShown(at domains: [String]) -> Bool {
    guard environment.mails, !domains.isEmpty, hasOneHolder, !canDisable else { return false }
    var values = ValueSet()
    for domain in domains {
      guard let value = vocabulary.domainValue(of: domain) else { return false }
      values.insert(value)
    }
    return values.values.allSatisfy { domain in
      signIns.contains { signIn in
        signInProviders.contains { provider in
          arrives(by: signIn, provider, domain)
            && requests(of: signIn).contains { mails($0, for: signIn, domain) }
        }
      }
    }
  }

  // MARK: The holder of the address

  /// Whether the policy ensures that a lookup by one address, in any spelling, finds at most one account.
  private var hasOneHolder: Bool {
    let addresses = vocabulary.addresses
    return addresses.match == .primary && addresses.heldBy == .account && addresses.isUnique
      && vocabulary.pools.pools.count < 2 && !vocabulary.keepsSpellings
  }

  /// Whether some attempt that the proof plays can disable an account, so that the owner cannot reach the account.
  private var canDisable: Bool {
    let excludes = environment.exclusions.contains(.administration)
    return policy.storage.tables.indices.contains { index in
      let table = policy.storage.tables[index]
      let action = vocabulary.actions[table.action]
      let kinds = table.attemptKinds
      let isPlayed = kinds.contains {
        environment.leavingOut(action, $0, of: policy, excludesAdministrators: excludes) == nil
      }
      let guards = policy.guards(ofTable: index).map { policy.storage.guards[$0].answer }
      let answers = table.rows.map { $0.answer } + guards
      return isPlayed
        && answers.contains { answer in
          answer.effects.contains { $0.templates.contains(.setState(.disabled)) }
        }
    }
  }

  // MARK: Following the link

  /// The tables that decide sign-ins by a mailed link.
  private var signIns: [Int] {
    policy.storage.tables.indices.filter { index in
      let table = policy.storage.tables[index]
      return vocabulary.actions[table.action].name == StandardAction.signIn.name
        && table.kinds.contains(.emailLink)
    }
  }

  /// The values of the fact `provider` for the providers whose sign-in links the owner uses.
  ///
  /// The owner uses a family of providers if the assumptions permit sign-ins with some played member of the family.
  private var signInProviders: [Int] {
    vocabulary.providers.providers.enumerated().filter { value, provider in
      provider.kinds.contains(.emailLink)
        && assumptions.played(value, of: policy, others: 2).contains { id in
          !assumptions.excluded.contains {
            $0.leavesOut(.owner, action: StandardAction.signIn.name, provider: id)
          }
        }
    }.map { $0.offset }
  }

  /// Returns whether, in every cell, a valid link signs the owner in to an account with the address.
  private func arrives(by table: Int, _ provider: Int, _ domain: Int) -> Bool {
    let box =
      usual(domain) + [
        ResolvedCondition(.kind, in: [Int(MethodKind.emailLink.rawValue)]),
        ResolvedCondition(.provider, in: [provider]),
        ResolvedCondition(.code, in: [FactValue.CodeValue.valid.rawValue]),
        ResolvedCondition(.linkAddress, in: [FactValue.LinkAddress.same.rawValue]),
        ResolvedCondition(.requestedBy, in: [FactValue.RequestedBy.absent.rawValue]),
        ResolvedCondition(.codeCredential, in: [FactValue.CodeCredential.absent.rawValue]),
        ResolvedCondition(.consent, in: [FactValue.Consent.given.rawValue]),
      ]
    return allAnswers(of: table, in: box) { answer, isFree in
      let templates = answer.effects.flatMap { $0.templates }
      let makes = templates.contains(.insertAccount(withAddress: true))
      let leaves = templates.contains { template in
        switch template {
        case .setEmail(.none), .deleteAccount, .setState, .insertAccount(withAddress: false): true
        // The asserted address is the address for which the owner requested the link.
        case .setEmail, .insertAccount, .setProfile, .setLabel, .setIdentifier, .clearIdentifier,
          .putMethod, .removeMethods,
          .supersedeOthers, .dropFactors, .setFactors, .openSession, .renewSession, .endSession,
          .endSessions,
          .putCode, .cancelCodes, .tellOwner:
          false
        }
      }
      // The service asks for a second factor that another person enrolled. The owner does not have this factor.
      let isBarred = environment.usesFactors && !isFree && !templates.contains(.dropFactors)
      // An answer that is shown as a refusal does not sign the owner in.
      return templates.contains(.openSession) && !leaves && !isBarred && makes == isFree
        && answer.shown == .outcome
    }
  }

  // MARK: Requesting the link

  /// Returns the tables that decide attempts by which the owner can request a link.
  private func requests(of signIn: Int) -> [Int] {
    policy.storage.tables.indices.filter { index in
      let table = policy.storage.tables[index]
      let action = vocabulary.actions[table.action]
      guard table.kinds.isEmpty, action.pointsTo == .credential, policy.isUsers(action),
        !assumptions.excluded.contains(where: {
          $0.leavesOut(.owner, action: action.name, provider: nil)
        })
      else { return false }
      switch action.addressPresence(nil) {
      case .required, .optional: return true
      case .none, .byKind: return false
      }
    }
  }

  /// Returns whether, in every cell, the request mails a link to the address.
  private func mails(_ table: Int, for signIn: Int, _ domain: Int) -> Bool {
    let action = vocabulary.actions[policy.storage.tables[signIn].action]
    guard let purpose = action.codePurpose(.emailLink),
      let number = vocabulary.purposes.number(of: purpose)
    else { return false }
    let treatment = vocabulary.purposes.purposes[number].treatment
    guard treatment.owner == .nobody, treatment.recipient == .asserted else { return false }
    let box =
      usual(domain) + [
        ResolvedCondition(.linkDomain, in: [FactValue.LinkDomain.allowed.rawValue]),
        ResolvedCondition(.linkInApp, in: [FactValue.LinkInApp.on.rawValue]),
      ]
    return allAnswers(of: table, in: box) { answer, _ in
      let templates = answer.effects.flatMap { $0.templates }
      // The request changes no account, so the link finds the account that had the address before the request.
      return templates.contains(.putCode(purpose))
        && templates.allSatisfy { template in
          switch template {
          case .putCode, .cancelCodes, .tellOwner: true
          case .insertAccount, .deleteAccount, .setEmail, .setProfile, .setState, .setLabel,
            .setIdentifier, .clearIdentifier,
            .putMethod, .removeMethods, .supersedeOthers, .dropFactors, .setFactors, .openSession,
            .renewSession,
            .endSession, .endSessions:
            false
          }
        }
    }
  }

  // MARK: Cells

  /// Returns the conditions that the request and the sign-in by the link share.
  ///
  /// Neither attempt uses a session, and both state the owner's values.
  private func usual(_ domain: Int) -> [ResolvedCondition] {
    let claims = vocabulary.schema.claims.map { claim in
      ResolvedCondition(claim, in: [vocabulary.schema.count(claim) - 1])
    }
    return policy.conditions(on: settings) + claims + [
      ResolvedCondition(.session, in: [FactValue.SessionValue.none.rawValue]),
      ResolvedCondition(.domain, in: [domain]),
      ResolvedCondition(.method, in: [FactValue.MethodSwitch.enabled.rawValue]),
      ResolvedCondition(.ticket, in: [FactValue.TicketValue.absent.rawValue]),
      ResolvedCondition(.origin, in: [FactValue.Origin.fresh.rawValue]),
      ResolvedCondition(
        .accountState,
        in: [FactValue.AccountState.none.rawValue, FactValue.AccountState.active.rawValue]),
    ]
  }

  /// Returns whether every cell that meets the conditions has an allowed answer that a predicate accepts.
  ///
  /// The conditions must match cells with an account that has the address, and cells without such an account.
  private func allAnswers(
    of table: Int, in box: [ResolvedCondition],
    _ isWanted: (_ answer: CompiledAnswer, _ isFree: Bool) -> Bool
  ) -> Bool {
    let free = ResolvedCondition(.address, in: [FactValue.Address.free.rawValue])
    let held = ResolvedCondition(
      .address, in: [FactValue.Address.own.rawValue, FactValue.Address.taken.rawValue])
    var decided = DecidedCells(ofTable: table, of: policy, distinguishing: box + [free, held])
    let here = decided.cells.cells(matching: box)
    var count = 0
    for (condition, isFree) in [(free, true), (held, false)] {
      let meant = decided.cells.algebra.intersection(
        here, decided.cells.cells(matching: [condition]))
      var isMet = false
      for part in decided.parts
      where !decided.cells.algebra.intersection(part.cells, meant).isEmpty {
        guard let answer = part.answer, answer.error == nil, isWanted(answer, isFree) else {
          return false
        }
        isMet = true
      }
      count += isMet ? 1 : 0
    }
    return count == 2 && !decided.isSpent
  }
}
