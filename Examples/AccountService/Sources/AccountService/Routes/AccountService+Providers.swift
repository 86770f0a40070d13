internal import LinkPolicy

/// The way to a provider and back.
extension AccountService {
  func goToProvider(_ exchange: Exchange) -> Response {
    guard let provider = providers.first(where: { $0.description.id == exchange.form["provider"] }),
      let purpose = exchange.form["purpose"].flatMap({ SignInPurpose(rawValue: $0) })
    else { return .problem(400, "the form is not whole") }
    let pending = PendingSignIn(
      provider: provider.description.path, state: Random.token(), rawNonce: Random.token(),
      purpose: purpose, hasConsent: exchange.form["consent"] != nil, begun: clock.now)
    _ = visits.use(exchange.visit) { $0.begin(pending) }
    return .redirect(
      to: provider.authorization(state: pending.state, rawNonce: pending.rawNonce))
  }

  /// Accepts the answer of a provider if this browser requested the answer.
  ///
  /// - Parameters:
  ///   - path: the start of the provider's paths.
  ///   - exchange: the request, with the answer in its query or its form.
  /// - Returns: a redirect to the page, or the reason why the answer does not belong to this
  ///   browser.
  func callBack(from path: String, _ exchange: Exchange) -> Response {
    guard let provider = providers.first(where: { $0.description.path == path }) else {
      return .problem(404, "there is no such provider")
    }
    let fields =
      switch provider.description.flow {
      case .code: exchange.request.query
      case .formPost: exchange.form
      }
    let earliest = clock.now - lifetimes.signIn
    let taken = visits.use(exchange.visit) { visit in
      fields["state"].flatMap { visit.take(state: $0, of: path, after: earliest) }
    }
    guard let pending = taken ?? nil else {
      return .problem(
        403,
        "this browser has not asked for this answer, or too long ago, or has had it: begin again")
    }
    let assertion: Assertion
    do throws(SignInProblem) {
      let token: String
      switch provider.description.flow {
      case .code:
        guard let code = fields["code"] else { throw .noToken }
        token = try provider.token(for: code)
      case .formPost:
        guard let posted = fields["id_token"] else { throw .noToken }
        token = posted
      }
      assertion = try provider.assertion(
        by: token, rawNonce: pending.rawNonce, user: fields["user"])
    } catch {
      ServiceLog.write(exchange.correlation + " " + error.description)
      return back(
        exchange,
        "The answer of \(provider.description.name) is not believed: \(error.description).")
    }
    let attempt = Attempt(
      pending.purpose.action, with: assertion, hasConsent: pending.hasConsent)
    return settle(Trial(attempt), exchange, saying: Self.success(of: pending.purpose))
  }
}
