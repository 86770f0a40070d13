internal import LinkPolicy

/// Something that the assumptions say without its making a difference to a proof, and why.
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
  /// The line of the row; nil for a switch, which need not be in the file.
  package var line: Int?
  /// Why it makes no difference.
  package var reason: String

  /// It in a sentence.
  package var text: String {
    let what = part == .switches ? "switch " + name : "row " + name + " of " + part.rawValue
    return what + (line.map { " (line " + String($0) + ")" } ?? "") + ", because " + reason
  }
}
