internal import LinkPolicy

extension RowComparison {
  /// Compares the hashes of passwords; those of the store are by account and method, as the accounts have them.
  mutating func compare(hashes expected: KnownHashes, _ found: [StoredRows.StoredHash]) {
    for stored in found where difference == nil {
      let known = expected.entry(of: stored.key, in: stored.account)
      let wanted = known?.hash
      guard !wanted.hasSameBytes(as: stored.hash) else { continue }
      let of = " of the method of `" + stored.key.issuer + "` of `" + stored.account + "`"
      guard let known else {
        add(.passwordHash, "there is a password hash" + of + ", and has to be none")
        continue
      }
      switch (known.isNew, stored.hash) {
      case (true, nil):
        add(.passwordHash, "the hash of a new password" + of + " is not stored")
      case (true, let got?) where known.former.hasSameBytes(as: got):
        add(
          .passwordHash,
          "the hash of the former password" + of + " is kept, and that of the new one is not stored"
        )
      case (false, nil):
        add(
          .passwordHash,
          "the password hash" + of + " is lost, and no write gave it another or removed it")
      case (true, _?), (false, _?):
        add(.passwordHash, "the password hash" + of + " is another than the store was given")
      }
    }
  }
}
