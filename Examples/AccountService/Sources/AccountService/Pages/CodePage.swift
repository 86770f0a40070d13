internal import LinkPolicy

/// The page to which the link in a mail leads.
enum CodePage {
  /// Returns the page with the forms that submit a code, depending on the code's purpose.
  ///
  /// - Parameters:
  ///   - code: the code.
  ///   - purpose: the purpose of the code; nil for an unknown code.
  ///   - address: the address that the user typed when the link was requested.
  ///   - isSignedIn: whether the browser has a session, so that the proof can also be for its
  ///     account.
  /// - Returns: the page.
  static func response(
    _ code: String, _ purpose: CodePurpose?, address: String, isSignedIn: Bool
  ) -> Response {
    let forms: HTML
    switch purpose {
    case .signIn:
      let purposes = SignInPurpose.allCases.filter { isSignedIn || $0 == .signIn }
      forms = HTML(
        purposes.map { purpose in
          Form.post(
            to: "/code", purpose.title, hidden: [("code", code), ("act", purpose.rawValue)],
            Form.field("email", "Your address", type: "email", value: address))
        })
    case .verify: forms = plain(code, "verify-email", "Verify my address")
    case .change: forms = plain(code, "confirm-email", "Use this address")
    case .undo: forms = plain(code, "recover-email", "Bring my address back")
    case .reset:
      forms = Form.post(
        to: "/code", "Set password", hidden: [("code", code), ("act", "reset-password")],
        Form.field("password", "New password", type: "password", autocomplete: "new-password"))
    default:
      // The code is unknown, so any action leads to the policy's refusal.
      let acts = ["verify-email", "confirm-email", "recover-email"]
      let form = Form.post(
        to: "/code", "Try it", hidden: [("code", code)],
        Form.choice("act", "Try it as", acts.map { ($0, $0) }, chosen: "recover-email"))
      forms = """
        <p>This link is not valid, or not any more. <a href="/">To the service</a></p>
        \(form)
        """
    }
    return Document.response("A link from a mail", forms)
  }

  private static func plain(_ code: String, _ act: String, _ button: String) -> HTML {
    Form.post(to: "/code", button, hidden: [("code", code), ("act", act)])
  }
}
