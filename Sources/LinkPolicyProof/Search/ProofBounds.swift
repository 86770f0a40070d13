internal import LinkPolicy
internal import LinkPolicyReports

/// How far an exploration goes; what would lead further is not followed.
package struct ProofBounds: Sendable, Equatable {
  /// The most accounts of a store.
  package var accounts: Int
  /// The most sign-in methods of an account.
  package var methods: Int
  /// The most codes of an account that are not used yet.
  package var codes: Int

  /// Creates bounds.
  package init(_ accounts: Int, methods: Int, codes: Int) {
    self.accounts = accounts
    self.methods = methods
    self.codes = codes
  }

  /// The bounds in words.
  package var text: String {
    "up to " + accounts.of("account") + " of up to " + methods.of("method")
      + " and " + (codes == 0 ? "no unused codes" : codes.of("unused code"))
  }

  /// Whether a state stays within them.
  func hold(_ state: ProofState) -> Bool {
    let found = state.store.accounts
    guard found.count <= accounts else { return false }
    for account in found {
      // Superseded ones are bounded by the subjects that there are.
      guard account.methods.count(where: { !$0.isSuperseded }) <= methods else { return false }
      var waiting = 0
      for code in state.store.codes where code.account.hasSameBytes(as: account.id) {
        waiting += 1
      }
      guard waiting <= codes else { return false }
    }
    return true
  }
}
