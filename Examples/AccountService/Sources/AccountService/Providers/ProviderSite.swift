/// The web server content of all fake providers, which share one origin.
struct ProviderSite: Sendable {
  let origin: String
  let providers: [IdentityProvider]

  /// Answers a request to one of the providers.
  func answer(_ request: Request) -> Response {
    var response = route(request)
    response.secure()
    return response
  }

  private func route(_ request: Request) -> Response {
    guard request.headers["Host"].map({ "http://" + $0 == origin }) ?? false else {
      return .problem(421, "the providers are at " + origin)
    }
    if request.method == .get, request.path == Document.stylePath {
      return Document.style
    }
    for provider in providers {
      if let response = provider.answer(request) {
        return response
      }
    }
    return .problem(404, "there is no such page")
  }
}
