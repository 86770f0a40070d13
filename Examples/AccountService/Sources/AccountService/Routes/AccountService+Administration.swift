internal import LinkPolicy

/// The actions of administrators; in this example, every visitor is an administrator.
extension AccountService {
  func administer(_ exchange: Exchange) -> Response {
    guard let word = exchange.form["act"],
      AdministrationSection.acts.contains(where: { $0.action == word }),
      let target = exchange.form["target"]
    else { return .problem(400, "the form is not whole") }
    var trial = Trial(Attempt(Action(word)))
    trial.target = target
    return settle(trial, exchange, saying: "The administrator has done it: " + word + ".")
  }

  func create(_ exchange: Exchange) -> Response {
    let address = exchange.form["email"] ?? ""
    let attempt = Attempt(Action("admin-create"), address: address.isEmpty ? nil : address)
    return settle(Trial(attempt), exchange, saying: "The administrator has made an account.")
  }

  /// Changes the values of the policy's settings.
  func set(_ exchange: Exchange) -> Response {
    var settings = Settings()
    for choice in PolicySettings.all {
      if let value = exchange.form[choice.name], choice.values.contains(value) {
        settings.values.append((choice.name, value))
      }
    }
    accounts.settings = settings
    return back(exchange, "These settings are in force.", isGood: true)
  }

  /// Advances the clock of the example by the minutes in the form.
  func passTime(_ exchange: Exchange) -> Response {
    let minutes = exchange.form["minutes"].flatMap { Int($0) } ?? 0
    clock.pass(minutes * 60)
    return back(exchange, "It is \(clock.text) now.", isGood: true)
  }
}
