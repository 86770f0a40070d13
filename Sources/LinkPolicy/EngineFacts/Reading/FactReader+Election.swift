extension FactReader {
  /// The address to use, by the preferences of `elect` and then by the order of the assertion; nil for none.
  var electedAddress: UsableAddress? {
    guard let first = asked.first else { return nil }
    var best = first
    var bestRank = rank(first)
    for address in asked.others {
      let rank = rank(address)
      if rank < bestRank {
        best = address
        bestRank = rank
      }
    }
    return best
  }

  private func rank(_ candidate: UsableAddress) -> Int {
    var rank = 0
    for preference in vocabulary.addresses.elect {
      let isPreferred =
        switch preference {
        case .primary: candidate.record == 0
        case .held: isHeld(candidate.canonical)
        }
      rank = rank * 2 + (isPreferred ? 0 : 1)
    }
    return rank
  }

  private func isHeld(_ address: String) -> Bool {
    for account in situation.addressHolders
    where account.holds(address, by: vocabulary.addresses.heldBy) {
      return true
    }
    return false
  }
}
