internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicyStore
internal import Synchronization

/// The accounts: everything that happens to them is an attempt which the policy decides.
final class ServiceAccounts: Sendable {
  /// What an attempt came to.
  enum Answer: Sendable {
    /// It was decided, and what the decision changes is committed.
    case decided(Decision, CommitOutcome)
    /// What was given cannot be decided about, such as an address that is none.
    case fault(String)
    /// The store did not do it. Nothing was changed then, unless that is not known.
    case unavailable(isKnown: Bool)
  }

  let policy: Policy
  private let store: Mutex<ServiceStore>
  private let audit: AuditLog
  private let mailbox: Mailbox
  private let clock: Clock
  private let inForce = Mutex(Settings())

  /// Takes the parts; sends what an earlier process had committed and not sent.
  init(
    _ store: consuming sending ServiceStore, policy: Policy, audit: AuditLog, mailbox: Mailbox,
    clock: Clock
  ) throws(StoreError) {
    let left = try store.outbox()
    for notice in left {
      mailbox.send(notice.notice, at: clock.text)
    }
    try store.sent(left)
    self.store = Mutex(store)
    self.policy = policy
    self.audit = audit
    self.mailbox = mailbox
    self.clock = clock
  }

  /// The settings in force.
  var settings: Settings {
    get { inForce.withLock { $0 } }
    set { inForce.withLock { $0 = newValue } }
  }

  /// Decides an attempt, carries out what the decision changes, sends mails, and keeps a record.
  ///
  /// - Parameters:
  ///   - trial: the attempt.
  ///   - session: the session in which it is made, by its id in the store.
  ///   - correlation: the id of the request.
  /// - Returns: the decision with what was committed, or why there is none.
  func settle(_ trial: Trial, in session: String?, correlation: String) -> Answer {
    let settings = trial.settings(settings)
    // One at a time: a password is compared with what is stored, and nobody changes that until the attempt is settled.
    return store.withLock { store in
      var attempt = trial.attempt
      let context = DecisionRecord.Context(time: clock.text, correlation: correlation)
      do throws(StoreError) {
        if let password = trial.password {
          attempt = try checked(attempt, password, settings, &store)
        }
        let caller = Lookup.Caller(session: session, target: trial.target, code: trial.code)
        let settled = try store.settle(
          attempt, by: caller, under: settings, policy: policy, method: .enabled,
          passwordHash: trial.passwordHash, once: nil)
        // Nothing has an id here, so nothing was settled before.
        guard let decision = settled.decision else { return .unavailable(isKnown: false) }
        audit.add(decision, at: context)
        send(settled.outcome.notices, &store)
        return .decided(decision, settled.outcome)
      } catch .input(let error) {
        audit.add(error, deciding: attempt, by: policy, at: context)
        return .fault(error.message)
      } catch {
        ServiceLog.write(error, in: correlation)
        guard case .uncertain = error else { return .unavailable(isKnown: true) }
        return .unavailable(isKnown: false)
      }
    }
  }

  /// Sends what was committed.
  ///
  /// What cannot be forgotten afterwards is sent again at the next start: at least once.
  private func send(_ notices: [StoreNotice.Kept], _ store: inout ServiceStore) {
    for notice in notices {
      mailbox.send(notice.notice, at: clock.text)
    }
    do throws(StoreError) {
      try store.sent(notices)
    } catch {
      ServiceLog.write(error, in: "outbox")
    }
  }

  /// Reads the store; nil, and a line in the log, where that fails.
  func withStore<Value: Sendable>(
    _ body: (inout ServiceStore) throws(StoreError) -> Value
  ) -> Value? {
    store.withLock { store in
      do throws(StoreError) {
        return try body(&store)
      } catch {
        ServiceLog.write(error, in: "page")
        return nil
      }
    }
  }

  /// The attempt with what comparing the password has found.
  private func checked(
    _ attempt: Attempt, _ password: String, _ settings: Settings, _ store: inout ServiceStore
  ) throws(StoreError) -> Attempt {
    let lookup: Lookup
    do throws(InputError) {
      lookup = try policy.lookup(for: attempt, by: .nobody, under: settings)
    } catch {
      throw .input(error)
    }
    var hash: String?
    if let address = lookup.credential?.subject {
      hash = try store.passwordHash(ofAddress: address)
    }
    let isRight = PasswordHash.matches(password, hash)
    var attempt = attempt
    attempt.assertion?.secret = hash == nil ? .absent : isRight ? .right : .wrong
    return attempt
  }
}
