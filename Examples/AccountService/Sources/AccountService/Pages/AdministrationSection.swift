internal import LinkPolicy

/// The section with all accounts and the actions of administrators.
enum AdministrationSection {
  /// The actions of an administrator on an account, by their names in the policy.
  static var acts: [(action: String, title: String)] {
    [
      ("mark-verified", "Mark verified"), ("mark-unverified", "Mark unverified"),
      ("disable", "Disable"), ("enable", "Enable"), ("admin-delete", "Delete"),
    ]
  }

  static func html(for accounts: [Account], settings: Settings, time: String) -> HTML {
    """
    <section id="administration"><h2 id="accounts-title">Administration</h2>
    <div class="frame" role="region" tabindex="0" aria-labelledby="accounts-title"><table id="accounts">\
    <tr><th>Account</th><th>Address</th><th>State</th><th>Methods</th><th></th></tr>\(accounts.map { row($0) })</table></div>
    <div id="create">\(Form.post(to: "/admin/create", "Make an account", Form.field("email", "E-mail", type: "email")))</div>
    <div id="settings">\(Form.post(to: "/admin/settings", "Set", choices(settings)))</div>
    <div id="clock"><p>It is \(time).</p>\
    \(Form.post(to: "/clock", "Let ten minutes pass", hidden: [("minutes", "10")]))\
    \(Form.post(to: "/clock", "Let an hour pass", hidden: [("minutes", "60")]))</div>
    </section>
    """
  }

  private static func row(_ account: Account) -> HTML {
    let state =
      switch account.state {
      case .active: "active"
      case .disabled: "disabled"
      }
    let methods = account.methods.map { $0.word + ($0.isSuperseded ? " (superseded)" : "") }
    let forms = acts.map { act in
      Form.post(to: "/admin", act.title, hidden: [("act", act.action), ("target", account.id)])
    }
    return """
      <tr data-account="\(account.id)"><td>version \(account.version), epoch \(account.epoch)</td>\
      <td>\(account.email ?? "none")\(account.isEmailVerified ? ", verified" : "")</td><td>\(state)</td>\
      <td>\(methods.joined(separator: ", "))</td><td>\(forms)</td></tr>
      """
  }

  private static func choices(_ settings: Settings) -> HTML {
    HTML(
      PolicySettings.all.map { setting in
        let chosen = settings.values.last { $0.name == setting.name }?.value
        return Form.choice(
          setting.name, setting.name, setting.values.map { ($0, $0) },
          chosen: chosen ?? setting.values[0])
      })
  }
}
