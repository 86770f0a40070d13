internal import LinkPolicy
package import LinkPolicyDiagnostics

/// The codes of findings about the accounts of a store.
extension DiagnosticCode {
  /// No decision can use an account, for example because the policy does not declare the account's provider.
  package static var unusableAccount: Self { Self("unusable-account") }
  /// Two accounts have the same id.
  package static var accountTwice: Self { Self("account-twice") }
  /// Two accounts of a tenant have one credential.
  package static var credentialTwice: Self { Self("credential-twice") }
  /// Two accounts of a tenant have one identifier.
  package static var sharedIdentifier: Self { Self("shared-identifier") }
  /// One lookup finds two accounts with the same address.
  package static var addressTwice: Self { Self("address-twice") }
  /// Nobody can sign in to an account, because no method finds it.
  package static var noMethod: Self { Self("no-method") }
  /// A method did not prove the address of its account.
  package static var unprovenMethod: Self { Self("unproven-method") }
  /// Two accounts of a tenant would have one credential under another policy.
  package static var wouldShareCredential: Self { Self("would-share-credential") }
  /// Two accounts of a tenant would have one identifier under another policy.
  package static var wouldShareIdentifier: Self { Self("would-share-identifier") }
  /// Another policy would store an address, an identifier or a credential under another key.
  package static var otherKey: Self { Self("other-key") }
  /// Another policy has other rules for values outside the stored rows, such as typed addresses.
  package static var otherRules: Self { Self("other-rules") }
  /// Two accounts would have one address under another policy.
  package static var wouldCollide: Self { Self("would-collide") }
}
