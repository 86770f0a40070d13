/// Places in a list that something can be moved between.
enum Moves {
  /// The moves past more than one other: a shorter one is a swap of neighbours.
  ///
  /// - Parameter count: how long the list is.
  /// - Returns: the place before and the place after, by the place before.
  static func far(among count: Int) -> [(from: Int, to: Int)] {
    (0..<count).flatMap { from in
      (0..<count).filter { abs($0 - from) > 1 }.map { (from, $0) }
    }
  }

  /// Those of them that end at the first or the last place.
  ///
  /// - Parameter count: how long the list is.
  /// - Returns: the place before and the place after, by the place before.
  static func toEnds(among count: Int) -> [(from: Int, to: Int)] {
    far(among: count).filter { $0.to == 0 || $0.to == count - 1 }
  }
}
