extension FactReader {
  /// Reads the address records and returns the address that is used.
  ///
  /// Checks that the attempt may carry them, elects one and reads its domain and claims.
  mutating func readAddress(
    _ isProven: (FactVector) -> Bool
  ) throws(InputError) -> String? {
    let given = try addressesGiven()
    guard !given.isEmpty else {
      reading.facts[.domain] = vocabulary.domains.absent
      for (index, claim) in vocabulary.claims.enumerated() {
        reading.facts[vocabulary.schema.claims.lowerBound + index] = claim.absent
      }
      reading.facts[.address] = FactValue.Address.absent.rawValue
      return nil
    }
    // Until accounts are looked at, an address is one that nobody holds.
    reading.facts[.address] = FactValue.Address.free.rawValue
    if given.count == 1 || vocabulary.addresses.match == .primary {
      return try use(0, of: given)
    }
    return try use(try elected(among: given, isProven), of: given)
  }

  private mutating func use(
    _ index: Int, of records: GivenAddresses
  ) throws(InputError) -> String {
    try readRecord(index, of: records, into: &reading.facts)
    reading.record = index
    return records.email(index)
  }

  func addressesGiven() throws(InputError) -> GivenAddresses {
    let given = GivenAddresses(attempt.assertion?.addresses ?? [], attempt.address)
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
    if kind == .federated, !given.isEmpty, provider < vocabulary.providers.other {
      try require(
        vocabulary.providers.providers[provider].givesEmail, .unexpected,
        "provider `" + vocabulary.providers.providers[provider].id.text
          + "` is declared to give no e-mail address")
    }
    return given
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
  ) throws(InputError) {
    facts[.domain] = try vocabulary.domain(of: records.email(index))
    let claims = records.claims(index)
    let first = vocabulary.schema.claims.lowerBound
    for (index, claim) in vocabulary.claims.enumerated() {
      var value: Int?
      for given in claims where given.name.hasSameBytes(as: claim.name) {
        try require(
          value == nil, .contradiction, "claim `" + given.name + "` is given twice")
        value = claim.value(of: given.value)
      }
      facts[first + index] = value ?? claim.absent
    }
  }

  /// The record to use, by the preferences of `elect` and then by the order of the assertion.
  private func elected(
    among records: GivenAddresses, _ isProven: (FactVector) -> Bool
  ) throws(InputError) -> Int {
    let candidates = try candidates(among: records, isProven)
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

  /// The records that are looked up: the proven ones, or the first where none is.
  func candidates(
    among records: GivenAddresses, _ isProven: (FactVector) -> Bool
  ) throws(InputError) -> [Int] {
    guard vocabulary.addresses.match == .anyProven, records.count > 1 else { return [0] }
    var proven: [Int] = []
    for index in 0..<records.count {
      var facts = reading.facts
      facts[.address] = FactValue.Address.free.rawValue
      try readRecord(index, of: records, into: &facts)
      if isProven(facts) {
        proven.append(index)
      }
    }
    return proven.isEmpty ? [0] : proven
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
    for index in methods.indices where methods[index].address.hasSameBytes(as: address) {
      return true
    }
    return false
  }
}

/// The addresses of an attempt: the records of its assertion, and the one of an action that
/// carries no method.
struct GivenAddresses {
  private let records: [AddressRecord]
  private let single: String?

  init(_ records: [AddressRecord] = [], _ single: String? = nil) {
    self.records = records
    self.single = single
  }

  var count: Int { records.count + (single == nil ? 0 : 1) }
  var isEmpty: Bool { records.isEmpty && single == nil }

  func email(_ index: Int) -> String {
    index < records.count ? records[index].email : single ?? ""
  }

  func claims(_ index: Int) -> [AddressRecord.Claim] {
    index < records.count ? records[index].claims : []
  }
}
