internal import LinkPolicy
package import LinkPolicyJSON

/// What a step must tell the store to do.
///
/// Of `requires`, `writes` and `notices` those are compared that are written, each as a whole: as
/// many entries, in this order. Of an entry the keys are compared that are written.
package struct ExpectedChanges: Sendable {
  /// The lists of a change set.
  package enum Part: String, Sendable, CaseIterable {
    case requires, writes, notices
  }

  /// What is expected, in the shape in which lines of `decide` carry a change set.
  package let json: JSONValue

  /// The entries expected in a list; nil where nothing is said of it.
  package func entries(of part: Part) -> [JSONValue]? {
    json[part.rawValue]?.elements
  }
}

extension ExpectedChanges.Part {
  /// What tells the entries of the list apart: the value of `write` or `notice`, or the key of what
  /// is required; nil for an entry that has none.
  package func word(of entry: JSONValue) -> String? {
    switch self {
    case .requires: RequirementWord.allCases.first { entry[$0.rawValue] != nil }?.rawValue
    case .writes: entry["write"]?.text
    case .notices: entry["notice"]?.text
    }
  }
}
