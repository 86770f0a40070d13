package import LinkPolicy

/// A digest that a policy's text pins: its own, or that of the policy that it extends.
package struct DigestPin: Sendable {
  /// Which digest a text pins.
  package enum Subject: Sendable, Hashable {
    /// The digest of the text itself, under `digest`.
    case own
    /// The digest of the policy that the text extends, in `extends`.
    case extended
  }

  /// Which text pins which digest, whatever the files are called.
  package struct Key: Sendable, Hashable {
    package var subject: Subject
    /// The place of the text: 0 for the policy that extends nothing, 1 for the first that extends it.
    package var layer: Int

    package init(_ subject: Subject, layer: Int) {
      self.subject = subject
      self.layer = layer
    }
  }

  /// Which text pins which digest.
  package var key: Key
  /// The digest, where the text states it.
  package var digest: Located<Name>

  package init(_ key: Key, digest: Located<Name>) {
    self.key = key
    self.digest = digest
  }
}
