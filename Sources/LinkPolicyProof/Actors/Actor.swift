internal import LinkPolicy

/// A person in the model that a proof explores: the owner of the address, or an attacker.
///
/// One attacker represents any number of attackers, because attackers can cooperate and no invariant protects attackers
/// from each other.
package enum Actor: UInt8, Sendable, CaseIterable {
  /// The rightful owner of the address.
  case owner
  /// A person who wants to enter the owner's account.
  case attacker

  /// The letter of the actor in the text of an account's state: `O` or `A`.
  var letter: String { self == .owner ? "O" : "A" }

  /// The actor's name in a sentence, such as `the owner`.
  var name: String { self == .owner ? "the owner" : "the attacker" }

  /// The actor's name in files and reports, such as `owner`.
  package var word: String { self == .owner ? "owner" : "attacker" }

  /// The actor's subject at every identity provider, such as `owner`.
  var subject: String { self == .owner ? "owner" : "attacker" }

  /// The subject of the actor's second credential, such as `owner-2`.
  var secondSubject: String { subject + "-2" }

  /// Returns the actor whom a subject identifies; nil if the subject belongs to no actor.
  init?(having subject: String?) {
    let holder = Self.allCases.first {
      subject.hasSameBytes(as: $0.subject) || subject.hasSameBytes(as: $0.secondSubject)
    }
    guard let holder else { return nil }
    self = holder
  }
}

/// A set of actors, stored as bits.
struct ActorSet: Sendable, Hashable {
  private(set) var bits: UInt8 = 0

  func contains(_ actor: Actor) -> Bool { bits & (1 << actor.rawValue) != 0 }

  mutating func insert(_ actor: Actor) { bits |= 1 << actor.rawValue }

  /// The letters of the actors, in alphabetical order, such as `AO`.
  var letters: String {
    (contains(.attacker) ? "A" : "") + (contains(.owner) ? "O" : "")
  }
}
