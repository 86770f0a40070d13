internal import LinkPolicy
internal import LinkPolicyStore

/// Compares the rows of a store, after a change set, with those that it has to come to, and says of the first difference
/// which write should have made it.
///
/// A difference that no write of the set can have made is nobody's duty.
struct RowComparison {
  /// The first difference: what was not done, and what is there instead.
  private(set) var difference: (duty: StoreDuty?, text: String)?
  private let changes: ChangeSet
  /// The account that the set made.
  private let newAccount: String?
  private let vocabulary: Vocabulary

  init(_ changes: ChangeSet, newAccount: String?, _ vocabulary: Vocabulary) {
    self.changes = changes
    self.newAccount = newAccount
    self.vocabulary = vocabulary
  }

  func id(of account: AccountReference?) -> String? {
    account?.id(making: newAccount)
  }

  func key(of method: Method) -> MethodKey {
    MethodKey(of: method, vocabulary)
  }

  /// The kind of the last write that can have made a difference, of the kinds that do, the likeliest first.
  func blamed(_ kinds: [WriteKind], where isAbout: (Write) -> Bool) -> WriteKind? {
    for kind in kinds
    where changes.writes.contains(where: { $0.kind == kind && isAbout($0) }) {
      return kind
    }
    return nil
  }

  /// Notes a difference, if it is the first.
  mutating func add(_ kind: WriteKind?, _ text: String) {
    guard let kind else {
      return add(nil as StoreDuty?, "no write is about it, and " + text)
    }
    add(.write(kind), "after `" + kind.name.text + "` " + text)
  }

  mutating func add(_ duty: StoreDuty?, _ text: String) {
    if difference == nil {
      difference = (duty, text)
    }
  }

  /// Notes that a value is another than it has to be.
  mutating func compare(
    _ what: String, _ expected: String?, _ got: String?, _ kind: WriteKind?
  ) {
    guard difference == nil, !expected.hasSameBytes(as: got) else { return }
    let (expected, got) = (expected.map { "`" + $0 + "`" }, got.map { "`" + $0 + "`" })
    add(kind, what + " is " + (got ?? "none") + " instead of " + (expected ?? "none"))
  }
}

extension [String] {
  /// The texts in the order of their bytes.
  var sortedByBytes: [String] {
    sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
