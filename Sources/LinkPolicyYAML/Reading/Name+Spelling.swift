internal import LinkPolicy

extension Name {
  /// Whether this is a word of the format itself.
  ///
  /// Such words are literals that take no memory of their own; a `Name` of each would be made again for every map that
  /// is asked for it.
  func isSpelled(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard bytes.count == count else { return false }
    let start = unsafe word.utf8Start
    for index in 0..<count where unsafe bytes[index] != start[index] {
      return false
    }
    return true
  }
}
