/// An address of an attempt that counts: it was checked, and can be looked up.
struct UsableAddress: Sendable {
  /// The place of its record.
  let record: Int
  /// Its canonical form, by which it is looked up.
  let canonical: String
  /// The value of the fact `domain` for it.
  let domain: Int
}
