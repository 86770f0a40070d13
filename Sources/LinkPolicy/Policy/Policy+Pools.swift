extension Policy {
  /// Whether an account that has an address is an answer to a question: of the pool that is searched.
  package func isSearched(_ account: Account, in pool: Int) -> Bool {
    image.vocabulary.isIn(pool, account)
  }
}
