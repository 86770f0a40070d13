/// The address records that are looked up, by their places; nearly always one or none.
struct CandidateRecords {
  /// The first of them; nil for none.
  let first: Int?
  /// Those behind it.
  let others: [Int]

  init(_ first: Int? = nil) {
    self.first = first
    others = []
  }

  init(_ places: [Int]) {
    first = places.first
    others = Array(places.dropFirst())
  }

  /// All of them, in order.
  var list: [Int] {
    first.map { [$0] + others } ?? []
  }
}
