extension FactReader {
  /// Elects the address that is used, and reads its domain and claims.
  mutating func readAddress(
    of candidates: CandidateRecords, among given: GivenAddresses
  ) throws(InputError) -> String? {
    guard let first = candidates.first else {
      reading.record = nil
      reading.facts[.domain] = vocabulary.domains.absent
      for (index, claim) in vocabulary.claims.enumerated() {
        reading.facts[vocabulary.schema.claims.lowerBound + index] = claim.absent
      }
      return nil
    }
    guard !candidates.others.isEmpty else { return use(first, of: given) }
    return use(try elected(candidates.list, of: given), of: given)
  }

  private mutating func use(_ index: Int, of records: GivenAddresses) -> String {
    var facts = reading.facts
    readRecord(index, of: records, into: &facts)
    reading.facts = facts
    reading.record = index
    return records.email(index)
  }

  /// The addresses that the attempt carries, each of them well formed.
  func addressesGiven() throws(InputError) -> GivenAddresses {
    try require(
      attempt.tenant.map { !$0.utf8.isEmpty } ?? true, .contradiction,
      "the attempt's tenant is empty; leave it out where there is none")
    let given = GivenAddresses(attempt.assertedAddresses, attempt.address)
    if action.pointsTo == .code, kind == nil {
      return try addressOfCode(given)
    }
    switch action.addressPresence(kind) {
    case .none:
      try require(
        given.isEmpty, .unexpected,
        "`" + attempt.action.name + "` carries no address for this kind of sign-in")
    case .required:
      try require(!given.isEmpty, .missing, "`" + attempt.action.name + "` needs an address")
      try require(
        given.count == 1, .unexpected,
        "`" + attempt.action.name + "` carries one address for this kind of sign-in")
    case .optional, .byKind:
      break
    }
    if kind == .federated, !given.isEmpty {
      try require(
        vocabulary.providers.providers[provider].givesEmail, .unexpected,
        "provider `" + vocabulary.providers.providers[provider].id.text
          + "` is declared to give no e-mail address")
    }
    try check(given)
    return given
  }

  /// Checks every record, also those that are not looked up.
  private func check(_ given: GivenAddresses) throws(InputError) {
    for index in 0..<given.count {
      if isUsable(index, of: given) {
        try vocabulary.checkForm(of: given.email(index))
      }
      let claims = given.claims(index)
      for number in claims.indices {
        let name = claims[number].name
        for other in 0..<number where claims[other].name.hasSameBytes(as: name) {
          throw InputError(.contradiction, "claim `" + name + "` is given twice")
        }
        // Those before it are declared and different, so this is never a long list.
        if !vocabulary.claims.contains(where: { name.hasSameBytes(as: $0.name) }) {
          throw InputError(
            .undeclared,
            "the policy declares no claim `" + name + "`"
              + Name.suggestion(for: name, among: vocabulary.claims.map { $0.name }))
        }
      }
    }
  }

  private func isUsable(_ index: Int, of given: GivenAddresses) -> Bool {
    !vocabulary.ignores(given.email(index), assertedBy: kind, for: action)
  }

  /// The address an out-of-band code is about; an attempt that names one too must agree.
  private func addressOfCode(_ given: GivenAddresses) throws(InputError) -> GivenAddresses {
    guard let address = situation.code?.address else {
      try require(
        given.isEmpty, .contradiction, "the attempt names an address that its code does not")
      return GivenAddresses()
    }
    for index in 0..<given.count {
      try require(
        try vocabulary.isSameAddress(given.email(index), address), .contradiction,
        "the attempt names another address than its code")
    }
    return GivenAddresses([], address)
  }

  private func readRecord(
    _ index: Int, of records: GivenAddresses, into facts: inout FactVector
  ) {
    facts[.domain] = vocabulary.domain(ofWellFormed: records.email(index))
    let claims = records.claims(index)
    let first = vocabulary.schema.claims.lowerBound
    for (index, claim) in vocabulary.claims.enumerated() {
      var value = claim.absent
      for given in claims where given.name.hasSameBytes(as: claim.name) {
        value = claim.value(of: given.value)
      }
      facts[first + index] = value
    }
  }

  /// The record to use, by the preferences of `elect` and then by the order of the assertion.
  private func elected(
    _ candidates: [Int], of records: GivenAddresses
  ) throws(InputError) -> Int {
    var best = candidates[0]
    var bestRank = Int.max
    for index in candidates {
      var rank = 0
      for preference in vocabulary.addresses.elect {
        let isPreferred =
          switch preference {
          case .primary: index == 0
          case .held: try isHeld(records.email(index))
          }
        rank = rank * 2 + (isPreferred ? 0 : 1)
      }
      if rank < bestRank {
        best = index
        bestRank = rank
      }
    }
    return best
  }

  /// The records that are looked up: the primary one, or every proven one where the policy says
  /// so and some are; none where the primary one does not count and no other is proven.
  func candidates(
    among records: GivenAddresses, _ isProven: (FactVector) -> Bool
  ) throws(InputError) -> CandidateRecords {
    guard !records.isEmpty else { return CandidateRecords() }
    let primary = isUsable(0, of: records) ? CandidateRecords(0) : CandidateRecords()
    guard vocabulary.addresses.match == .anyProven, records.count > 1 else { return primary }
    var proven: [Int] = []
    for index in 0..<records.count where isUsable(index, of: records) {
      var facts = reading.facts
      // Until accounts are looked at, an address is one that nobody holds.
      facts[.address] = FactValue.Address.free.rawValue
      readRecord(index, of: records, into: &facts)
      if isProven(completing(facts)) {
        proven.append(index)
      }
    }
    return proven.isEmpty ? primary : CandidateRecords(proven)
  }

  /// The canonical addresses of the records that are looked up.
  func askedAddresses(
    of candidates: CandidateRecords, among records: GivenAddresses
  ) throws(InputError) -> AskedAddresses {
    let keepsCase = vocabulary.providers.keepsCase(provider)
    guard let first = candidates.first else { return AskedAddresses(first: nil, others: []) }
    let primary = try vocabulary.canonical(records.email(first), keepsCase: keepsCase)
    var others: [String] = []
    for index in candidates.others {
      let other = try vocabulary.canonical(records.email(index), keepsCase: keepsCase)
      // Several spellings of one address are one question.
      if !other.hasSameBytes(as: primary), !others.contains(where: { other.hasSameBytes(as: $0) }) {
        others.append(other)
      }
    }
    return AskedAddresses(first: primary, others: others)
  }

  private func isHeld(_ email: String) throws(InputError) -> Bool {
    let keepsCase = vocabulary.providers.keepsCase(provider)
    let address = try vocabulary.canonical(email, keepsCase: keepsCase)
    for account in situation.addressHolders
    where account.holds(address, by: vocabulary.addresses.heldBy) {
      return true
    }
    return false
  }
}

extension Account {
  /// Whether the account holds a canonical address.
  package func holds(_ address: String, by holder: AddressRules.Holder) -> Bool {
    guard holder == .methods else {
      return email?.hasSameBytes(as: address) ?? false
    }
    let methods = methods
    for index in methods.indices
    where methods[index].address.hasSameBytes(as: address) && !methods[index].isSuperseded {
      return true
    }
    return false
  }
}
