internal import LinkPolicy
internal import LinkPolicyJSON

/// What parts of cases came to that may be written again in other cases.
///
/// Nothing in such a part depends on where it stands, but for positions that are set anew. Only
/// parts are kept in which nothing was found.
final class VectorMemory {
  /// The parts of one sort.
  struct Parts<Part> {
    private var written: JSONParts
    private var parts: [Part?]

    fileprivate init(bits: Int) {
      written = JSONParts(bits: bits)
      parts = Array(repeating: nil, count: written.count)
    }

    /// What came of a part that was written the same.
    func part(_ place: JSONParts.Place?) -> Part? {
      guard let place, place.isKnown else { return nil }
      return parts[place.index]
    }

    /// Where a part is kept, or would be.
    func place(of value: JSONValue) -> JSONParts.Place? {
      written.place(of: value)
    }

    /// Keeps what came of a part.
    mutating func keep(_ part: Part, of value: JSONValue, at place: JSONParts.Place) {
      written.keep(value, at: place)
      parts[place.index] = part
    }
  }

  // Some thousand parts of each sort, in a few megabytes.
  var attempts = Parts<Attempt>(bits: 12)
  var expectations = Parts<Expectation>(bits: 10)
  var accounts = Parts<ExpectedAccount>(bits: 12)
}
