internal import LinkPolicy

/// Sign-up and sign-in without a provider.
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

  /// Returns the password method of an address, which is also the subject.
  private static func passwordMethod(of address: String) -> Assertion {
    Assertion(verified: "password", kind: .password, addresses: [AddressRecord(address)])
  }

  /// Returns the typed address, and remembers the address for the next form.
  func address(_ exchange: Exchange) -> String {
    let address = exchange.form["email"] ?? ""
    _ = visits.use(exchange.visit) { $0.address = address }
    return address
  }

  /// The maximum number of bytes of a password, so that hashing a password is not expensive.
  static var longestPassword: Int { 200 }

  /// Returns the address and an acceptable new password; nil if the password is not acceptable.
  private func newPassword(_ exchange: Exchange) -> (address: String, password: String)? {
    let address = address(exchange)
    return fitPassword(exchange).map { (address, $0) }
  }

  /// Returns an acceptable new password; nil if the password is too short, too long, or contains a
  /// zero byte.
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
