package import LinkPolicy

/// What there is at first, what happens, and what must be there at the end.
package struct VectorSequence: Sendable {
  /// The settings in force from the start.
  package var settings: Settings
  /// The tenant of attempts and of what is given that name none.
  package var tenant: String?
  /// What exists before the first step.
  package var given: VectorGiven
  /// What happens, in order.
  package var steps: [VectorStep]
  /// The accounts at the end; nil where nothing is said of them.
  package var accounts: [ExpectedAccount]?

  /// Creates a sequence from its parts.
  package init(
    settings: Settings = Settings(), tenant: String? = nil, given: VectorGiven = VectorGiven(),
    steps: [VectorStep], accounts: [ExpectedAccount]? = nil
  ) {
    self.settings = settings
    self.tenant = tenant
    self.given = given
    self.steps = steps
    self.accounts = accounts
  }
}
