internal import LinkPolicy

extension AccountService {
  /// Returns the main page.
  func page(_ exchange: Exchange) -> Response {
    let visit = visits.use(exchange.visit) { visit in
      defer { visit.message = nil }
      return visit
    }
    return MainPage(
      message: visit?.message, asked: visit?.asked, holder: accounts.holder(of: exchange.session),
      address: visit?.address ?? "", accounts: accounts.all, mails: mailbox.all,
      records: audit.last(10), settings: accounts.settings, time: clock.text,
      providerOrigins: Array(Set(providers.map { $0.providerOrigin }))
    ).response
  }

  /// Returns the audit log, with one record on each line.
  func auditPage(_ exchange: Exchange) -> Response {
    Response(
      200, "text/plain; charset=utf-8",
      audit.last(1000).reversed().map { $0 + "\n" }.joined())
  }
}
