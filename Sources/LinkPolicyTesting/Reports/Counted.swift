extension Int {
  /// The number and what it counts, such as `1 row` or `2 rows`.
  package func of(_ thing: String) -> String {
    "\(self) " + thing + (self == 1 ? "" : "s")
  }
}
