package import LinkPolicy

/// A row of the assumptions that says which addresses really are one mailbox.
package struct SharedMailbox: Sendable {
  /// What a provider of mail leaves out of account in the part of an address before the `@`.
  package enum Ignored: String, Sendable, CaseIterable {
    /// Dots, as in `a.da` and `ada`.
    case dots
    /// A plus sign and what follows, as in `ada+shop` and `ada`.
    case plusTags = "plus-tags"
  }

  /// The domain that the row is about.
  let domain: Located<String>
  /// Domains at which the same name is the same mailbox.
  let also: [Located<String>]
  let ignored: Set<Ignored>
  /// Where the row stands.
  package let position: SourcePosition

  /// All its domains.
  var domains: [String] { [domain.value] + also.map { $0.value } }
}

extension [SharedMailbox] {
  /// The rows about mailboxes of a domain: those that name it, and those about a domain which by
  /// such a row is one with it.
  private func rows(about domain: String) -> [SharedMailbox] {
    var known = [domain]
    var found: [Int] = []
    while let next = indices.first(where: { index in
      !found.contains(index)
        && self[index].domains.contains { one in known.contains { $0.hasSameBytes(as: one) } }
    }) {
      found.append(next)
      known += self[next].domains
    }
    return found.sorted().map { self[$0] }
  }

  /// What does not tell two mailboxes at a domain apart.
  func ignored(at domain: String) -> Set<SharedMailbox.Ignored> {
    rows(about: domain).reduce(into: []) { $0.formUnion($1.ignored) }
  }

  /// Whether an address at one domain is the same mailbox as the one with the same name at another.
  func areOne(_ domain: String, _ other: String) -> Bool {
    domain.hasSameBytes(as: other)
      || rows(about: domain).contains { $0.domains.contains { $0.hasSameBytes(as: other) } }
  }
}
