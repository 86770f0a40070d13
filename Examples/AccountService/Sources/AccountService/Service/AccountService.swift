/// The service, which answers the requests of one origin from its accounts, visits and providers.
final class AccountService: Sendable {
  /// A request, with the visit and session of the browser that makes the request.
  struct Exchange: Sendable {
    let request: Request
    /// The fields of the posted form; empty without a form.
    let form: NamedValues
    /// The id of the request in the audit log and in the service's log.
    let correlation: String
    /// The cookie of the visit, which exists.
    let visit: String
    /// The session's id in the store, which is useless as a cookie; nil without a session.
    let session: String?
  }

  /// The origin of the pages, such as `http://127.0.0.1:8080`.
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
