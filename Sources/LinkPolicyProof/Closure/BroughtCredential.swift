internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The relations of an attempt's credential and address to an account.
struct BroughtCredential {
  let model: AdversaryModel
  let holdings: HoldingTable
  let account: AbstractAccount
  let action: ActionDefinition
  /// Whether the action finds its account by the credential, rather than by session, target or
  /// code.
  private var isFoundByCredential: Bool { action.pointsTo == .credential }

  private var policy: CompiledPolicy { model.policy }
  private var holdsByMethods: Bool { model.vocabulary.addresses.heldBy == .methods }

  /// Whether the attempt is made outside the account's tenant.
  ///
  /// A lookup in another tenant finds neither the account's credentials nor its address.
  private var isFromOtherTenant = false

  /// The indices of the declared identifiers by which the action searches its account.
  private let searched: [Int]

  init(
    model: AdversaryModel, holdings: HoldingTable, account: AbstractAccount,
    action: ActionDefinition, searched: [Int]
  ) {
    self.model = model
    self.holdings = holdings
    self.account = account
    self.action = action
    self.searched = searched
  }

  /// Adds every possible relation of the attempt's credential and address to the account.
  ///
  /// A credential finds accounts only in the attempt's tenant. A session, a target or a code can belong to another
  /// tenant.
  func add(_ relation: AttemptRelation, to relations: inout [AttemptRelation]) {
    guard !isFoundByCredential, model.tellsTenants else {
      return addInOneTenant(relation, to: &relations)
    }
    var here = relation
    here.limits.limit(EngineFact.tenant, to: FactValue.Tenant.none, .same)
    var elsewhere = relation
    elsewhere.limits.limit(.tenant, to: FactValue.Tenant.other)
    var other = self
    other.isFromOtherTenant = true
    addInOneTenant(here, to: &relations)
    other.addInOneTenant(elsewhere, to: &relations)
  }

  private func addInOneTenant(
    _ relation: AttemptRelation, to relations: inout [AttemptRelation]
  ) {
    guard let kind = relation.attempt.kind, let provider = relation.attempt.provider else {
      relations += withoutMethod(relation)
      return
    }
    if action.namesMethod {
      return addNaming(relation, provider: provider, kind: kind, to: &relations)
    }
    switch kind {
    case .federated, .phone, .custom, .passkey:
      addBySubject(relation, provider: provider, kind: kind, to: &relations)
    case .password, .emailLink:
      addByAddress(relation, provider: provider, kind: kind, to: &relations)
    case .anonymous: relations += anonymous(relation, provider: provider)
    }
  }

  // MARK: Addresses

  private func relationToAccount(_ address: AbstractAddress) -> AddressRelation {
    model.relation(address, account.key.email)
  }

  /// Returns whether the account can hold the address.
  private func canHold(_ address: AbstractAddress) -> Bool {
    guard address != .none else { return false }
    if holdsByMethods {
      return account.holdings.values.contains { number in
        guard case .method(let method) = holdings[number] else { return false }
        return model.relation(method.address, address).canBeSame
      }
    }
    return relationToAccount(address).canBeSame
  }

  private static let heldHere = ValueSet(of: FactValue.Address.own, .several)
  private static let heldElsewhere = ValueSet(of: FactValue.Address.free, .taken, .several)

  /// Limits the fact `address` of an attempt whose account is identified by a session, a target or a code.
  private func limitAddress(_ relation: inout AttemptRelation) {
    let address = relation.attempt.address
    var values = ValueSet()
    if address == .none {
      values.insert(FactValue.Address.absent.rawValue)
    } else {
      if canHold(address), !isFromOtherTenant {
        values = Self.heldHere
      }
      if isFromOtherTenant || model.hasPools || holdsByMethods
        || relationToAccount(address).canDiffer
      {
        values = values.union(Self.heldElsewhere)
      }
    }
    relation.limits.limit(EngineFact.address.rawValue, to: values)
  }

  /// Limits the fact `credential` of an attempt with a credential of the account.
  private func limitOwnCredential(_ relation: inout AttemptRelation) {
    if isFoundByCredential {
      relation.limits.limit(.credential, to: FactValue.CredentialValue.known)
    } else if isFromOtherTenant {
      relation.limits.limit(.credential, to: FactValue.CredentialValue.new, .known, .broken)
    } else {
      relation.limits.limit(.credential, to: FactValue.CredentialValue.own)
    }
  }

  /// Limits the facts of an attempt whose credential no account holds: the credential is new, and no password is
  /// compared.
  private func limitNewCredential(_ relation: inout AttemptRelation) {
    relation.limits.limit(.credential, to: FactValue.CredentialValue.new)
    if action.checksSecret {
      relation.limits.limit(.secret, to: Assertion.Secret.absent)
    }
  }

  /// Returns the relation in which the account holds the address but no account holds the credential; nil if the
  /// account lacks the address.
  private func asAddressHolder(_ relation: AttemptRelation) -> AttemptRelation? {
    guard isFoundByCredential, canHold(relation.attempt.address) else { return nil }
    var found = relation
    limitNewCredential(&found)
    found.limits.limit(.address, to: FactValue.Address.taken)
    return found
  }

  // MARK: Identifiers

  /// Returns the relations in which an identifier finds the account and no account holds the credential.
  ///
  /// The function ignores the order of the search. If an earlier key of the search, such as the address, finds another
  /// account, the cell is impossible and contributes no answer.
  private func asIdentifierHolder(_ relation: AttemptRelation) -> [AttemptRelation] {
    guard isFoundByCredential else { return [] }
    return searched.compactMap { identifier in
      var found = relation
      limitNewCredential(&found)
      limitAddress(&found)
      return found.limits.isEmpty ? nil : finding(identifier, found)
    }
  }

  /// Returns the relation in which an identifier finds the account; nil if the account does not hold the identifier.
  private func finding(_ identifier: Int, _ relation: AttemptRelation) -> AttemptRelation? {
    guard account.key.identifiers.contains(identifier) else { return nil }
    var found = relation
    found.attempt.finder = identifier
    let fact = model.vocabulary.fact(ofIdentifier: identifier)
    if model.vocabulary.usedFacts.contains(fact) {
      found.limits.limit(fact, to: IdentifierValue.own.rawValue)
    }
    return found.limits.isEmpty ? nil : found
  }

  /// Returns the relations of a password attempt whose identifier finds the account.
  private func byIdentifier(
    _ relation: AttemptRelation, identifier: Int, provider: Int
  ) -> [AttemptRelation] {
    var absent = relation
    absent.limits.limit(.address, to: FactValue.Address.absent)
    guard let absent = finding(identifier, absent) else { return [] }
    let own = methods(provider, .password) { !$0.isSuperseded }
    var relations = own.map { number in
      // The policy compares the password of the account that the identifier finds.
      var one = absent
      one.limits.limit(.credential, to: FactValue.CredentialValue.known)
      one.limits.limit(.sameProvider, to: FactValue.SameProvider.sameSubject)
      limitSecret(number, &one)
      limitLabels(number, &one)
      one.needed.append(number)
      return one
    }
    var none = absent
    limitNewCredential(&none)
    none.limits.limit(.sameProvider, to: FactValue.SameProvider.none)
    none.holdings = none.holdings.subtracting(ValueSet(own))
    relations.append(none)
    return relations
  }

  // MARK: Attempts without a method

  private func withoutMethod(_ relation: AttemptRelation) -> [AttemptRelation] {
    var plain = relation
    plain.limits.limit(.sameProvider, to: FactValue.SameProvider.none)
    if isFoundByCredential {
      return asHolder(plain)
    }
    plain.limits.limit(.credential, to: FactValue.CredentialValue.new)
    limitAddress(&plain)
    return [plain]
  }

  /// Returns the relations in which the address or an identifier finds the account.
  private func asHolder(_ relation: AttemptRelation) -> [AttemptRelation] {
    (asAddressHolder(relation).map { [$0] } ?? []) + asIdentifierHolder(relation)
  }

  private func anonymous(_ relation: AttemptRelation, provider: Int) -> [AttemptRelation] {
    // A named address identifies the account for every kind of method, for example in an action that the policy
    // declares.
    if isFoundByCredential {
      return asHolder(relation)
    }
    var plain = relation
    plain.limits.limit(.credential, to: FactValue.CredentialValue.new)
    limitAddress(&plain)
    return [plain]
  }

  private func addNaming(
    _ relation: AttemptRelation, provider: Int, kind: MethodKind,
    to relations: inout [AttemptRelation]
  ) {
    for number in methods(provider, kind, where: { !$0.isSuperseded }) {
      var own = relation
      // A named method belongs to the account in every tenant.
      own.limits.limit(.credential, to: FactValue.CredentialValue.own)
      own.limits.limit(.sameProvider, to: FactValue.SameProvider.sameSubject)
      limitLabels(number, &own)
      own.needed.append(number)
      limitAddress(&own)
      relations.append(own)
    }
    var none = relation
    none.limits.limit(.credential, to: FactValue.CredentialValue.new)
    none.limits.limit(.sameProvider, to: FactValue.SameProvider.none)
    limitAddress(&none)
    relations.append(none)
  }

  // MARK: Subjects

  private func addBySubject(
    _ relation: AttemptRelation, provider: Int, kind: MethodKind,
    to relations: inout [AttemptRelation]
  ) {
    let subject = relation.attempt.subject
    let own = methods(provider, kind) { $0.holder == subject && !$0.isSuperseded }
    let superseded = methods(provider, kind) { $0.holder == subject && $0.isSuperseded }
    // The account's method can have another subject than the attempt, because an actor can have several subjects of one
    // issuer.
    let listed = methods(provider, kind) { !$0.isSuperseded }
    for number in own {
      var one = relation
      limitOwnCredential(&one)
      one.limits.limit(.sameProvider, to: FactValue.SameProvider.sameSubject)
      limitLabels(number, &one)
      one.needed.append(number)
      limitAddress(&one)
      relations.append(one)
    }
    for number in superseded {
      var one = relation
      limitOwnCredential(&one)
      one.needed.append(number)
      limitAddress(&one)
      // The method with the attempt's subject supplies the labels, even if the account lists another method.
      addWithOthers(one, listed, labelled: number, to: &relations)
    }
    if isFoundByCredential {
      for holder in asHolder(relation) {
        addWithOthers(holder, listed, to: &relations)
      }
      return
    }
    var absent = relation
    absent.limits.limit(.credential, to: FactValue.CredentialValue.new, .known, .broken)
    limitAddress(&absent)
    addWithOthers(absent, listed, to: &relations)
  }

  /// Adds the relations for an account that lists no method with the subject: one relation without a listed method, and
  /// one for each method that the account may list instead.
  ///
  /// The account lists either no method of the issuer, or a method with another subject.
  ///
  /// - Parameters:
  ///   - relation: the relation, before the listed methods are considered.
  ///   - listed: the listed methods of the issuer and kind.
  ///   - labelled: the superseded method that has the subject and supplies the labels; nil if the account has no method
  ///     with the subject.
  ///   - relations: the list to which the function adds.
  private func addWithOthers(
    _ relation: AttemptRelation, _ listed: [Int], labelled: Int? = nil,
    to relations: inout [AttemptRelation]
  ) {
    var none = relation
    limitLabels(labelled, &none)
    none.limits.limit(.sameProvider, to: FactValue.SameProvider.none)
    none.holdings = none.holdings.subtracting(ValueSet(listed))
    relations.append(none)
    for number in listed {
      var other = relation
      other.limits.limit(.sameProvider, to: FactValue.SameProvider.otherSubject)
      limitLabels(labelled ?? number, &other)
      other.needed.append(number)
      relations.append(other)
    }
  }

  // MARK: Passwords and e-mail links

  private func addByAddress(
    _ relation: AttemptRelation, provider: Int, kind: MethodKind,
    to relations: inout [AttemptRelation]
  ) {
    if let finder = relation.attempt.finder, isFoundByCredential {
      relations += byIdentifier(relation, identifier: finder, provider: provider)
      return
    }
    let address = relation.attempt.address
    // The address of the account identifies a different subject in another tenant.
    let isUnseen = isFromOtherTenant && !holdsByMethods
    let same = isUnseen ? .different : model.relation(address, account.key.email)
    let own = methods(provider, kind) { !$0.isSuperseded }
    for number in own {
      if same.canBeSame {
        var one = relation
        limitOwnCredential(&one)
        one.limits.limit(.sameProvider, to: FactValue.SameProvider.sameSubject)
        limitSecret(number, &one)
        limitLabels(number, &one)
        one.needed.append(number)
        limitAddress(&one)
        relations.append(one)
      }
      if same.canDiffer {
        var other = relation
        other.limits.limit(.sameProvider, to: FactValue.SameProvider.otherSubject)
        limitLabels(number, &other)
        other.needed.append(number)
        if isFoundByCredential {
          relations += holdsByMethods ? asHolder(other) : asIdentifierHolder(other)
        } else {
          // The credential belongs to the account that has the address, if such an account exists.
          other.limits.limit(.credential, to: FactValue.CredentialValue.new, .known)
          limitAddress(&other)
          relations.append(other)
        }
      }
    }
    var none = relation
    none.limits.limit(.sameProvider, to: FactValue.SameProvider.none)
    none.holdings = none.holdings.subtracting(ValueSet(own))
    if isFoundByCredential {
      relations += asHolder(none)
      return
    }
    none.limits.limit(.credential, to: FactValue.CredentialValue.new, .known)
    limitAddress(&none)
    relations.append(none)
  }

  /// Limits the fact `secret` to the values that the attempt's actor can produce.
  ///
  /// Only the actor who set a password knows the password, and any actor can send a wrong password.
  private func limitSecret(_ number: Int, _ relation: inout AttemptRelation) {
    guard case .method(let method) = holdings[number], method.kind == .password,
      action.checksSecret, model.excludes(.foreignSecret), method.holder != relation.attempt.actor
    else { return }
    relation.limits.limit(
      EngineFact.secret, to: Assertion.Secret.wrong, Assertion.Secret.absent)
  }

  // MARK: The account's methods

  /// Returns the numbers of the account's methods that have the given kind and the issuer of the given provider.
  private func methods(
    _ provider: Int, _ kind: MethodKind, where isMeant: (HeldMethod) -> Bool
  ) -> [Int] {
    holdings.methods(in: account.holdings, of: provider, kind)
      .compactMap { isMeant($0.method) ? $0.number : nil }
  }

  /// Limits the facts about method labels to the labels of one method; nil means that no method supplies labels.
  private func limitLabels(_ number: Int?, _ relation: inout AttemptRelation) {
    let first = model.vocabulary.schema.labels.lowerBound
    for (index, label) in model.vocabulary.labels.enumerated() where label.bearer == .method {
      var value = label.values.count
      if let number {
        guard case .method(let method) = holdings[number] else { return }
        value = Int(method.labels[index])
      }
      relation.limits.limit(first + index, to: value)
    }
  }
}
