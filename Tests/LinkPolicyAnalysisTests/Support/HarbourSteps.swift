import LinkPolicyTestSupport

@testable import LinkPolicy
@testable import LinkPolicyExploration

/// Steps under the policy of ``Harbour``, said in a line.
extension Harbour {
  static func signIn(
    _ subject: String, by provider: String = "pier.example", email: String? = nil
  ) -> ExploredStep {
    attempt(.signIn, subject, by: provider, email: email)
  }

  static func link(
    _ subject: String, by provider: String = "pier.example", session: String? = nil
  ) -> ExploredStep {
    attempt(.link, subject, by: provider, email: nil, session: session)
  }

  private static func attempt(
    _ action: Action, _ subject: String, by provider: String, email: String?,
    session: String? = nil
  ) -> ExploredStep {
    let assertion = Assertion(
      verified: provider, subject: subject, addresses: email.map { [AddressRecord($0)] } ?? [])
    return .attempt(
      ExploredAttempt(
        Attempt(action, with: assertion), by: Accounts.AttemptContext(session: session)))
  }
}
