import LinkPolicy
import LinkPolicyStoreConformance

/// Something that a store does wrongly, all the time.
enum StoreFault: Sendable, CustomStringConvertible {
  /// It does not do something, and says that it has.
  case forgotten(StoreDuty)
  /// It carries a write out otherwise than it is told.
  case altered(WriteKind)

  /// What a report has to name.
  var duty: StoreDuty {
    switch self {
    case .forgotten(let duty): duty
    case .altered(let kind): .write(kind)
    }
  }

  var description: String {
    switch self {
    case .forgotten(let duty): "forgets " + duty.word
    case .altered(let kind): "alters " + kind.name.text
    }
  }

  /// All there are, worked out from what a store has to do.
  static let all: [StoreFault] =
    StoreDuty.allCases.map { .forgotten($0) } + WriteKind.allCases.map { .altered($0) }
}
