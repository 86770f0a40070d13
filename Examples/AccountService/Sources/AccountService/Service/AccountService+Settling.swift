internal import LinkPolicy
internal import LinkPolicyStore

extension AccountService {
  /// Redirects to the main page, which then shows a sentence.
  func back(_ exchange: Exchange, _ text: String, isGood: Bool = false) -> Response {
    _ = visits.use(exchange.visit) { $0.message = Visit.Message(text: text, isGood: isGood) }
    return .redirect(to: "/")
  }

  /// Settles an attempt, and shows on the page only the outcome that the policy permits to show.
  ///
  /// - Parameters:
  ///   - trial: the attempt.
  ///   - exchange: the request that makes the attempt.
  ///   - text: the sentence to show if the outcome is allowed, or is shown as allowed.
  /// - Returns: a redirect to the page, with the cookies that the outcome sets or deletes.
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
        // If an administrator deletes another account, this browser's session remains, and is checked at its next use.
        if trial.target == nil {
          response.clearCookie("session")
        }
      }
      return response
    }
  }

  /// Remembers the attempt that waits for a remedy, or forgets an attempt that was resumed.
  private func note(_ decision: Decision, _ trial: Trial, _ exchange: Exchange) {
    var asked: AskedFor?
    // If the client sees an allowed attempt, the page must not ask for a remedy.
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

  /// Redirects to the page, with a message that contains only the shown outcome and the disclosed values.
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
