internal import LinkPolicy
internal import LinkPolicyStore

extension AccountService {
  /// Back to the page, with a sentence on it.
  func back(_ exchange: Exchange, _ text: String, isGood: Bool = false) -> Response {
    _ = visits.use(exchange.visit) { $0.message = Visit.Message(text: text, isGood: isGood) }
    return .redirect(to: "/")
  }

  /// Settles an attempt, and says on the page what may be said of it.
  ///
  /// - Parameters:
  ///   - trial: the attempt.
  ///   - exchange: the request that it was made with.
  ///   - text: what is said where it is allowed, or shown as if it were.
  /// - Returns: the way back to the page, with the cookies that come of it.
  func settle(_ trial: Trial, _ exchange: Exchange, saying text: String) -> Response {
    switch accounts.settle(trial, in: exchange.session, correlation: exchange.correlation) {
    case .fault(let message): return back(exchange, "This cannot be tried: " + message)
    case .unavailable(isKnown: true):
      return back(exchange, "Nothing was changed: the store could not do it. Try again.")
    case .unavailable(isKnown: false):
      return back(exchange, "It is not known whether this was done. Look, and try again.")
    case .decided(let decision, let outcome):
      note(decision, trial, exchange)
      var response = told(decision, exchange, saying: text)
      if let session = outcome.session {
        response.setCookie("session", session)
      } else if decision.isAllowed, trial.attempt.action.name == "sign-out" || outcome.isAccountGone
      {
        // What an administrator deletes is somebody else's, and this browser's session is judged when it is used.
        if trial.target == nil {
          response.clearCookie("session")
        }
      }
      return response
    }
  }

  /// Remembers what was asked for, or forgets what was given.
  private func note(_ decision: Decision, _ trial: Trial, _ exchange: Exchange) {
    var asked: AskedFor?
    // Who sees an allowed attempt is asked for nothing.
    if case .refused = decision.shown, let ticket = decision.ticket {
      asked = AskedFor(
        trial: trial, ticket: ticket, methods: decision.disclosed.methods, since: clock.now)
    }
    let isResumed = trial.attempt.ticket != nil
    let ends = decision.isAllowed && trial.attempt.action.name == "sign-out"
    _ = visits.use(exchange.visit) { visit in
      if let asked {
        visit.asked = asked
      } else if isResumed || ends {
        visit.asked = nil
      }
    }
  }

  /// The page with what may be told: what is shown of the outcome, and what is disclosed, and nothing else.
  private func told(_ decision: Decision, _ exchange: Exchange, saying text: String) -> Response {
    var told = ""
    let disclosed = decision.disclosed
    if let methods = disclosed.methods {
      told += " Methods: " + (methods.isEmpty ? "none" : methods.joined(separator: ", ")) + "."
    }
    switch decision.shown {
    case .allowed: return back(exchange, text + told, isGood: true)
    case .refused(let refusal):
      return back(exchange, "Refused: " + RefusalText.sentence(for: refusal) + told)
    }
  }
}
