/// The pages of a fake provider.
enum AuthorizationPage {
  /// Where somebody types whom to be.
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
    // The answer to the form of the code flow leads back to the service.
    return Document.response(
      "Not \(description.name): who are you?", formsMayLeadTo: [origin(of: asked.redirectURI)],
      """
      <p>This provider is made up: whoever you type, you are. It knows people by their subject.</p>
      \(Form.post(to: description.path + "/authorize", "Sign in", hidden: asked.fields, fields))
      """)
  }

  /// Hands an answer over by the browser: the form is posted by whoever sees it, since no script is needed.
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
