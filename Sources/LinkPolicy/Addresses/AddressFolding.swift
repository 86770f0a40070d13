/// Which spellings of a local part count as the same mailbox.
///
/// This differs between mail domains, so a policy says it for each. The domain part is always
/// folded to lower case, whatever stands here.
package struct AddressFolding: Sendable, Hashable {
  /// Whether ASCII letters of the local part are folded to lower case.
  package var foldsLocalCase: Bool
  /// Whether dots in the local part mean nothing.
  package var dropsDots: Bool
  /// Whether a plus sign and what follows it in the local part mean nothing.
  package var dropsPlusTag: Bool

  /// Creates a folding; the default folds case and nothing else.
  package init(foldsLocalCase: Bool = true, dropsDots: Bool = false, dropsPlusTag: Bool = false) {
    self.foldsLocalCase = foldsLocalCase
    self.dropsDots = dropsDots
    self.dropsPlusTag = dropsPlusTag
  }
}
