/// A question of a look-up, by the key that it has in JSON and the label that it has in Swift.
package enum LookupQuestion: String, Sendable, CaseIterable {
  case credential, addresses, session, target, code, method

  /// The word for it.
  package var name: Name { Name(rawValue) }
}
