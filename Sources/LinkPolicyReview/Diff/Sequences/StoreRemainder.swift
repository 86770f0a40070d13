internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The sessions, codes and second factors in a store after a sequence, in a form that is comparable between systems.
///
/// An account is identified by its place in the order of creation.
struct StoreRemainder {
  /// A pending code: its purpose and its destination, such as `reset` to `a@x.example`.
  struct PendingCode: Hashable {
    var purpose: String
    var address: String
  }

  /// The number of usable sessions of each account.
  let sessions: [Int]
  /// The number of second factors of each account.
  let factors: [LongInteger]
  /// The codes that a caller can still use, with the number of equal codes.
  let codes: [PendingCode: Int]
  /// The codes that the system mailed during the sequence, including codes that are no longer pending.
  let mailed: Set<PendingCode>
  private let accounts: [String]

  /// Creates the remainder of a run from the results of its steps.
  ///
  /// - Parameters:
  ///   - played: the results of the run's steps.
  ///   - policy: the policy of the run, which determines the stale codes; nil if no code counts as stale.
  init(_ played: some BidirectionalCollection<StepSequence.Played>, under policy: CompiledPolicy?) {
    let store = played.last?.accounts ?? Accounts()
    accounts = store.accounts.map { $0.id }
    sessions = store.accounts.map { account in
      store.sessions.count {
        $0.account.hasSameBytes(as: account.id) && !$0.isEnded && $0.epoch == account.epoch
      }
    }
    factors = store.accounts.map { $0.factors }
    var codes: [PendingCode: Int] = [:]
    for code in store.codes where !code.isUsed && !code.isExpired {
      if let id = code.account {
        guard let account = store.account(id) else { continue }
        let treatment = policy?.vocabulary.purposes[code.purpose]?.treatment
        guard treatment?.isStale(boundTo: code.boundTo, now: account.email) != true else {
          continue
        }
      }
      codes[PendingCode(purpose: code.purpose.name.text, address: code.address), default: 0] += 1
    }
    self.codes = codes
    var mailed: Set<PendingCode> = []
    for event in played.flatMap({ $0.applied?.events ?? [] }) {
      if case .codeMailed(_, let purpose, let address) = event {
        mailed.insert(PendingCode(purpose: purpose.name.text, address: address))
      }
    }
    self.mailed = mailed
  }

  /// Returns the first difference to the other system's remainder, with the kind of change; nil if the remainders are
  /// alike.
  ///
  /// Both systems must have the same number of accounts.
  func difference(to other: StoreRemainder) -> (what: EndingDifference, kind: ChangeKind)? {
    // Without the owner's second factor, an attacker can enter the account more easily.
    if zip(factors, other.factors).contains(where: { $0 > $1 }) {
      return (.factors, .guardsLess)
    }
    if zip(factors, other.factors).contains(where: { $0 < $1 }) {
      return (.factors, .dropsLess)
    }
    if zip(sessions, other.sessions).contains(where: { $0 < $1 }) {
      return (.sessions, .dropsLess)
    }
    if zip(sessions, other.sessions).contains(where: { $0 > $1 }) {
      return (.sessions, .dropsMore)
    }
    let more = other.codes.filter { $0.value > codes[$0.key] ?? 0 }.keys
    if !more.isEmpty {
      // If the old system mailed the code too, the code was canceled or used later.
      return (.codes, more.allSatisfy { mailed.contains($0) } ? .dropsLess : .mailsMore)
    }
    let fewer = codes.filter { $0.value > other.codes[$0.key] ?? 0 }.keys
    guard !fewer.isEmpty else { return nil }
    return (.codes, fewer.allSatisfy { other.mailed.contains($0) } ? .dropsMore : .mailsLess)
  }

  /// The remainder in words, such as `u1 with 2 sessions and 1 second factor; a code reset to a@x.example`.
  var words: String {
    var parts = accounts.indices.map { index in
      "\(accounts[index]) with \(Self.count(LongInteger(sessions[index]), "session")) and "
        + Self.count(factors[index], "second factor")
    }
    let pending = codes.sorted {
      ($0.key.purpose, $0.key.address) < ($1.key.purpose, $1.key.address)
    }
    parts += pending.map { code, count in
      "\(count == 1 ? "a code" : "\(count) codes") \(code.purpose) to \(code.address)"
    }
    return parts.isEmpty ? "nothing" : parts.joined(separator: "; ")
  }

  private static func count(_ number: LongInteger, _ thing: String) -> String {
    number == 1 ? "1 \(thing)" : "\(number) \(thing)s"
  }
}
