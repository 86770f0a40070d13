internal import LinkPolicy

/// The holdings met so far, numbered, so that sets of them are sets of numbers.
struct HoldingTable: Sendable {
  private(set) var holdings: [Holding] = []
  private var numbers: [Holding: Int] = [:]

  /// The number of a holding; it gets the next one where it is new.
  mutating func number(of holding: Holding) -> Int {
    if let number = numbers[holding] {
      return number
    }
    numbers[holding] = holdings.count
    holdings.append(holding)
    return holdings.count - 1
  }

  subscript(number: Int) -> Holding { holdings[number] }

  /// The members of a set that are as they should be.
  func numbers(in set: ValueSet, where isMeant: (Holding) -> Bool) -> [Int] {
    set.values.filter { isMeant(holdings[$0]) }
  }
}
