internal import LinkPolicyJSON

extension Proof {
  /// The steps of every exploration that changed a state, as lines of JSON in order.
  package var transitions: [UInt8] {
    var lines: [[UInt8]] = []
    for run in runs {
      for transition in run.search.recorded {
        lines.append(
          JSONValue.array(
            [run.domain, transition.source, transition.move, transition.target]
              .map { .string($0) }
          ).line)
      }
    }
    lines.sort { $0.lexicographicallyPrecedes($1) }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")]
  }
}
