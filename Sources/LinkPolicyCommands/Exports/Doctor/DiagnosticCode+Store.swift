internal import LinkPolicy
package import LinkPolicyDiagnostics

/// What can be wrong with the accounts of a store.
extension DiagnosticCode {
  /// An account that no decision can be about, since the policy does not know what it has.
  package static var unusableAccount: Self { Self("unusable-account") }
  /// Two accounts have one id.
  package static var accountTwice: Self { Self("account-twice") }
  /// Two accounts have one credential.
  package static var credentialTwice: Self { Self("credential-twice") }
  /// Two accounts that one look-up finds have one address.
  package static var addressTwice: Self { Self("address-twice") }
  /// Nobody can sign in to an account.
  package static var noMethod: Self { Self("no-method") }
  /// A method did not prove the address of its account.
  package static var unprovenMethod: Self { Self("unproven-method") }
  /// Two accounts would have one credential under another policy.
  package static var wouldShareCredential: Self { Self("would-share-credential") }
  /// An address or a credential would be held under another key by another policy.
  package static var otherKey: Self { Self("other-key") }
  /// Another policy reads something otherwise that no row shows.
  package static var otherRules: Self { Self("other-rules") }
  /// Two accounts would have one address under another policy.
  package static var wouldCollide: Self { Self("would-collide") }
}
