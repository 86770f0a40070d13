internal import LinkPolicy

/// The content of the service's main page.
struct MainPage: Sendable {
  var message: Visit.Message?
  var asked: AskedFor?
  /// The account of the browser's session, and whether its proof is recent.
  var holder: (account: Account, isRecent: Bool)?
  var address: String
  var accounts: [Account]
  var mails: [Mail]
  var records: [String]
  var settings: Settings
  var time: String
  /// The origins of the providers, to which some forms lead.
  var providerOrigins: [String]

  /// The page as a response.
  var response: Response {
    Document.response(
      "Accounts", formsMayLeadTo: providerOrigins,
      """
      <p>An account service on the policy <a href="#records">hardened</a>. Providers, mailbox and administrators are made up; what is decided and signed is not.</p>
      \(messageBox)
      \(RemedySection.html(for: asked, isSignedIn: holder != nil))
      \(OwnSection.html(for: holder))
      \(SignInSection.html(address: address))
      \(MailboxSection.html(for: mails))
      \(AdministrationSection.html(for: accounts, settings: settings, time: time))
      \(RecordsSection.html(for: records))
      """)
  }

  private var messageBox: HTML {
    guard let message else { return "" }
    let kind = message.isGood ? "done" : "refused"
    return
      "<p class=\"message\" id=\"message\" data-kind=\"\(kind)\" role=\"status\">\(message.text)</p>"
  }
}
