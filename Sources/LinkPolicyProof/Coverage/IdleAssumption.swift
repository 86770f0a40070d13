internal import LinkPolicy

/// Something in the assumptions that makes no difference to a proof, and the reason.
package struct IdleAssumption: Sendable, Equatable {
  /// The part of a file of assumptions.
  package enum Part: String, Sendable {
    case assertions, excluded
    case sameMailbox = "same-mailbox"
    case switches
  }

  package var part: Part
  /// The number of the row in its part, or the name of the switch.
  package var name: String
  /// The file and line of the row; nil for a switch, which need not be in a file.
  package var place: AssumptionPlace?
  /// Why it makes no difference.
  package var reason: String

  /// The row or switch and the reason, as one sentence.
  package var text: String {
    let what = part == .switches ? "switch " + name : "row " + name + " of " + part.rawValue
    return what + (place.map { " (" + $0.text + ")" } ?? "") + ", because " + reason
  }
}

/// Where a row of a file of assumptions is.
package struct AssumptionPlace: Sendable, Equatable {
  package var file: String
  package var line: Int

  /// The place as diagnostics spell it, such as `default.yaml:11`.
  package var text: String { file + ":" + String(line) }
}
