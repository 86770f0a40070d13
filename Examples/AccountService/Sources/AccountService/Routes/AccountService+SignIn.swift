internal import LinkPolicy

/// Signing up and in, without a provider.
extension AccountService {
  func signUp(_ exchange: Exchange) -> Response {
    guard let (address, password) = newPassword(exchange) else { return wrongPassword(exchange) }
    var trial = Trial(Attempt(.signUp, with: Self.passwordMethod(of: address)))
    trial.passwordHash = PasswordHash.make(of: password)
    return settle(trial, exchange, saying: "You have an account, and are signed in.")
  }

  func signInByPassword(_ exchange: Exchange) -> Response {
    prove(.signIn, exchange, saying: "You are signed in.")
  }

  func reauthenticateByPassword(_ exchange: Exchange) -> Response {
    prove(.reauthenticate, exchange, saying: "You have proved who you are.")
  }

  func signInAsGuest(_ exchange: Exchange) -> Response {
    let attempt = Attempt(.signIn, with: Assertion(verified: "anonymous", kind: .anonymous))
    return settle(Trial(attempt), exchange, saying: "You are signed in as a guest.")
  }

  func signInMethods(_ exchange: Exchange) -> Response {
    let attempt = Attempt(Action("sign-in-methods"), address: address(exchange))
    return settle(Trial(attempt), exchange, saying: "The methods of this address were looked up.")
  }

  func signOut(_ exchange: Exchange) -> Response {
    settle(Trial(Attempt(Action("sign-out"))), exchange, saying: "You are signed out.")
  }

  func linkPassword(_ exchange: Exchange) -> Response {
    guard let (address, password) = newPassword(exchange) else { return wrongPassword(exchange) }
    var trial = Trial(Attempt(.link, with: Self.passwordMethod(of: address)))
    trial.passwordHash = PasswordHash.make(of: password)
    return settle(trial, exchange, saying: "Your account has a password.")
  }

  private func prove(_ action: Action, _ exchange: Exchange, saying text: String) -> Response {
    guard let password = exchange.form["password"], password.utf8.count <= Self.longestPassword
    else {
      return wrongPassword(exchange)
    }
    var trial = Trial(Attempt(action, with: Self.passwordMethod(of: address(exchange))))
    trial.password = password
    return settle(trial, exchange, saying: text)
  }

  /// The method that is a password: the address is its subject.
  private static func passwordMethod(of address: String) -> Assertion {
    Assertion(verified: "password", kind: .password, addresses: [AddressRecord(address)])
  }

  /// The address that was typed; it is remembered for the next form.
  func address(_ exchange: Exchange) -> String {
    let address = exchange.form["email"] ?? ""
    _ = visits.use(exchange.visit) { $0.address = address }
    return address
  }

  /// The most bytes that a password may have, so that hashing one is not dear.
  static var longestPassword: Int { 200 }

  /// The address and a password that is fit to be a new one; nil where it is not.
  private func newPassword(_ exchange: Exchange) -> (address: String, password: String)? {
    let address = address(exchange)
    return fitPassword(exchange).map { (address, $0) }
  }

  /// A password that is fit to be a new one; nil where it is too short or too long.
  func fitPassword(_ exchange: Exchange) -> String? {
    guard let password = exchange.form["password"], password.unicodeScalars.count >= 8,
      password.utf8.count <= Self.longestPassword, !password.utf8.contains(0)
    else { return nil }
    return password
  }

  func wrongPassword(_ exchange: Exchange) -> Response {
    back(exchange, "A password has 8 characters at least, and 200 bytes at most.")
  }
}
