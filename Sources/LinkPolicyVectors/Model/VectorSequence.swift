package import LinkPolicy

/// What there is at first, what happens, and what must be there at the end.
package struct VectorSequence: Sendable {
  /// The settings in force from the start.
  package var settings: Settings
  /// The tenant of attempts and given accounts that name none.
  package var tenant: String?
  /// The accounts that exist before.
  package var given: [Account]
  /// The credentials that outlived their account.
  package var orphans: [VectorOrphan]
  /// The codes that were mailed before, in order.
  package var codes: [VectorCode]
  /// What happens, in order.
  package var steps: [VectorStep]
  /// The accounts at the end; nil where nothing is said of them.
  package var accounts: [ExpectedAccount]?

  /// Creates a sequence from its parts.
  package init(
    settings: Settings = Settings(), tenant: String? = nil, given: [Account] = [],
    orphans: [VectorOrphan] = [], codes: [VectorCode] = [], steps: [VectorStep],
    accounts: [ExpectedAccount]? = nil
  ) {
    self.settings = settings
    self.tenant = tenant
    self.given = given
    self.orphans = orphans
    self.codes = codes
    self.steps = steps
    self.accounts = accounts
  }
}

/// A credential whose account is gone.
package struct VectorOrphan: Sendable {
  package var provider: String
  package var subject: String

  /// Creates the credential of a subject at a provider.
  package init(provider: String, subject: String) {
    self.provider = provider
    self.subject = subject
  }
}
