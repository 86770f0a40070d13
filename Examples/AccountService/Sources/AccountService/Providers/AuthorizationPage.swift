/// The pages of a fake identity provider.
enum AuthorizationPage {
  /// Returns the page on which the visitor types the identity to sign in as.
  static func response(for provider: IdentityProvider, _ asked: AuthorizationRequest) -> Response {
    let description = provider.description
    let hidden: HTML =
      switch description.flow {
      case .code: ""
      case .formPost: Form.box("hidden", "hide my address behind a relay")
      }
    let fields: HTML = """
      \(Form.field("subject", "Subject", value: "ada-1"))
      \(Form.field("email", "E-mail", value: "ada@gmail.com"))
      \(Form.box("verified", "the address is verified", isTicked: true))
      \(Form.field("name", "Name", value: "Ada Lovelace"))
      \(hidden)
      \(Form.choice("fault", "What is wrong", Fault.allCases.map { ($0.rawValue, $0.title) }, chosen: Fault.none.rawValue))
      """
    // In the code flow, the answer to the form redirects to the service.
    return Document.response(
      "Not \(description.name): who are you?", formsMayLeadTo: [origin(of: asked.redirectURI)],
      """
      <p>This provider is made up: whoever you type, you are. It knows people by their subject.</p>
      \(Form.post(to: description.path + "/authorize", "Sign in", hidden: asked.fields, fields))
      """)
  }

  /// Returns a page whose form passes the provider's answer to the service; the user posts the form, so no script is
  /// needed.
  static func handOver(
    to place: String, _ fields: [(String, String)], by provider: IdentityProvider
  ) -> Response {
    Document.response(
      "Not \(provider.description.name): back to the service",
      formsMayLeadTo: [origin(of: place)],
      """
      <p>The provider's answer is handed over by your browser.</p>
      \(Form.post(to: place, "Go on", hidden: fields))
      """)
  }

  private static func origin(of place: String) -> String {
    place.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
      .joined(separator: "/")
  }
}
