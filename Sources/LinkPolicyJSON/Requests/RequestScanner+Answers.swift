internal import LinkPolicy

extension RequestScanner {
  /// Reads the answers of a store; with `onlyCode`, only the answer about the code is allowed.
  mutating func answers(
    _ span: Span<UInt8>, onlyCode: Bool
  ) throws(LeftToReader) -> LookupAnswers {
    var read = LookupAnswers()
    var accounts = AccountsRead()
    // Answers refer to accounts that may come later in the text, so the accounts must be read first.
    var starts = InlineArray<7, Int>(repeating: -1)
    var ends = InlineArray<7, Int>(repeating: -1)
    let keys = tables.answers.keys
    let words = tables.answers.words
    var members = try object(span)
    while let key = try nextIndex(of: &members, in: words, span) {
      guard key < keys.count else {
        guard !onlyCode else { throw LeftToReader() }
        if try null(span) { continue }
        let table = tables.statedByAnswers
        read.stated[table.facts[key - keys.count].fact] =
          try word(table.words[key - keys.count], span)
        continue
      }
      switch keys[key] {
      case .accounts: accounts = try self.accounts(span)
      case .credential, .addresses, .identifiers, .session, .target, .code:
        guard !onlyCode || keys[key] == .code else { throw LeftToReader() }
        starts[key] = index
        try skip(span)
        ends[key] = index
      }
    }
    let end = index
    for key in starts.indices where starts[key] >= 0 {
      index = starts[key]
      try answer(to: keys[key], into: &read, accounts: &accounts, span)
      skipSpace(span)
      guard index == ends[key] else { throw LeftToReader() }
    }
    index = end
    read.unnamed = accounts.unnamed
    return read
  }

  private mutating func answer(
    to key: RequestTables.AnswerKey, into read: inout LookupAnswers, accounts: inout AccountsRead,
    _ span: Span<UInt8>
  ) throws(LeftToReader) {
    let isNull = try null(span)
    switch key {
    case .accounts: break
    case .credential: read.credential = isNull ? .nobody : try credential(&accounts, span)
    case .addresses: read.addresses = isNull ? [] : try holders(&accounts, span)
    case .identifiers:
      read.identifiers = isNull ? [] : try identifierHolders(&accounts, span)
    case .session: read.session = isNull ? .unknown : .row(try session(&accounts, span))
    case .target: read.target = isNull ? .unknown : .account(try account(&accounts, span))
    case .code: read.code = isNull ? .unknown : .row(try code(&accounts, span))
    }
  }

  private mutating func credential(
    _ accounts: inout AccountsRead, _ span: Span<UInt8>
  ) throws(LeftToReader) -> Lookup.CredentialAnswer {
    // Only the general reader can read the credential of a deleted account.
    guard isAt(UInt8(ascii: "\""), span) else { throw LeftToReader() }
    return .account(try account(&accounts, span))
  }

  private mutating func holders(
    _ accounts: inout AccountsRead, _ span: Span<UInt8>
  ) throws(LeftToReader) -> [[Account]] {
    var lists: [[Account]] = []
    var elements = try array(span)
    while try nextElement(&elements, span) {
      var holders: [Account] = []
      var inner = try array(span)
      while try nextElement(&inner, span) {
        holders.append(try account(&accounts, span))
      }
      lists.append(holders)
    }
    return lists
  }

  private mutating func identifierHolders(
    _ accounts: inout AccountsRead, _ span: Span<UInt8>
  ) throws(LeftToReader) -> [Account?] {
    var holders: [Account?] = []
    var elements = try array(span)
    while try nextElement(&elements, span) {
      holders.append(try null(span) ? nil : try account(&accounts, span))
    }
    return holders
  }

  private mutating func session(
    _ accounts: inout AccountsRead, _ span: Span<UInt8>
  ) throws(LeftToReader) -> SessionRow {
    var account: Account?
    var epoch: LongInteger?
    var isEnded: Bool?
    var isRecent: Bool?
    let table = tables.session
    var members = try object(span)
    while let key = try nextKey(of: &members, in: table, span) {
      switch key {
      case .account:
        account = try null(span) ? nil : try self.account(&accounts, withEpoch: true, span)
      case .epoch: epoch = try count(span)
      case .ended: isEnded = try flag(span)
      case .recent: isRecent = try flag(span)
      }
    }
    guard members.count == tables.session.keys.count, let epoch, let isEnded,
      let isRecent
    else { throw LeftToReader() }
    return SessionRow(of: account, epoch: epoch, isEnded: isEnded, isRecent: isRecent)
  }

  private mutating func code(
    _ accounts: inout AccountsRead, _ span: Span<UInt8>
  ) throws(LeftToReader) -> CodeRow {
    var purpose: CodePurpose?
    var (address, boundTo, requester, tenant): (String?, String?, String?, String?)
    var requesterAccount: String?
    var credential: MethodKey?
    var account: Account?
    var isUsed: Bool?
    var isExpired: Bool?
    var given = 0
    let table = tables.code
    var members = try object(span)
    while let key = try nextKey(of: &members, in: table, span) {
      switch key {
      case .purpose: purpose = CodePurpose(Name(try text(span)))
      case .address: address = try text(span)
      case .account: account = try null(span) ? nil : try self.account(&accounts, span)
      case .bound: boundTo = try null(span) ? nil : try text(span)
      case .requester: requester = try null(span) ? nil : try identifier(span)
      case .requesterAccount:
        requesterAccount = try null(span) ? nil : try identifier(span)
        given += 1
      case .credential:
        credential = try null(span) ? nil : try self.credential(span)
        given += 1
      case .tenant: tenant = try null(span) ? nil : try identifier(span)
      case .used: isUsed = try flag(span)
      case .expired: isExpired = try flag(span)
      }
    }
    let required = tables.code.keys.count - RequestTables.CodeKey.optionalCount
    guard members.count - given == required, let purpose, purpose.isWellFormed,
      let address, let isUsed, let isExpired
    else { throw LeftToReader() }
    return CodeRow(
      for: purpose, address: address, account: account, boundTo: boundTo, requester: requester,
      requesterAccount: requesterAccount, credential: credential, tenant: tenant, isUsed: isUsed,
      isExpired: isExpired)
  }

  /// Reads the credential for which a code was requested.
  private mutating func credential(_ span: Span<UInt8>) throws(LeftToReader) -> MethodKey {
    var (issuer, subject): (String?, String?)
    var kind: MethodKind?
    let table = tables.credential
    var members = try object(span)
    while let key = try nextKey(of: &members, in: table, span) {
      switch key {
      case .issuer: issuer = try text(span)
      case .kind: kind = MethodKind.words.values[try word(tables.kinds, span)]
      case .subject: subject = try text(span)
      }
    }
    guard let issuer, let kind, let subject else { throw LeftToReader() }
    return MethodKey(issuer: issuer, kind: kind, subject: subject)
  }
}

// MARK: Accounts

extension RequestScanner {
  /// The listed accounts, at most 16; a longer list is left to the general reader, which finds ids by hashing.
  private struct AccountsRead {
    static var most: Int { 16 }

    var rows: [Account] = []
    /// One bit for each account: 1 if an answer refers to the account or, in ``withEpoch``, if the account states an
    /// epoch.
    var named: UInt32 = 0
    var withEpoch: UInt32 = 0

    var unnamed: [Account] {
      var unnamed: [Account] = []
      for index in rows.indices where named >> UInt32(index) & 1 == 0 {
        unnamed.append(rows[index])
      }
      return unnamed
    }
  }

  private mutating func accounts(_ span: Span<UInt8>) throws(LeftToReader) -> AccountsRead {
    var accounts = AccountsRead()
    if try null(span) { return accounts }
    var elements = try array(span)
    while try nextElement(&elements, span) {
      let (row, hasEpoch) = try accountRow(span)
      guard accounts.rows.count < AccountsRead.most,
        !accounts.rows.contains(where: { $0.id.hasSameBytes(as: row.id) })
      else { throw LeftToReader() }
      if hasEpoch { accounts.withEpoch |= 1 << UInt32(accounts.rows.count) }
      accounts.rows.append(row)
    }
    return accounts
  }

  /// Reads an id and returns the listed account that has the id.
  private mutating func account(
    _ accounts: inout AccountsRead, withEpoch: Bool = false, _ span: Span<UInt8>
  ) throws(LeftToReader) -> Account {
    let id = try text(span)
    guard let index = accounts.rows.firstIndex(where: { $0.id.hasSameBytes(as: id) }),
      !withEpoch || accounts.withEpoch >> UInt32(index) & 1 == 1
    else { throw LeftToReader() }
    accounts.named |= 1 << UInt32(index)
    return accounts.rows[index]
  }

  private mutating func accountRow(
    _ span: Span<UInt8>
  ) throws(LeftToReader) -> (account: Account, hasEpoch: Bool) {
    var (id, email, tenant): (String?, String?, String?)
    var (version, isVerified, state): (LongInteger?, Bool?, Account.State?)
    var methods: [Method]?
    var (epoch, factors): (LongInteger?, LongInteger?)
    var labels: [(name: String, value: String)] = []
    var identifiers: [AccountIdentifier]?
    var profile: Profile?
    var hasEmail = false
    let table = tables.account
    var members = try object(span)
    while let key = try nextKey(of: &members, in: table, span) {
      switch key {
      case .id: id = try text(span)
      case .email:
        hasEmail = true
        email = try null(span) ? nil : try text(span)
      case .verified: isVerified = try flag(span)
      case .methods: methods = try self.methods(span)
      case .labels: labels = try null(span) ? [] : try pairs(span)
      case .identifiers:
        identifiers = try null(span) ? nil : try self.identifiers(span)
      case .profile: profile = try null(span) ? nil : try self.profile(span)
      case .state: state = Account.State.words.values[try word(tables.states, span)]
      case .tenant: tenant = try null(span) ? nil : try text(span)
      case .factors: factors = try null(span) ? nil : try count(span)
      case .epoch: epoch = try null(span) ? nil : try count(span)
      case .version: version = try count(span)
      }
    }
    guard let id, hasEmail, let version, let isVerified, let state, let methods else {
      throw LeftToReader()
    }
    var account = Account(
      id: id, version: version, tenant: tenant, email: email, isEmailVerified: isVerified,
      state: state, epoch: epoch ?? 0, methods: methods, labels: labels)
    if let identifiers { account.identifiers = identifiers }
    if let profile { account.profile = profile }
    if let factors { account.factors = factors }
    return (account, epoch != nil)
  }

  private mutating func methods(_ span: Span<UInt8>) throws(LeftToReader) -> [Method] {
    var methods: [Method] = []
    var elements = try array(span)
    while try nextElement(&elements, span) {
      // Only the general reader knows the short notation of a method, such as `password/email-link`.
      methods.append(try method(span))
    }
    return methods
  }

  private mutating func method(_ span: Span<UInt8>) throws(LeftToReader) -> Method {
    var provider: String?
    var kind: MethodKind?
    var method = Method("", orOpen: nil)
    let table = tables.method
    var members = try object(span)
    while let key = try nextKey(of: &members, in: table, span) {
      if try null(span) { continue }
      switch key {
      case .provider: provider = try text(span)
      case .kind: kind = MethodKind.words.values[try word(tables.kinds, span)]
      case .subject: method.subject = try text(span)
      case .superseded: method.isSuperseded = try flag(span)
      case .address: method.address = try text(span)
      case .proved: method.provedAddress = try text(span)
      case .labels: method.labels = try pairs(span)
      case .since: method.since = try count(span)
      }
    }
    guard let provider else { throw LeftToReader() }
    method.provider = provider
    method.kind = kind
    return method
  }
}
