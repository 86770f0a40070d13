internal import LinkPolicy

/// Who acts in the model that a proof explores.
///
/// One attacker stands for any number: several would pool what they can do, and no rule helps one
/// of them against another.
package enum Actor: UInt8, Sendable, CaseIterable {
  /// The rightful owner of the address that is at stake.
  case owner
  /// Whoever wants to get into the owner's account.
  case attacker

  /// The letter that stands for the actor in the text of a state.
  var letter: String { self == .owner ? "O" : "A" }

  /// The actor in a sentence.
  var name: String { self == .owner ? "the owner" : "the attacker" }

  /// The word for the actor in files and reports.
  package var word: String { self == .owner ? "owner" : "attacker" }

  /// What the actor is called at every identity provider.
  var subject: String { self == .owner ? "owner" : "attacker" }

  /// What the actor is called there by a second credential of his.
  var secondSubject: String { subject + "-2" }

  /// Whose subject this is; nil where it is nobody's.
  init?(having subject: String?) {
    let holder = Self.allCases.first {
      subject.hasSameBytes(as: $0.subject) || subject.hasSameBytes(as: $0.secondSubject)
    }
    guard let holder else { return nil }
    self = holder
  }
}

/// A set of actors.
struct ActorSet: Sendable, Hashable {
  private(set) var bits: UInt8 = 0

  func contains(_ actor: Actor) -> Bool { bits & (1 << actor.rawValue) != 0 }

  mutating func insert(_ actor: Actor) { bits |= 1 << actor.rawValue }

  /// The letters of the actors, in alphabetical order.
  var letters: String {
    (contains(.attacker) ? "A" : "") + (contains(.owner) ? "O" : "")
  }
}
