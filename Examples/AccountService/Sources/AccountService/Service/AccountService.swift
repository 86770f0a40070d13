/// The service: takes requests of one origin, and answers them from accounts, visits and providers.
final class AccountService: Sendable {
  /// A request with who makes it.
  struct Exchange: Sendable {
    let request: Request
    /// The fields of its form; empty where it has none.
    let form: NamedValues
    /// The id under which the audit log and the service's own log have it.
    let correlation: String
    /// The cookie of the visit; the visit is there.
    let visit: String
    /// The session's id in the store, which nobody can be by it; nil without one.
    let session: String?
  }

  /// Where the pages are, such as `http://127.0.0.1:8080`.
  let origin: String
  let accounts: ServiceAccounts
  let visits: Visits
  let mailbox: Mailbox
  let audit: AuditLog
  let clock: Clock
  let lifetimes: Lifetimes
  let providers: [RelyingParty]

  init(
    origin: String, accounts: ServiceAccounts, mailbox: Mailbox, audit: AuditLog, clock: Clock,
    lifetimes: Lifetimes, providers: [RelyingParty]
  ) {
    self.origin = origin
    self.accounts = accounts
    visits = Visits(clock: clock)
    self.mailbox = mailbox
    self.audit = audit
    self.clock = clock
    self.lifetimes = lifetimes
    self.providers = providers
  }
}
