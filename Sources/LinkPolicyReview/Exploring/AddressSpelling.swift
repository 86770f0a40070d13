internal import LinkPolicy

/// A way of writing an address that some policy takes for the same address, or for none.
package enum AddressSpelling: Sendable, Hashable {
  /// The local part in capital letters.
  case capitals
  /// The local part with a dot in it.
  case dots
  /// The local part with a tag behind it.
  case tag
  /// At a domain that stands for another one, and the other way round.
  case domain(alias: String, domain: String)
  /// With a letter outside of ASCII.
  case international

  /// An address written in this way; nil where that makes no other one.
  func variant(of address: String) -> String? {
    let parts = address.split(separator: "@")
    guard parts.count == 2 else { return nil }
    let (local, domain) = (String(parts[0]), String(parts[1]))
    switch self {
    case .capitals: return local.uppercased() + "@" + domain
    case .dots:
      guard local.utf8.count > 1, !local.contains(".") else { return nil }
      return String(local.prefix(1)) + "." + local.dropFirst() + "@" + domain
    case .tag: return local.contains("+") ? nil : local + "+tag@" + domain
    case .domain(let alias, let other):
      if domain.hasSameBytes(as: alias) {
        return local + "@" + other
      }
      return domain.hasSameBytes(as: other) ? local + "@" + alias : nil
    case .international: return "\u{E9}@" + domain
    }
  }
}
