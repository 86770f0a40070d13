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
    func count(_ number: Int, _ what: String) -> String {
      "\(number) " + what + (number == 1 ? "" : "s")
    }
    return "up to " + count(accounts, "account") + " of up to " + count(methods, "method")
      + " and " + (codes == 0 ? "no unused codes" : count(codes, "unused code"))
  }
}
