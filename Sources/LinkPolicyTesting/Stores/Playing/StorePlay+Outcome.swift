internal import LinkPolicy
internal import LinkPolicyStore

extension StorePlay {
  /// Has outcomes remembered that no set of the vector need have, and sees that the other connection reads the same.
  mutating func repeatOutcomes<Store: CheckedStore & ~Copyable>(
    number: Int, on store: inout Store, seenBy observer: inout Store
  ) throws(StoreError) {
    guard finding == nil else { return }
    var whole = CommitOutcome()
    whole.newAccount = "u;1"
    whole.isAccountGone = true
    whole.session = "s 1"
    whole.codes = ["c1", "c 2", "é:3"]
    for (name, outcome) in [("#whole", whole), ("#empty", CommitOutcome())] {
      let id = vector.id + name
      try store.written { (store) throws(StoreError) in try store.remember(outcome, as: id) }
      let found = try observer.read { (store) throws(StoreError) in try store.outcome(of: id) }
      let (wanted, got) = (outcome.encoded, found?.remembered.encoded ?? "nothing")
      if !wanted.hasSameBytes(as: got) {
        find(
          .outcome, "`" + got + "` is remembered instead of the outcome `" + wanted + "`", number)
      }
    }
  }
}
