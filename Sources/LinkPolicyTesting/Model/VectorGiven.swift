package import LinkPolicy

/// What exists before the first step of a sequence.
package struct VectorGiven: Sendable {
  /// The accounts.
  package var accounts: [Account] = []
  /// The credentials that outlived their account.
  package var orphans: [VectorOrphan] = []
  /// The sessions in order, `s1` first.
  package var sessions: [VectorSession] = []
  /// The codes in order, `c1` first.
  package var codes: [VectorCode] = []

  /// Nothing exists.
  package init() {}
}
