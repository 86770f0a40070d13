internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview

/// What the tables show of whether the owner of an address gets to the account that has it, whatever
/// accounts there are: he asks for a sign-in link in no session, and follows it.
///
/// Two things are asked of every cell in which he can find himself. Asking mails him a link, whoever has the
/// address. The link signs him in, where an account has the address to that one, and else to one that is made with it. Asking
/// changes no account, so that it is the one that had the address before.
///
/// Taken for granted is what the exploration takes for granted too: that sign-in links are switched on and of an allowed
/// domain, that accounts are active, and that settings which are not given have their first values. A policy by which somebody
/// can disable an account, or by which an address is not one account's, shows nothing here.
struct ReachabilityTables {
  let policy: CompiledPolicy
  let assumptions: Assumptions
  let environment: ProofEnvironment
  let settings: Settings

  private var vocabulary: Vocabulary { policy.vocabulary }

  /// Whether the owner arrives, at a domain of every class that is played.
  func isShown(at domains: [String]) -> Bool {
    guard environment.mails, !domains.isEmpty, hasOneHolder, !canDisable else { return false }
    var values = ValueSet()
    for domain in domains {
      do throws(InputError) {
        values.insert(try vocabulary.domain(of: "owner@" + domain))
      } catch {
        return false
      }
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

  // MARK: Whose address it is

  /// Whether an address is the address of one account at most, by one spelling.
  private var hasOneHolder: Bool {
    let addresses = vocabulary.addresses
    return addresses.match == .primary && addresses.heldBy == .account && addresses.isUnique
      && vocabulary.pools.pools.count < 2 && !vocabulary.keepsSpellings
  }

  /// Whether an attempt that somebody makes can disable an account.
  private var canDisable: Bool {
    let excludes = environment.exclusions.contains(.administration)
    return policy.storage.tables.indices.contains { index in
      let table = policy.storage.tables[index]
      let action = vocabulary.actions[table.action]
      let kinds: [MethodKind?] = table.kinds.isEmpty ? [nil] : table.kinds.map { $0 }
      let isPlayed = kinds.contains {
        environment.leavingOut(action, $0, excludesAdministrators: excludes) == nil
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

  /// The values of the fact for providers of sign-in links that the owner uses.
  private var signInProviders: [Int] {
    vocabulary.providers.providers.filter { provider in
      provider.kinds.contains(.emailLink)
        && !assumptions.excluded.contains {
          $0.leavesOut(.owner, StandardAction.signIn.name, provider.id.text)
        }
    }.map { policy.value(ofProvider: $0.id.text) }
  }

  /// Whether a valid link signs the owner in to an account with the address, in every cell.
  private func arrives(by table: Int, _ provider: Int, _ domain: Int) -> Bool {
    let box =
      usual(domain) + [
        ResolvedCondition(.kind, in: [Int(MethodKind.emailLink.rawValue)]),
        ResolvedCondition(.provider, in: [provider]),
        ResolvedCondition(.code, in: [FactValue.Code.valid.rawValue]),
        ResolvedCondition(.linkAddress, in: [FactValue.LinkAddress.same.rawValue]),
        ResolvedCondition(.requestedBy, in: [FactValue.RequestedBy.absent.rawValue]),
        ResolvedCondition(.consent, in: [FactValue.Consent.given.rawValue]),
      ]
    return allAnswers(of: table, in: box) { answer, isFree in
      let templates = answer.effects.flatMap { $0.templates }
      let makes = templates.contains(.insertAccount(withAddress: true))
      let leaves = templates.contains { template in
        switch template {
        case .setEmail(.none), .deleteAccount, .setState, .insertAccount(withAddress: false): true
        // The address that is asserted is the one that is asked about.
        case .setEmail, .insertAccount, .setProfile, .setLabel, .putMethod, .removeMethods,
          .supersedeOthers, .dropFactors, .openSession, .renewSession, .endSession, .endSessions,
          .putCode, .cancelCodes, .tellOwner:
          false
        }
      }
      // What is shown as a refusal does not look like having arrived.
      return templates.contains(.openSession) && !leaves && makes == isFree
        && answer.shown == .outcome
    }
  }

  // MARK: Asking for it

  /// The tables of attempts by which the owner may have a link mailed.
  private func requests(of signIn: Int) -> [Int] {
    policy.storage.tables.indices.filter { index in
      let table = policy.storage.tables[index]
      let action = vocabulary.actions[table.action]
      guard table.kinds.isEmpty, action.pointsTo == .credential, !action.isAdministrators,
        !assumptions.excluded.contains(where: { $0.leavesOut(.owner, action.name, nil) })
      else { return false }
      switch action.addressPresence(nil) {
      case .required, .optional: return true
      case .none, .byKind: return false
      }
    }
  }

  /// Whether asking mails a link to the address, in every cell.
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
      // Who is found by the link afterwards is who was found before: asking changes no account.
      return templates.contains(.putCode(purpose))
        && templates.allSatisfy { template in
          switch template {
          case .putCode, .cancelCodes, .tellOwner: true
          case .insertAccount, .deleteAccount, .setEmail, .setProfile, .setState, .setLabel,
            .putMethod, .removeMethods, .supersedeOthers, .dropFactors, .openSession, .renewSession,
            .endSession, .endSessions:
            false
          }
        }
    }
  }

  // MARK: Cells

  /// What holds of both attempts: they are made in no session, with what the owner states of himself.
  private func usual(_ domain: Int) -> [ResolvedCondition] {
    let claims = vocabulary.schema.claims.map { claim in
      ResolvedCondition(claim, in: [vocabulary.schema.count(claim) - 1])
    }
    return policy.conditions(on: settings) + claims + [
      ResolvedCondition(.session, in: [FactValue.Session.none.rawValue]),
      ResolvedCondition(.domain, in: [domain]),
      ResolvedCondition(.method, in: [FactValue.MethodSwitch.enabled.rawValue]),
      ResolvedCondition(.origin, in: [FactValue.Origin.fresh.rawValue]),
      ResolvedCondition(
        .accountState,
        in: [FactValue.AccountState.none.rawValue, FactValue.AccountState.active.rawValue]),
    ]
  }

  /// Whether every cell of a box is answered with an allowed answer that is as it should be, and there are such
  /// cells where nobody has the address and where somebody has it.
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

extension CompiledPolicy {
  /// The value of the fact `provider` for a declared provider.
  fileprivate func value(ofProvider id: String) -> Int {
    guard let value = vocabulary.providers.value(of: id) else {
      preconditionFailure("a proof is played with declared providers alone")
    }
    return value
  }
}
