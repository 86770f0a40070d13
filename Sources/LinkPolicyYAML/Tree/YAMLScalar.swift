package import LinkPolicy

/// A piece of text and whether its author put it in quotes.
package struct YAMLScalar: Sendable, Hashable {
  /// How a scalar was written.
  package enum Style: Sendable, Hashable {
    /// Without quotes; also the empty value of a key with nothing behind its colon.
    case plain
    /// In single or double quotes.
    case quoted
  }

  /// The text, after quotes and escapes are resolved.
  package var value: Name
  /// How it was written.
  package var style: Style

  /// Whether this is what libyaml makes of a value that is not there.
  package var isMissing: Bool { style == .plain && value.bytes.isEmpty }

  /// Creates a scalar, plain unless said otherwise.
  package init(_ value: Name, _ style: Style = .plain) {
    self.value = value
    self.style = style
  }
}
