/// The routing of requests to the functions that answer them.
extension AccountService {
  /// Answers a request.
  func answer(_ request: Request) -> Response {
    let correlation = Hexadecimal.text(Random.bytes(8))
    var response = route(request, correlation)
    response.secure()
    response.headers.append(("X-Request-Id", correlation))
    ServiceLog.write("\(correlation) \(request.method) \(response.status)")
    return response
  }

  private func route(_ request: Request, _ correlation: String) -> Response {
    // A request with another host name comes from another site, even if its name resolves to this machine.
    guard request.headers["Host"].map({ "http://" + $0 == origin }) ?? false else {
      return .problem(421, "this service is at " + origin)
    }
    switch request.method {
    case .get: return show(request, correlation)
    case .post: return take(request, correlation)
    case .other:
      var response = Response.problem(405, "only GET and POST are answered")
      response.headers.append(("Allow", "GET, POST"))
      return response
    }
  }

  /// Answers a GET request, which changes nothing unless it is the redirect with a provider's answer.
  private func show(_ request: Request, _ correlation: String) -> Response {
    if request.path == Document.stylePath {
      return Document.style
    }
    var begun: String?
    if visits.use(request.cookies["visit"], { _ in true }) == nil {
      begun = visits.begin()
    }
    let exchange = Exchange(
      request: request, form: NamedValues(), correlation: correlation,
      visit: begun ?? request.cookies["visit"] ?? "", session: session(of: request))
    var response: Response =
      switch request.path {
      case "/": page(exchange)
      case "/code": codePage(exchange)
      case "/audit": auditPage(exchange)
      case "/google/callback": callBack(from: "/google", exchange)
      default: .problem(404, "there is no such page")
      }
    if let begun {
      response.setCookie("visit", begun)
    }
    return response
  }

  /// Accepts a form from this service's pages, or from the provider that posts its answer.
  private func take(_ request: Request, _ correlation: String) -> Response {
    let provider = providers.first { $0.description.path + "/callback" == request.path }
    guard request.headers["Origin"] == provider?.providerOrigin ?? origin else {
      return .problem(403, "the form is another site's")
    }
    guard visits.use(request.cookies["visit"], { _ in true }) != nil else {
      return .problem(403, "there is no visit: open " + origin + "/ with cookies, and begin there")
    }
    guard let form = request.form else {
      return .problem(400, "the body is no form")
    }
    let exchange = Exchange(
      request: request, form: form, correlation: correlation,
      visit: request.cookies["visit"] ?? "", session: session(of: request))
    if let provider {
      return provider.description.flow == .formPost
        ? callBack(from: provider.description.path, exchange)
        : .problem(404, "nothing is taken here")
    }
    guard let act = Self.acts[request.path] else {
      return .problem(404, "nothing is taken here")
    }
    return act(self)(exchange)
  }

  private func session(of request: Request) -> String? {
    request.cookies["session"].map { Secret.id(of: $0) }
  }

  /// The paths to which forms are posted, with the functions that handle the forms.
  private static let acts:
    [String: @Sendable (AccountService) -> @Sendable (Exchange) -> Response] = [
      "/sign-up": { $0.signUp }, "/sign-in/password": { $0.signInByPassword },
      "/sign-in/guest": { $0.signInAsGuest }, "/send-link": { $0.sendLink },
      "/sign-in-methods": { $0.signInMethods }, "/request-reset": { $0.requestReset },
      "/provider": { $0.goToProvider }, "/code": { $0.useCode },
      "/link/password": { $0.linkPassword }, "/unlink": { $0.unlink },
      "/reauthenticate/password": { $0.reauthenticateByPassword },
      "/update-profile": { $0.updateProfile }, "/update-password": { $0.updatePassword },
      "/update-email": { $0.updateEmail }, "/request-email": { $0.requestEmail },
      "/request-verification": { $0.requestVerification }, "/refresh": { $0.refresh },
      "/reload": { $0.reload }, "/sign-out": { $0.signOut }, "/delete": { $0.delete },
      "/resume": { $0.resume }, "/dismiss": { $0.dismiss }, "/admin": { $0.administer },
      "/admin/create": { $0.create }, "/admin/settings": { $0.set }, "/clock": { $0.passTime },
    ]
}
