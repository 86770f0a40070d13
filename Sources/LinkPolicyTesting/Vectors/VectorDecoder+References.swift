internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON

extension VectorDecoder {
  /// Reports each reference to an account, session, code or ticket that cannot exist at that point of the sequence.
  ///
  /// An attempt creates at most one account. An attempt that must be refused may refer to a missing account, so that a
  /// vector can test the refusal. The id of the missing account must still be an id that an account could get, such as
  /// `u7`.
  mutating func checkReferences(
    _ sequence: VectorSequence, steps: JSONValue, accounts: JSONValue?
  ) {
    // An invalid step is already a finding, and the step could have created any account, session or code.
    guard sequence.steps.count == steps.count else { return }
    let unknown = Self.unknownReferences(in: sequence)
    for (index, problem) in unknown.steps {
      let at = steps.elements?[index] ?? steps
      let key = at[problem.key]
      findings.report(
        problem.code, problem.message,
        at: key ?? at["expect"]?[problem.key] ?? at, help: problem.help)
    }
    for index in unknown.accounts {
      let at = accounts?.elements?[index]["id"] ?? steps
      let id = sequence.accounts?[index].id ?? ""
      findings.report(
        .vectorUnknownAccount, "no account `\(id)` can exist at the end", at: at,
        help: Self.help(sequence.given.accounts.map { $0.id }, made: sequence.attemptCount))
    }
  }

  /// Returns whether a step or an expected account refers to an account, session, code or ticket that cannot exist.
  static func hasUnknownReference(_ sequence: VectorSequence) -> Bool {
    let unknown = unknownReferences(in: sequence)
    return !unknown.steps.isEmpty || !unknown.accounts.isEmpty
  }

  /// The references to accounts, sessions, codes and tickets that cannot exist.
  private struct UnknownReferences {
    /// The first problem of each faulty step, with the index of the step.
    var steps: [(index: Int, problem: ReferenceProblem)] = []
    /// The indices of the expected final accounts that cannot exist.
    var accounts: [Int] = []
  }

  private static func unknownReferences(in sequence: VectorSequence) -> UnknownReferences {
    let given = sequence.given.accounts.map { $0.id }
    var unknown = UnknownReferences()
    var attempts = 0
    for (index, step) in sequence.steps.enumerated() {
      guard case .attempt(let attempt) = step.content else { continue }
      if let problem = problem(of: attempt, in: sequence, given: given, attempts: attempts) {
        unknown.steps.append((index, problem))
      }
      attempts += 1
    }
    for (index, account) in (sequence.accounts ?? []).enumerated() {
      if let id = account.id, !canExist(id, given: given, made: attempts) {
        unknown.accounts.append(index)
      }
    }
    return unknown
  }

  private struct ReferenceProblem {
    var code: DiagnosticCode
    var key: String
    var message: String
    var help: String
  }

  private static func problem(
    of attempt: VectorAttempt, in sequence: VectorSequence, given: [String], attempts: Int
  ) -> ReferenceProblem? {
    let isAllowed = attempt.expectation.isAllowed ?? false
    if let target = attempt.target,
      !canExist(target, given: given, made: isAllowed ? attempts : nil)
    {
      return ReferenceProblem(
        code: .vectorUnknownAccount, key: "target",
        message: "no account `\(target)` can exist before this step",
        help: help(given, made: attempts))
    }
    if case .present(let account) = attempt.expectation.account,
      !canExist(account, given: given, made: attempts + 1)
    {
      return ReferenceProblem(
        code: .vectorUnknownAccount, key: "account",
        message: "no account `\(account)` can exist after this step",
        help: help(given, made: attempts + 1))
    }
    return sessionProblem(of: attempt, in: sequence, attempts: attempts)
      ?? codeProblem(
        of: attempt, attempts: attempts + sequence.given.codes.count, isAllowed: isAllowed)
  }

  private static func sessionProblem(
    of attempt: VectorAttempt, in sequence: VectorSequence, attempts: Int
  ) -> ReferenceProblem? {
    if case .id(let id) = attempt.session, !sequence.given.hasSession(id) {
      return ReferenceProblem(
        code: .vectorUnknownSession, key: "as", message: "no session `\(id)` is given",
        help: sequence.given.sessionHelp + "; a session that a step opens is named by its number")
    }
    if case .last = attempt.session, attempts + sequence.given.sessions.count == 0 {
      return ReferenceProblem(
        code: .vectorUnknownStep, key: "as", message: "no step before this one opens a session",
        help: "attempt a sign-in first")
    }
    if case .step(let number) = attempt.session, !sequence.isAttempt(number) {
      return ReferenceProblem(
        code: .vectorUnknownStep, key: "as",
        message: "step `\(number)` attempts nothing, so it opens no session",
        help: "name the step that signs in; waiting counts")
    }
    if let number = attempt.ticket, !sequence.isAttempt(number) {
      return ReferenceProblem(
        code: .vectorUnknownStep, key: "ticket",
        message: "step `\(number)` attempts nothing, so it hands out no ticket",
        help: "name the step whose attempt was refused; waiting counts")
    }
    return nil
  }

  private static func codeProblem(
    of attempt: VectorAttempt, attempts: Int, isAllowed: Bool
  ) -> ReferenceProblem? {
    guard let code = attempt.code else { return nil }
    if case .id(let id) = code, number(of: id, after: "c") == nil {
      return ReferenceProblem(
        code: .vectorUnknownCode, key: "code", message: "no code can be called `\(id)`",
        help: "codes are `c1`, `c2`, ... in the order in which they are mailed, or `last`")
    }
    var isLast = false
    if case .last = code {
      isLast = true
    }
    guard attempts == 0, isLast || isAllowed else { return nil }
    return ReferenceProblem(
      code: .vectorUnknownCode, key: "code", message: "no code was mailed before this step",
      help: "first attempt an action that mails one")
  }

  /// Returns whether an account can have an id after `made` attempts; nil means any number of attempts.
  private static func canExist(_ id: String, given: [String], made: Int?) -> Bool {
    if given.contains(where: { $0.hasSameBytes(as: id) }) {
      return true
    }
    guard let number = number(of: id, after: "u") else { return false }
    // Generated ids skip the ids of given accounts.
    return made.map { number <= $0 + given.count } ?? true
  }

  /// Returns the number in an id such as `u12`; nil for any other text.
  static func number(of id: String, after letter: Unicode.Scalar) -> Int? {
    var bytes = id.utf8[...]
    guard bytes.popFirst() == UInt8(ascii: letter), let first = bytes.first,
      first != UInt8(ascii: "0"), bytes.count <= 9
    else { return nil }
    var number = 0
    for byte in bytes {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return number
  }

  private static func help(_ given: [String], made: Int) -> String {
    var names = given.map { "`\($0)`" }
    if made + given.count > 1 {
      names.append("`u1` to `u\(made + given.count)`")
    } else if made > 0 {
      names.append("`u1`")
    }
    return names.isEmpty ? "no account is given" : "possible are " + names.joined(separator: ", ")
  }
}

extension VectorSequence {
  /// The number of steps that are attempts.
  fileprivate var attemptCount: Int {
    steps.indices.count { isAttempt($0 + 1) }
  }

  /// Returns whether the step with this number, counted from 1, is an attempt.
  fileprivate func isAttempt(_ number: Int) -> Bool {
    guard steps.indices.contains(number - 1), case .attempt = steps[number - 1].content else {
      return false
    }
    return true
  }
}
