internal import LinkPolicy

/// The section with the user's own account and the actions on this account.
enum OwnSection {
  static func html(for holder: (account: Account, isRecent: Bool)?) -> HTML {
    guard let (account, isRecent) = holder else {
      return
        "<section id=\"own\"><h2>You</h2><p id=\"session\">You are not signed in.</p></section>"
    }
    return """
      <section id="own"><h2>You</h2>
      <p id="session" data-account="\(account.id)">You are signed in as \(account.email ?? "somebody without an address")\
      \(account.email == nil ? "" : account.isEmailVerified ? ", which is verified" : ", which is not verified")\
      ; \(account.profile.name ?? "no name")\
      ; you have \(isRecent ? "just proved who you are" : "not proved lately who you are").</p>
      \(methods(of: account))
      <div id="session-forms">\(Form.post(to: "/sign-out", "Sign out"))\
      \(Form.post(to: "/refresh", "Go on with the session"))\(Form.post(to: "/reload", "Read it again"))</div>
      \(proofs(of: account))
      <h3>Add a method</h3>
      <div id="link">\(ProviderForms.html(for: .link))\
      \(Form.post(to: "/link/password", "Add a password", [email(account), newPassword].html))\
      \(Form.post(to: "/send-link", "Mail me a link to add", email(account)))</div>
      <h3>Change it</h3>
      <div id="change">\(Form.post(to: "/update-profile", "Set name", Form.field("name", "Name", value: account.profile.name ?? "")))\
      \(Form.post(to: "/update-password", "Set password", newPassword))\
      \(Form.post(to: "/request-verification", "Verify my address"))\
      \(Form.post(to: "/request-email", "Change my address by mail", Form.field("email", "New address", type: "email")))\
      \(Form.post(to: "/update-email", "Change it at once", Form.field("email", "New address", type: "email")))</div>
      <div id="delete">\(Form.post(to: "/delete", "Delete my account"))</div>
      </section>
      """
  }

  /// Returns the forms with which a user proves the identity again.
  static func proofs(of account: Account?) -> HTML {
    let fields: [HTML] = [
      Form.field("email", "E-mail", type: "email", value: account?.email ?? ""),
      Form.field("password", "Password", type: "password", autocomplete: "current-password"),
    ]
    return """
      <h3>Prove again who you are</h3>
      <div id="reauthenticate">\(Form.post(to: "/reauthenticate/password", "Prove it with the password", fields.html))\
      \(ProviderForms.html(for: .reauthenticate))</div>
      """
  }

  private static func email(_ account: Account) -> HTML {
    Form.field("email", "E-mail", type: "email", value: account.email ?? "")
  }

  private static var newPassword: HTML {
    Form.field("password", "New password", type: "password", autocomplete: "new-password")
  }

  private static func methods(of account: Account) -> HTML {
    let rows = account.methods.filter { !$0.isSuperseded }.map { method -> HTML in
      var hidden = [("provider", method.provider)]
      if let kind = method.kind {
        hidden.append(("kind", kind.name.text))
      }
      if let subject = method.subject {
        hidden.append(("subject", subject))
      }
      return """
        <tr><td>\(method.word)</td><td>\(method.subject ?? "")</td><td>\(method.address ?? "")</td>\
        <td>\(Form.post(to: "/unlink", "Remove " + method.word, hidden: hidden))</td></tr>
        """
    }
    return """
      <h3 id="own-methods-title">Your methods</h3>
      <div class="frame" role="region" tabindex="0" aria-labelledby="own-methods-title"><table id="own-methods"><tr><th>Method</th><th>Subject</th><th>Address</th><th></th></tr>\(rows)</table></div>
      """
  }
}
