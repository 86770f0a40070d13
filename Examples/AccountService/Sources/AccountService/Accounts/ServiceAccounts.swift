internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicyStore
internal import Synchronization

/// The accounts of the service; only attempts that the policy decides change an account.
final class ServiceAccounts: Sendable {
  /// The result of an attempt.
  enum Answer: Sendable {
    /// The policy decided the attempt, and the store committed the decision's changes.
    case decided(Decision, CommitOutcome)
    /// The attempt is malformed, for example because its address is invalid.
    case fault(String)
    /// The store failed.
    ///
    /// If `isKnown` is true, nothing was changed; otherwise the changes may be committed.
    case unavailable(isKnown: Bool)
  }

  let policy: Policy
  private let store: Mutex<ServiceStore>
  private let audit: AuditLog
  private let mailbox: Mailbox
  private let clock: Clock
  private let inForce = Mutex(Settings())

  /// Creates the accounts, and sends the mails that an earlier process committed but did not send.
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

  /// The settings under which the policy decides.
  var settings: Settings {
    get { inForce.withLock { $0 } }
    set { inForce.withLock { $0 = newValue } }
  }

  /// Decides an attempt, commits the changes, sends mails, and writes an audit record.
  ///
  /// - Parameters:
  ///   - trial: the attempt.
  ///   - session: the session of the browser that makes the attempt, by its id in the store.
  ///   - correlation: the id of the request.
  /// - Returns: the decision with the committed changes, or the reason why there is no decision.
  func settle(_ trial: Trial, in session: String?, correlation: String) -> Answer {
    let settings = trial.settings(settings)
    // The lock settles one attempt at a time, so the stored password cannot change between its check and the commit.
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
        // No attempt has a request id here, so the store cannot have settled the attempt before.
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

  /// Sends the mails of committed notices.
  ///
  /// If the store cannot delete a sent notice, the next start sends the notice again: mails are sent at least once.
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

  /// Reads from the store; if reading fails, writes a line to the log and returns nil.
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

  /// Returns the attempt with the result of the password check.
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
