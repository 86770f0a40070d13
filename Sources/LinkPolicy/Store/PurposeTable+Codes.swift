extension PurposeTable {
  /// Whether an account has moved away from a code that is its own.
  ///
  /// A code of a purpose that the policy does not have is taken to be bound to the address.
  package func isStale(_ code: Accounts.MailedCode, of account: Account) -> Bool {
    let treatment = self[code.purpose]?.treatment ?? CodeTreatment()
    return treatment.isStale(boundTo: code.boundTo, now: account.email)
  }
}
