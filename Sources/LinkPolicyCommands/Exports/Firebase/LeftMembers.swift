internal import LinkPolicy
package import LinkPolicyDiagnostics

/// What an export says that no policy reads, counted by its key.
struct LeftMembers: Sendable {
  private var counts: [(key: Name, count: Int, first: SourcePosition)] = []

  /// Counts a member that is not carried over.
  mutating func count(_ key: Name, at position: SourcePosition) {
    if let index = counts.firstIndex(where: { $0.key == key }) {
      counts[index].count += 1
    } else {
      counts.append((key, 1, position))
    }
  }

  /// A note for each key, at its first place.
  var notes: [Diagnostic] {
    counts.map { key, count, first in
      Diagnostic(
        .notCarriedOver, .note,
        "`\(key.text)` is not carried over, \(count) \(count == 1 ? "time" : "times")", at: first)
    }
  }
}

extension DiagnosticCode {
  /// A part of an export that has no place in a store's accounts.
  package static var notCarriedOver: Self { Self("not-carried-over") }
  /// An address of an export that cannot be one of the store's.
  package static var unusableAddress: Self { Self("unusable-address") }
}
