internal import LinkPolicyDiagnostics

/// A comparison of two systems, ready to be written.
package struct SequenceComparisonReport: Sendable {
  /// How a report is written.
  package enum Format: String, CaseIterable, Sendable {
    case pretty, json
  }

  /// The comparison.
  package let comparison: SequenceComparison
  /// What the systems are called.
  package let names: Sides<String>
  /// The map by which they were compared; nil for none.
  package let map: String?
  /// Whether the report for a terminal shows everything, however long that is.
  package let showsAll: Bool

  package init(
    _ comparison: SequenceComparison, named names: Sides<String>, by map: String? = nil,
    showsAll: Bool = false
  ) {
    self.comparison = comparison
    self.names = names
    self.map = map
    self.showsAll = showsAll
  }

  /// The report, ending with a line feed.
  package func bytes(_ format: Format) -> [UInt8] {
    switch format {
    case .pretty: text.bytes
    case .json: json
    }
  }

  /// Why sequences were left out, the most frequent reason first.
  var leftOut: [(reason: LeftOut, count: Int)] {
    comparison.leftOut.sorted { a, b in
      let (first, second) = (a.key, b.key)
      return (-a.value, first.side.rawValue, first.reason)
        < (-b.value, second.side.rawValue, second.reason)
    }.map { (reason: $0.key, count: $0.value) }
  }

  /// How many sequences were left out.
  var leftOutCount: Int { comparison.leftOut.values.reduce(0, +) }
}
