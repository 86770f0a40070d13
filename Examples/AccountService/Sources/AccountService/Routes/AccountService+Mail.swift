internal import LinkPolicy

/// The requests for mailed codes, and the use of these codes.
extension AccountService {
  func sendLink(_ exchange: Exchange) -> Response {
    // The link leads to this origin, where the service handles the link itself.
    let link = Attempt.LinkRequest(isDomainAllowed: true, isHandledInApp: true)
    let attempt = Attempt(Action("send-link"), address: address(exchange), link: link)
    return settle(Trial(attempt), exchange, saying: "A link was mailed: look into the mailbox.")
  }

  func requestReset(_ exchange: Exchange) -> Response {
    // Everybody can post this form, so the answer must not reveal which addresses have accounts.
    var trial = Trial(Attempt(Action("request-reset"), address: address(exchange)))
    trial.protectsAddresses = true
    return settle(
      trial, exchange,
      saying: "If there is an account with this address, a mail is on its way.")
  }

  func requestVerification(_ exchange: Exchange) -> Response {
    let attempt = Attempt(Action("request-verification"))
    return settle(Trial(attempt), exchange, saying: "A mail is on its way to your address.")
  }

  func requestEmail(_ exchange: Exchange) -> Response {
    let attempt = Attempt(Action("request-email"), address: address(exchange))
    return settle(
      Trial(attempt), exchange, saying: "A mail that confirms the new address is on its way to it.")
  }

  /// Returns the page to which a mail's link leads.
  ///
  /// The page does not use the code up, because mail programs also follow links.
  func codePage(_ exchange: Exchange) -> Response {
    guard let code = exchange.request.query["code"], code.utf8.count <= 100 else {
      return .problem(400, "the link is not whole")
    }
    let known = accounts.purpose(ofCode: Secret.id(of: code))
    let address = visits.use(exchange.visit) { $0.address } ?? ""
    let isSignedIn = accounts.holder(of: exchange.session) != nil
    return CodePage.response(
      code, known?.purpose, address: address, isSignedIn: isSignedIn)
  }

  /// Uses a code.
  ///
  /// The form names the action, and the policy checks whether the code has the purpose of this
  /// action.
  func useCode(_ exchange: Exchange) -> Response {
    guard let code = exchange.form["code"], code.utf8.count <= 100, let word = exchange.form["act"]
    else { return .problem(400, "the form is not whole") }
    var trial: Trial
    let text: String
    switch word {
    case "verify-email":
      (trial, text) = (Trial(Attempt(Action(word))), "Your address is verified.")
    case "confirm-email":
      (trial, text) = (Trial(Attempt(Action(word))), "Your account has the new address.")
    case "recover-email":
      (trial, text) = (Trial(Attempt(Action(word))), "Your account has its old address again.")
    case "reset-password":
      guard let password = fitPassword(exchange) else { return wrongPassword(exchange) }
      (trial, text) = (Trial(Attempt(Action(word))), "You have a new password: sign in with it.")
      trial.passwordHash = PasswordHash.make(of: password)
    default:
      guard let purpose = SignInPurpose(rawValue: word) else {
        return .problem(400, "the form is not whole")
      }
      let method = Assertion(
        verified: "password", kind: .emailLink, addresses: [AddressRecord(address(exchange))])
      (trial, text) = (Trial(Attempt(purpose.action, with: method)), Self.success(of: purpose))
    }
    trial.code = Secret.id(of: code)
    return settle(trial, exchange, saying: text)
  }

  /// Returns the text for a successful proof of identity.
  static func success(of purpose: SignInPurpose) -> String {
    switch purpose {
    case .signIn: "You are signed in."
    case .link: "It was added to your account."
    case .reauthenticate: "You have proved who you are."
    }
  }
}
