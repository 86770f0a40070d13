/// What a table's graph says of a vector.
package enum Verdict: Equatable {
  case cannotOccur
  case impossible
  case guarding(Int)
  case row(Int)

  package func number(guardCount: Int) -> Int {
    switch self {
    case .cannotOccur: 0
    case .impossible: 1
    case .guarding(let index): 2 + index
    case .row(let index): 2 + guardCount + index
    }
  }

  init(number: Int, guardCount: Int) {
    switch number {
    case 0: self = .cannotOccur
    case 1: self = .impossible
    case ..<(2 + guardCount): self = .guarding(number - 2)
    default: self = .row(number - 2 - guardCount)
    }
  }
}
