/// The section with the ways to sign in, also for a browser that already has a session.
enum SignInSection {
  static func html(address: String) -> HTML {
    let email = Form.field(
      "email", "E-mail", type: "email", value: address, autocomplete: "username")
    let password = Form.field("password", "Password", type: "password")
    return """
      <section id="sign-in"><h2>Sign up and in</h2>
      <div id="sign-up">\(Form.post(to: "/sign-up", "Sign up", [email, password].html))</div>
      <div id="sign-in-password">\(Form.post(to: "/sign-in/password", "Sign in", [email, password].html))</div>
      <div id="send-link">\(Form.post(to: "/send-link", "Mail me a link", email))</div>
      <div id="providers">\(ProviderForms.html(for: .signIn))</div>
      <div id="guest">\(Form.post(to: "/sign-in/guest", "Come in as a guest"))</div>
      <div id="request-reset">\(Form.post(to: "/request-reset", "I forgot my password", email))</div>
      <div id="methods">\(Form.post(to: "/sign-in-methods", "Which methods has it?", email))</div>
      </section>
      """
  }
}

/// The forms that lead to the providers, one button for each provider.
enum ProviderForms {
  static func html(for purpose: SignInPurpose) -> HTML {
    HTML(
      ProviderDescription.all.map { provider in
        let verb =
          switch purpose {
          case .signIn: "Sign in with "
          case .link: "Add "
          case .reauthenticate: "Prove it with "
          }
        let consent: HTML =
          switch purpose {
          case .link: Form.box("consent", "I agree that a hidden address is joined with another")
          case .signIn, .reauthenticate: ""
          }
        return Form.post(
          to: "/provider", verb + provider.name,
          hidden: [("provider", provider.id), ("purpose", purpose.rawValue)], consent)
      })
  }
}

extension [HTML] {
  /// The fragments in their order, as one fragment.
  var html: HTML { HTML(self) }
}
