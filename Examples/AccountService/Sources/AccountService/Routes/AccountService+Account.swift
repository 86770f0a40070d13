internal import LinkPolicy

/// The actions of users on their own accounts.
extension AccountService {
  func unlink(_ exchange: Exchange) -> Response {
    guard let provider = exchange.form["provider"],
      let kind = exchange.form["kind"].flatMap({ MethodKind(Name($0)) })
    else { return .problem(400, "the form is not whole") }
    let attempt = Attempt(
      .unlink, naming: provider, kind: kind, subject: exchange.form["subject"])
    return settle(Trial(attempt), exchange, saying: "The method was removed.")
  }

  func updateProfile(_ exchange: Exchange) -> Response {
    let name = exchange.form["name"] ?? ""
    let attempt = Attempt(
      Action("update-profile"), profile: Profile(name: name.isEmpty ? nil : name))
    return settle(Trial(attempt), exchange, saying: "Your profile was changed.")
  }

  func updatePassword(_ exchange: Exchange) -> Response {
    guard let password = fitPassword(exchange) else { return wrongPassword(exchange) }
    var trial = Trial(Attempt(.updatePassword))
    trial.passwordHash = PasswordHash.make(of: password)
    return settle(
      trial, exchange, saying: "Your password was changed; other sessions are at an end.")
  }

  func updateEmail(_ exchange: Exchange) -> Response {
    let attempt = Attempt(.updateEmail, address: address(exchange))
    return settle(Trial(attempt), exchange, saying: "Your address was changed.")
  }

  func refresh(_ exchange: Exchange) -> Response {
    settle(Trial(Attempt(Action("refresh"))), exchange, saying: "Your session goes on.")
  }

  func reload(_ exchange: Exchange) -> Response {
    settle(Trial(Attempt(Action("reload"))), exchange, saying: "Your account was read again.")
  }

  func delete(_ exchange: Exchange) -> Response {
    settle(Trial(Attempt(.delete)), exchange, saying: "Your account is gone.")
  }

  /// Resumes the attempt that was refused until the user provides a remedy.
  func resume(_ exchange: Exchange) -> Response {
    let earliest = clock.now - lifetimes.signIn
    let asked = visits.use(exchange.visit) { visit -> AskedFor? in
      if let asked = visit.asked, asked.since <= earliest { visit.asked = nil }
      return visit.asked
    }
    guard let asked = asked ?? nil else {
      return back(exchange, "Nothing was asked for, or too long ago: begin again.")
    }
    let trial = asked.resumed(hasConsent: exchange.form["consent"] != nil)
    return settle(trial, exchange, saying: "It went on, and is done.")
  }

  func dismiss(_ exchange: Exchange) -> Response {
    _ = visits.use(exchange.visit) { $0.asked = nil }
    return .redirect(to: "/")
  }
}
