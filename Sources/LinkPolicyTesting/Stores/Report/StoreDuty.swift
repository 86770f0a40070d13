package import LinkPolicy

/// Something that a store has to do, each of which it could forget.
package enum StoreDuty: Sendable, Hashable, CaseIterable {
  /// Carrying a write out.
  case write(WriteKind)
  /// Carrying it out where a careless way comes to something else.
  case detail(StoreDetail)
  /// Answering, when a set is committed, as things are then.
  case requirement(RequirementKind)
  /// Raising the versions of accounts.
  case version
  /// Keeping notices in the outbox.
  case outbox
  /// Remembering what a set came to.
  case outcome
  /// Storing the hash of a new password, and keeping it until there is another or the method goes.
  case passwordHash
  /// Taking back what a transaction has done, where it is rolled back.
  case rollBack

  package static var allCases: [StoreDuty] {
    WriteKind.allCases.map { .write($0) } + StoreDetail.allCases.map { .detail($0) }
      + RequirementKind.allCases.map { .requirement($0) }
      + [.version, .outbox, .outcome, .passwordHash, .rollBack]
  }

  /// What a report calls it.
  package var word: String {
    switch self {
    case .write(let kind): kind.name.text
    case .detail(let detail): detail.word
    case .requirement(let kind): "requirement " + kind.word
    case .version: "version"
    case .outbox: "outbox"
    case .outcome: "outcome"
    case .passwordHash: "password-hash"
    case .rollBack: "roll-back"
    }
  }
}
