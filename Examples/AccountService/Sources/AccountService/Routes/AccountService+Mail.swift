internal import LinkPolicy

/// What goes by mail: asking for a code, and bringing it back.
extension AccountService {
  func sendLink(_ exchange: Exchange) -> Response {
    // The link leads to this origin, and the service handles it itself.
    let link = Attempt.LinkRequest(isDomainAllowed: true, isHandledInApp: true)
    let attempt = Attempt(Action("send-link"), address: address(exchange), link: link)
    return settle(Trial(attempt), exchange, saying: "A link was mailed: look into the mailbox.")
  }

  func requestReset(_ exchange: Exchange) -> Response {
    // Everybody can post this form: its answer must not say whose address has an account.
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

  /// The page that a mail's link leads to.
  ///
  /// It uses nothing up, since programs follow links in mails too.
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

  /// Brings a code back.
  ///
  /// What it is for stands in the form; whether it is for that is the policy's to say.
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

  /// What is said where a proof did what it was for.
  static func success(of purpose: SignInPurpose) -> String {
    switch purpose {
    case .signIn: "You are signed in."
    case .link: "It was added to your account."
    case .reauthenticate: "You have proved who you are."
    }
  }
}
