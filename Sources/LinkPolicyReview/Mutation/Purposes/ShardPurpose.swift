/// What the vectors of one file are there for: what they add to those before them, and what no other file
/// has.
package struct ShardPurpose: Sendable {
  /// The file.
  package let file: String
  /// How many vectors it has about the policy.
  package internal(set) var vectors = 0
  /// How many of them have a transition, or a pair of transitions, that no vector before has.
  package internal(set) var adding = 0
  /// How many of the others notice a mutant that fewer than three before them notice.
  package internal(set) var rare = 0
  /// The ids of the rest, in order.
  package internal(set) var idle: [String] = []
  /// How many transitions only this file has.
  package internal(set) var transitions = 0
  /// How many pairs of transitions only this file has.
  package internal(set) var pairs = 0
  /// How many mutants only this file notices.
  package internal(set) var mutants = 0
  /// How many statements of the documents only this file shows, by what its vectors say that they prove.
  package internal(set) var statements = 0

  /// Nothing yet.
  init(file: String) {
    self.file = file
  }

  /// Whether anything would be lost with the file.
  package var isNeeded: Bool { transitions + pairs + mutants + statements > 0 }
}
