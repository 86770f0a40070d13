/// The longest identifier that is taken: a subject, a provider, a tenant, and the id of an account, a session, a code or a request.
///
/// Stores index these. OpenID Connect Core 1.0, section 2, ends a `sub` at 255 characters too.
package enum IdentifierLength {
  /// The most bytes of UTF-8.
  package static var limit: Int { 255 }

  /// Throws unless an identifier is short enough; the message does not repeat it.
  ///
  /// - Parameters:
  ///   - identifier: the identifier; nil where there is none.
  ///   - name: its name in the message, such as `the subject`.
  ///   - question: the question of the look-up that it is about; nil for none.
  /// - Throws: an ``InputError`` with the reason `tooLong`.
  package static func check(
    _ identifier: String?, _ name: @autoclosure () -> String, about question: LookupQuestion? = nil
  ) throws(InputError) {
    guard let count = identifier?.utf8.count, count > limit else { return }
    throw InputError(
      .tooLong,
      name() + " has " + String(count) + " bytes, and an identifier has at most " + String(limit)
        + "; hand in a shorter one, such as a digest of it", about: question)
  }
}
