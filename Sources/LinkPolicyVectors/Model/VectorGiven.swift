package import LinkPolicy

/// What exists before the first step of a sequence.
package struct VectorGiven: Sendable {
  /// The accounts.
  package var accounts: [Account] = []
  /// The credentials that outlived their account.
  package var orphans: [VectorOrphan] = []
  /// The sessions, `s1`, `s2`, ... in order.
  package var sessions: [VectorSession] = []
  /// The codes, `c1`, `c2`, ... in order.
  package var codes: [VectorCode] = []

  /// Nothing exists.
  package init() {}
}
