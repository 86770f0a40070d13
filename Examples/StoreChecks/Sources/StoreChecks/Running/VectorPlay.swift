internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicyStore

/// A vector being played on a store that has nothing but what the vector gives.
struct VectorPlay {
  private let policy: Policy
  private let vector: JSON
  private let tenant: JSON
  private var settings: JSON
  private var sessions: [String: String] = [:]
  private var tickets: [Int: JSON] = [:]
  private var lastCode: String?

  init(_ vector: JSON, under policy: Policy) {
    self.policy = policy
    self.vector = vector
    tenant = vector["tenant"]
    settings = vector["settings"].or(.object([]))
  }

  /// The result as the protocol has it.
  mutating func result(
    on store: inout some CheckedStore & ~Copyable
  ) throws(StoreError) -> JSON {
    try give(to: &store)
    var answers: [JSON] = []
    for (index, step) in vector["steps"].elements.enumerated() {
      answers.append(try play(step, number: index + 1, on: &store))
    }
    let accounts = try store.inTransaction { (store) throws(StoreError) in
      try Self.accounts(in: &store)
    }
    return .object([
      ("id", vector["id"]), ("steps", .array(answers)), ("accounts", .array(accounts)),
    ])
  }

  private mutating func give(
    to store: inout some CheckedStore & ~Copyable
  ) throws(StoreError) {
    let given = GivenRows(vector["given"], in: tenant.text)
    let made = try store.inTransaction { (store) throws(StoreError) in
      try store.clear()
      return try given.add(to: &store)
    }
    for session in made.sessions {
      sessions[session] = session
      sessions["last"] = session
    }
    lastCode = made.codes.last
  }

  private mutating func play(
    _ step: JSON, number: Int, on store: inout some CheckedStore & ~Copyable
  ) throws(StoreError) -> JSON {
    if let wait = step["wait"].text {
      try store.inTransaction { (store) throws(StoreError) in
        try wait == "old" ? store.ageSessions() : store.expireCodes()
      }
      return .null
    }
    for member in step["set"]["settings"].members {
      settings[member.key] = member.value
    }
    guard !step["attempt"].isNull else { return .null }
    let request: DecisionRequest
    do {
      request = try DecisionRequest(json: Array(question(step).line.utf8))
    } catch {
      throw .failed(error.diagnostics.first?.message ?? "the attempt cannot be read")
    }
    let settled: Settled
    do throws(StoreError) {
      settled = try store.settle(
        request.attempt, by: request.caller, under: request.settings, policy: policy,
        method: step["method"].text == "disabled" ? .disabled : .enabled, passwordHash: "hash",
        once: nil)
    } catch .input(let error) {
      return .object([("input-error", .string(error.reason.word.text))])
    }
    return try answer(settled, number)
  }

  /// The attempt with its caller and settings, as lines of the protocol have them.
  private func question(_ step: JSON) -> JSON {
    var attempt = step["attempt"]
    if !attempt["email"].isNull {
      var record = JSON.object([("email", attempt["email"])])
      if !attempt["claims"].isNull {
        record["claims"] = attempt["claims"]
      }
      attempt["addresses"] = .array([record])
    }
    attempt = .object(attempt.members.filter { $0.key != "email" && $0.key != "claims" })
    if attempt["tenant"].isNull, !tenant.isNull {
      attempt["tenant"] = tenant
    }
    if let ticket = step["ticket"].integer {
      attempt["ticket"] = tickets[ticket] ?? .null
    }
    var inForce = settings
    for member in step["settings"].members {
      inForce[member.key] = member.value
    }
    let asked = step["as"].text ?? step["as"].integer.map { String($0) }
    let code = step["code"].text
    let caller: [(key: String, value: JSON)] = [
      ("session", .string(asked.map { sessions[$0] ?? $0 })), ("target", step["target"]),
      ("code", .string(code == "last" ? lastCode : code)),
    ]
    return .object([
      ("attempt", attempt), ("caller", .object(caller.filter { !$0.value.isNull })),
      ("settings", inForce),
    ])
  }

  private mutating func answer(_ settled: Settled, _ number: Int) throws(StoreError) -> JSON {
    guard case .now(let decision, let outcome, tries: _) = settled,
      let shown = JSONParser.parse(decision.json())
    else { throw .failed("there is no decision") }
    if let session = outcome.session {
      sessions[String(number)] = session
      sessions["last"] = session
    }
    lastCode = outcome.codes.last ?? lastCode
    let told = shown["decision"].or(shown)
    if !told["ticket"].isNull {
      tickets[number] = told["ticket"]
    }
    return StepAnswer(told, outcome, account: decision.account?.id).json
  }

  /// The accounts at the end, each with where its last code of each purpose went.
  private static func accounts(
    in store: inout some CheckedStore & ~Copyable
  ) throws(StoreError) -> [JSON] {
    var found: [JSON] = []
    for id in try store.accountIDs() {
      guard let account = try store.account(id), var row = JSONParser.parse(account.json) else {
        throw .inconsistent("the account `\(id)` is listed, and not there")
      }
      var codes = JSON.object(["verify", "change", "reset", "undo"].map { ($0, .null) })
      for code in try store.codes(of: id) {
        codes[code.purpose.name.text] = .string(code.address)
      }
      row["codes"] = codes
      found.append(row)
    }
    return found
  }
}
