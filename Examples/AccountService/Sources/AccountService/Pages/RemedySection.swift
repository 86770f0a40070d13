internal import LinkPolicy

/// The section that asks for a remedy, such as consent, with which a refused attempt can continue.
enum RemedySection {
  static func html(for asked: AskedFor?, isSignedIn: Bool) -> HTML {
    guard let asked else { return "" }
    let address = asked.ticket.address ?? ""
    let steps: HTML
    switch asked.ticket.ask {
    case .consent:
      steps = """
        <p>Your address there is hidden. If it is joined with your account, one can tell that both are you.</p>
        \(Form.post(to: "/resume", "I agree, go on", hidden: [("consent", "on")]))
        """
    case .reauthentication:
      steps = """
        <p>Prove again who you are, by any method of your account further down; then go on.</p>
        \(Form.post(to: "/resume", "Go on"))
        """
    case .secondFactor:
      steps = """
        <p>The policy asks for a second factor, and this service checks none: choose another way to sign in.</p>
        """
    case .verification:
      steps = """
        <p>Show that the mailbox of \(address) is yours: have a link mailed, sign in by it, and then go on.</p>
        \(Form.post(to: "/send-link", "Mail me a link there", hidden: [("email", address)]))
        \(isSignedIn ? goOn(asked) : "")
        """
    case .existingCredential:
      let methods = asked.methods.map { $0.joined(separator: ", ") } ?? ""
      steps = """
        <p>Sign in by a method that your account has\(methods.isEmpty ? "" : ": " + methods), and then go on.</p>
        \(isSignedIn ? goOn(asked) : "")
        """
    }
    return """
      <section id="asked" data-ask="\(asked.ticket.ask.name.text)"><h2>One more step</h2>
      \(steps)
      \(Form.post(to: "/dismiss", "Forget it"))
      </section>
      """
  }

  private static func goOn(_ asked: AskedFor) -> HTML {
    let name = ProviderDescription.all.first { $0.id == asked.ticket.provider }?.name ?? "it"
    return Form.post(to: "/resume", "Add " + name + " to this account")
  }
}
