internal import LinkPolicy

/// The texts that explain refusals on the page.
enum RefusalText {
  /// Returns a sentence about an error, with the error's name in the policy.
  static func sentence(for refusal: Refusal) -> String {
    let words =
      switch refusal.code {
      case "account-exists-with-different-credential":
        "there is an account with this address, and this sign-in does not prove that it is yours"
      case "admin-restricted-operation": "this is for administrators"
      case "consent-required": "your agreement is needed"
      case "credential-already-in-use": "this sign-in belongs to another account"
      case "email-already-in-use": "an account has this address"
      case "expired-action-code": "the link has expired"
      case "invalid-action-code": "the link is not valid, or not any more"
      case "invalid-credential": "this is not right"
      case "invalid-email": "the link was for another address"
      case "last-sign-in-method": "it is the last way into your account"
      case "missing-email": "the account has no address"
      case "no-such-provider": "the account has no such method"
      case "operation-not-allowed": "this is never done"
      case "provider-already-linked": "the account has such a method already"
      case "requires-recent-login": "prove again who you are, and go on"
      case "start-again": "something has changed meanwhile: begin again"
      case "user-disabled": "the account is disabled"
      case "user-mismatch": "this belongs to somebody else"
      case "user-not-found": "there is no such account"
      case "user-token-expired": "you are not signed in any more"
      default: "it was refused"
      }
    return words + " (" + refusal.code + ")."
  }
}
