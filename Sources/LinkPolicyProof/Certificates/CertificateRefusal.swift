/// Why there is no certificate of a proof.
package enum CertificateRefusal: Error, Equatable {
  /// None of the invariants that certificates are for is proved.
  case nothingProved
  /// Something was not followed, as the words say, so that the accounts are not all.
  case notConsidered(String)
  /// The address passes on: what could come about before is not closed under what happens afterwards.
  case passingAddress
  /// The assumptions leave out more than the closed list of exclusions, or join mailboxes that the policy joins.
  case furtherAssumptions
  /// Accounts have labels, which a certificate does not tell.
  case labels
  /// Methods hold addresses, which a certificate does not tell.
  case addressesOfMethods

  /// The reason, in a sentence.
  package var message: String {
    switch self {
    case .nothingProved:
      "there is nothing to certify: none of \(Certificate.covered.joined(separator: ", ")) is proved"
    case .notConsidered(let words): "a certificate would not be whole: \(words)"
    case .passingAddress:
      "with reassigned=during there is no certificate: the accounts of two worlds are not one set"
    case .furtherAssumptions:
      "there are no certificates under `excluded` of an assumptions file, or where a row of `same-mailbox` makes a difference"
    case .labels: "there are no certificates of policies with labels"
    case .addressesOfMethods: "there are no certificates of policies whose methods hold addresses"
    }
  }
}
