internal import LinkPolicy

/// Makes representative accounts around one kind of attempt and reads what relations come out.
///
/// The account pointed to is varied in full; beside it stand an account that may hold the
/// credential and accounts that may hold the address. Everything else about those others no fact
/// looks at.
struct RelationSketch {
  let vocabulary: Vocabulary
  let action: ActionDefinition
  let kind: MethodKind?
  let hasSupersededMethods: Bool
  private var known: Set<Relation> = []
  private var found: [Relation] = []

  init(
    _ vocabulary: Vocabulary, _ action: ActionDefinition, _ kind: MethodKind?,
    _ hasSupersededMethods: Bool
  ) {
    self.vocabulary = vocabulary
    self.action = action
    self.kind = kind
    self.hasSupersededMethods = hasSupersededMethods
  }

  private static var plainAddress: String { "somebody@unlisted.invalid" }
  private static var secondAddress: String { "second@unlisted.invalid" }
  static var elsewhere: String { "elsewhere@unlisted.invalid" }
  static var subject: String { "subject" }
  /// The id of the account pointed to.
  static var principal: String { "principal" }

  /// The relations, each once, in the same order every time.
  mutating func relations() -> [Relation] {
    for provider in ProviderClass.classes(of: vocabulary, kind) {
      for address in assertedAddresses(provider) {
        let representatives = RepresentativeAccounts(
          sketch: self, provider: provider, asserted: address)
        for principal in principals(representatives) {
          read(principal, representatives)
          if var foreigner = principal, action.pointsTo != .credential,
            vocabulary.isUsed(.tenant)
          {
            foreigner.tenant = Self.elsewhere
            read(foreigner, representatives)
          }
        }
      }
    }
    return found
  }

  /// The address lists an attempt can carry: none, a plain one, a relay, and two where every
  /// proven one is looked up.
  private func assertedAddresses(_ provider: ProviderClass) -> [AssertedAddresses] {
    let domains = vocabulary.domains
    var lists: [AssertedAddresses] = []
    let presence = action.addressPresence(kind)
    let isCodes = action.pointsTo == .code && kind == nil
    if presence == .none || presence == .optional || isCodes {
      lists.append(AssertedAddresses(emails: [], domains: ValueSet([domains.absent])))
    }
    guard presence != .none || isCodes, provider.givesEmail else { return lists }
    var plain = ValueSet.all(domains.other + 1)
    if let relay = vocabulary.relayExample, vocabulary.isUsed(.relay) {
      plain = plain.subtracting(domains.relays)
      lists.append(AssertedAddresses(emails: ["somebody@" + relay], domains: domains.relays))
    }
    lists.append(AssertedAddresses(emails: [Self.plainAddress], domains: plain))
    if vocabulary.addresses.match == .anyProven, kind == .federated {
      lists.append(
        AssertedAddresses(emails: [Self.plainAddress, Self.secondAddress], domains: plain))
    }
    return lists
  }

  /// The account pointed to, in every state that a fact tells apart; nil for none.
  private func principals(_ representatives: RepresentativeAccounts) -> [Account?] {
    var accounts: [Account?] = [nil]
    var emails: [String?] = [nil, Self.elsewhere]
    if let asserted = representatives.asserted.emails.first {
      emails.append(asserted)
    }
    if let relay = vocabulary.relayExample, vocabulary.isUsed(.relay) {
      emails.append("elsewhere@" + relay)
    }
    for email in emails {
      for isVerified in email == nil ? [false] : [false, true] {
        for own in representatives.ownMethods() {
          var account = Account(id: Self.principal, email: email, isEmailVerified: isVerified)
          account.methods = own
          accounts.append(account)
          for member in representatives.memberships() where !member.isEmpty {
            account.methods = own + member
            accounts.append(account)
          }
          guard vocabulary.addresses.heldBy == .methods,
            let asserted = representatives.asserted.emails.first
          else { continue }
          for methods in representatives.withHolding(asserted, own) {
            account.methods = methods
            accounts.append(account)
          }
        }
      }
    }
    return accounts
  }

  /// Reads the relations of one principal with each set of other accounts.
  private mutating func read(_ principal: Account?, _ representatives: RepresentativeAccounts) {
    let principal = principal.map { RepresentativeAccounts.apart($0) }
    var relations: [Relation] = []
    for others in representatives.otherAccountSets {
      if let relation = relation(principal, others.accounts, others.isGone, representatives) {
        relations.append(relation)
      }
    }
    guard let principal, Relation.looksAtFurtherMethods(vocabulary) else {
      for relation in relations {
        add(relation)
      }
      return
    }
    // How many methods the principal has, and whether one is a relay, no other account changes.
    for extras in representatives.extraMethods(beside: representatives.own(of: principal)) {
      var account = principal
      account.methods += extras
      guard vocabulary.pools.pools.count == 1 else {
        // A further method can put the principal into a pool that is searched.
        for others in representatives.otherAccountSets {
          if let relation = relation(account, others.accounts, others.isGone, representatives) {
            add(relation)
          }
        }
        continue
      }
      guard let alone = relation(account, [], false, representatives) else { continue }
      for var relation in relations {
        relation.takeFurtherMethods(of: alone)
        add(relation)
      }
    }
  }

  private mutating func add(_ relation: Relation) {
    if known.insert(relation).inserted {
      found.append(relation)
    }
  }

  /// The relation of one set of accounts to the attempt; nil where it cannot occur, or where the
  /// attempt does not point to the principal.
  private func relation(
    _ principal: Account?, _ others: [Account], _ isGone: Bool,
    _ representatives: RepresentativeAccounts
  ) -> Relation? {
    var accounts = others
    if let principal {
      accounts.append(principal)
    }
    guard let reading = representatives.read(principal, accounts, isGone) else { return nil }
    return Relation(
      providers: representatives.provider.values, domains: representatives.asserted.domains,
      of: reading.facts)
  }
}

/// The addresses that an attempt carries, and the domain values that the first one stands for.
struct AssertedAddresses {
  var emails: [String]
  var domains: ValueSet
}
