/// What an attempt comes to before anything is looked up.
///
/// The facts that it states, those of its settings and of its address, and which addresses are to be looked
/// up. It is read once, by the look-up; what was found only adds to it.
package struct AttemptReading: Sendable {
  /// What the attempt's words name.
  package let named: NamedAttempt
  /// The facts as far as they are known, and the address record that is used, unless it is elected among
  /// several by who holds them.
  var reading: Reading
  /// The addresses that are looked up.
  var asked: AskedAddresses
  /// Whether the address is that of a code which is not known yet.
  var isOpen: Bool

  init(_ named: NamedAttempt, by vocabulary: Vocabulary) {
    self.named = named
    let kind = named.kind.map { Int($0.rawValue) } ?? MethodKind.count
    reading = Reading(vocabulary.unstated[kind])
    reading.facts[.action] = named.action
    reading.facts[.kind] = kind
    reading.facts[.provider] = named.provider
    asked = AskedAddresses()
    isOpen = false
  }
}

/// What is known of the address that a code brings, when an attempt is read.
package enum BroughtAddress {
  /// The code was not looked up yet.
  case open
  /// The address that the code is about; nil where there is no code, or one that is unknown here.
  case known(String?)
}
