/// The section with the mails that were sent to any address.
enum MailboxSection {
  static func html(for mails: [Mail]) -> HTML {
    let rows = mails.prefix(20).map { mail -> HTML in
      let link: HTML =
        mail.link.map { "<a href=\"\($0)\">\(mail.subject)</a>" } ?? "\(mail.subject)"
      return "<tr><td>\(mail.time)</td><td>\(mail.to)</td><td>\(link)<br>\(mail.text)</td></tr>\n"
    }
    return """
      <section id="mailbox"><h2 id="mailbox-title">Mailbox</h2>
      <p>Everybody's: a link is opened where its owner reads mail.</p>
      <div class="frame" role="region" tabindex="0" aria-labelledby="mailbox-title"><table><tr><th>Sent</th><th>To</th><th>Mail</th></tr>\(Array(rows))</table></div>
      </section>
      """
  }
}
